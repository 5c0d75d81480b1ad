#!/bin/bash
DATA="path_to_data"
GPUS_PER_NODE=8
MASTER_PORT=6001
MODEL="Qwen/Qwen-7B-Chat-Int4"
NNODES=1
NODE_RANK=0

DISTRIBUTED_ARGS="
    --master_port $MASTER_PORT \
    --nnodes $NNODES \
    --node_rank $NODE_RANK \
    --nproc_per_node $GPUS_PER_NODE
"

torchrun $DISTRIBUTED_ARGS finetune.py \
    --adam_beta2 0.95 \
    --data_path $DATA \
    --fp16 True \
    --gradient_accumulation_steps 8 \
    --learning_rate 1e-5 \
    --model_max_length 512 \
    --model_name_or_path $MODEL \
    --num_train_epochs 5 \
    --per_device_eval_batch_size 1 \
    --per_device_train_batch_size 2 \
    --warmup_ratio 0.01 \
    --lazy_preprocess True \
    --use_lora \
    --q_lora \
    --gradient_checkpointing \
    --deepspeed finetune/ds_config_zero2.json

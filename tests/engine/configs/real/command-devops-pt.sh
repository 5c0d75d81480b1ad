set -v
nvidia-smi

torchrun --nproc_per_node=8 --nnodes=$WORLD_SIZE --master_port=$MASTER_PORT --master_addr=$MASTER_ADDR --node_rank=$RANK src/train_bash.py \
    --bf16 \
    --dataset your_corpus \
    --deepspeed conf/deepspeed_config.json \
    --do_train \
    --finetuning_type full \
    --gradient_accumulation_steps 1 \
    --learning_rate 5e-6 \
    --max_source_length=2048 \
    --max_steps 1000 \
    --model_name_or_path path_to_model \
    --per_device_train_batch_size 8 \
    --stage pt \
    --template default \
    --val_size 0.01

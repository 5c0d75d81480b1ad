NCCL_IB_CUDA_SUPPORT=1 NCCL_NET_GDR_LEVEL=SYS NCCL_IB_GID_INDEX=3  \
torchrun --nproc_per_node=4 \
    finetune_llama2.py \
    --adam_beta1 "0.9" \
    --auto_cast False \
    --data_path data/1024.json \
    --gradient_checkpointing True \
    --learning_rate 2e-5 \
    --model_max_length 2048 \
    --model_name_or_path model/Sheared-LLaMA-1.3B \
    --num_train_epochs 2 \
    --optimizer "adam" \
    --per_device_train_batch_size 2 \
    --tp 2 \
    --use_ddp False\
    --weight_decay 0.1

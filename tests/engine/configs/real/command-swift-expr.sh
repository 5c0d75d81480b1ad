nproc_per_node=2

CUDA_VISIBLE_DEVICES=0,1 \
NPROC_PER_NODE=$nproc_per_node \
swift sft \
    --dataset 'swift/self-cognition#1000' \
    --deepspeed zero2 \
    --gradient_accumulation_steps $(expr 16 / $nproc_per_node) \
    --lora_rank 8 \
    --max_length 2048 \
    --model Qwen/Qwen2.5-7B-Instruct \
    --num_train_epochs 1 \
    --per_device_train_batch_size 1 \
    --target_modules all-linear \
    --torch_dtype bfloat16 \
    --tuner_type lora

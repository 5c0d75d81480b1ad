CUDA_VISIBLE_DEVICES=0,1,2,3,4,5,6,7 \
NPROC_PER_NODE=8 \
swift sft \
    --attn_impl flash_attn \
    --dataset datasets/sft/train_data.json \
    --gradient_accumulation_steps 4 \
    --gradient_checkpointing_kwargs '{"use_reentrant": false}' \
    --learning_rate 1e-4 \
    --max_length 2048 \
    --model models/Qwen3-8B \
    --num_train_epochs 5 \
    --per_device_eval_batch_size 2 \
    --per_device_train_batch_size 2 \
    --save_total_limit 4 \
    --torch_dtype bfloat16 \
    --train_type full

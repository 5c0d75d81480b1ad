EPOCH=1
CUDA_VISIBLE_DEVICES=3 python train_unsloth.py \
    --base_model "unsloth/Qwen2.5-7B-Instruct-bnb-4bit" \
    --gradient_accumulation_steps 8 \
    --learning_rate 2e-04 \
    --num_epochs $EPOCH \
    --per_device_train_batch_size 16

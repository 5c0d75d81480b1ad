ACCELERATE_LOG_LEVEL=info accelerate launch \
--config_file ./zero3.yaml \
train.py \
    --dataset_path data/gsm8k \
    --gradient_accumulation_steps 4 \
    --gradient_checkpointing true \
    --max_length 1024 \
    --model_path models/deepseek-math-7b-rl \
    --num_train_epochs 1 \
    --output_dir models/Deepseek-Math-7B-QueryGen-sft-gsm8k \
    --per_device_eval_batch_size 1 \
    --per_device_train_batch_size 1 \
    --prompt_type deepseek-math \
    --task query_sft


export CUDA_LAUNCH_BLOCKING=1
export NCCL_IB_DISABLE=1
CUDA_VISIBLE_DEVICES=3 llamafactory-cli train \
    --cutoff_len 2048 \
    --dataset your_dataset \
    --dataset_dir data \
    --ddp_timeout 180000000 \
    --do_train True \
    --finetuning_type lora \
    --fp16 True \
    --gradient_accumulation_steps 16 \
    --include_num_input_tokens_seen True \
    --learning_rate 2e-05 \
    --lora_alpha 16 \
    --lora_dropout 0 \
    --lora_rank 32 \
    --lora_target all \
    --max_grad_norm 1.0 \
    --max_samples 100000 \
    --model_name_or_path meta-llama/Llama-3.2-11B-Vision-Instruct \
    --num_train_epochs 6 \
    --optim adamw_torch \
    --per_device_train_batch_size 4 \
    --stage sft \
    --template mllama \
    --warmup_steps 0

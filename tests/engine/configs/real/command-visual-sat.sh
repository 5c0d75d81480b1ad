export CUDA_VISIBLE_DEVICES=0,1,2,3

accelerate launch --config_file=configs/zero3.yaml src/open_r1/sft.py \
    --bf16 True \
    --dataset_name SAT \
    --eval_strategy no \
    --gradient_accumulation_steps 2 \
    --gradient_checkpointing True \
    --learning_rate 2.0e-5 \
    --max_seq_length 1024 \
    --model_name_or_path Qwen/Qwen2-VL-2B \
    --num_train_epochs 2 \
    --packing True \
    --per_device_eval_batch_size 4 \
    --per_device_train_batch_size 1 \
    --report_to wandb

deepspeed --num_gpus=8 \
    finetune/finetune.py \
    --block_size 1024 \
    --deepspeed_config conf/deepspeed_config.json \
    --do_eval \
    --do_train \
    --gradient_accumulation_steps 2 \
    --model_name_or_path bigscience/bloom-560m \
    --num_train_epochs 3 \
    --per_device_train_batch_size 8 \
    --resume_from_checkpoint false \
    --train_file data/sample_train.txt \
    --validation_file data/sample_eval.txt \
    --weight_decay 1e-4

mkdir -p ../data/finetuned_models
CUDA_VISIBLE_DEVICES=0 python finetune_mistral.py \
--base_model_id "alpindale/Mistral-7B-v0.2-hf" \
--batch_size 1 \
--epochs 5 \
--gradient_accumulation_steps 8 \
--lora_alpha 64 \
--lora_dropout 0.05 \
--lora_r 32 \
--max_length 5500 \
--output_dir "../data/finetuned_models/clone" \
--train_dataset_path "../data/consolidated_finetune.jsonl"

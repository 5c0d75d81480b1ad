accelerate launch --main_process_port 0 finetuning.py \
--batch_size 8 \
--checkpoint_dir "checkpoints" \
--checkpoint_interval 50 \
--dataset_path "data/train.csv" \
--model_path "/data/models/DeepSeek-R1-0528-Qwen3-8B" \
--num_epochs 10 \
--output_dir "finetuned_model"

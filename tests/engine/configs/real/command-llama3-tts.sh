WANDB_PROJECT="llama3-tts-300M-4k" \
CUDA_VISIBLE_DEVICES="0" \
torchrun --nproc_per_node 1 \
-m train_multipacking \
--bf16 --do_train --do_eval false --num_train_epochs 5 \
--block_size 4096 \
--dataloader_num_workers 5 \
--gradient_accumulation_steps 1 \
--gradient_checkpointing true \
--learning_rate 1e-4 \
--model_name_or_path "mesolitica/Malaysian-Llama3-300M-TTS" \
--per_device_train_batch_size 64 \
--torch_dtype bfloat16 \
--train_file packing-v2 \
--warmup_steps 100 \
--torch_compile

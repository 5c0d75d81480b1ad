dataset_dir=path/to/sft/data/dir
deepspeed_config_file=ds_zero2_no_offload.json
gradient_accumulation_steps=8
lora_alpha=128
lora_dropout=0.05
lora_rank=64
lora_trainable="q_proj,v_proj,k_proj,o_proj,gate_proj,down_proj,up_proj"
lr=1e-4
modules_to_save="embed_tokens,lm_head"
output_dir=output_dir
peft_model=path/to/peft/model/dir
per_device_eval_batch_size=1
per_device_train_batch_size=1
pretrained_model=path/to/hf/llama-2/or/merged/llama-2/dir/or/model_id
validation_file=validation_file_name

torchrun --nnodes 1 --nproc_per_node 1 run_clm_sft_with_peft.py \
    --dataset_dir ${dataset_dir} \
    --ddp_timeout 30000 \
    --deepspeed ${deepspeed_config_file} \
    --do_train \
    --fp16 \
    --gradient_accumulation_steps ${gradient_accumulation_steps} \
    --gradient_checkpointing \
    --learning_rate ${lr} \
    --lora_alpha ${lora_alpha} \
    --lora_dropout ${lora_dropout} \
    --lora_rank ${lora_rank} \
    --max_seq_length 1024 \
    --model_name_or_path ${pretrained_model} \
    --modules_to_save ${modules_to_save} \
    --num_train_epochs 1 \
    --output_dir ${output_dir} \
    --peft_path ${peft_model} \
    --per_device_eval_batch_size ${per_device_eval_batch_size} \
    --per_device_train_batch_size ${per_device_train_batch_size} \
    --seed $RANDOM \
    --torch_dtype float16 \
    --trainable ${lora_trainable} \
    --validation_file ${validation_file}

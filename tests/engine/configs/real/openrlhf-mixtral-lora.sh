read -r -d '' training_commands <<EOF
openrlhf.cli.train_sft \
    --adam.lr 5e-6 \
    --data.dataset Open-Orca/OpenOrca \
    --data.max_len 2048 \
    --data.max_samples 500000 \
    --ds.lora.rank 64 \
    --ds.packing_samples \
    --ds.param_dtype bf16 \
    --ds.zero_stage 3 \
    --model.gradient_checkpointing_enable \
    --model.model_name_or_path mistralai/Mixtral-8x7B-v0.1 \
    --train.batch_size 128 \
    --train.max_epochs 1 \
    --train.micro_batch_size 4
EOF

if [[ ${1} != "slurm" ]]; then
    deepspeed --module $training_commands
fi

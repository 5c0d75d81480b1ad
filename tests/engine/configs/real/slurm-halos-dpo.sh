#!/bin/bash
#SBATCH --nodes=1
#SBATCH --gres=gpu:4
#SBATCH --time=23:55:00
BETA=$1

srun --nodes=$SLURM_JOB_NUM_NODES --ntasks-per-node=1 bash -c "
export MODEL_PATH=meta-llama/Meta-Llama-3-8B
accelerate launch --config_file accelerate_config/fsdp_4gpu.yaml \
    launch.py loss=dpo model=llama train_datasets=[ultrabin] \
    ++model.name_or_path=\$MODEL_PATH ++loss.beta=${BETA} \
    ++model.gradient_accumulation_steps=1

lm_eval --model hf --batch_size 4 --tasks gsm8k_cot
"

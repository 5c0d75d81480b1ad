#!/bin/bash
#SBATCH --gres=gpu:rtxa5000:1
#SBATCH --mem=16gb
#SBATCH --partition=class
#SBATCH --qos=default
#SBATCH --time=08:00:00

module load cuda/12.4.1
conda activate torchtune

tune run lora_finetune_single_device --config llama3_1/8B_lora_single_device

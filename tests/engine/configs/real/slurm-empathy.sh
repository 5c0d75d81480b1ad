#!/bin/bash
#SBATCH --cpus-per-task=4
#SBATCH --gpus=2
#SBATCH --job-name=llama-3.1-8b-RU-finetune
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --time=60:00:00

module load CUDA/12.2
source activate env

torchrun --nproc_per_node=2 main.py

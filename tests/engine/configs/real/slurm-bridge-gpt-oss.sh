#!/bin/bash
#SBATCH --nodes=2 --ntasks-per-node=8 --gpus-per-node=8
#SBATCH --time=24:00:00

MODEL_NAME=gpt_oss_20b
DATASET_NAME=${DATASET_NAME:-squad}
CHECKPOINT=${CHECKPOINT:-/models/gpt-oss-20b}

case "$DATASET_NAME" in
  openmath*)
    SEQ_LENGTH=${SEQ_LENGTH:-4096}
    GLOBAL_BATCH_SIZE=${GLOBAL_BATCH_SIZE:-128}
    ;;
  *)
    SEQ_LENGTH=${SEQ_LENGTH:-2048}
    GLOBAL_BATCH_SIZE=${GLOBAL_BATCH_SIZE:-8}
    ;;
esac
LR_OVERRIDES=""
[ -n "$LR" ] && LR_OVERRIDES="$LR_OVERRIDES optimizer.lr=$LR"

OVERRIDES=" \
    checkpoint.pretrained_checkpoint=$CHECKPOINT \
    train.train_iters=1000 \
    train.global_batch_size=$GLOBAL_BATCH_SIZE \
    train.micro_batch_size=1 \
    $LR_OVERRIDES \
    dataset.enable_offline_packing=true \
    model.seq_length=$SEQ_LENGTH
"
CMD="uv run python run_recipe.py --recipe ${MODEL_NAME}_sft_config --mode sft"
CMD="$CMD $(echo "$OVERRIDES" | tr '\n' ' ')"
srun --mpi=pmix bash -c "$CMD"

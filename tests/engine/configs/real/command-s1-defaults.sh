epochs=5
train_dataset_name="s1K_tokenized"
while [[ $# -gt 0 ]]; do
    case $1 in
        --epochs) epochs="$2"; shift 2 ;;
        --train_dataset_name) train_dataset_name="$2"; shift 2 ;;
        *) exit 1 ;;
    esac
done
gpu_count=$(nvidia-smi -L | wc -l)
torchrun \
    --nproc_per_node=$gpu_count \
    train/sft.py \
    --bf16=True \
    --block_size=32768 \
    --fsdp="full_shard auto_wrap" \
    --gradient_checkpointing=True \
    --model_name="Qwen/Qwen2.5-32B-Instruct" \
    --num_train_epochs=${epochs} \
    --per_device_train_batch_size=1 \
    --train_file_path="simplescaling/${train_dataset_name}"

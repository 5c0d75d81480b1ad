"""What a launching command says."""

from __future__ import annotations

import pytest

from knowledge.facts import Facts
from tests.engine.configs.sample import read


def test_devices_made_visible_are_counted(facts: Facts) -> None:
    script = "CUDA_VISIBLE_DEVICES=0,1,2 python train.py --per_device_train_batch_size 1 --num_train_epochs 1\n"
    assert read("run.sh", script, facts).training.devices == 3


def test_devices_included_by_deepspeed_are_counted(facts: Facts) -> None:
    script = "deepspeed --include localhost:4,5 train.py --deepspeed ds_zero2.json --num_train_epochs 1\n"
    reading = read("run.sh", script, facts)
    assert (reading.training.devices, reading.training.zero_stage) == (2, 2)


@pytest.mark.parametrize(
    ("script", "objective"),
    [("dpo.py", "dpo"), ("train_grpo.py", "grpo"), ("run_sft.py", "sft"), ("train.py", "sft")],
)
def test_the_name_of_the_script_says_what_for(script: str, objective: str, facts: Facts) -> None:
    text = f"torchrun --nproc_per_node 2 {script} --model_name_or_path gpt2 --num_train_epochs 1\n"
    assert read("run.sh", text, facts).training.objective == objective


def test_megatron_has_a_shape_and_is_pretraining(facts: Facts) -> None:
    text = """
        torchrun --nproc_per_node 8 pretrain_gpt.py --num-layers 24 --hidden-size 1024 --num-attention-heads 16 \\
          --seq-length 2048 --micro-batch-size 4 --global-batch-size 64 --train-iters 100 --bf16 \\
          --tensor-model-parallel-size 2 --use-distributed-optimizer
    """
    reading = read("run.sh", text, facts)
    assert (reading.profile.task, reading.profile.precision) == ("pretraining", "bf16")
    assert (reading.training.accumulation, reading.training.zero_stage) == (4, 1)  # 64 / (4 x 4)


def test_overrides_of_torchtune_are_read_as_its_config(facts: Facts) -> None:
    text = "tune run --nproc_per_node 4 lora_finetune_distributed --config llama3_1/8B_lora batch_size=8 epochs=2\n"
    reading = read("run.sh", text, facts)
    assert (reading.training.micro_batch, reading.profile.epochs, reading.training.devices) == (8, 2, 4)


@pytest.mark.parametrize(
    ("start", "nodes", "devices"),
    [
        ("srun -n 8 -N 8 torchrun --nproc_per_node 8", 8, 64),
        ("python", None, 4),
        ("torchrun --nnodes 2 --nproc_per_node 8", 2, 16),
    ],
)
def test_nodes_and_devices_in_every_spelling(start: str, nodes: int | None, devices: int, facts: Facts) -> None:
    training = read("run.sh", f"{start} train.py --devices 0 1 2 3 --num_train_epochs 1\n", facts).training
    assert (training.nodes, training.devices) == (nodes, devices)


def test_a_deepspeed_file_written_by_the_script_is_read_and_a_flag_counts_before_it(facts: Facts) -> None:
    text = """
        cat > ds.json <<EOF
        {"train_micro_batch_size_per_gpu": 2, "gradient_accumulation_steps": 8, "zero_optimization": {"stage": 3}}
        EOF
        torchrun --nproc_per_node 4 train.py --model_name_or_path gpt2 --per_device_train_batch_size 1 \\
          --deepspeed ds.json
    """
    setup = read("run.sh", text, facts).training
    assert (setup.zero_stage, setup.micro_batch, setup.accumulation) == (3, 1, 8)


def test_an_axolotl_file_written_by_a_job_is_read(facts: Facts) -> None:
    text = """
        resources: {accelerators: "H100:8"}
        run: |
          cat <<EOF > c.yml
          base_model: mistralai/Mistral-7B-v0.3
          adapter: lora
          sequence_len: 8192
          EOF
          axolotl train c.yml
    """
    profile = read("task.yaml", text, facts).profile
    assert (profile.method, profile.model, profile.sequence_length) == ("lora", "mistral", 8192)
    assert profile.accelerator_count == 8


def test_the_stage_of_a_training_says_that_it_is_pretraining(facts: Facts) -> None:
    text = "torchrun --nproc_per_node 8 src/train.py --stage pt --do_train --dataset corpus --max_steps 10\n"
    assert read("run.sh", text, facts).profile.task == "pretraining"


def test_nodes_counted_from_the_list_of_a_job_are_its_nodes(facts: Facts) -> None:
    text = """
        resources: {accelerators: "A100:8"}
        num_nodes: 2
        run: |
          NODES=`echo "$SKYPILOT_NODE_IPS" | wc -l`
          torchrun --nnodes=$NODES --nproc_per_node=$SKYPILOT_NUM_GPUS_PER_NODE train.py --model_name_or_path gpt2 \\
            --per_device_train_batch_size 2 \\
            --gradient_accumulation_steps $((256 / 2 / $NODES / $SKYPILOT_NUM_GPUS_PER_NODE))
    """
    assert read("task.yaml", text, facts).training.accumulation == 8  # 256 / 2 / 2 / 8


def test_a_script_named_for_its_adapter_trains_one(facts: Facts) -> None:
    said = {
        script: read(
            "run.sh", f"torchrun --nproc_per_node 2 {script} --model_name_or_path gpt2\n", facts
        ).profile.method
        for script in ("lora.py", "train_qlora.py", "flora.py", "train.py")
    }
    assert said == {"lora.py": "lora", "train_qlora.py": "qlora", "flora.py": "full", "train.py": "full"}


def test_passes_without_a_model_are_no_fine_tuning(facts: Facts) -> None:
    text = "torchrun --nproc_per_node 8 train.py --batch_size 15 --gradient_accumulation_steps 4\n"
    reading = read("run.sh", text, facts)
    assert (reading.profile.task, reading.training.devices, reading.training.accumulation) == (None, 8, 4)


def test_swift_says_its_devices_in_the_environment_and_its_method_by_a_flag(facts: Facts) -> None:
    text = "NPROC_PER_NODE=4 swift sft --model Qwen/Qwen3-8B --train_type lora --per_device_train_batch_size 2\n"
    reading = read("run.sh", text, facts)
    assert (reading.profile.method, reading.profile.model, reading.profile.batch_size) == ("lora", "qwen", 8)


def test_a_module_and_what_follows_it_are_words_of_their_own(facts: Facts) -> None:
    script = "srun python3 -m MaxText.train MaxText/configs/base.yml model_name=llama3.1-70b per_device_batch_size=2"
    reading = read("run.slurm", f"#!/bin/bash\n#SBATCH --nodes=2\n{script} steps=30 max_target_length=8192\n", facts)
    assert (reading.profile.framework, reading.profile.task) == ("jax", "pretraining")
    assert (reading.training.model_id, reading.training.sharding) == ("llama-3.1-70b", "fsdp")


def test_a_benchmark_of_maxtext_says_its_slices(facts: Facts) -> None:
    script = (
        "python3 -m benchmarks.benchmark_runner xpk --device_type=v6e-256 --num_slices=2 --model_name=llama2-70b\n"
    )
    reading = read("run.sh", script, facts)
    assert (reading.profile.candidates, reading.profile.accelerator_count) == (("tpu-v6e",), 512)


def test_experts_of_a_mixtral_are_counted(facts: Facts) -> None:
    shape = "--num_layers=32 --hidden_width=4096 --num_heads=32 --num_key_value_heads=8 --intermediate_size=14336"
    script = f"torchrun train.py {shape} --vocab_size=32000 --model_type=mixtral --max_steps=200\n"
    assert read("run.sh", script, facts).profile.parameters == 46_701_477_888  # 1.604e9 + 8 x 5.637e9


def test_the_name_of_a_script_counts_before_a_key_that_two_trainers_have(facts: Facts) -> None:
    text = "python grpo_fast.py --model_name_or_path Qwen/Qwen3-8B --beta 0.01 --per_device_train_batch_size 1\n"
    assert read("a.sh", text, facts).training.objective == "grpo"
    assert read("a.sh", text.replace("grpo_fast", "train"), facts).training.objective == "dpo"


def test_flags_in_sections_are_read_by_their_ends(facts: Facts) -> None:
    text = "python train.py --model.path Qwen/Qwen3-8B --train.microbatch_size 2 --eval.microbatch_size 16\n"
    training = read("a.sh", text, facts).training
    assert (training.model_id, training.micro_batch) == ("qwen3-8b", 2)

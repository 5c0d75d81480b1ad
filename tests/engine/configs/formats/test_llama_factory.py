"""LLaMA-Factory."""

from __future__ import annotations

from knowledge.facts import Facts
from tests.engine.configs.sample import read

CONFIG = """
    model_name_or_path: Qwen/Qwen2.5-7B-Instruct
    stage: {stage}
    do_train: true
    finetuning_type: {type}
    lora_target: all
    cutoff_len: 4096
    dataset: one,two
    per_device_train_batch_size: 2
    deepspeed: cache/ds_z3_offload_config.json
"""


def test_a_run_of_lora(facts: Facts) -> None:
    reading = read("a.yaml", CONFIG.format(stage="sft", type="lora"), facts)
    assert (reading.format, reading.profile.method, reading.profile.task) == ("llama_factory", "lora", "fine_tuning")
    assert (reading.training.datasets, reading.training.lora_targets) == (("one", "two"), ("all-linear",))
    assert (reading.training.zero_stage, reading.training.recompute) == (3, "full")


def test_pt_goes_on_with_pretraining(facts: Facts) -> None:
    assert read("a.yaml", CONFIG.format(stage="pt", type="full"), facts).profile.task == "pretraining"


def test_preferences_in_full_need_a_second_model(facts: Facts) -> None:
    assert read("a.yaml", CONFIG.format(stage="dpo", type="full"), facts).profile.method == "rlhf"


def test_frozen_layers_are_no_adapter(facts: Facts) -> None:
    assert read("a.yaml", CONFIG.format(stage="sft", type="freeze"), facts).profile.method == "full"


def test_a_run_of_megatron(facts: Facts) -> None:
    more = "    pipeline_model_parallel_size: 4\n    use_distributed_optimizer: true\n    global_batch_size: 64\n"
    config = CONFIG.replace("    deepspeed: cache/ds_z3_offload_config.json\n", more)
    found = read("a.yaml", config.format(stage="sft", type="full"), facts)
    assert (found.training.pipeline_parallel, found.training.zero_stage) == (4, 1)
    assert found.profile.batch_size == 64

"""What follows from fields together."""

from __future__ import annotations

import pytest

from engine.configs.keys.found import Fields, Found
from engine.configs.keys.work_out import Result, work_out
from engine.configs.syntax.entries import Value
from knowledge.facts import Facts


def of(facts: Facts, **values: Value) -> Result:
    fields = Fields()
    for field, value in values.items():
        fields.put(Found(field, value, f"key.{field}"))
    return work_out(fields, facts)


def test_a_batch_is_micro_batch_times_accumulation_times_devices(facts: Facts) -> None:
    result = of(facts, micro_batch=2, accumulation=8, per_node=8)
    assert result.profile.batch_size == 128  # 2 x 8 x 8
    worked = next(worked for worked in result.derived if worked.slot == "batch_size")
    assert [(f.name, f.value) for f in worked.factors] == [
        ("micro_batch", 2),
        ("accumulation", 8),
        ("data_parallel", 8),
    ]


def test_devices_that_share_a_copy_are_not_data_parallel(facts: Facts) -> None:
    result = of(facts, micro_batch=1, nodes=4, per_node=8, tensor_parallel=8, pipeline_parallel=2)
    assert (result.training.devices, result.training.data_parallel) == (32, 2)  # 32 / (8 x 2)
    assert result.profile.batch_size == 2


def test_accumulation_is_what_a_stated_batch_leaves(facts: Facts) -> None:
    result = of(facts, micro_batch=4, global_batch=256, nodes=2, per_node=8)
    assert result.training.accumulation == 4  # 256 / (4 x 16)


def test_steps_times_batch_times_sequence_are_the_tokens(facts: Facts) -> None:
    result = of(facts, max_steps=1000, global_batch=32, sequence=2048)
    assert result.profile.tokens == 65_536_000  # 1000 x 32 x 2048


def test_steps_end_a_run_before_its_epochs(facts: Facts) -> None:
    assert of(facts, max_steps=100, epochs=3).profile.epochs is None


def test_without_devices_there_is_no_batch(facts: Facts) -> None:
    assert of(facts, micro_batch=2, accumulation=8).profile.batch_size is None


def test_four_bits_and_an_adapter_are_qlora(facts: Facts) -> None:
    assert of(facts, method="lora", load_4bit=True).profile.method == "qlora"
    assert of(facts, method="lora", load_8bit=True).profile.method == "lora"
    assert of(facts, lora_rank=16).profile.method == "lora"


def test_preferences_tuned_in_full_keep_a_frozen_model(facts: Facts) -> None:
    assert of(facts, implied_method="full", objective="dpo").profile.method == "rlhf"
    assert of(facts, implied_method="full", objective="sft").profile.method == "full"
    assert of(facts, method="lora", objective="dpo").profile.method == "lora"


def test_a_type_says_how_many_chips_each_machine_has(facts: Facts) -> None:
    result = of(facts, instance_type="ml.p4d.24xlarge", nodes=2)
    assert (result.profile.instances, result.profile.instance_count) == (("p4d.24xlarge",), 2)
    assert result.profile.accelerator_count == 16  # 2 x 8


def test_a_shape_comes_to_its_parameters(facts: Facts) -> None:
    result = of(facts, layers=24, hidden=1024, heads=16, ffn=4096, vocabulary=50_000)
    # 24 x (4 x 1024^2 + 2 x 1024 x 4096) + 50,000 x 1024 = 301,989,888 + 51,200,000
    assert result.profile.parameters == 353_189_888


def test_a_machine_nobody_knows_is_named(facts: Facts) -> None:
    assert of(facts, accelerator=("Unheard9",)).unknown == ("Unheard9",)


def test_a_mixture_counts_every_expert_and_the_ones_a_token_uses(facts: Facts) -> None:
    shape = {"layers": 32, "hidden": 4096, "ffn": 14336, "heads": 32, "kv_heads": 8, "vocabulary": 32000}
    found = of(facts, **shape, gated=True, untied=True, experts=8, experts_used=2).profile
    # attention 32 x (2 x 4096^2 + 2 x 4096 x 1024) = 1.342e9, embeddings 2 x 32,000 x 4096 = 0.262e9, an expert
    # 32 x 3 x 4096 x 14336 = 5.637e9: 1.604e9 + 8 x 5.637e9 = 46.70e9, and with 2 experts 12.88e9
    assert found.parameters == 46_701_477_888
    assert (found.active_parameters, found.architecture) == (12_878_610_432, "moe")


def test_a_prompt_and_its_answer_are_a_sequence(facts: Facts) -> None:
    result = of(facts, prompt_tokens=256, answer_tokens=1024)
    assert result.profile.sequence_length == 1280
    assert of(facts, prompt_tokens=256, answer_tokens=1024, sequence=2048).profile.sequence_length == 2048


def test_a_batch_says_how_many_devices_work_on_it(facts: Facts) -> None:
    assert of(facts, global_batch=96, micro_batch=1, accumulation=3).training.data_parallel == 32  # 96 / 3
    assert of(facts, global_batch=97, micro_batch=1, accumulation=3).training.data_parallel is None


def test_chips_that_are_fewer_than_a_copy_takes_are_those_of_one_machine(facts: Facts) -> None:
    result = of(facts, per_node=8, tensor_parallel=4, pipeline_parallel=8)
    assert (result.training.devices, result.training.devices_per_node) == (None, 8)
    assert result.profile.accelerator_count is None
    assert of(facts, per_node=8, tensor_parallel=4).training.devices == 8


@pytest.mark.parametrize(
    ("type_", "processes", "chips"),
    [("trn1.32xlarge", 32, 16), ("trn1.2xlarge", 2, 1), ("trn2.48xlarge", 64, 16), ("p5.48xlarge", 8, 8)],
)
def test_processes_on_a_neuron_machine_are_its_cores(facts: Facts, type_: str, processes: int, chips: int) -> None:
    fields = Fields()
    fields.put(Found("instance_type", type_, "nodeSelector"))
    fields.put(Found("nodes", 2, "--nnodes"))
    fields.put(Found("per_node", processes, "--nproc_per_node"))
    fields.put(Found("micro_batch", 1, "--per_device_train_batch_size"))
    result = work_out(fields, facts)
    assert (result.training.devices, result.profile.accelerator_count) == (2 * chips, 2 * chips)
    assert result.profile.batch_size == 2 * processes


def test_samples_named_with_their_sets_are_added(facts: Facts) -> None:
    assert of(facts, datasets=("a/b#500", "c/d#1000")).profile.samples == 1500
    assert of(facts, datasets=("a/b#500", "c/d")).profile.samples is None

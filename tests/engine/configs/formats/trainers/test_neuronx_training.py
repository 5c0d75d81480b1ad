"""NeuronX Distributed Training."""

from __future__ import annotations

from knowledge.facts import Facts
from tests.engine.configs.sample import read

CONFIG = """
    data: {global_batch_size: 64, micro_batch_size: 1, seq_length: 4096}
    distributed_strategy: {tensor_model_parallel_size: 32, zero1: True}
    exp_manager:
      checkpoint_callback_params: {filename: 'hf_llama3_8B_SFT--{step}-{consumed_samples}'}
    model: {encoder_seq_length: 8192, hidden_size: 4096, num_layers: 32}
    model_source: hf
    trainer: {devices: 32, max_steps: 100, num_nodes: 2}
"""


def test_cores_are_counted_as_chips(facts: Facts) -> None:
    reading = read("a.yaml", CONFIG, facts)
    assert (reading.format, reading.profile.candidates) == ("neuronx_training", ("trainium1",))
    assert (reading.training.devices, reading.training.global_batch) == (32, 64)  # 2 nodes of 32 cores, two a chip
    assert (reading.training.zero_stage, reading.profile.sequence_length) == (1, 4096)


def test_the_model_is_named_as_its_checkpoints_are_where_the_shape_agrees(facts: Facts) -> None:
    assert read("a.yaml", CONFIG, facts).training.model_id == "llama-3-8b"
    other = CONFIG.replace("num_layers: 32", "num_layers: 8")
    assert read("a.yaml", other, facts).training.model_id is None


def test_a_strategy_of_alignment_tunes(facts: Facts) -> None:
    assert read("a.yaml", CONFIG, facts).profile.task == "pretraining"
    lora = CONFIG + "    model_alignment_strategy: {peft: {lora_rank: 16}, sft: {packing: True}}\n"
    reading = read("a.yaml", lora, facts)
    assert (reading.profile.task, reading.profile.method, reading.training.packing) == ("fine_tuning", "lora", True)


def test_a_file_named_after_the_second_generation_runs_there(facts: Facts) -> None:
    assert read("hf_llama3_8B_trn2_config.yaml", CONFIG, facts).profile.candidates == ("trainium2",)

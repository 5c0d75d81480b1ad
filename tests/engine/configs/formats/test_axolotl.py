"""Axolotl."""

from __future__ import annotations

from engine.configs.keys.reading import ConfigReading
from engine.configs.read_config import read_config
from knowledge.facts import Facts

BASE = "base_model: NousResearch/Llama-2-7b-hf\nmicro_batch_size: 1\n"


def read(more: str, facts: Facts) -> ConfigReading:
    return read_config("a.yml", BASE + more, facts)


def test_without_an_adapter_it_trains_everything(facts: Facts) -> None:
    assert read("adapter:\n", facts).profile.method == "full"
    assert read("adapter: qlora\nload_in_4bit: true\n", facts).profile.method == "qlora"


def test_a_data_set_to_pretrain_on_is_pretraining(facts: Facts) -> None:
    reading = read("pretraining_dataset:\n  - path: allenai/c4\nmax_steps: 200\n", facts)
    assert (reading.profile.task, reading.training.objective) == ("pretraining", "pretraining")
    assert reading.training.datasets == ("allenai/c4",)


def test_fsdp_counts_only_where_it_is_switched_on(facts: Facts) -> None:
    settings = "fsdp_config:\n  fsdp_sharding_strategy: FULL_SHARD\n"
    assert read(settings, facts).training.sharding is None
    assert read("fsdp:\n  - full_shard\n" + settings, facts).training.zero_stage == 3


def test_every_target_in_one_word(facts: Facts) -> None:
    reading = read("adapter: lora\nlora_r: 32\nlora_target_linear: true\n", facts)
    assert (reading.training.lora_rank, reading.training.lora_targets) == (32, ("all-linear",))


def test_degrees_are_chips(facts: Facts) -> None:
    found = read("fsdp_version: 2\ndp_shard_size: 4\ndp_replicate_size: 2\ntensor_parallel_size: 2\n", facts)
    assert found.training.devices == 16  # 4 x 2 x 2
    assert found.profile.batch_size == 8  # 1 on each of 16 / 2

"""TrainingArguments as YAML and JSON."""

from __future__ import annotations

import json

import pytest

from engine.configs.read_config import read_config
from knowledge.facts import Facts

BASE = {"model_name_or_path": "mistralai/Mistral-7B-v0.1", "per_device_train_batch_size": "4", "num_train_epochs": 1}


def read_json(facts: Facts, **more: object):  # type: ignore[no-untyped-def]  # a reading; short for the tests here
    return read_config("args.json", json.dumps(BASE | more), facts)


def test_numbers_may_be_text(facts: Facts) -> None:
    assert read_json(facts).training.micro_batch == 4


def test_minus_one_steps_are_no_steps(facts: Facts) -> None:
    reading = read_json(facts, max_steps=-1)
    assert (reading.training.max_steps, reading.profile.epochs) == (None, 1)


@pytest.mark.parametrize(
    ("key", "objective"), [("beta", "dpo"), ("num_generations", "grpo"), ("desirable_weight", "kto"), ("seed", "sft")]
)
def test_keys_that_one_trainer_has_say_what_is_trained_for(key: str, objective: str, facts: Facts) -> None:
    assert read_json(facts, **{key: 1}).training.objective == objective


def test_fsdp_in_one_string(facts: Facts) -> None:
    training = read_json(facts, fsdp="full_shard auto_wrap").training
    assert (training.sharding, training.zero_stage) == ("fsdp", 3)


def test_a_rank_is_an_adapter_unless_it_is_switched_off(facts: Facts) -> None:
    assert read_json(facts, lora_r=8).profile.method == "lora"
    assert read_json(facts, lora_r=8, use_peft=False).profile.method == "full"


def test_a_margin_is_simpo(facts: Facts) -> None:
    reading = read_json(facts, beta=10, gamma_beta_ratio=0.5)
    assert (reading.training.objective, reading.profile.method) == ("simpo", "rlhf")


def test_arguments_of_a_script_of_ones_own_are_known(facts: Facts) -> None:
    text = "model: mistralai/Mistral-7B-v0.1\ntrain_dataset: data/train.parquet\nlora_r: 8\nmax_seq_length: 2048\n"
    reading = read_config("train.yaml", text, facts)
    assert (reading.format, reading.training.model_id) == ("hugging_face", "mistral-7b")
    assert reading.training.datasets == ("data/train.parquet",)

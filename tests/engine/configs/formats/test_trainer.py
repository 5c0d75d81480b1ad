"""Training configs of any library."""

from __future__ import annotations

import pytest

from engine.configs.syntax.entries import ConfigError
from knowledge.facts import Facts
from tests.engine.configs.sample import read

CONFIG = """
    model: {path: Qwen/Qwen3-8B}
    data: {context_length: 4096, train_data: s3://acme/tickets.jsonl}
    optim: {lr: 1e-5}
    training: {microbatch_size: 2, global_batch_size: 64, num_epochs: 3, dtype: bfloat16}
"""


def test_keys_are_found_in_whatever_section_they_stand(facts: Facts) -> None:
    reading = read("a.yaml", CONFIG, facts)
    assert (reading.format, reading.training.model_id) == ("trainer", "qwen3-8b")
    assert (reading.training.micro_batch, reading.training.global_batch) == (2, 64)
    assert (reading.profile.sequence_length, reading.profile.epochs, reading.profile.precision) == (4096, 3, "bf16")
    assert (reading.profile.task, reading.profile.method) == ("fine_tuning", "full")


def test_a_section_about_another_model_or_run_is_left_aside(facts: Facts) -> None:
    text = CONFIG + "    eval: {global_batch_size: 8, num_epochs: 1}\n    ref: {path: Qwen/Qwen3-32B}\n"
    training = read("a.yaml", text, facts).training
    assert (training.global_batch, training.model_id) == (64, "qwen3-8b")


@pytest.mark.parametrize(
    "text",
    [
        "trainer: {name: Ann}\nmodel: sedan\n",
        "optimizer: {name: solver}\nmax_steps: 5\n",
        "services:\n  web: {image: nginx, replicas: 2}\nmax_steps: 3\n",
    ],
)
def test_a_key_or_two_of_the_same_name_make_no_training(text: str, facts: Facts) -> None:
    with pytest.raises(ConfigError, match="no_format"):
        read("a.yaml", text, facts)


def test_a_batch_beside_a_micro_batch_is_that_of_a_step(facts: Facts) -> None:
    text = "max_steps = 20\n[model]\nname = 'Qwen/Qwen3-8B'\n[data]\nbatch_size = 64\nseq_len = 1024\n{}"
    both = read("a.toml", text.format("micro_batch_size = 4\n"), facts).training
    assert (both.micro_batch, both.global_batch) == (4, 64)
    alone = read("a.toml", text.format(""), facts).training
    assert (alone.micro_batch, alone.global_batch) == (64, None)


def test_devices_are_the_product_of_the_degrees(facts: Facts) -> None:
    text = CONFIG + "    parallelism: {dp: 4, tp: 2, pp: 1}\n"
    assert read("a.yaml", text, facts).training.devices == 8


def test_a_shape_without_a_model_is_pretrained(facts: Facts) -> None:
    text = CONFIG.replace("{path: Qwen/Qwen3-8B}", "{num_layers: 24, hidden_dim: 1024, name: my_lm}")
    reading = read("a.yaml", text.replace("num_epochs: 3", "max_steps: 100"), facts)
    assert (reading.profile.task, reading.profile.parameters) == ("pretraining", 301_989_888)  # 24 x 12 x 1024^2


def test_the_chip_of_a_ray_resource_stands_in_its_key(facts: Facts) -> None:
    text = CONFIG + "    worker_resources: {'accelerator_type:A10G': 0.001}\n    num_devices: 16\n"
    profile = read("a.yaml", text, facts).profile
    assert (profile.candidates, profile.accelerator_count) == (("a10g",), 16)


def test_a_section_that_is_off_says_nothing(facts: Facts) -> None:
    off = CONFIG + "    lora_cfg: {enabled: false, lora_rank: 8}\n"
    assert read("a.yaml", off, facts).profile.method == "full"
    assert read("a.yaml", off.replace("false", "true"), facts).profile.method == "lora"


def test_a_trainer_a_model_and_data_are_a_training(facts: Facts) -> None:
    text = """
        data: {dataset_name: acme/pairs}
        model: {model_name: Qwen/Qwen3-8B}
        training: {optimizer: adamw, trainer_type: TRL_DPO}
    """
    reading = read("a.yaml", text, facts)
    assert (reading.training.objective, reading.training.model_id) == ("dpo", "qwen3-8b")

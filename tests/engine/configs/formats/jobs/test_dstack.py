"""dstack."""

from __future__ import annotations

import pytest

from knowledge.facts import Facts
from tests.engine.configs.sample import read

TASK = """
    type: task
    nodes: 2
    commands:
      - pip install trl
      - torchrun --nproc-per-node=$DSTACK_GPUS_PER_NODE --nnodes=$DSTACK_NODES_NUM train.py
        --model_name_or_path $MODEL --per_device_train_batch_size 2
    env: [HF_TOKEN, MODEL=Qwen/Qwen3-8B]
    resources:
      gpu: {}
"""


@pytest.mark.parametrize(
    ("gpu", "chips", "each"),
    [
        ("H100:8", ("h100",), 8),
        ("A100:80GB:4", ("a100-80",), 4),
        ("{name: H100, count: 8}", ("h100",), 8),
        ("v5litepod-8", ("tpu-v5e",), 8),
        ("48GB", (), 1),
    ],
)
def test_gpus_in_every_spelling(gpu: str, chips: tuple[str, ...], each: int, facts: Facts) -> None:
    reading = read("a.dstack.yml", TASK.replace("{}", gpu), facts)
    assert (reading.format, reading.profile.candidates) == ("dstack", chips)
    assert (reading.training.devices_per_node, reading.training.devices) == (each, 2 * each)


def test_its_commands_say_the_training(facts: Facts) -> None:
    training = read("a.dstack.yml", TASK.replace("{}", "H100:8"), facts).training
    assert (training.model_id, training.micro_batch, training.global_batch) == ("qwen3-8b", 2, 32)


def test_spot_and_clouds(facts: Facts) -> None:
    text = TASK.replace("{}", "H100:8") + "    spot_policy: spot\n    backends: [aws, gcp]\n"
    profile = read("a.dstack.yml", text, facts).profile
    assert (profile.purchase, profile.clouds) == ("spot", ("aws", "gcp"))

"""SkyPilot tasks."""

from __future__ import annotations

import pytest

from knowledge.facts import Facts
from tests.engine.configs.sample import read


@pytest.mark.parametrize(
    ("accelerators", "candidates", "count"),
    [
        ("H100:8", ("h100",), 16),
        ("{A100-80GB: 8, H100: 8}", ("a100-80", "h100"), 16),
        ("[H100:4, 'H200:4']", ("h100", "h200"), 8),
        ("L4", ("l4",), 2),
        ("tpu-v5litepod-16", ("tpu-v5e",), 32),
    ],
)
def test_accelerators_in_every_spelling(
    accelerators: str, candidates: tuple[str, ...], count: int, facts: Facts
) -> None:
    reading = read("task.yaml", f"resources:\n  accelerators: {accelerators}\nnum_nodes: 2\n", facts)
    assert (reading.format, reading.profile.candidates, reading.profile.accelerator_count) == (
        "skypilot",
        candidates,
        count,
    )


def test_place_spot_and_what_is_run(facts: Facts) -> None:
    text = """
        resources: {infra: aws/us-east-1, accelerators: "H100:8", use_spot: true}
        num_nodes: 2
        envs: {MODEL: meta-llama/Llama-2-7b-hf, EMPTY: }
        run: |
          torchrun --nnodes=$SKYPILOT_NUM_NODES --nproc_per_node=$SKYPILOT_NUM_GPUS_PER_NODE train.py \\
            --model_name_or_path $MODEL --per_device_train_batch_size 2 --num_train_epochs 1
    """
    reading = read("task.yaml", text, facts)
    assert (reading.profile.clouds, reading.profile.region, reading.profile.purchase) == (
        ("aws",),
        "us-east-1",
        "spot",
    )
    assert reading.training.model_id == "llama-2-7b"
    assert reading.profile.batch_size == 32  # 2 x 16


def test_a_cluster_of_ones_own_is_no_unknown_cloud(facts: Facts) -> None:
    reading = read("task.yaml", "resources:\n  cloud: kubernetes\n  accelerators: H100:8\n", facts)
    assert (reading.unknown_machines, reading.profile.clouds) == ((), ())

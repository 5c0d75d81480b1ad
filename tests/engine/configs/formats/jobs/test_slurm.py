"""Slurm scripts."""

from __future__ import annotations

import pytest

from knowledge.facts import Facts
from tests.engine.configs.sample import read

SCRIPT = """
    #!/bin/bash
    #SBATCH --nodes=4
    #SBATCH {gpus}
    #SBATCH --time=2-00:00:00
    #SBATCH --partition=long
    srun torchrun --nnodes $SLURM_NNODES --nproc_per_node 8 train.py --per_device_train_batch_size 1
"""


@pytest.mark.parametrize(
    ("gpus", "candidates"),
    [
        ("--gpus-per-node=8", ()),
        ("--gres=gpu:8", ()),
        ("--gres=gpu:h100:8", ("h100",)),
        ("--gpus-per-node=a100:8", ("a100",)),
    ],
)
def test_nodes_and_gpus_come_from_the_directives(gpus: str, candidates: tuple[str, ...], facts: Facts) -> None:
    reading = read("run.sbatch", SCRIPT.format(gpus=gpus), facts)
    assert (reading.format, reading.training.devices, reading.training.time_limit_hours) == ("slurm", 32, 48)
    assert reading.profile.candidates == candidates
    assert reading.profile.batch_size == 32
    assert "sbatch.partition" in reading.unused

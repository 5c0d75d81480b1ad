"""Run configurations for tests of training speed: a plain one, and what a test changes."""

from __future__ import annotations

from engine.base.run_config import RunConfig

PLAIN: dict[str, object] = {
    "id": "t",
    "kind": "training",
    "model": "made-up-10b",
    "architecture": "dense",
    "parameters": 1e10,
    "active_parameters": 1e10,
    "method": "pretraining",
    "accelerator": "h200",
    "accelerator_count": 8,
    "sequence_length": 4096,
    "precision": "bf16",
}


def run_config(**changed: object) -> RunConfig:
    return RunConfig.model_validate(PLAIN | changed)

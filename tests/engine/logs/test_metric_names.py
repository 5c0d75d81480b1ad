"""What a figure of a trainer is called says what it is of."""

from __future__ import annotations

import pytest

from engine.logs.metric_names import IN_ALL, PER_CHIP, SECONDS, flat, is_of_evaluation


@pytest.mark.parametrize(
    "name", ["throughput/device/TPS", "Tokens/s/device", "tokens_per_sec_per_gpu", "throughput(tps)", "TGS"]
)
def test_of_one_chip(name: str) -> None:
    assert PER_CHIP.fullmatch(flat(name)) and not IN_ALL.fullmatch(flat(name))


@pytest.mark.parametrize("name", ["tokens_per_sec", "train/tokens_per_second", "Total token throughput"])
def test_of_all_chips(name: str) -> None:
    assert IN_ALL.fullmatch(flat(name)) and not PER_CHIP.fullmatch(flat(name))


@pytest.mark.parametrize("name", ["train_step_timing in s", "iter_time", "perf/step_time_seconds", "iteration-time"])
def test_of_a_step(name: str) -> None:
    assert SECONDS.fullmatch(flat(name))


def test_of_an_evaluation() -> None:
    assert is_of_evaluation(flat("eval/tokens_per_second")) and is_of_evaluation(flat("metrics/val/tps"))
    assert not is_of_evaluation(flat("train/tokens_per_second"))

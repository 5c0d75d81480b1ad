"""Speed as the verdict uses it: in BF16, not in any particular benchmark's code."""

from __future__ import annotations

import pytest

from engine.base.evidence import Achieved
from engine.library import Library
from engine.speed.throughput import achieved
from engine.training.own_run import OwnRun
from engine.workload.flops import of_model
from knowledge.loading.load import load

FLOP = 6 * 8.03e9 * 1e9 / 1e12  # TFLOP of 1B tokens on Llama 3.1 8B, attention left out


@pytest.fixture(scope="module")
def library() -> Library:
    return Library(load())


def speed(library: Library, chip: str, model: str = "llama-3.1-8b", way: OwnRun | None = None) -> Achieved:
    work = of_model(library.facts.models[model])
    result = achieved("training", library.facts.accelerators[chip], work, library, way)
    assert result is not None
    return result


@pytest.mark.parametrize(
    ("chip", "usd_per_chip_hour", "low", "high"),
    [
        ("a100-40", 2.745, 190, 260),  # by hand 240, at 49 % of peak
        ("h100-sxm", 6.88, 190, 260),  # 239, at 39 %
        ("h200", 7.912, 190, 245),  # 219, at 49 %
        ("trainium1", 0.596, 140, 190),  # 155, at 27 %
        ("trainium2", 2.235, 75, 105),  # 87 to 94, from the vendor's claim
        ("tpu-v5e", 1.20, 130, 180),  # 163, at 50 %
        ("tpu-v6e", 2.70, 80, 110),  # 92, at 43 %
    ],
)
def test_the_founding_run_costs_about_what_it_does_by_hand(
    library: Library, chip: str, usd_per_chip_hour: float, low: float, high: float
) -> None:
    """1B tokens on 8B at the prices of November 2026, against the sum with the median utilisation of each chip."""
    assert low < FLOP / speed(library, chip).speed.likely / 3600 * usd_per_chip_hour < high


@pytest.mark.parametrize(
    ("chip", "method", "basis"),
    [
        ("h200", "full", "measured"),
        ("trainium2", "full", "claimed"),
        ("trainium3", "full", "extrapolated"),
        ("a10g", "full", "extrapolated"),
        ("b200", "full", "extrapolated"),  # published in FP8 alone
        ("h100-sxm", "lora", "measured"),
        ("trainium1", "lora", "extrapolated"),
        ("trainium2", "lora", "extrapolated"),
        ("tpu-v6e", "qlora", "extrapolated"),
    ],
)
def test_the_basis_tells_what_was_published(library: Library, chip: str, method: str, basis: str) -> None:
    result = speed(library, chip, way=OwnRun(method))
    assert result.basis == basis
    assert (result.grade == "assumed") == (basis == "extrapolated")


@pytest.mark.parametrize("chip", ["trainium1", "trainium2", "tpu-v6e"])
def test_adapters_nobody_measured_are_less_certain_than_full_training(library: Library, chip: str) -> None:
    full, adapters = speed(library, chip).speed, speed(library, chip, way=OwnRun("lora")).speed
    assert adapters.sigma > full.sigma


def test_longer_sequences_and_more_chips_are_slower(library: Library) -> None:
    plain = speed(library, "h100-sxm", way=OwnRun(chips=8)).speed.likely
    assert speed(library, "h100-sxm", way=OwnRun(chips=512)).speed.likely < plain
    assert speed(library, "h100-sxm", way=OwnRun(sequence_length=32768, chips=8)).speed.likely < plain


def test_experts_reach_less_than_a_dense_model_of_their_active_size(library: Library) -> None:
    experts = speed(library, "h100-sxm", "qwen3-30b-a3b").speed.likely
    assert experts < speed(library, "h100-sxm", "llama-3.2-3b").speed.likely


def test_fp8_counts_where_it_was_measured_and_nowhere_else(library: Library) -> None:
    """knowledge/data/evidence/fit_training.toml: 8-bit makes training exp(0.1951) = 1.215 times as fast."""
    eight = OwnRun(precision="fp8")
    h100, trainium = (speed(library, chip, way=eight) for chip in ("h100-sxm", "trainium1"))
    assert h100.speed.likely == pytest.approx(1.215 * speed(library, "h100-sxm").speed.likely, rel=0.002)
    assert h100.precision == "fp8"
    assert trainium.speed == speed(library, "trainium1").speed and trainium.precision == "bf16"


def test_a_vendors_claim_says_nothing_of_fp8(library: Library) -> None:
    claimed = speed(library, "trainium2", way=OwnRun(precision="fp8"))
    assert claimed.speed == speed(library, "trainium2").speed and claimed.precision == "bf16"

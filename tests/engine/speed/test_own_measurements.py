"""Own measurements: what they imply for the chip, how far they carry over, and that they outrank publications."""

from __future__ import annotations

import math
from datetime import date

import pytest

from engine.base.evidence import Achieved
from engine.base.interval import Z80, Interval
from engine.library import Library
from engine.speed.own_measurements import against_estimate, implied, own_speed
from engine.speed.throughput import achieved
from engine.workload.flops import of_model
from knowledge.facts import Facts, OwnMeasurement
from tests.knowledge.store.test_measurements import measurement

OWN_SPREAD, OTHER_SIZE, OTHER_METHOD = 0.05, 0.11, 0.12  # of constants_pilot.toml


def speed(facts: Facts, *rows: OwnMeasurement, model: str = "llama-3.1-8b", method: str = "full") -> Achieved | None:
    """The training speed of Trainium2 with these rows recorded."""
    library = Library(facts, rows)
    work = of_model(facts.models[model])
    assert method in ("full", "lora")
    return own_speed(
        "training", facts.accelerators["trainium2"], work, library, "lora" if method == "lora" else "full"
    )


def test_implied_mfu_is_six_flops_per_parameter_plus_attention_over_the_peak(facts: Facts) -> None:
    """6 x 8.03e9 + 6 x 32 x 4096 x 4096 = 5.1401e10 FLOPs a token; x 3,200 tokens/s = 164.5 TFLOP/s of 667."""
    result = implied(measurement(), Library(facts))
    assert result.tflops == pytest.approx(164.48, abs=0.01)
    assert result.share == pytest.approx(0.2466, abs=0.0001)


def test_a_lora_token_is_two_thirds_of_the_work(facts: Facts) -> None:
    """0.667 x 164.48."""
    assert implied(measurement(method="lora"), Library(facts)).tflops == pytest.approx(109.71, abs=0.01)


def test_an_unpublished_model_counts_as_a_plain_decoder(facts: Facts) -> None:
    """h**3 = 128 x 8e9 / 12: h = 4403 and L = 34, so 4.8e10 + 6 x 34 x 4403 x 4096 = 5.168e10 FLOPs a token."""
    result = implied(measurement(model="ours", parameters=8e9), Library(facts))
    assert result.tflops == pytest.approx(3200 * 5.168e10 / 1e12, rel=1e-3)


def test_an_output_token_in_serving_is_two_flops_a_parameter(facts: Facts) -> None:
    """2 x 8.03e9 x 3,200 = 51.4 TFLOP/s."""
    assert implied(measurement(task="inference"), Library(facts)).tflops == pytest.approx(51.39, abs=0.01)


def test_it_is_compared_with_the_estimate_in_tokens_per_second(facts: Facts) -> None:
    """3,200 tokens/s are 164.48 TFLOP/s, half of 328.96; so that estimate said 6,400 tokens/s."""
    estimate = Achieved(
        speed=Interval(300, 328.96, 400), grade="claim", basis="claimed", cites=(), groups=1, source_chip="trainium2"
    )
    against = against_estimate(measurement(), estimate, Library(facts))
    assert against.likely == pytest.approx(6400, rel=1e-3)
    assert against.ratio == pytest.approx(0.5, rel=1e-3)
    assert against.place == "below"


def test_fp8_is_compared_with_the_fp8_peak(facts: Facts) -> None:
    peak = facts.accelerators["trainium2"].fp8_dense_tflops
    assert peak is not None
    assert implied(measurement(precision="fp8"), Library(facts)).peak_tflops == peak.value


def test_the_same_work_has_the_spread_of_a_repetition(facts: Facts) -> None:
    result = speed(facts, measurement(id=12))
    assert result is not None
    assert (result.grade, result.basis, result.cites) == ("own", "measured", ("own-12",))
    assert result.speed.likely == pytest.approx(164.48, abs=0.01)
    assert result.speed.high / result.speed.likely == pytest.approx(math.exp(Z80 * OWN_SPREAD))


def test_another_size_or_method_widens_the_interval_around_the_same_middle(facts: Facts) -> None:
    result = speed(facts, measurement(id=12), model="llama-3.1-70b", method="lora")
    assert result is not None
    assert result.speed.likely == pytest.approx(164.48, abs=0.01)
    assert result.speed.sigma == pytest.approx(math.sqrt(OWN_SPREAD**2 + OTHER_SIZE**2 + OTHER_METHOD**2))


def test_the_one_nearest_in_size_and_method_is_used(facts: Facts) -> None:
    small = measurement(id=1)
    large = measurement(id=2, model="llama-3.1-70b", parameters=70.6e9, tokens_per_second=8_000)
    lora = measurement(id=3, method="lora", tokens_per_second=90_000)
    cited = [
        speed(facts, small, large, lora, model=model, method=method)
        for model, method in (("llama-3.1-8b", "full"), ("llama-3.1-70b", "full"), ("llama-3.1-8b", "lora"))
    ]
    assert [result.cites for result in cited if result] == [("own-1",), ("own-2",), ("own-3",)]


def test_the_newest_of_several_equally_near_is_used(facts: Facts) -> None:
    rows = [measurement(id=n, measured_on=date(2026, month, 1)) for n, month in ((1, 9), (2, 11), (3, 10))]
    result = speed(facts, *rows)
    assert result is not None and result.cites == ("own-2",)


def test_a_mixture_of_experts_is_not_evidence_for_a_dense_model(facts: Facts) -> None:
    assert speed(facts, measurement(model="mixtral-8x7b", parameters=46.7e9)) is None


def test_it_outranks_claims_and_publications_only_for_its_chip_and_kind_of_work(facts: Facts) -> None:
    work, plain = of_model(facts.models["llama-3.1-8b"]), Library(facts)
    library = Library(facts, (measurement(id=1), measurement(id=2, accelerator="h200", chips=8)))
    for chip, before in (("trainium2", "claim"), ("h200", "vendor_measured")):
        held = facts.accelerators[chip]
        result, published = achieved("training", held, work, library), achieved("training", held, work, plain)
        assert result is not None and published is not None
        assert (result.grade, published.grade) == ("own", before)
        assert achieved("inference", held, work, library) == achieved("inference", held, work, plain)
    other = facts.accelerators["h100-sxm"]
    assert achieved("training", other, work, library) == achieved("training", other, work, plain)

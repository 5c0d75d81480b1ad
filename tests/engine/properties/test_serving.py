"""What holds for every service: dollars go up with traffic and down with patience, and a default is what it says."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.advice.advisor import Advisor
from engine.library import Library
from engine.options.assumptions import Filled, fill, refill
from engine.options.candidates import candidates
from engine.options.option import CostedOption
from engine.options.problem import Problem
from engine.workload.profile import Profile, Reading
from tests.day import DAY
from tests.share import examples

EXAMPLES = 12
MODELS = st.sampled_from(
    [("llama", 8e9), ("llama", 70e9), ("mixtral", 46.7e9), ("bert", 110e6), ("embedding", 335e6)]
)
TRAFFIC = st.floats(1e6, 1e10)
LIMITS = st.sampled_from([50.0, 200.0, 1000.0, 1999.0, 2001.0, 10_000.0])
SHARES = st.floats(0.05, 1.0)


def reading(model: tuple[str, float], **slots: object) -> Reading:
    said = {"task": "inference", "model": model[0], "parameters": model[1], "clouds": ("aws",), **slots}
    return Reading(profile=Profile.model_validate(said))


def month(library: Library, filled: Filled) -> dict[str, float]:
    """Likely dollars of a month of each way to rent, on the types that are offered."""
    options = candidates(Problem(filled, library, DAY))
    return {option.id: option.run.usd.likely for option in options if isinstance(option, CostedOption)}


def cheapest(library: Library, filled: Filled) -> float:
    return min(month(library, filled).values(), default=float("inf"))


@pytest.fixture(scope="module")
def library(advisor: Advisor) -> Library:
    return advisor.library()


@settings(max_examples=examples(EXAMPLES))
@given(model=MODELS, traffic=TRAFFIC, more=st.floats(1.0, 20.0), limit=LIMITS)
def test_more_traffic_is_never_cheaper(
    model: tuple[str, float], traffic: float, more: float, limit: float, library: Library
) -> None:
    few, many = (
        fill(reading(model, tokens_per_day=tokens, latency_ms=limit), library) for tokens in (traffic, traffic * more)
    )
    assert cheapest(library, many) >= cheapest(library, few) * (1 - 1e-9)


@settings(max_examples=examples(EXAMPLES))
@given(model=MODELS, traffic=TRAFFIC, limits=st.tuples(LIMITS, LIMITS))
def test_a_looser_latency_is_never_dearer(
    model: tuple[str, float], traffic: float, limits: tuple[float, float], library: Library
) -> None:
    tight, loose = (
        cheapest(library, fill(reading(model, tokens_per_day=traffic, latency_ms=limit), library))
        for limit in sorted(limits)
    )
    assert loose <= tight * (1 + 1e-9)


@settings(max_examples=examples(EXAMPLES))
@given(model=MODELS, traffic=st.floats(1e7, 1e10), limit=LIMITS)
def test_throughput_only_is_never_dearer_than_any_latency(
    model: tuple[str, float], traffic: float, limit: float, library: Library
) -> None:
    asked = reading(model, tokens_per_day=traffic)
    offline = fill(asked.model_copy(update={"signals": ("throughput_only",)}), library)
    online = fill(reading(model, tokens_per_day=traffic, latency_ms=limit), library)
    assert offline.profile.latency_ms is None
    assert cheapest(library, offline) <= cheapest(library, online) * (1 + 1e-9)


@settings(max_examples=examples(EXAMPLES))
@given(model=MODELS, traffic=TRAFFIC, offline=st.booleans())
def test_what_was_assumed_said_aloud_changes_no_dollar(
    model: tuple[str, float], traffic: float, offline: bool, library: Library
) -> None:
    signals = ("throughput_only",) if offline else ()
    assumed = fill(reading(model, tokens_per_day=traffic).model_copy(update={"signals": signals}), library)
    for slot in ("utilization", "precision", "prompt_tokens", "answer_tokens", "latency_ms", "cadence", "runs"):
        value = getattr(assumed.profile, slot)
        if value is not None:
            assert month(library, refill(assumed, library, **{slot: value})) == month(library, assumed), slot


@settings(max_examples=examples(EXAMPLES))
@given(model=MODELS, traffic=TRAFFIC, shares=st.tuples(SHARES, SHARES))
def test_machines_that_are_busier_are_never_more_of_them(
    model: tuple[str, float], traffic: float, shares: tuple[float, float], library: Library
) -> None:
    idle, busy = (
        cheapest(library, fill(reading(model, tokens_per_day=traffic, utilization=share), library))
        for share in sorted(shares)
    )
    assert busy <= idle * (1 + 1e-9)


@settings(max_examples=examples(EXAMPLES))
@given(model=MODELS, tokens=st.floats(1e8, 1e12))
def test_a_job_is_count_times_hours_times_rate(model: tuple[str, float], tokens: float, library: Library) -> None:
    filled = fill(reading(model, tokens=tokens), library)
    for option in candidates(Problem(filled, library, DAY)):
        if isinstance(option, CostedOption) and option.purchase == "on_demand":
            by_hand = option.count * option.run.hours.likely * option.price.usd_per_hour.likely
            assert option.run.usd.likely == pytest.approx(by_hand)
            assert option.run.usd_per_million_tokens is not None
            assert option.run.usd_per_million_tokens.likely == pytest.approx(by_hand / tokens * 1e6)

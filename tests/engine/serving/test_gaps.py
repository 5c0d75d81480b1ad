"""What serving needs and few people say: lengths, utilization, and tokens a day from requests."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.options.assumptions import Filled, refill
from engine.serving.gaps import counted_tokens, gaps
from engine.workload.profile import Profile
from tests.engine.problems import filled


def said(advisor: Advisor, **slots: object) -> Filled:
    return refill(filled(advisor, "serve Llama 8B"), advisor.library(), **slots)


def test_ten_requests_a_second_are_so_many_tokens_a_day(advisor: Advisor) -> None:
    """10 x 256 tokens an answer x 86,400 s."""
    found = said(advisor, requests_per_second=10.0)
    assert found.profile.tokens_per_day == pytest.approx(221_184_000)
    assert [(entry.slot, entry.uses) for entry in found.derived] == [
        ("tokens_per_day", ("requests_per_second", "answer_tokens"))
    ]
    assert not found.assumed("tokens_per_day")


def test_users_at_once_ask_once_a_minute(advisor: Advisor) -> None:
    """500 users / 60 s x 256 tokens x 86,400 s."""
    found = said(advisor, concurrent_users=500)
    assert found.profile.tokens_per_day == pytest.approx(184_320_000)
    (step,) = (entry for entry in found.derived if entry.slot == "tokens_per_day")
    assert step.figures == (1.0,)  # requests a minute


def test_assumptions_of_serving_said_aloud_change_nothing_but_the_label(advisor: Advisor) -> None:
    assumed = filled(advisor, "serve Llama 8B, 50M tokens a day")
    slots = ("prompt_tokens", "answer_tokens", "utilization", "precision", "latency_ms", "cadence", "runs")
    assert all(assumed.assumed(slot) for slot in slots)
    aloud = refill(assumed, advisor.library(), **{slot: getattr(assumed.profile, slot) for slot in slots})
    assert aloud.profile == assumed.profile
    assert not any(aloud.assumed(slot) for slot in slots)


def test_a_job_of_requests_is_one_run_of_their_tokens(advisor: Advisor) -> None:
    """1M requests x 256 tokens an answer; nobody waits, so no latency is assumed."""
    found = said(advisor, samples=1_000_000)
    assert found.profile.tokens == pytest.approx(256_000_000)
    assert (found.profile.latency_ms, found.profile.tokens_per_day, found.profile.runs) == (None, None, 1)
    assert found.profile.utilization == 0.9


@pytest.mark.parametrize(("limit", "constant"), [(2000, "serving_utilisation"), (None, "batch_utilization")])
def test_without_a_latency_to_keep_machines_are_busy_nearly_always(limit: float | None, constant: str) -> None:
    profile = Profile(task="inference", latency_ms=limit)
    assert constant in [gap.constant for gap in gaps(profile, encodes=False)]


def test_of_the_busiest_hour_less_is_kept_free() -> None:
    profile = Profile(task="inference", latency_ms=2000)
    assert "steady_utilization" in [gap.constant for gap in gaps(profile, encodes=False, at_peak=True)]


def test_what_was_said_is_no_gap_and_training_has_none() -> None:
    said = Profile(task="inference", prompt_tokens=10, answer_tokens=5, utilization=0.5)
    assert not list(gaps(said, encodes=False))
    assert not list(gaps(Profile(task="fine_tuning"), encodes=False))


def test_of_an_encoder_the_tokens_it_reads_are_counted() -> None:
    profile = Profile(task="inference", prompt_tokens=300, answer_tokens=20)
    assert counted_tokens(profile, encodes=True) == ("prompt_tokens", 300)
    assert counted_tokens(profile, encodes=False) == ("answer_tokens", 20)


def test_so_many_tokens_a_night_are_traffic_of_every_day_counted_in_months(advisor: Advisor) -> None:
    found = filled(advisor, "nightly batch scoring with Llama 8B, 300M tokens per night")
    assert (found.profile.tokens_per_day, found.profile.cadence, found.profile.runs) == (300e6, "continuous", 12)
    assert found.profile.runs_per_month is None
    assert found.profile.by_month


@pytest.mark.parametrize(
    "text",
    [
        "Serve Llama 70B, 1B tokens a day, no latency requirement",
        "batch inference overnight with Llama 8B, 200M tokens a day",
        "offline inference of Llama 8B, 500M tokens a day",
        "throughput only serving of Mixtral, 2B tokens per day",
        "we don't care about latency: serve Llama 8B, 1B tokens a day",
    ],
)
def test_words_of_work_nobody_waits_for_leave_no_latency(text: str, advisor: Advisor) -> None:
    found = filled(advisor, text)
    assert found.profile.latency_ms is None
    assert found.profile.utilization == 0.9

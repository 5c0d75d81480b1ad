"""How an offering is made to serve: what the latency means, the batch it allows, the fleet and the dollars."""

from __future__ import annotations

import math

import pytest

from engine.answers import KINDS
from engine.base.reason import Reason
from engine.library import Library
from engine.options.assumptions import fill
from engine.options.option import (
    CostedOption,
    Option,
)
from engine.options.problem import Problem
from engine.options.serving_plan import Chosen, choose, meaning
from engine.reading.read import read
from engine.reading.vocabulary import Vocabulary, compile_vocabulary
from engine.verdict.verdict import Verdict
from knowledge.facts import Facts
from tests.day import DAY


@pytest.fixture(scope="module")
def library(facts: Facts) -> Library:
    return Library(facts)


@pytest.fixture(scope="module")
def vocabulary(facts: Facts) -> Vocabulary:
    return compile_vocabulary(facts, KINDS)


def scene(text: str, library: Library, vocabulary: Vocabulary) -> Problem:
    return Problem(fill(read(text, vocabulary), library), library, DAY)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("serve Llama 8B, 100M tokens a day", "first_token"),  # 2,000 ms are assumed, for the start of an answer
        ("serve Llama 8B, time to first token under 4000 ms", "first_token"),
        ("serve Llama 8B, TTFT 300 ms", "first_token"),
        ("serve Llama 8B, p99 latency 300 ms", "first_token"),  # no whole answer of 256 tokens takes 0.3 s
        ("serve Llama 8B, p99 latency 8000 ms", "whole_answer"),
        ("serve Llama 8B, latency 50 ms per token", "each_token"),
    ],
)
def test_what_a_latency_speaks_of(text: str, meant: str, library: Library, vocabulary: Vocabulary) -> None:
    assert meaning(scene(text, library, vocabulary)) == meant


def chosen(text: str, instance: str, library: Library, vocabulary: Vocabulary) -> Chosen | Reason:
    return choose(scene(text, library, vocabulary), library.facts.instances[instance], 1)


def test_a_tighter_latency_never_serves_more(library: Library, vocabulary: Vocabulary) -> None:
    speeds = []
    for limit in (30, 40, 60, 100, 200):
        found = chosen(f"serve Llama 8B, {limit} ms per token", "p5.48xlarge", library, vocabulary)
        assert isinstance(found, Chosen)
        assert found.at.tpot_ms <= limit * 1.0001
        speeds.append(found.at.tokens_per_second.likely)
    assert speeds == sorted(speeds)


def test_a_latency_no_batch_meets_leaves_the_chip_out(library: Library, vocabulary: Vocabulary) -> None:
    """Reading 16 GB over four 600 GB/s chips alone takes 6.7 ms: 3 ms a token are out of reach."""
    found = chosen("serve Llama 8B, 3 ms per token", "g5.12xlarge", library, vocabulary)
    assert isinstance(found, Reason)
    assert found.code == "too_slow"
    fastest = found.values["fastest_ms"]
    assert isinstance(fastest, float)
    assert fastest > 6.7


def test_a_model_without_room_for_requests_does_not_serve(library: Library, vocabulary: Vocabulary) -> None:
    found = chosen("serve Llama 70B", "g5.xlarge", library, vocabulary)
    assert isinstance(found, Reason)
    assert found.code == "no_room_to_serve"


def test_the_batch_stays_within_what_was_published(library: Library, vocabulary: Vocabulary) -> None:
    """Nobody has published more than 32 requests at once on a Neuron chip."""
    found = chosen("serve Llama 8B, 100M tokens a day", "trn2.48xlarge", library, vocabulary)
    assert isinstance(found, Chosen)
    assert found.at.batch <= 32


def options(text: str, advisor: object) -> dict[str, Option]:
    verdict = advisor.ask(text).verdict  # type: ignore[attr-defined]
    assert isinstance(verdict, Verdict)
    return {option.instance: option for option in verdict.base.options if option.purchase == "on_demand"}


def test_dollars_a_million_tokens_are_price_over_speed(advisor: object, library: Library) -> None:
    """USD/h / (8 chips x tokens/s x utilisation x 3,600) x 10**6, and enough instances for the traffic."""
    option = options("serve Llama 8B on p5.48xlarge, 900M tokens a day, PyTorch, AWS", advisor)["p5.48xlarge"]
    assert option.run.usd_per_million_tokens is not None
    a_second = 8 * option.speed.speed.likely * library.constants.likely("serving_utilisation")
    wanted = option.price.usd_per_hour.likely / (a_second * 3600) * 1e6
    assert option.run.usd_per_million_tokens.likely == pytest.approx(wanted)
    assert option.count == math.ceil(900e6 / 86_400 / a_second)


def test_what_is_not_sure_of_the_speed_is_not_sure_of_the_fleet(advisor: object) -> None:
    option = options("serve Llama 8B on p5.48xlarge, 9000M tokens a day, PyTorch, AWS", advisor)["p5.48xlarge"]
    assert option.run.usd.low < option.run.usd.likely < option.run.usd.high


def test_the_trace_says_batch_and_times(advisor: object) -> None:
    option = options("serve Llama 8B on p5.48xlarge, 900M tokens a day, PyTorch, AWS", advisor)["p5.48xlarge"]
    held = {step.label: step.value.likely for step in option.steps}
    assert held["ttft_ms"] == option.serving.ttft_ms
    assert held["tpot_ms"] == option.serving.tpot_ms
    assert held["serving_batch"] == option.serving.batch
    assert held["kv_bytes_per_token"] == 131_072


def test_the_batch_leaves_time_to_read_along(advisor: object, library: Library) -> None:
    """Where only the first token is limited, tokens still come as fast as people read."""
    for option in options("serve Llama 8B, 900M tokens a day, PyTorch", advisor).values():
        if isinstance(option, CostedOption) and option.serving and option.serving.batch > 1:
            assert option.serving.tpot_ms <= library.constants.likely("serving_tpot_ms") * 1.0001


def test_serving_on_measured_chips_is_not_low_for_being_serving(advisor: object) -> None:
    """Medium: the range of the speed is wide. No document speaks here, so none disagrees."""
    verdict = advisor.ask("serve Llama 8B, time to first token 300 ms, 200M tokens a day").verdict  # type: ignore[attr-defined]
    assert verdict.confidence.level == "medium"
    assert "serving_wide" in [reason.code for reason in verdict.confidence.because]


def test_serving_on_a_chip_nobody_measured_is_a_guess(advisor: object) -> None:
    """What is assumed caps confidence at low, and does not lead where a measured chip of the family can."""
    named = options("serve Llama 8B on g6.12xlarge or g6e.12xlarge, 9M tokens a day, PyTorch", advisor)
    assert (named["g6.12xlarge"].speed.basis, named["g6.12xlarge"].evidence) == ("extrapolated", "assumed")
    assert (named["g6e.12xlarge"].speed.basis, named["g6e.12xlarge"].speed.groups) == ("measured", 5)

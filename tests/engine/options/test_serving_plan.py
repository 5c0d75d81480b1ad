"""How an offering is made to serve: what the latency means, the batch it allows, the fleet and the dollars."""

from __future__ import annotations

import math

import pytest

from engine.base.reason import Reason
from engine.forms import FORMS
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
    return compile_vocabulary(facts, FORMS)


def scene(text: str, library: Library, vocabulary: Vocabulary) -> Problem:
    return Problem(fill(read(text, vocabulary), library), library, DAY)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("serve Llama 8B, 100M tokens a day", "first_token"),  # 2,000 ms are assumed, for the start of an answer
        ("serve Llama 8B, time to first token under 4000 ms", "first_token"),
        ("serve Llama 8B, TTFT 300 ms", "first_token"),
        ("serve Llama 8B, p99 latency 300 ms", "first_token"),
        ("serve Llama 8B, p99 latency 8000 ms", "first_token"),  # a looser limit means the same as a tighter one
        ("serve Llama 8B, whole answer within 8000 ms", "whole_answer"),
        ("serve Llama 8B, end-to-end latency 8000 ms", "whole_answer"),
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


def test_a_month_is_count_times_730_hours_and_so_are_the_dollars_a_million_tokens(advisor: object) -> None:
    """900M tokens a day are 10,417 a second; count = ceil(10,417 / (8 chips x tokens/s x 40 %)).

    A month has 900M x 730 / 24 = 27,375M tokens: dollars a million = count x 730 x USD/h / 27,375.
    """
    option = options("serve Llama 8B on p5.48xlarge, 900M tokens a day, PyTorch, AWS", advisor)["p5.48xlarge"]
    assert option.run.usd_per_million_tokens is not None
    assert option.count == math.ceil(10_416.67 / (8 * option.speed.speed.likely * 0.4))
    month = option.count * 730 * option.price.usd_per_hour.likely
    assert option.run.usd.likely == pytest.approx(month)
    assert option.run.usd_per_million_tokens.likely == pytest.approx(month / 27_375)


def test_what_is_not_sure_of_the_speed_is_not_sure_of_the_fleet(advisor: object) -> None:
    option = options("serve Llama 8B on p5.48xlarge, 9000M tokens a day, PyTorch, AWS", advisor)["p5.48xlarge"]
    assert option.run.usd.low < option.run.usd.likely < option.run.usd.high


def test_the_trace_says_batch_and_times(advisor: object) -> None:
    option = options("serve Llama 8B on p5.48xlarge, 900M tokens a day, PyTorch, AWS", advisor)["p5.48xlarge"]
    held = {step.label: step.value.likely for step in option.steps}
    assert held["ttft_ms"] == option.serving.ttft_ms
    assert held["tpot_ms"] == option.serving.tpot_ms
    assert held["serving_batch"] == option.serving.batch
    assert held["kv_bytes_per_token"] == 65_536  # 2 x 32 layers x 1,024 values, 8 bits each beside FP8 weights
    assert held["utilization"] == 0.4


def test_the_batch_leaves_time_to_read_along(advisor: object, library: Library) -> None:
    """Where only the first token is limited, tokens still come as fast as people read."""
    for option in options("serve Llama 8B, 900M tokens a day, PyTorch", advisor).values():
        if isinstance(option, CostedOption) and option.serving and option.serving.batch > 1:
            assert option.serving.tpot_ms <= library.constants.likely("serving_tpot_ms") * 1.0001


def test_serving_on_measured_chips_is_not_low_for_being_serving(advisor: object) -> None:
    """One L40S at $1,360 a month against a Capacity Block at $6,960: a wide speed does not close that gap."""
    text = "g6e.xlarge or trn1.32xlarge: serve Llama 8B, time to first token 300 ms, 50M tokens a day"
    verdict = advisor.ask(text).verdict  # type: ignore[attr-defined]
    assert verdict.confidence.level in ("medium", "high")


def test_serving_on_a_chip_nobody_measured_is_a_guess(advisor: object) -> None:
    """What is assumed caps confidence at low, and does not lead where a measured chip of the family can.

    The L40S is measured by TensorRT-LLM on three models, by MLPerf and by llama.cpp on two each.
    """
    named = options("serve Llama 8B on g4dn.12xlarge or g6e.12xlarge, 9M tokens a day, PyTorch", advisor)
    assert (named["g4dn.12xlarge"].speed.basis, named["g4dn.12xlarge"].evidence) == ("extrapolated", "assumed")
    assert (named["g6e.12xlarge"].speed.basis, named["g6e.12xlarge"].speed.groups) == ("measured", 7)


def test_nobody_waiting_lifts_every_limit_and_pays_only_the_hours_worked(advisor: object) -> None:
    """60.8G tokens a month / (tokens/s x 90 %) are the hours, besides 30.4 starts of 0.25 h."""
    option = options("serve Llama 8B on p5.48xlarge, 2B tokens a day, no latency requirement, AWS", advisor)[
        "p5.48xlarge"
    ]
    assert option.serving.latency is None
    tokens_a_second = option.count * 8 * option.speed.speed.likely * 0.9
    worked = 2e9 * 730 / 24 / tokens_a_second / 3600
    assert option.run.hours.likely == pytest.approx(worked + 730 / 24 * startup(advisor))
    assert option.run.usd.likely == pytest.approx(
        option.count * option.run.hours.likely * option.price.usd_per_hour.likely
    )


def startup(advisor: object) -> float:
    return float(advisor.library().constants.likely("startup_hours"))  # type: ignore[attr-defined]


def test_a_job_of_so_many_tokens_is_one_run_of_hours_times_rate(advisor: object) -> None:
    """5G tokens / (count x 8 chips x tokens/s x 90 %), and one start-up."""
    asked = "Llama 8B inference, 5B tokens once on p5.48xlarge, AWS, or is something else cheaper?"
    option = options(asked, advisor)["p5.48xlarge"]
    worked = 5e9 / (option.count * 8 * option.speed.speed.likely * 0.9) / 3600
    assert option.runs == 1
    assert option.run.hours.likely == pytest.approx(worked + startup(advisor))
    assert option.run.usd.likely == pytest.approx(
        option.count * option.run.hours.likely * option.price.usd_per_hour.likely
    )


def test_each_chip_serves_in_a_precision_it_has(advisor: object) -> None:
    """FP8 is assumed; an A100 has none, and Trainium2 was never measured in it."""
    assumed = options("serve Llama 8B, 900M tokens a day, AWS", advisor)
    served = [option for option in assumed.values() if isinstance(option, CostedOption) and option.serving]
    precisions = {option.accelerator: option.serving.precision for option in served}
    assert precisions["h100-sxm"] == "fp8"
    assert precisions["a10g"] == "bf16"


def test_said_to_stay_unquantized_every_chip_serves_in_bf16(advisor: object) -> None:
    found = options("serve Llama 8B without quantization, 900M tokens a day, AWS", advisor)
    served = [option for option in found.values() if isinstance(option, CostedOption) and option.serving]
    assert {option.serving.precision for option in served} == {"bf16"}


def test_an_encoder_has_a_pass_and_no_next_token(advisor: object) -> None:
    """64 x 256 tokens x 632.7 MFLOP / (50.17 % of 1,979 TFLOP/s) = 10.44 ms, and 2.20 ms of launches: 1.296M/s.

    632.7M = 2 x 303,745,472 + 4 x 24 x 1,024 x 256; launches 1.204 ms + 24 layers x 0.0417 ms.
    """
    option = options("serve BERT 335M embeddings on p5.4xlarge, 100B tokens a day, AWS", advisor)["p5.4xlarge"]
    assert option.serving.tpot_ms is None
    assert option.serving.answer_tokens is None
    assert option.speed.speed.likely == pytest.approx(16_384 / 0.012_64, rel=0.002)


def test_a_pass_ends_within_the_latency(advisor: object) -> None:
    tight = options("serve BERT 335M embeddings on p5.4xlarge, 100B tokens a day, latency 10 ms", advisor)[
        "p5.4xlarge"
    ]
    assert tight.serving.ttft_ms <= 10
    assert tight.serving.batch < 64

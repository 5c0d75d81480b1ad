"""One value for each slot: implied, corrected, preferred over another, or left ambiguous."""

from __future__ import annotations

import tomllib

import pytest

from tests.engine.reading.test_read import TEXTS, reading


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("7B fine-tune, budget $40k, sorry, $60k", "budget_usd", 60_000),
        ("30M tokens a day of Llama 70B", "task", "inference"),
        ("a U-Net CNN that denoises, diffusion training", "architecture", "diffusion"),
        ("some custom kernels, really heavy custom kernels", "custom_kernels", "heavy"),
        ("pretrain a 7B once", "runs_per_month", None),
        ("is 3-year reserved p5 worth it for a year-round 70B training?", "purchase", "reserved_3yr"),
        ("is 3-year reserved p5 worth it for a year-round 70B training?", "cadence", "continuous"),
        ("fine-tune 8B on GCP, A3 or TPU v5e", "candidates", ("h100", "tpu-v5e")),
    ],
)
def test_one_value_is_chosen(text: str, slot: str, value: object) -> None:
    assert reading(text).profile.stated().get(slot) == value


def test_two_equally_strong_values_are_ambiguous() -> None:
    read = reading("fine-tune a 7B in JAX or PyTorch")
    assert read.profile.framework is None
    assert read.ambiguous["framework"] == ("jax", "pytorch")


def test_a_capacity_block_says_how_to_buy_and_nothing_about_capacity() -> None:
    profile = reading("7B pretrain on a p5 capacity block").profile
    assert (profile.purchase, profile.capacity) == ("capacity_block", None)


@pytest.mark.parametrize(
    ("text", "slot", "value"),
    [
        ("run Llama 70B on 8 A100", "task", "inference"),
        ("host a 13B on g5.48xlarge", "task", "inference"),
        ("I run a fine-tune of Llama 8B on p4d every week", "task", "fine_tuning"),
        ("monthly batch job with Llama 8B", "task", "inference"),
        ("classify 10M tweets with Mistral 7B", "task", "inference"),
        ("classify 10M tweets with Mistral 7B", "parameters", 7e9),
        ("a full Llama 8B fine-tune", "method", "full"),
        ("full 13B finetune on AWS", "method", "full"),
        ("pretrain 7B, 50B tokens monthly", "tokens", 50e9),
        ("pretrain 7B, 50B tokens monthly", "runs_per_month", 1.0),
        ("serve Llama 8B, 50B tokens monthly", "tokens_per_day", pytest.approx(50e9 / 30.4)),
    ],
)
def test_what_is_done_with_a_model_is_read(text: str, slot: str, value: object) -> None:
    assert getattr(reading(text).profile, slot) == value


@pytest.mark.parametrize(
    ("text", "signals"),
    [
        ("architecture frozen and bill growing, on AWS", {"stable_architecture", "growing_bill"}),
        ("we serve very much traffic on AWS with Llama 8B", {"inference_fleet"}),
        ("training is rare, serving is what we do", {"serving_rarely_training"}),
        ("we do not want to be tied to one cloud", {"portability"}),
        ("the compiler rejects our layers", {"unsupported_ops"}),
        ("each run takes only a few minutes", {"short_experiments"}),
    ],
)
def test_a_scenario_is_known_in_plain_words(text: str, signals: set[str]) -> None:
    assert signals <= set(reading(text).signals)


def test_hours_of_a_run_make_no_short_experiments() -> None:
    assert "short_experiments" not in reading("our runs take 12 hours each").signals


def test_nothing_is_understood_that_a_text_does_not_state() -> None:
    """Numbers of the work and exclusions in sentences of real questions, labeled by hand."""
    wrong = {}
    for entry in tomllib.loads((TEXTS / "footers.toml").read_text(encoding="utf-8"))["text"]:
        found = reading(entry["text"])
        numbers = {s: v for s, v in found.profile.stated().items() if type(v) in (int, float)}
        excluded = [value for listed in found.ruled_out.values() for value in listed]
        if (numbers, excluded) != (entry.get("states", {}), entry.get("ruled_out", [])):
            wrong[entry["text"]] = numbers, excluded
    assert wrong == {}

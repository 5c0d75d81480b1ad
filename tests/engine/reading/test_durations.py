"""Times in a text: how often, how long one run takes, and by when."""

from __future__ import annotations

import pytest

from engine.reading.durations import cadence, durations
from engine.reading.quantities import quantities
from tests.engine.reading.test_document import document


def cadences(text: str) -> dict[str, object]:
    laid_out = document(text)
    return {mention.slot: mention.value for mention in cadence(laid_out, quantities(laid_out))}


def times(text: str) -> dict[str, object]:
    laid_out = document(text)
    return {mention.slot: mention.value for mention in durations(laid_out, quantities(laid_out))}


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("retrain every week", {"cadence": "repeated", "runs_per_month": pytest.approx(4.333, rel=0.01)}),
        ("5 runs a month", {"cadence": "repeated", "runs_per_month": 5}),
        ("we train the model once", {"cadence": "one_off"}),
        ("20 runs in total", {"runs": 20}),
        ("the bill every month", {}),
        (
            "fine-tune 8B weekly, budget $500",
            {"cadence": "repeated", "runs_per_month": pytest.approx(4.333, rel=0.01)},
        ),
        ("the weekly budget is $500", {}),
        ("we need to train a 30B model twice, 100B tokens", {"runs": 2}),
        ("the bill has grown twice", {}),
        ("QLoRA on Mistral 7B, 200M tokens, 30 times", {"runs": 30}),
        ("30x QLoRA of Mistral 7B", {"runs": 30}),
        ("fine-tune a 13B 10x on PyTorch", {"runs": 10}),
        ("13B training x40, GPUs are scarce", {"runs": 40}),
        ("Qwen 32B LoRA x40, 0.1B tokens", {"runs": 40}),
        ("8B fine-tuning x 25 in Oregon", {"runs": 25}),
        ("ResNet-50 training, ImageNet, five times", {"runs": 5}),
        ("training is 30 times cheaper on spot", {}),
        ("two Llama 8B fine-tunes a week", {"cadence": "repeated", "runs_per_month": pytest.approx(8.667, rel=0.01)}),
        ("one Llama 8B fine-tune per day", {"cadence": "repeated", "runs_per_month": pytest.approx(30.4, rel=0.01)}),
        ("each month we do 20 LoRA runs", {"cadence": "repeated", "runs_per_month": 20}),
    ],
)
def test_how_often(text: str, slots: dict[str, object]) -> None:
    assert cadences(text) == slots


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("training takes 6 hours", {"run_hours": 6}),
        ("due in 2 weeks", {"deadline_days": 14}),
        ("we have $50k and 3 months", {"deadline_days": 90}),
        ("3 months and about $50k", {"deadline_days": 90}),
        ("a run takes 6 hours, due in 2 weeks", {"run_hours": 6, "deadline_days": 14}),
        ("a 3 week wait for H100s", {}),
        ("checkpoint every 10 minutes", {}),
        ("trained for 22w steps", {}),  # 220,000: w is ten thousand there
    ],
)
def test_how_long_and_by_when(text: str, slots: dict[str, object]) -> None:
    assert times(text) == slots


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("QLoRA on Mistral 7B, 200M tokens, 30 times", {"runs": 30}),
        ("4 times cheaper than on GPU", {}),
        ("each month we do 20 fine-tunes", {"cadence": "repeated", "runs_per_month": 20}),
        ("every week, and 20 runs in all", {"cadence": "repeated", "runs_per_month": 4.3333, "runs": 20}),
    ],
)
def test_a_count_before_or_behind_its_rhythm(text: str, slots: dict[str, object]) -> None:
    assert cadences(text) == slots


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("we get InsufficientInstanceCapacity for p4d every day", 0),
        ("our training crashes every night", 0),
        ("spot nodes get preempted daily", 0),
        ("our nightly training crashes", 30.4),
        ("we train every day and it fails often", 30.4),
    ],
)
def test_what_goes_wrong_so_often_is_no_rhythm_of_runs(text: str, count: float) -> None:
    assert cadences(text).get("runs_per_month", 0) == pytest.approx(count)

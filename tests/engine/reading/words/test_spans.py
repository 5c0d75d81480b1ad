"""A span of time in several units is read whole."""

from __future__ import annotations

import pytest

from tests.engine.reading.test_hardware import reading


@pytest.mark.parametrize(
    ("said", "hours"),
    [
        ("1h 45m", 1.75),
        ("1h45m", 1.75),
        ("2h30", 2.5),
        ("3 hours 15 minutes", 3.25),
        ("3 hrs and 15 min", 3.25),
        ("1 day 6 hours", 30),
        ("2 days and 12 hours", 60),
        ("1d 2h 30m", 26.5),
        ("2 weeks and 3 days", 408),
        ("2h 30min 36s", 2.51),
        ("1天6小时", 30),
    ],
)
def test_its_parts_are_added(said: str, hours: float) -> None:
    for text in (f"Training a 7B took {said} on one A100", f"A 7B fine-tune takes {said} on 4 A100s: how long on 8?"):
        assert reading(text).profile.run_hours == pytest.approx(hours), text


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("A 7B fine-tune on H100 takes 20 hours, 3 hours a day are lost to the queue", 20),
        ("A 7B fine-tune takes 5 hours on 8h20 cards", 5),
    ],
)
def test_what_is_another_time_is_not_added(text: str, hours: float) -> None:
    assert reading(text).profile.run_hours == hours


def test_a_letter_alone_is_no_week() -> None:
    assert reading("Training a 7B on V100 with FP16, the words per second are 7w+").profile.run_hours is None
    assert reading("Training a 7B on V100 takes 2w").profile.run_hours == 336


def test_one_unit_is_no_compound() -> None:
    assert reading("A 7B fine-tune takes 45 minutes on an A100").profile.run_hours == 0.75


@pytest.mark.parametrize(
    "text",
    [
        "Llama on 4 A100 and 4 H100\n|7B|11m 40s|21m 10s|\n|70B|48m 15s|1h 45m|\n|70B full|23h 17m|15h 12m|",
        "Training times:\n| card | hours |\n| A100 | 12 h |\n| H100 | 15 h |\nWhy is the H100 slower?",
        "We saw 12 hours, 15 hours and 23 hours of training on A100. Why?",
    ],
)
def test_of_many_times_none_is_that_of_the_run(text: str) -> None:
    assert reading(text).profile.run_hours is None


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("a run takes 2h20 on 8 V100", 2 + 20 / 60),
        ("it took 1h30 on 4 A100 and we want it on H200", 1.5),
        ("un entraînement dure 2h20 sur 8 V100", 2 + 20 / 60),
    ],
)
def test_hours_and_minutes_are_no_card(text: str, hours: float) -> None:
    found = reading(text).profile
    assert "h20" not in (*found.candidates, *found.current_instances)
    assert hours in (
        pytest.approx(found.run_hours or 0, abs=1e-3),
        pytest.approx(found.current_hours_per_run or 0, abs=1e-3),
    )


@pytest.mark.parametrize(
    "text", ["can 8h20 serve DeepSeek V3?", "8xH20 够不够跑 DeepSeek V3", "2 H20 for Qwen3-32B?"]
)
def test_cards_of_that_name_stay_cards(text: str) -> None:
    assert reading(text).profile.candidates == ("h20",)

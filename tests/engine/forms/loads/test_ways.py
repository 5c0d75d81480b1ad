"""The machines that carry a load."""

from __future__ import annotations

from math import ceil

import pytest

from bot.advice.advisor import Advisor
from engine.forms.loads.loads_reasons import JobOn, LoadTakes


def takes(advisor: Advisor, text: str) -> LoadTakes:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, LoadTakes), first
    return first


def job(advisor: Advisor, text: str) -> JobOn:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, JobOn), first
    return first


def test_machines_are_the_rate_over_their_speed_and_share_rounded_up(advisor: Advisor) -> None:
    """1,200 / (212.8 x 1.6 in batches x 0.7) = 5.03."""
    found = takes(advisor, "YOLO11m, 1,200 frames a second, 640 px. How many T4?")
    assert found.rows[0][2] == ceil(1200 / (212.8 * 1.6 * 0.7)) == 6


def test_a_row_for_each_that_was_named_the_cheapest_first(advisor: Advisor) -> None:
    found = takes(advisor, "RT-DETR R50 on 300 frames/s: T4 or L4, how many?")
    assert {row[1] for row in found.rows} == {"NVIDIA T4", "NVIDIA L4"}
    assert [row[7] for row in found.rows] == sorted(row[7] for row in found.rows)


def test_what_runs_today_is_what_is_saved(advisor: Advisor) -> None:
    text = "We operate nine g5.2xlarge for SDXL (1024px, 30 steps), 210,000 images per week. How many inf2.xlarge, "
    found = takes(advisor, text + "and what is the monthly saving?")
    assert (found.today, found.today_machines) == ("g5.2xlarge", 9)
    assert found.saves is not None
    assert found.saves.likely == pytest.approx(found.today_usd - found.rows[0][7])


def test_machines_that_were_said_give_hours_and_dollars(advisor: Advisor) -> None:
    found = job(advisor, "SigLIP2 so400m 384px over 90 million frames on 10 x g6.xlarge, how many days and dollars?")
    assert found.machines == 10 and found.number == 90e6
    assert found.chip_hours.likely == pytest.approx(10 * found.hours.likely)
    assert found.usd.likely == pytest.approx(10 * found.hours.likely * found.usd_per_hour)


def test_a_deadline_gives_the_machines(advisor: Advisor) -> None:
    text = "transcribe 180,000 hours of audio within 2 weeks with whisper large-v3-turbo, how many g6.xlarge?"
    found = job(advisor, text)
    assert found.days == 14 and found.number == pytest.approx(180_000)
    assert found.least <= found.needed <= found.most
    assert found.needed == ceil(found.chip_hours.likely / (14 * 24) - 1e-9)


def test_one_card_of_a_machine_is_paid_by_its_share(advisor: Advisor) -> None:
    """A p4d has 8: an eighth of its hour."""
    found = job(advisor, "SAM ViT-H encoder over 600,000 images on one A100, how many hours?")
    assert found.part == 1
    assert found.usd.likely == pytest.approx(found.hours.likely * found.usd_per_hour / 8)


def test_hours_of_audio_are_those_over_how_many_times_real_time_it_is(advisor: Advisor) -> None:
    """At 90% busy: 10,000 h / (times x 0.9)."""
    found = job(advisor, "whisper large-v3 for 10,000 hours of audio, which instance is cheapest and how long?")
    assert found.number == pytest.approx(10_000) and not found.is_named
    assert found.usd.likely == pytest.approx(found.hours.likely * found.usd_per_hour * found.machines)
    assert found.usd.low < found.usd.likely < found.usd.high


def test_a_bill_of_chips_that_was_said_is_what_it_is_set_against(advisor: Advisor) -> None:
    found = takes(advisor, "We serve SDXL at 2 images/s on 8 A10G and pay $6k a month, is inf2 cheaper?")
    assert (found.today, found.today_machines, found.today_usd) == ("NVIDIA A10G", 8, 6000)
    assert found.more == pytest.approx(found.rows[0][7] - 6000)

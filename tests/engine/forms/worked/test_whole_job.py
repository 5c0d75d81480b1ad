"""A job of so many things at a pace that was timed."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.worked.whole_job import Job, Unpaced
from tests.engine.forms.feasible.first import first_of


@pytest.mark.parametrize(
    ("text", "hours", "needed", "verdict"),
    [
        # 12M / 3 / 3,600 = 1,111 h; 240 h are left, so 5 cards
        ("we want to OCR 12M pages within 10 days. 3 pages/s per H100. how many H100s?", 1111, 5, ""),
        # from Friday to Monday 62 hours: 40,000 x 22 / 3,600 = 244 h
        ("40000 pairs, 22s each on an A100 40, friday 18:00 to monday 8am: how many gpus?", 244.4, 4, ""),
        # 5e6 / 90 / 3,600 = 15.4 h
        ("5M product photos, 90 img/s per L4, want it done in 24 hours - how many L4s?", 15.43, 1, ""),
        # 100,000 x 8 s = 222 h, 27.8 h on 8
        (
            "8 seconds per object per V100. Is it possible to caption 100k objects with 8 V100 in a week?",
            222,
            2,
            "yes",
        ),
        ("20 minutes of GPU time per clip (A6000), 5,000 clips, is 1 month enough with two cards?", 1667, 3, "no"),
        ("it folds one protein in 14 seconds on an A100 40GB. 250,000 proteins, deadline 5 days", 972, 9, "no"),
    ],
)
def test_hours_cards_in_time_and_the_verdict(
    advisor: Advisor, text: str, hours: float, needed: int, verdict: str
) -> None:
    job = first_of(advisor, text, Job)
    assert (job.hours, job.needed, job.verdict) == (pytest.approx(hours, rel=0.01), needed, verdict)


def test_dollars_are_those_of_all_hours_in_the_way_that_is_said(advisor: Advisor) -> None:
    job = first_of(advisor, "0.8 sec per image on an H100, 4.2M images. cost on spot?", Job)
    assert (job.way, job.usd) == ("spot", pytest.approx(933.3 * job.usd_each, rel=0.01))


def test_two_paces_are_told_both(advisor: Advisor) -> None:
    text = "10 seconds per page here, the README says 25 pages per second. 200k pages: how long on an H100, cost?"
    job = first_of(advisor, text, Job)
    assert [round(hours, 1) for _, hours, _, _ in job.also] == [2.2]


def test_a_job_without_a_pace_is_told_at_a_scale(advisor: Advisor) -> None:
    """1.5M pages at 0.1, 1 and 10 s each."""
    told = first_of(advisor, "Docling over 1.5M pages: hours and cost on a g5.xlarge?", Unpaced)
    assert told.hours == pytest.approx((41.7, 416.7, 4166.7), rel=0.01)
    assert told.usd[1] == pytest.approx(416.7 * told.usd_each, rel=0.01)

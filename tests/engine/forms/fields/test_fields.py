"""Sums that lead in every field."""

from __future__ import annotations

from bot.advice.advisor import Advisor


def test_a_process_that_was_killed_is_told_the_larger_host(advisor: Advisor) -> None:
    first = advisor.ask("is SDXL supported on inf2.xlarge? the process is killed").facts.headline
    assert first is not None and first.code == "host_differs" and first.values["large"] == "inf2.8xlarge"


def test_a_message_that_one_sum_answers_stays_whole(advisor: Advisor) -> None:
    text = (
        "2M images, batch 256, 100 iterations take 35 s: so one epoch is 45 minutes, right? What's that on an A10G?"
    )
    assert advisor.ask(text).parts == ()

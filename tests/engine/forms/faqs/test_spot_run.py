"""What interruptions take of a run on spot, by hand."""

from __future__ import annotations

import math

import pytest

from bot.advice.advisor import Advisor
from engine.forms.faqs.spot_run import SpotRun


def told(advisor: Advisor, text: str) -> SpotRun:
    found = advisor.ask(text).facts.headline
    assert isinstance(found, SpotRun), text
    return found


@pytest.mark.parametrize(
    "text",
    [
        "is spot ok for a 3 day fine tune?",
        "Is spot fine for a 72 hour fine-tuning run?",
        "Ist Spot okay für ein 3 Tage langes Fine-Tuning?",
    ],
)
def test_yes_or_no_comes_first_with_what_interruptions_add(text: str, advisor: Advisor) -> None:
    """Every 24 h, half a minute to write and 15 to come back: Young's interval is sqrt(2 x 0.5 x 1440) = 38 minutes,
    so that each loses 19 + 15 = 34; 3 of them lose 1.7 h, and 72 h x 60 / 38 writes of half a minute 0.95 h."""
    run = told(advisor, text)
    assert (run.worth, run.hours, run.machines, run.serves) == ("yes", 72.0, 1, False)
    assert run.times == pytest.approx(3.0) and run.interval_minutes == pytest.approx(38, rel=0.02)
    assert run.added_hours == pytest.approx(1.7 + 0.95, rel=0.05)
    assert run.alone == pytest.approx(math.exp(-3))


def test_machines_together_are_interrupted_as_often_as_all_of_them(advisor: Advisor) -> None:
    run = told(advisor, "is it safe to pretrain 2 weeks on spot on 8 nodes?")
    assert (run.machines, run.hours) == (8, 336.0) and run.mean_hours[0] == pytest.approx(24 / 8)
    assert run.longer[2] < run.longer[0] < run.longer[1]


@pytest.mark.parametrize("text", ["spot for serving a 13B endpoint?", "is spot okay for serving Llama 3 8B?"])
def test_an_endpoint_is_not_served_on_spot_alone(text: str, advisor: Advisor) -> None:
    assert told(advisor, text).serves


@pytest.mark.parametrize(
    "text", ["LoRA of 7B weekly, 500M tokens, spot is fine", "fine-tune llama 8b on spot, cheapest?"]
)
def test_spot_that_is_only_allowed_is_no_question(text: str, advisor: Advisor) -> None:
    assert not isinstance(advisor.ask(text).facts.headline, SpotRun)

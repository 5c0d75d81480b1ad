"""Machines for a load that was told: their number and kind first, and a month of them."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.first.fleet import FleetTakes

LOAD = "llama 3.1 8b, 40 requests per second, 800 tokens in, 200 out"


@pytest.mark.parametrize(
    "text",
    [f"we serve {LOAD}. what do we need?", f"how many GPUs for {LOAD}?", f"how many machines to serve {LOAD}?"],
)
def test_the_machines_of_a_load_come_first_and_their_month(advisor: Advisor, text: str) -> None:
    """40 a second x 200 tokens x 86,400 s are 691.2M tokens a day; nine at 1.861 an hour are 12,227 in 730 hours."""
    answer = advisor.ask(text)
    first = answer.facts.headline
    assert isinstance(first, FleetTakes) and answer.form.id == "estimate"
    assert (first.tokens_per_day, first.requests_per_second) == (pytest.approx(691.2e6), 40)
    assert first.usd.likely == pytest.approx(first.machines * 1.861 * 730)


@pytest.mark.parametrize(
    "text",
    [
        "how many L4 for llama 3.1 8b at 40 requests per second, 800 tokens in, 200 out?",  # a chip is named
        "does llama 3.1 8b fit on a 24 GB card?",  # no load
        f"what does it cost to serve {LOAD}?",  # dollars come first
    ],
)
def test_other_questions_keep_their_first_line(advisor: Advisor, text: str) -> None:
    assert not isinstance(advisor.ask(text).facts.headline, FleetTakes)


def test_of_a_named_chip_the_count_and_the_month_on_the_cloud_that_was_said(advisor: Advisor) -> None:
    text = "llama 70b chat for staff, ~25 at once at peak, must be aws us-east-1. how many h100 n monthly cost"
    first = advisor.ask(text).facts.headline
    assert isinstance(first, FleetTakes) and first.of_chip and first.users == 25
    assert first.instance.startswith("p5.") and first.region in (None, "us-east-1")


def test_which_machine_for_so_many_people_is_told_with_its_number(advisor: Advisor) -> None:
    first = advisor.ask("which instance for 100 concurrent users of a 32B at 4k context?").facts.headline
    assert isinstance(first, FleetTakes) and first.users == 100 and first.machines > 1

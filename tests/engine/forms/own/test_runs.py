"""Independent runs by a deadline."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.own.runs import RunsWithin
from knowledge.facts import Facts
from tests.day import DAY


def test_at_once_done_and_dollars(facts: Facts) -> None:
    """36 / 5 = 7 after another, 24 / 7 = 4 at once; 6 x 5 = 30 h; 120 h x 1.79 = 214.8; 3 take 8 x 5 = 40 h."""
    text = (
        "Sweep for a paper: 24 runs, each one takes 5 h on one A100 80GB, runs are independent. Deadline is in 36 h. "
        "How many A100s should I rent in parallel, when would it finish, what does it cost at $1.79/h?"
    )
    first = Advisor(facts, DAY).ask(text).facts.headline
    assert isinstance(first, RunsWithin)
    assert (first.number, first.done, first.late, round(first.usd, 1)) == (4, 30.0, 40.0, 214.8)

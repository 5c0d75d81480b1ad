"""What a turn asks of the dollars told before it."""

from __future__ import annotations

import pytest

from engine.forms import FORMS
from engine.reading.document import laid_out
from engine.reading.turns.summing import Summing, of_unit, summing, with_rhythm
from engine.reading.vocabulary import compile_vocabulary
from knowledge.facts import Facts


def read(facts: Facts, turn: str) -> Summing | None:
    return summing(laid_out(turn, compile_vocabulary(facts, FORMS)))


@pytest.mark.parametrize(
    ("turn", "told"),
    [
        ("and for a month?", {"hours": 730.0}),
        ("und im monat?", {"hours": 730.0}),
        ("two of those nonstop for 6 months", {"number": 2.0, "hours": 4380.0}),
        ("split over 3 teams?", {"parts": 3.0}),
        ("we'd run it 10h a day", {"share": 10 / 24, "daily": 10.0}),
        ("with our 20% discount?", {"factor": 0.8}),
        ("can we get it under a million?", {"usd": 1e6, "ask": "limit"}),
        ("2k a month is our limit, ok?", {"usd": 2000.0, "period": 730.0, "ask": "limit"}),
        ("how many runs would 50k buy?", {"usd": 50_000.0, "ask": "buys", "wants": "runs"}),
        ("we pay 60k a month for that today", {"usd": 60_000.0, "period": 730.0, "ask": "paid"}),
        ("is gcp cheaper?", {"change": "gcp?"}),
        ("and if we commit 3 years", {"change": "with a 3-year reservation?"}),
    ],
)
def test_it_is_read(facts: Facts, turn: str, told: dict[str, object]) -> None:
    found = read(facts, turn)
    assert found is not None
    assert {name: getattr(found, name) for name in told} == pytest.approx(told) if "share" in told else told


@pytest.mark.parametrize("turn", ["how long does it take?", "on a single T4?", "cheaper option?", "does it dance?"])
def test_what_asks_something_else_is_left_to_others(facts: Facts, turn: str) -> None:
    assert read(facts, turn) is None


def test_a_number_of_a_run_is_how_often_or_another_run(facts: Facts) -> None:
    often = of_unit(read(facts, "we'd do 12 of those a year"), "run")
    assert often is not None and often.runs_per_month == pytest.approx(1.0) and often.number is None
    assert of_unit(read(facts, "8 of them"), "run") is None


def test_how_often_is_told_by_the_month_at_least(facts: Facts) -> None:
    document = laid_out("one run a week", compile_vocabulary(facts, FORMS))
    assert with_rhythm(None, document, 4.3).hours == 730.0

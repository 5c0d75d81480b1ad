"""The prices that moved most, each as a percentage of its first day."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

from bot.digest.chart import chart
from engine.impact.digest import Digest, digest
from knowledge.facts import Facts, Point
from tests.engine.impact.test_digest import SINCE, UNTIL, moved

TRAIL = (Point(date(2026, 9, 1), Decimal(50)), Point(date(2026, 11, 18), Decimal(40)))


def made(facts: Facts, *trails: tuple[str, tuple[Point, ...]]) -> Digest:
    return digest([moved(name, 50.0, 40.0, trail=trail) for name, trail in trails], SINCE, UNTIL, facts)


def lines(d: Digest) -> dict[str, list[float]]:
    drawn = chart(d)
    assert drawn is not None
    block: Any = drawn.block
    return {line["name"]: [point["value"] for point in line["data"]] for line in block["chart"]["series"]}


def test_a_cut_by_a_fifth_goes_from_100_to_80(facts: Facts) -> None:
    (values,) = lines(made(facts, ("p5.48xlarge", TRAIL))).values()
    assert (values[0], values[-1]) == (100.0, 80.0)


def test_the_chart_starts_when_every_price_is_known(facts: Facts) -> None:
    late = (Point(date(2026, 10, 20), Decimal(20)), Point(date(2026, 11, 18), Decimal(10)))
    drawn = lines(made(facts, ("p5.48xlarge", TRAIL), ("p4d.24xlarge", late)))
    assert [values[0] for values in drawn.values()] == [100.0, 100.0]


def test_without_a_price_history_there_is_no_chart(facts: Facts) -> None:
    assert chart(made(facts, ("p5.48xlarge", ()))) is None
    assert chart(digest([], SINCE, UNTIL, facts)) is None

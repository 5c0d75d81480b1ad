"""The believed prices of a day, read from the store."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from bot.advice.advisor import Advisor
from bot.prices.believed import held_back, standings, through_time
from bot.prices.keep_beliefs import keep, rules_of
from bot.prices.market import market
from bot.prices.market_cache import Markets
from engine.changes.changes import changes
from engine.options.option import costed
from knowledge.facts import Facts, SeriesKey
from knowledge.store.store import Store
from tests.bot.observed import P5, P5_SPOT, price, take

A100 = SeriesKey("azure", "Standard_ND96amsr_A100_v4", "eastus", "on_demand")
H100 = SeriesKey("azure", "Standard_ND96isr_H100_v5", "eastus", "on_demand")
DAYS = tuple(date(2026, 11, day) for day in (17, 18, 19, 20))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "chipscout.db", time.time) as opened:
        yield opened


def slip(store: Store, *shown: str) -> None:
    """An A100 machine at 32.77, with what it shows on the last days; an H100 beside it."""
    prices = ("32.77",) * (len(DAYS) - len(shown)) + shown
    for day, usd in zip(DAYS, prices, strict=True):
        take(store, day, price(A100, usd), price(H100, "98.32"))


def believed(facts: Facts, store: Store, key: SeriesKey, day: date) -> Decimal | None:
    found = standings(store.history, day, held_back(facts, store.history, day))
    return next((standing.price.usd_per_hour for standing in found if standing.price.key == key), None)


def test_a_slip_moves_no_price_and_stands_beside_it(facts: Facts, store: Store) -> None:
    slip(store, "5.38")
    (standing,) = (
        each
        for each in standings(store.history, DAYS[3], held_back(facts, store.history, DAYS[3]))
        if each.price.key == A100
    )
    assert (standing.price.usd_per_hour, standing.price.confirmed_on) == (Decimal("32.77"), DAYS[2])
    assert standing.doubted is not None
    assert (standing.doubted.usd_per_hour, standing.doubted.code, standing.doubted.needed) == (
        Decimal("5.38"), "outside", 3,
    )  # fmt: skip


def test_three_looks_make_it_a_price_once_more_days_than_a_slip_lasts_are_between_them(
    facts: Facts, store: Store
) -> None:
    slip(store, "5.38", "5.38", "5.38")
    after = DAYS[-1] + timedelta(1)
    take(store, after, price(A100, "5.38"), price(H100, "98.32"))
    found = [believed(facts, store, A100, day) for day in (*DAYS, after)]
    assert found == [Decimal("32.77")] * 4 + [Decimal("5.38")]


@pytest.mark.parametrize(
    "shown",
    ["5.38", "12", "16.3", "40", "58", "327.7", "0.3277", "32770", "999999", None],
    ids=lambda usd: usd or "blank",
)
def test_no_verdict_moves_with_a_suspect(facts: Facts, store: Store, shown: str | None) -> None:
    """Impossible, halved, dearer, by the factor of a unit, a placeholder, no price: each waits or is never one."""
    slip(store, "32.77")
    question = "20 fine-tunes of Llama 70B on Standard_ND96amsr_A100_v4 in eastus on demand, 500M tokens a run"
    before = Advisor(facts, DAYS[3], Markets(store.path, facts)).ask(question).verdict
    take(store, DAYS[3], price(A100, shown), price(H100, "98.32"))
    found = changes(store.history.series(cloud="azure"), DAYS[2], DAYS[3], facts)
    assert [(one.kind, one.instance) for one in found] == [("suspect", A100.instance)]
    after = Advisor(facts, DAYS[3], Markets(store.path, facts)).ask(question).verdict
    assert before is not None and after is not None and before.option is not None and after.option is not None
    assert (after.lean, after.option.id) == (before.lean, before.option.id)
    figures = [[option.run.usd.likely for option in costed(verdict.case.options)] for verdict in (before, after)]
    assert figures[0] == figures[1]


def test_a_delisting_that_nobody_believes_leaves_the_price(facts: Facts, store: Store) -> None:
    """A file that lost five of seven types was cut off."""
    types = [P5._replace(instance=f"p5.{number}xlong") for number in range(2, 9)]
    for day in DAYS[:2]:
        take(store, day, *(price(key, "7") for key in types))
    take(store, DAYS[2], *(price(key, "7") for key in types[:2]))
    assert [believed(facts, store, key, DAYS[2]) for key in types] == [Decimal(7)] * 7


def test_what_was_worked_out_is_kept_until_something_new_is_read(facts: Facts, store: Store) -> None:
    slip(store, "5.38")
    worked_out = held_back(facts, store.history, DAYS[3])
    keep(facts, store.history)
    (state,) = store.history.states(DAYS[3])
    assert store.history.kept_beliefs(state, rules_of(facts)) is not None
    assert held_back(facts, store.history, DAYS[3]) == worked_out
    take(store, DAYS[3], price(A100, "32.77"), price(H100, "98.32"))  # the feed put it right on the same day
    (newer,) = store.history.states(DAYS[3])
    assert store.history.kept_beliefs(newer, rules_of(facts)) is None
    assert held_back(facts, store.history, DAYS[3]) == {}


def test_the_market_of_a_day_is_that_of_the_history_up_to_it(facts: Facts, store: Store, tmp_path: Path) -> None:
    slip(store, "5.38", "5.38")
    with Store(tmp_path / "cut.db", time.time) as cut:
        for day, usd in zip(DAYS[:3], ("32.77", "32.77", "5.38"), strict=True):
            take(cut, day, price(A100, usd), price(H100, "98.32"))
        assert _market(facts, store, DAYS[2]) == _market(facts, cut, DAYS[2])


def _market(facts: Facts, store: Store, day: date) -> object:
    held = held_back(facts, store.history, day)
    return market(facts, (standing.price for standing in standings(store.history, day, held)), day, held)


def test_what_is_believed_through_time_is_read_of_what_is_asked_for(facts: Facts, store: Store) -> None:
    slip(store, "5.38", "32.77")
    through = through_time(facts, store.history, DAYS[3], ("azure", "gcp"), lambda key: key == A100)
    assert list(through) == ["azure"]
    doubts = {day: [of.doubted.figure for of in kept.values() if of.doubted] for day, kept in through["azure"].days}
    assert {day: of for day, of in doubts.items() if of} == {DAYS[2]: [5.38]}
    assert [slip.usd_per_hour for slip in through["azure"].slips["skypilot", A100]] == [5.38]
    assert through_time(facts, store.history, DAYS[3], ("azure",), lambda _: False) == {}


def test_spot_above_the_believed_price_is_held_back(facts: Facts, store: Store) -> None:
    take(store, DAYS[0], price(P5, "55.04"), price(P5_SPOT, "17"))
    take(store, DAYS[1], price(P5, "55.04"), price(P5_SPOT, "99"))
    assert believed(facts, store, P5_SPOT, DAYS[1]) == 17

"""Which machines have a figure that may not be believed."""

from __future__ import annotations

import random
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from bot.prices import suspects as module
from bot.prices.suspects import far_first_looks, suspects
from engine.changes.plausibility import PlausibleLimits
from knowledge.facts import Facts, SeriesKey
from knowledge.store.store import Store
from knowledge.types.observed import Observed
from tests.bot.observed import P5, P5_SPOT, price, take

P4D = P5._replace(instance="p4d.24xlarge")
FIRST, SECOND = date(2026, 9, 1), date(2026, 9, 2)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "c.db", lambda: 0.0)


def suspected(facts: Facts, store: Store, moved_after: date = date.min) -> list[str]:
    return suspects(PlausibleLimits(facts), store.history, "aws", moved_after, store.history.overview("aws"))


def test_possible_prices_of_a_first_look_are_not_looked_at_closely(facts: Facts, store: Store) -> None:
    take(store, FIRST, price(P5, "55.04"), price(P5_SPOT, "20"), price(P4D, "21.957642"))
    assert suspected(facts, store) == []


def test_an_impossible_figure_and_a_spot_price_above_on_demand_are_suspect(facts: Facts, store: Store) -> None:
    """900,000 USD/h is no price; spot at 70 is far above 55.04 on demand, in the spelling of another region too."""
    take(store, FIRST, price(P5, "55.04"), price(P5_SPOT, "70", region="US-East-1"), price(P4D, "900000"))
    assert set(suspected(facts, store)) == {"p5.48xlarge", "p4d.24xlarge"}


def test_the_lowest_and_the_highest_of_a_machine_are_both_looked_at(facts: Facts, store: Store) -> None:
    """0.0001 USD/h for eight H100 is none, between two prices that are."""
    regions = zip(("us-east-1", "us-east-2", "us-west-2"), ("55.04", "0.0001", "55.04"), strict=True)
    take(store, FIRST, *(price(P5, usd, region=region) for region, usd in regions))
    assert suspected(facts, store) == ["p5.48xlarge"]


def test_a_list_price_that_moved_after_the_first_look_is_suspect_however_it_is_spelled(
    facts: Facts, store: Store
) -> None:
    other = SeriesKey("aws", "P5-48xlarge", "us-west-2", "on_demand")
    take(store, FIRST, price(P5, "55.04"), price(P4D, "21.957642"), price(other, "55.04"))
    take(store, SECOND, price(P5, "44"), price(P4D, "21.957642"), price(other, "55.04"))
    assert set(suspected(facts, store, FIRST)) == {"p5.48xlarge", "P5-48xlarge"}
    assert suspected(facts, store, SECOND) == []


def test_a_spot_price_that_moved_is_compared_with_what_was_listed_before(facts: Facts, store: Store) -> None:
    take(store, FIRST, price(P5, "55.04"), price(P5_SPOT, "20"))
    take(store, SECOND, price(P5, "55.04"), price(P5_SPOT, "60"))
    assert suspected(facts, store, FIRST) == ["p5.48xlarge"]


@pytest.mark.parametrize("seed", range(6))
def test_first_figures_are_far_where_they_would_be_with_all_of_them_looked_at(
    facts: Facts, store: Store, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of types in the facts and others, spelled in several ways, of one feed or two, without a figure, read later."""
    rng = random.Random(seed)
    names = ("p5.48xlarge", "zz.xlarge", "ZZ.xlarge", "yy.xlarge", "xx.xlarge")
    regions = ("us-east-1", "us-west-2") if seed % 2 else ("us-east-1", "US-East-1")
    for feed in rng.sample(("skypilot", "gpuhunt", "recorded"), 2):
        for day in rng.sample((FIRST, SECOND), rng.randint(1, 2)):
            rows = [
                Observed(
                    SeriesKey("aws", name, region, "on_demand"), rng.choice((None, Decimal(40), Decimal("55.04")))
                )
                for name in rng.sample(names, 3)
                for region in regions[: rng.randint(1, 2)]
            ]
            store.history.take(feed, "aws", day, [row.placed() for row in rows])
    past = store.history
    for day in (date.min, FIRST):
        found = far_first_looks(facts, past, "aws", day, past.overview("aws"))
        with monkeypatch.context() as all_of_them:
            all_of_them.setattr(module, "_comparable", lambda *_: None)
            assert found == far_first_looks(facts, past, "aws", day, past.overview("aws"))

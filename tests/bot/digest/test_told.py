"""What a channel knows is kept with the digest that told it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from threading import Lock

import pytest

from bot.advice.advisor import Advisor
from bot.advice.audience import MEMBERS
from bot.digest.digester import Digester
from bot.digest.poster import DigestPoster
from bot.digest.told import as_text, told_after
from bot.prices.market_cache import Markets
from engine.changes.lines import PriceId
from engine.changes.told import Told, ToldLevel
from engine.impact.digest import Digest
from knowledge.facts import Facts, SeriesKey
from knowledge.store.digests import DigestRecord
from knowledge.store.store import Store
from knowledge.store.subscriptions import Subscription
from tests.bot.observed import P5, of_types, price, take

FIRST = date(2026, 9, 7)
WANTED = Subscription(team="T1", channel="C1")
A3_SPOT = SeriesKey("gcp", "a3-highgpu-8g", "us-central1", "spot")


def week(number: int) -> date:
    return FIRST + timedelta(weeks=number)


@pytest.fixture(scope="module")
def facts(facts: Facts) -> Facts:
    """At the prices of the two types that move alone: each digest judges all of a cloud."""
    return of_types(facts, P5.instance, A3_SPOT.instance)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "chipscout.db", lambda: 0.0) as opened:
        yield opened


def digest(facts: Facts, store: Store, day: date, *, is_posted: bool = True) -> Digest:
    """The digest of a day: begun as the poster does it, and posted or not."""
    noon = datetime(day.year, day.month, day.day, 12, tzinfo=UTC).timestamp()
    digester = Digester(Advisor(facts, day, Markets(store.path, facts)), store, Lock())
    poster = DigestPoster(facts, store, digester, lambda: noon)
    made, _ = poster.draft(WANTED)
    record = poster.begin(WANTED, f"{day}", None, MEMBERS)
    store.digests.finish(record, "posted" if is_posted else "refused")
    return made


def told(made: Digest) -> list[tuple[float | None, float | None, str]]:
    return [(c.before and round(c.before, 2), c.after and round(c.after, 2), c.code) for c in made.told]


def test_it_survives_being_kept() -> None:
    key = "skypilot", PriceId("aws", "p548xlarge", "useast1", "on_demand", "", "instance")
    known = Told(
        FIRST, {key: ToldLevel(44.0, week(1)), (key[0], key[1]._replace(region="x")): ToldLevel(None, FIRST)}
    )
    record = DigestRecord(team="T1", channel="C1", week="1", until=week(1), told=as_text(known))
    assert told_after(record, week(2)) == known
    assert json.loads(record.told)["base"] == FIRST.isoformat()


def test_without_an_earlier_digest_the_prices_of_the_day_are_known() -> None:
    assert told_after(None, week(2)) == Told(week(2))
    assert told_after(DigestRecord(team="T1", channel="C1", week="1", until=week(1)), week(2)) == Told(week(1))


def test_a_ladder_is_told_where_it_adds_up_whatever_was_not_posted(facts: Facts, store: Store) -> None:
    """Five per cent every two weeks: 20, 21, 22.05, 23.15, 24.31. One digest is refused, one week has none."""
    heard = []
    for number in range(11):
        take(store, week(number), price(A3_SPOT, f"{20 * 1.05 ** (number // 2):.6f}"))
        if number >= 3 and number != 6:
            made = digest(facts, store, week(number), is_posted=number != 5)
            heard += told(made) if number != 5 else []
    ladder = [one for one in heard if one[2] == "spot_trend"]  # beside the blocks that AWS reset in October
    assert ladder == [(20.0, 22.05, "spot_trend"), (22.05, 24.31, "spot_trend")]


def test_what_a_digest_told_and_was_wrong_is_taken_back_in_the_next(facts: Facts, store: Store) -> None:
    """44.03 on the Monday of a digest, and 55.04 again three days later."""
    for day, usd in ((week(0), "55.04"), (week(1), "55.04"), (week(2), "44.03"), (week(2) + timedelta(3), "55.04")):
        take(store, day, price(P5, usd))
    assert told(digest(facts, store, week(2))) == [(55.04, 44.03, "moved")]
    assert told(digest(facts, store, week(3))) == [(44.03, 55.04, "retracted")]
    assert told(digest(facts, store, week(4))) == []


def test_a_digest_that_was_refused_told_nothing_to_take_back(facts: Facts, store: Store) -> None:
    for day, usd in ((week(0), "55.04"), (week(1), "55.04"), (week(2), "44.03"), (week(2) + timedelta(3), "55.04")):
        take(store, day, price(P5, usd))
    digest(facts, store, week(1))
    digest(facts, store, week(2), is_posted=False)
    assert told(digest(facts, store, week(3))) == []

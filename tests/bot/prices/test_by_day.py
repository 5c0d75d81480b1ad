"""The history of a price is what `prices show` said on each day, whatever feeds showed."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from bot.prices.by_day import TAKEN_BACK
from bot.prices.history import HistoryLine, begun, history
from bot.prices.keep_beliefs import keep
from bot.prices.lookup import PriceLine, lines, query_of
from knowledge.facts import SeriesKey
from knowledge.loading.load import load
from knowledge.store.store import Store
from tests.bot.observed import P5, price, take
from tests.share import EXPLORES, examples

ALL = load()  # loaded once: hypothesis runs each test many times
TYPES = {"p5.48xlarge": Decimal("55.04"), "p4d.24xlarge": Decimal("21.957642")}
FACTS = ALL.model_copy(update={"offers": tuple(offer for offer in ALL.offers if offer.instance in TYPES)})
REGIONS = ("us-east-1", "us-west-2")
FIRST = date(2026, 10, 28)  # bundled prices of the 9th of November lie within
LISTED = [P5._replace(instance=name, region=region) for name in TYPES for region in REGIONS]
ROUNDED = 0.00101


class Look(NamedTuple):
    """What a feed shows at a look: shares of the usual price, of the four list prices and then of their spot."""

    days: int  # since the look before
    feed: int
    shares: tuple[str | None, ...]


share = st.sampled_from([*["1"] * 6, "1.005", "0.992", "1.02", "0.95", "1.09", "0.9", "1.3", "0.5", "2", "12", None])
spot = st.sampled_from([*["0.35"] * 5, "0.36", "0.33", "0.5", "0.12", "0.9", "1.3", None])
shares = st.tuples(*[share] * len(LISTED), *[spot] * len(LISTED))
FEEDS = st.sampled_from([("skypilot",), ("skypilot", "gpuhunt"), ("recorded",), ("recorded", "skypilot")])
LOOKS = st.lists(
    st.builds(Look, st.sampled_from([0, 1, 1, 2, 3, 7, 7]), st.integers(0, 1), shares), min_size=2, max_size=12
)


@contextmanager
def read(feeds: tuple[str, ...], looks: list[Look], *, holds: bool) -> Iterator[tuple[Store, date]]:
    """The looks one after another. `holds`: each shows again what the one before did, and one price of its own."""
    keys = [*LISTED, *(key._replace(purchase="spot", zone=f"{key.region}a") for key in LISTED)]
    day, before = FIRST, looks[0].shares
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "c.db", lambda: 0.0) as store:
        for at, look in enumerate(looks):
            day += timedelta(look.days)
            feed = feeds[look.feed % len(feeds)]
            if holds:
                place = at % len(before)
                before = (*before[:place], look.shares[place], *before[place + 1 :])
            rows = [
                price(_as_listed(key, feed), str(TYPES[key.instance] * Decimal(usd)))
                for key, usd in zip(keys, before if holds else look.shares, strict=True)
                if usd is not None
            ]
            if rows:
                take(store, day, *rows, feed=feed)
                keep(FACTS, store.history)
        yield store, day


def _as_listed(key: SeriesKey, feed: str) -> SeriesKey:
    return key._replace(zone="") if feed == "recorded" else key


def is_same(usd: float | None, other: float | None) -> bool:
    if usd is None or other is None:
        return usd is other
    return abs(usd / other - 1) <= ROUNDED


def of_text(text: str, feed: int = 0, days: int = 1) -> list[Look]:
    """Looks at one list price; the others stay."""
    rest = ("1",) * (len(LISTED) - 1) + ("0.35",) * len(LISTED)
    return [Look(days, feed, (word, *rest)) for word in text.split()]


def in_turn(first: str, second: str, days: int) -> list[Look]:
    """Two feeds read on the same days."""
    pairs = zip(of_text(first, 0, days), of_text(second, 1, 0), strict=True)
    return [look for pair in pairs for look in pair]


BOTH = ("skypilot", "gpuhunt")


@settings(
    max_examples=400 if EXPLORES else examples(25),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(FEEDS, LOOKS, st.booleans(), st.sampled_from([0, 3, 10]))
@example(BOTH, in_turn("1 1.09 0.91", "1 1 1.09", 1), False, 0)  # a rise that neither feed saw twice
@example(BOTH, in_turn("1 1.09 0.91", "1 1 1.09", 7), False, 0)
@example(("recorded",), of_text("1 1 0.97 0.97 0.97 0.97", days=3), False, 0)  # a bundled price lies between
@example(("skypilot",), of_text("0.95 0.9575 0.9575 0.965 0.9575 0.9 0.9", days=2), False, 0)  # small steps, and back
@example(("skypilot",), of_text("1 1.02 1.3 1.3 1.02 1 1", days=3), False, 0)  # a slip within a slip
def test_the_history_of_every_day_is_what_was_shown_on_it(
    feeds: tuple[str, ...], looks: list[Look], holds: bool, later: int
) -> None:
    """But for a figure that waited then and was believed later, and one that was in use and is marked as taken back.

    What is marked as not believed was not in use, and the last day on which a price was seen is that of the list.
    """
    with read(feeds, looks, holds=holds) as (store, last):
        end = last + timedelta(later)
        days = [FIRST + timedelta(number) for number in range((end - FIRST).days + 1)]
        for name in TYPES:
            query = query_of(FACTS, name)
            through = {_place(line): line for line in history(FACTS, store.history, end, query, None)}
            waited: dict[tuple[str, ...], list[float | None]] = {}
            for day in days:
                shown = lines(FACTS, store.history, day, query)
                for one in shown:
                    if one.doubted:
                        waited.setdefault(_place(one), []).append(one.doubted.usd_per_hour)
                for line in shown:
                    if line.region in REGIONS and line.is_used and line.usd_per_hour and not _is_claim(line):
                        _agrees(through[_place(line)], line, day, waited.get(_place(line), []), is_last=day == end)


def _place(line: HistoryLine | PriceLine) -> tuple[str, ...]:
    return line.instance, line.region, line.zone, line.purchase, line.terms


def _is_claim(line: PriceLine) -> bool:
    return line.source in FACTS.sources and FACTS.sources[line.source].grade in ("claim", "assumed")


def _agrees(through: HistoryLine, line: PriceLine, day: date, waited: list[float | None], *, is_last: bool) -> None:
    """`waited`: what any source has shown of it by then that was not believed yet."""
    told = next((step.usd_per_hour for step in reversed(through.steps) if step.day <= day), None)
    wrong = [one for one in through.doubted if one.day <= day < (one.until or date.max)]
    is_taken_back = any(one.code == TAKEN_BACK and is_same(one.usd_per_hour, line.usd_per_hour) for one in wrong)
    is_waiting = any(is_same(usd, told) for usd in waited)
    assert is_same(told, line.usd_per_hour) or is_waiting or is_taken_back, (day, line, through)
    marked = [one for one in wrong if one.code != TAKEN_BACK and one.source == line.source]
    assert all(one.usd_per_hour != line.usd_per_hour for one in marked), (day, line, marked)
    if is_last:
        assert is_same(told, line.usd_per_hour)
        assert through.seen_on == line.seen_on


def test_what_was_in_use_and_was_a_slip_is_marked_so_and_is_no_step() -> None:
    """The fall of a machine's only list price is believed at once; at the next look the price is back."""
    rest = ("1", "1") + ("0.35",) * len(LISTED)
    looks = [Look(1, 0, (*both, *rest)) for both in (("1", None), ("1", None), ("0.9", None), ("1", None))]
    with read(("skypilot",), looks, holds=False) as (store, last):
        query = query_of(FACTS, P5.instance, region=P5.region, purchase="on_demand")
        used = [line.usd_per_hour for line in lines(FACTS, store.history, last - timedelta(1), query)]
        (line,) = history(FACTS, store.history, last, query, FIRST)
    assert used == [49.536]
    assert [(one.usd_per_hour, one.code) for one in line.doubted] == [(49.536, TAKEN_BACK)]
    assert [step.usd_per_hour for step in line.steps] == [55.04]


def test_what_waited_counts_from_the_look_that_first_showed_it() -> None:
    """Dearer by 9 % on the third day, believed on the sixth, three days later."""
    with read(("skypilot",), of_text("1 1 1.09 1.09 1.09 1.09"), holds=False) as (store, last):
        query = query_of(FACTS, P5.instance, region=P5.region, purchase="on_demand")
        (line,) = history(FACTS, store.history, last, query, FIRST)
        before = history(FACTS, store.history, last - timedelta(1), query, FIRST)[0]
    assert [(step.day, step.usd_per_hour) for step in line.steps[-1:]] == [(last - timedelta(3), 59.9936)]
    assert before.steps[-1].usd_per_hour == 55.04
    assert [(one.usd_per_hour, one.until) for one in before.doubted] == [(59.9936, None)]
    assert all(one.day < other.day for one, other in pairwise(line.steps))


def test_a_ladder_counts_each_figure_once_from_the_look_that_first_showed_it() -> None:
    """Down by 1.2 % at each daily look, of which four are needed: no figure is told as believed and as not."""
    shares = [f"{0.988**number:.6f}" for number in range(9)]
    with read(("skypilot",), of_text(" ".join(shares)), holds=False) as (store, last):
        query = query_of(FACTS, P5.instance, region=P5.region, purchase="on_demand")
        (line,) = history(FACTS, store.history, last, query, FIRST)
        (shown,) = lines(FACTS, store.history, last, query)
    used = {step.usd_per_hour: step.day for step in line.steps}
    assert not used.keys() & {one.usd_per_hour for one in line.doubted}
    looked = {float(TYPES[P5.instance] * Decimal(share)): FIRST + timedelta(at) for at, share in enumerate(shares, 1)}
    assert all(day == looked[usd] for usd, day in used.items() if usd in looked and usd < 55.04)
    assert (shown.since, shown.usd_per_hour) == (line.steps[-1].day, line.steps[-1].usd_per_hour)
    assert last - timedelta(3) <= line.steps[-1].day  # three looks behind at most, as many as have to agree


def test_it_does_so_beside_a_price_that_comes_with_chipscout_and_was_in_use_meanwhile() -> None:
    """Read before the bundled look of the 9th of November, and again on the 17th and the 21st: dearer by 9 %."""
    looks = [*of_text("1", days=5), *of_text("1.09", days=15), *of_text("1.09", days=4)]
    with read(("skypilot",), looks, holds=False) as (store, last):
        query = query_of(FACTS, P5.instance, region=P5.region, purchase="on_demand")
        (line,) = history(FACTS, store.history, last, query, None)
        (shown,) = begun(FACTS, store.history, last, query, lines(FACTS, store.history, last, query))
    assert (line.steps[-1].day, line.steps[-1].usd_per_hour) == (last - timedelta(4), 59.9936)
    assert (shown.since, shown.usd_per_hour) == (last - timedelta(4), 59.9936)


def test_a_price_is_shown_since_it_began_whatever_slipped_meanwhile() -> None:
    """A tenth for two days is never believed; what is back has been in use since June 2025."""
    with read(("skypilot",), of_text("1 0.1 0.1 1", days=1), holds=False) as (store, last):
        query = query_of(FACTS, P5.instance, region=P5.region, purchase="on_demand")
        (shown,) = begun(FACTS, store.history, last, query, lines(FACTS, store.history, last, query))
    assert (str(shown.since), shown.seen_on) == ("2025-06-23", last)

"""The sum of what a weekly reader was told is the move of the price that verdicts use, of one feed and of two."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.changes.change import Change
from engine.changes.changes import changes
from engine.changes.lines import is_same
from engine.changes.recorded import price_history
from engine.changes.told import Told
from knowledge.loading.load import load
from knowledge.store.store import Store
from tests.bot.observed import P5, take
from tests.bot.prices.test_two_feeds import GONE, OTHERS, price, used
from tests.day import DAY
from tests.share import examples

ALL = load()  # loaded once: hypothesis runs each test many times
OFFERS = tuple(offer for offer in ALL.offers if (offer.instance, offer.region) == (P5.instance, P5.region))
FACTS = ALL.model_copy(update={"offers": OFFERS})  # what comes along of one machine: each market is made of all of it
LOOKS, WEEK, LEAST = 8, timedelta(7), 0.01
MONDAYS = [DAY - WEEK * (LOOKS - 1 - at) for at in range(LOOKS)]

Shown = list[str | None]  # a price a week; None: not read


class Read(NamedTuple):
    """What a reader was told of the price by each Monday, and what verdicts use on it."""

    day: date
    news: list[Change]
    used: float | None


def reports(feeds: dict[str, Shown], late: int = 0, *, is_kept: bool) -> Iterator[Read]:
    """The first Monday has no report. `late`: the days by which the second feed is read before the first."""
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "c.db", lambda: 0.0) as store:
        for place, (feed, looks) in enumerate(feeds.items()):
            for day, usd in zip(MONDAYS, looks, strict=True):
                if usd is not None:
                    rows = OTHERS if usd == GONE else [*OTHERS, price(P5, usd)]
                    take(store, day - timedelta(late * place), *rows, feed=feed)
        series = price_history(FACTS, store.history.series(cloud="aws"), "aws")
        yield Read(MONDAYS[0], [], used(FACTS, store, P5, MONDAYS[0]))
        told = Told(MONDAYS[0])
        for since, until in pairwise(MONDAYS):
            found = changes(series, since, until, FACTS, told=told if is_kept else None)
            news = [change for change in found if change.announced]
            told = told.after(news, until)
            of_price = [one for one in news if (one.instance, one.region, one.purchase) == (*P5[1:3], "on_demand")]
            yield Read(until, of_price, used(FACTS, store, P5, until))


prices = st.sampled_from(["55.04", "55.04", "54.6", "54.2", "53.8", "49.5", "45", "52", "58", "60.5", GONE])
weekly = st.lists(st.one_of(st.none(), prices, prices), min_size=LOOKS - 1, max_size=LOOKS - 1)


def _held(looks: Shown, again: list[bool]) -> Shown:
    """As real prices: most of them for several looks."""
    held: Shown = ["55.04"]
    for usd, is_again in zip(looks, again, strict=True):
        held.append(held[-1] if is_again else usd)
    return held


shown = st.builds(_held, weekly, st.lists(st.booleans(), min_size=LOOKS - 1, max_size=LOOKS - 1))
FEEDS = st.fixed_dictionaries({"skypilot": shown}, optional={"gpuhunt": shown})


def of(text: str) -> Shown:
    """Words, `.` where the feed was not read; the last goes on."""
    words = [None if word == "." else word for word in text.split()]
    return [*words, *[words[-1]] * (LOOKS - len(words))]


RETURNED = {feed: of("55.04 58 55.04") for feed in ("skypilot", "gpuhunt")}
AHEAD = {"skypilot": of("55.04 . 49.5 45"), "gpuhunt": of("55.04 49.5 49.5 49.5 45")}
LAGGING = {"skypilot": of("55.04 49.5 52 52 55.04"), "gpuhunt": of("55.04 49.5 52 52 55.04")}
UNREAD = {"skypilot": of("55.04 . . . . . . ."), "gpuhunt": of("49.5")}
RELISTED = {"skypilot": of("55.04 55.04 54.6 54.6 - - 54.2"), "gpuhunt": of("60.5")}
DRIFT = {"skypilot": of("55.04 54.6 54.2 53.8 53.4 53.0")}


@pytest.mark.parametrize("is_kept", [True, False], ids=["kept", "not kept"])
@settings(max_examples=examples(12), deadline=None)
@given(feeds=FEEDS, late=st.integers(0, 6))
@example(feeds=RETURNED, late=0)
@example(feeds=AHEAD, late=0)
@example(feeds=LAGGING, late=0)
@example(feeds=UNREAD, late=0)
@example(feeds=DRIFT, late=0)
@example(feeds=RELISTED, late=0)
def test_what_was_told_adds_up_to_the_price_of_verdicts(feeds: dict[str, Shown], late: int, is_kept: bool) -> None:
    """Each report begins at what was told, of which nothing need be kept, and takes back what was wrong.

    Who is told every move of a threshold is within one of the price in use, and what is kept is told to that price.
    Where nothing is kept, as before the first report, a report takes its reader for another one, who was told every
    move at each look: it ends at what that one was told, within a threshold of the price.
    """
    least = LEAST if is_kept else (1 + LEAST) ** 2 - 1
    first, *rest = reports(feeds, late, is_kept=is_kept)
    told = first.used
    for day, news, usd in rest:
        assert len(news) <= 1, day
        for change in news:
            if told is not None:
                assert is_same(change.before, told, 0 if is_kept else least), (day, change.before, told)
            told = change.after
            assert is_same(told, usd, 0 if is_kept and day != MONDAYS[1] else LEAST), (day, told, usd)
        assert is_same(told, usd, least), (day, told, usd)

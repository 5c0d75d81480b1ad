"""Files of feeds that are held back as a whole on a day, as what is kept of the prices says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from typing import TYPE_CHECKING

from bot.prices.believed import held_back
from bot.wording.feed_reasons import WORDS
from bot.wording.words import say
from engine.changes.change import HELD_FILE
from engine.changes.held_files import HeldFile
from knowledge.facts import Cloud

if TYPE_CHECKING:
    from knowledge.facts import Facts
    from knowledge.history.queries import HistoryReader


def held_files(facts: Facts, past: HistoryReader, day: date = date.max) -> tuple[HeldFile, ...]:
    """One for each feed and cloud, in the order of their names."""
    found: dict[tuple[str, Cloud], HeldFile] = {}
    for (feed, key), (_, doubted) in held_back(facts, past, day).items():
        if doubted.code == HELD_FILE:
            found[feed, key.cloud] = HeldFile(feed, key.cloud, doubted.since, doubted.limit or 1.0, doubted.alike)
    return tuple(found[of] for of in sorted(found))


def held_sentences(before: Iterable[HeldFile], now: Iterable[HeldFile]) -> Iterator[str]:
    """What a look at feeds says of them: each that is held back, and each that is no more."""
    now = tuple(now)
    yield from (say(WORDS, "held", one) for one in now)
    left = {(one.feed, one.cloud) for one in now}
    yield from (say(WORDS, "held_no_more", one) for one in before if (one.feed, one.cloud) not in left)

"""What is held back of the files of feeds on a day, as what is kept of the prices says: whole files, and licenses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from typing import TYPE_CHECKING

from bot.prices.believed import held_back
from bot.wording.feed_reasons import WORDS
from bot.wording.words import say
from engine.changes.change import HELD_FILE
from engine.changes.held_files import HeldFile
from engine.changes.licenses import LICENSE, HeldLicense, LicensedPrice, held_licenses
from knowledge.facts import Cloud

if TYPE_CHECKING:
    from knowledge.facts import Facts
    from knowledge.history.queries import HistoryReader


Held = HeldFile | HeldLicense


def held_files(facts: Facts, past: HistoryReader, day: date = date.max) -> tuple[Held, ...]:
    """One for each feed and cloud, in the order of their names; then the licenses."""
    found: dict[tuple[str, Cloud], HeldFile] = {}
    licensed: list[LicensedPrice] = []
    for (feed, key), (_, doubted) in held_back(facts, past, day).items():
        if doubted.code == HELD_FILE:
            found[feed, key.cloud] = HeldFile(feed, key.cloud, doubted.since, doubted.limit or 1.0, doubted.alike)
        elif doubted.code == LICENSE:
            price = LicensedPrice(feed, key.cloud, doubted.since, key.instance, key.region, doubted.limit)
            licensed.append(price)
    return (*(found[of] for of in sorted(found)), *held_licenses(licensed))


def held_sentences(before: Iterable[Held], now: Iterable[Held]) -> Iterator[str]:
    """What a look at feeds says of them: each that is held back, and each that is no more."""
    now = tuple(now)
    yield from (said(one) for one in now)
    left = {(type(one), one.feed, one.cloud) for one in now}
    for one in before:
        if (type(one), one.feed, one.cloud) not in left:
            yield say(WORDS, "held_no_more" if isinstance(one, HeldFile) else "license_no_more", one)


def said(one: Held) -> str:
    return say(WORDS, "held" if isinstance(one, HeldFile) else "held_license", one)

"""Changes of prices at the edge: from the store, or from what comes with chipscout; as JSON, and as a table."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any, NamedTuple

from bot.environment import database_path
from bot.prices.freshness import recorded_until
from bot.prices.held_files import held_sentences
from bot.prices.rejected import doubtful_changes
from bot.wording import numbers
from bot.wording.errors import UserError
from bot.wording.feed_reasons import oddity
from bot.wording.sparkline import sparkline
from bot.wording.words import say
from engine.changes.change import HELD_FILE
from engine.changes.changes import Change, changes
from engine.changes.held_files import HeldFile
from engine.changes.licenses import HELD_TOGETHER, LICENSE, LicensedPrice, held_licenses
from engine.changes.lines import plain
from engine.changes.recorded import price_history
from knowledge.facts import Cloud, Facts, Purchase, Series, names_of

WORDS = "words/prices/changes.j2"
PER_CENT = 100
DOUBTS = 20
COURSE = 24  # points of a sparkline
DIGITS = 6  # of a price in JSON


class ChangeFilter(NamedTuple):
    """What to narrow to; None or empty: all. `instance` is how a type's name begins, `listed` the types it means."""

    cloud: Cloud | None = None
    instance: str | None = None
    listed: frozenset[str] = frozenset()
    regions: frozenset[str] = frozenset()
    purchase: Purchase | None = None

    def takes(self, change: Change) -> bool:
        return (
            self.cloud in (None, change.provider)
            and self.purchase in (None, change.purchase)
            and (not self.regions or plain(change.region) in self.regions)
            and (self.instance is None or self._is_asked(change.instance, self.instance))
        )

    def _is_asked(self, instance: str, asked: str) -> bool:
        return instance in self.listed or plain(instance).startswith(plain(asked))


def change_filter(
    facts: Facts, cloud: Cloud | None, instance: str | None, region: str | None, purchase: Purchase | None
) -> ChangeFilter:
    """Options as a filter: a chip means all types with it, a place all regions there."""
    names = names_of(facts)
    types = names.types(instance) if instance else ()
    listed = names.feed_names(instance_type.id for instance_type in types) if types else frozenset()
    places = names.regions(region, (cloud,) if cloud else ()) if region else ()
    regions = {plain(place.id) for place in places} or ({plain(region)} if region else set())
    return ChangeFilter(cloud, instance, listed, frozenset(regions), purchase)


class FoundChanges(NamedTuple):
    """`recorded_until`: the newest of the prices that come with chipscout, where no feed was read yet."""

    changes: tuple[Change, ...]
    recorded_until: date | None

    @property
    def told(self) -> list[Change]:
        return [change for change in self.changes if change.kind != "suspect"]

    @property
    def doubtful(self) -> list[Change]:
        return [change for change in self.changes if change.kind == "suspect"]


def changed(
    facts: Facts,
    since: date,
    until: date,
    *,
    wanted: ChangeFilter | None = None,
    least_share: float | None = None,
    is_all: bool = False,
) -> FoundChanges:
    """What changed in the prices that come with chipscout and in those that feeds observed, as one history.

    All series of a cloud are read even where one is asked about: what the others did says whether to believe it.
    What is not believed at the end is among them whenever it was first shown, as beside the prices of that day.

    Raises:
        UserError: the store cannot be read.
    """
    wanted = wanted or ChangeFilter()
    observed, doubted = _stored(since, until, wanted.cloud)
    series = price_history(facts, observed or ())
    found = changes(series, since, until, facts, least_share=least_share, is_all=is_all, is_waiting=True)
    all_changes = (*found, *doubted)
    newest = recorded_until(facts) if observed is None else None
    return FoundChanges(tuple(change for change in all_changes if wanted.takes(change)), newest)


def _stored(since: date, until: date, cloud: Cloud | None) -> tuple[list[Series] | None, list[Change]]:
    """What feeds saw, None where no feed was ever read; and what they listed that no parser took for a price.

    Raises:
        UserError: the store cannot be read.
    """
    path = database_path.path()
    if not path.exists():
        return None, []
    from knowledge.store.store import Store, StoreError

    try:
        with Store(path, time.time) as store:
            if not store.history.version():
                return None, []
            series = list(store.history.series(cloud=cloud))
            return series, doubtful_changes(store.history.doubts(since, until), series)
    except StoreError as problem:
        raise UserError("store_unusable", path=str(path), reason=problem.reason) from problem


def as_json(change: Change) -> dict[str, Any]:
    """The keys scripts rely on, in their order, then what else is known."""
    return {
        "provider": change.provider,
        "instance": change.instance,
        "region": change.region,
        "purchase": change.purchase,
        "before": _figure(change.before),
        "after": _figure(change.after),
        "percent": None if change.percent is None else round(change.percent, 2),
        "kind": change.kind,
        "announced": change.announced,
        "because": because(change),
        "code": change.code,
        "feed": change.feed,
        "zone": change.zone,
        "terms": change.terms,
        "scope": change.scope,
        "seen_on": change.seen_on.isoformat(),
        "last_seen_on": change.last_seen_on.isoformat(),
        "told_on": change.told_on.isoformat() if change.told_on else None,
        "looks": change.looks,
        "looks_needed": change.needed,
        "elsewhere": [
            {"feed": other.feed, "usd_per_hour": _figure(other.usd_per_hour)} for other in change.elsewhere
        ],
    }


def because(change: Change) -> str:
    """Why it is reported or held back, in one sentence."""
    if change.doubt:
        return say(WORDS, "doubted", change, oddity(change.doubt))
    return say(WORDS, "because", change)


def course(change: Change) -> str:
    """The price through time as a line of bars, the newest at the right."""
    prices = [None if point.is_gone else point.usd_per_hour for point in change.trail[-COURSE:]]
    drawn = [None if usd is None else float(usd) for usd in prices]
    return sparkline(drawn, lowest=0) if sum(usd is not None for usd in drawn) > 1 else ""


def rows(told: Iterable[Change]) -> Iterator[tuple[str, ...]]:
    """The heads, then a row for each change; those that regions share stand in one."""
    yield tuple(say(WORDS, "columns").split("|"))
    for group in _alike(told):
        first = group[0]
        marks = [first.instance, say(WORDS, "told_as", first)]
        yield (
            " ".join(mark for mark in marks if mark),
            say(WORDS, "where", [change.region for change in group]),
            say(WORDS, "purchase", first),
            say(WORDS, "price", first.before),
            say(WORDS, "price", first.after),
            "" if first.percent is None else f"{first.percent:+.1f}",
            numbers.day(first.seen_on),
            course(first),
        )


def doubts(doubtful: list[Change]) -> Iterator[str]:
    """What looks wrong, a sentence each, regions that show the same in one; so does a file that is held back."""
    if doubtful:
        yield ""
        yield say(WORDS, "held_back", len(doubtful))
    of_files = {(one.feed, one.provider): one for one in reversed(doubtful) if one.code == HELD_FILE}
    held = [HeldFile(*of, one.seen_on, one.limit or 1.0, one.alike) for of, one in of_files.items()]
    licensed = held_licenses(
        LicensedPrice(one.feed, one.provider, one.seen_on, one.instance, one.region, one.limit)
        for one in doubtful
        if one.code == LICENSE
    )
    yield from (f"  {sentence}" for sentence in held_sentences((), [*held, *licensed]))
    doubtful = [one for one in doubtful if one.code not in HELD_TOGETHER]
    alike: dict[Change, list[str]] = {}
    for one in doubtful:
        alike.setdefault(one._replace(region="", trail=()), []).append(one.region)
    for change, regions in list(alike.items())[:DOUBTS]:
        yield f"  {because(change._replace(region=say(WORDS, 'regions', regions)))}"
    if more := sum(map(len, list(alike.values())[DOUBTS:])):
        yield f"  {say(WORDS, 'more', more)}"


def _alike(told: Iterable[Change]) -> list[list[Change]]:
    """Changes of one thing that are the same but for the region."""
    groups: dict[tuple[object, ...], list[Change]] = {}
    for change in told:
        same = (change.provider, change.instance, change.purchase, change.terms, change.kind, change.code)
        key = (*same, _figure(change.before), _figure(change.after), change.seen_on)
        groups.setdefault(key, []).append(change)
    return list(groups.values())


def _figure(usd: float | None) -> float | None:
    return None if usd is None else round(usd, DIGITS)

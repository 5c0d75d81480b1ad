"""What several commands share: the facts, the advisor, the store, and types of options."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click
from platformdirs import user_cache_path

from bot.environment import database_path
from bot.inputs.measurement import LOCAL
from bot.wording.errors import UserError
from bot.wording.words import say
from knowledge.errors import KnowledgeError
from knowledge.facts import Facts
from knowledge.loading.cache import load_cached
from knowledge.loading.load import load
from knowledge.store.base.address import Location

if TYPE_CHECKING:  # a command that judges nothing does not wait for what judges
    from bot.advice.advisor import Advisor
    from bot.advice.team import TeamData
    from engine.reading.vocabulary import Vocabulary
    from knowledge.store.store import Store


FOLDER = "CHIPSCOUT_DATA"  # the variable that names a folder of facts
WARNED = "chipscout.unread"  # key in the command's meta: the warning about an unreadable file was printed
Row = TypeVar("Row")


def load_facts() -> Facts:
    """The embedded facts, or those of the folder CHIPSCOUT_DATA names.

    Raises:
        UserError: the data is invalid; the message names file, entry and remedy.
    """
    return _load(lambda folder: load_cached(_cache(), folder))


def vocabulary_of(facts: Facts) -> Vocabulary:
    """The compiled vocabulary of what `load_facts` gave."""
    from bot.environment.compiled import kept_vocabulary

    folder = os.environ.get(FOLDER)
    return kept_vocabulary(facts, _cache(), Path(folder) if folder else None)


def _cache() -> Path:
    return user_cache_path("chipscout", appauthor=False)


def load_uncached() -> Facts:
    """The same facts, loaded and checked without the cache."""
    return _load(load)


def advisor_of(as_of: date | None = None) -> Advisor:
    """An advisor on the facts and the observed prices. If the database cannot be read, it warns and works without."""
    from bot.advice.advisor import Advisor
    from bot.advice.asked_day import require_known_day
    from bot.prices.market_cache import Markets
    from bot.reader.configured import reader_of

    facts = load_facts()
    if as_of is not None:
        require_known_day(as_of, facts)
    markets = Markets(database_path.path(), facts, tell=_warn_unread)
    return Advisor(facts, as_of, markets, reader=reader_of(facts), vocabulary=vocabulary_of(facts))


def local_team() -> TeamData:
    """Own measurements and prices of this terminal. If the database cannot be read, it warns and works without."""
    from bot.advice.team import TeamData
    from knowledge.store.measurements import own_measurements_in
    from knowledge.store.own_prices import own_prices_in

    return TeamData(_own_rows(own_measurements_in), _own_rows(own_prices_in))


def _own_rows(reader: Callable[[Location, str], tuple[Row, ...]]) -> tuple[Row, ...]:
    path = database_path.path()
    if not path.exists():
        return ()
    from knowledge.store.base.backend import DATABASE_ERRORS

    try:
        return reader(path, LOCAL)
    except DATABASE_ERRORS:
        _warn_unread(path)
        return ()


def _warn_unread(path: Location) -> None:
    """Warns once per command."""
    meta = click.get_current_context().meta
    if WARNED not in meta:
        meta[WARNED] = True
        click.echo(say("errors.j2", "own_unread", path), err=True)


def _load(reader: Callable[[Path | None], Facts]) -> Facts:
    folder = os.environ.get(FOLDER)
    try:
        return reader(Path(folder) if folder else None)
    except KnowledgeError as problem:
        raise UserError("bad_data", file=problem.file, entry=problem.entry, remedy=problem.remedy) from None


@contextmanager
def open_store() -> Iterator[Store]:
    """The store at the configured path.

    Raises:
        UserError: the path cannot be used.
    """
    import time

    from knowledge.store.store import Store, StoreError

    path = database_path.path()
    try:
        with Store(path, time.time) as store:
            yield store
    except StoreError as problem:
        raise UserError("store_unusable", path=str(path), reason=problem.reason) from problem


class Day(click.ParamType[date]):
    """An ISO date."""

    name = "date"

    def convert(self, value: object, param: object, ctx: object) -> date:  # noqa: ARG002 - click's signature
        if isinstance(value, date):
            return value
        try:
            return date.fromisoformat(str(value))
        except ValueError:
            raise UserError("bad_date", value=str(value)) from None


class SeenDay(Day):
    """A day of which prices can have been seen: no later than today, wherever that has begun."""

    def convert(self, value: object, param: object, ctx: object) -> date:
        day = super().convert(value, param, ctx)
        if day > datetime.now(UTC).date() + timedelta(days=1):
            raise UserError("future_day", day=day)
        return day


def settings_of(pairs: tuple[str, ...]) -> dict[str, str]:
    """`slot=value` pairs as a mapping."""
    settings = {}
    for pair in pairs:
        slot, equals, value = pair.partition("=")
        if not equals or not slot.strip() or not value.strip():
            raise UserError("bad_setting", setting=pair)
        settings[slot.strip()] = value.strip()
    return settings

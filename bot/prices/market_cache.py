"""The market of a day, cached until a feed brings new prices, in this process or another one on the same file."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from knowledge.facts import Facts, Offer
from knowledge.store.base.address import Location
from knowledge.store.base.backend import DATABASE_ERRORS

if TYPE_CHECKING:  # where no price was ever observed, a question does not wait for any of it
    from bot.prices.listed import Listed
    from bot.prices.market import Market
    from engine.prices.term_rates import TermRate
    from knowledge.history.queries import HistoryReader

log = logging.getLogger(__name__)

DAYS = 4  # whose markets are kept


class _Made(NamedTuple):
    version: int
    market: Market | None


class Markets:
    """Reads `path`, and never writes it.

    Where `is_patient`, a question waits for the newest prices. Otherwise, as in a server, it gets the previous ones
    while a thread reads the new ones; only the first question of a day waits.
    """

    def __init__(
        self, path: Location, facts: Facts, *, is_patient: bool = True, tell: Callable[[Location], None] | None = None
    ) -> None:
        """`tell` is called where the file cannot be read; the answer is then made of what is known without it."""
        self._path, self._facts, self._is_patient = path, facts, is_patient
        self._tell = tell or (lambda path: log.warning("observed prices could not be read from %s", path))
        self._made: dict[date, _Made] = {}
        self._making: dict[date, threading.Thread] = {}
        self._unknown: tuple[int, dict[str, frozenset[str]]] | None = None  # types, of a version of the history
        self._recalled: tuple[tuple[int, date, frozenset[str]], Mapping[str, tuple[Offer, ...]]] | None = None
        self._guard = threading.Lock()
        self._history: HistoryReader | None = None

    def read_through(self, history: HistoryReader) -> None:
        """From now on by connections that are open anyway, as in a server: to open one takes longer than to look."""
        self._history = history

    def _opened(self) -> AbstractContextManager[HistoryReader | None]:
        if self._history is not None:
            return nullcontext(self._history)
        from knowledge.history.queries import open_history

        return open_history(self._path)

    def on(self, day: date) -> Market | None:
        """The market of `day`; None where nothing was observed by then."""
        if not self._path.exists():
            return None
        made = self._made.get(day)
        try:
            with self._opened() as past:
                version = past.version() if past else 0
                if made is not None and made.version == version:
                    return made.market
                if past is None or version == 0:
                    return None
                if made is None or self._is_patient:
                    return self._make(past, day, version)
        except DATABASE_ERRORS:
            self._tell(self._path)
            return made.market if made else None
        self._make_beside(day)
        return made.market

    def listed(self, day: date, text: str) -> Listed:
        """The types named in a text that are sold and not known; none where nothing was observed."""
        from bot.prices.listed import Listed, listed, names_in, unknown_types

        words = names_in(text)
        if not words or not self._path.exists():
            return Listed()
        try:
            with self._opened() as past:
                if past is None:
                    return Listed()
                version = past.version()
                if self._unknown is None or self._unknown[0] != version:
                    self._unknown = version, unknown_types(self._facts, past)
                types = self._unknown[1]
                wanted = {word: sorted(types[word]) for word in words if word in types}
                if not wanted:
                    return Listed()
                named = {word: instances[0] for word, instances in wanted.items()}
                found = listed(self._facts, past, day, [name for names in wanted.values() for name in names])
                return found._replace(named=named if found.prices else {})
        except DATABASE_ERRORS:
            self._tell(self._path)
            return Listed()

    def recalled(self, types: frozenset[str], day: date) -> Mapping[str, tuple[Offer, ...]]:
        """What was seen of the prices of these types up to `day`, by type and by chip; read for it alone."""
        from bot.prices.recalled import recalled

        known = types & self._facts.instances.keys()  # not the machines of a specialist, of which no feed is read
        if not known or not self._path.exists():
            return {}
        try:
            with self._opened() as past:
                version = past.version() if past else 0
                if past is None or version == 0:
                    return {}
                asked = version, day, known
                if self._recalled is None or self._recalled[0] != asked:
                    self._recalled = asked, recalled(self._facts, past, day, known)
                return self._recalled[1]
        except DATABASE_ERRORS:
            self._tell(self._path)
            return {}

    def term_rates(self, types: frozenset[str], day: date) -> Sequence[TermRate]:
        """The rates of commitments of these types by their terms; read for a question that names some."""
        from bot.prices.term_rates import term_rates

        if not self._path.exists():
            return ()
        try:
            with self._opened() as past:
                return term_rates(self._facts, past, day, types) if past else ()
        except DATABASE_ERRORS:
            self._tell(self._path)
            return ()

    def settle(self, day: date | None = None, within: float | None = None) -> None:
        """Waits until the newest prices of a day are read; without one, until nothing is being read. `within`: at
        most so many seconds for each day that is."""
        if day is not None:
            self.on(day)
        with self._guard:
            threads = list(self._making.values())
        for thread in threads:
            thread.join(within)

    def _make(self, past: HistoryReader, day: date, version: int) -> Market | None:
        from bot.prices.believed import kept, standings
        from bot.prices.market import market
        from knowledge.facts import names_of

        held, gone = kept(self._facts, past, day)
        prices = standings(past, day, held, instances=names_of(self._facts).all_feed_names)
        made = market(self._facts, (standing.price for standing in prices), day, held, gone)
        with self._guard:
            self._made = dict(list(self._made.items())[1 - DAYS :]) | {day: _Made(version, made)}
        return made

    def _make_beside(self, day: date) -> None:
        with self._guard:
            if day in self._making:
                return
            thread = threading.Thread(target=self._read, args=(day,), name="market", daemon=True)
            self._making[day] = thread
        thread.start()

    def _read(self, day: date) -> None:
        try:
            with self._opened() as past:
                if past is not None:
                    version = past.version()  # read first: what comes in between is read again
                    self._make(past, day, version)
        except DATABASE_ERRORS:
            self._tell(self._path)
        finally:
            with self._guard:
                del self._making[day]

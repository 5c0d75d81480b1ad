"""Goes on with questions whose process died, and renews the leases of what this process works on."""

from __future__ import annotations

from collections.abc import Callable

from bot.slack.durable import Durable
from knowledge.store.base.leases import RENEW_SECONDS
from knowledge.store.store import Store


class TakeOverJob:
    """Run every second; `clock` gives seconds since 1970."""

    def __init__(self, store: Store, durable: Durable, clock: Callable[[], float]) -> None:
        self._store, self._durable, self._clock = store, durable, clock
        self._renewed = clock()

    def run(self) -> None:
        now = self._clock()
        if now - self._renewed >= RENEW_SECONDS:
            self._store.deliveries.renew()
            self._store.inbox.renew()  # last: what is taken over must not find the claims of its first try alive
            self._renewed = now
        self._durable.take_over()

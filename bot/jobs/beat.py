"""Says every second that this process runs, and notices which others no longer do."""

from __future__ import annotations

from collections.abc import Callable

from knowledge.store.base.leases import Replicas


class BeatJob:
    """A job of its own, so that nothing that takes long makes a living process look dead."""

    def __init__(self, replicas: Replicas, also: Callable[[], None] = lambda: None) -> None:
        self._replicas, self._also = replicas, also

    def run(self) -> None:
        self._also()
        self._replicas.beat()

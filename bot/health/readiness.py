"""Whether this process can take questions now, and if not, why: what `/readyz` answers and `/metrics` shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from knowledge.store.base.backend import Reason
from knowledge.store.store import Store

Unready = Reason | Literal["stopping", "disconnected"]


class Readiness:
    """`is_stopping`: a stop was requested. `is_connected`: the socket to Slack is open, or none is needed."""

    def __init__(
        self, store: Store, is_stopping: Callable[[], bool], is_connected: Callable[[], bool] = lambda: True
    ) -> None:
        self._store, self._is_stopping, self._is_connected = store, is_stopping, is_connected

    def __call__(self) -> Unready | None:
        """None: ready."""
        if self._is_stopping():
            return "stopping"
        return self._store.problem() if self._is_connected() else "disconnected"

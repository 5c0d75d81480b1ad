"""How long a connection of HTTP mode may be silent: between requests longer than what stands in front of it waits, in
the head of a request only seconds.
"""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

KEEP_ALIVE_SECONDS = 75  # load balancers commonly close an idle connection after 60: they have to do so first
HEAD_SECONDS = 10.0  # from the first byte of a request to the end of its head


class PatientProtocol(H11Protocol):
    """uvicorn's own, which waits forever for the rest of a head and for the first byte of a new connection."""

    _timer: asyncio.TimerHandle | None = None
    _in_head = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        super().connection_made(transport)
        self._close_after(self.timeout_keep_alive)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        was_in_head, self._in_head = self._in_head, self.conn.their_state is h11.IDLE
        if not self._in_head:
            self._stop()
        elif not was_in_head:
            self._close_after(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop()
        super().connection_lost(exc)

    def _close_after(self, seconds: float) -> None:
        self._stop()
        self._timer = self.loop.call_later(seconds, self.transport.close)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

"""Socket Mode: each envelope to one connection, acknowledged in time or sent once more."""

from __future__ import annotations

import asyncio
import itertools
import json
import socket
import time
import uuid
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from tests.slack.local.records import APP, Json, SlackError
from tests.slack.local.state import World

RESPONDS = {"slash_commands": True, "interactive": True, "events_api": False}


@dataclass(eq=False)
class Connection:
    """One socket. A draining one gets no more envelopes."""

    number: int
    ws: web.WebSocketResponse
    request: web.Request
    opened_at: float
    is_draining: bool = False
    envelopes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Attempt:
    envelope_id: str
    connection: int
    sent_at: float


@dataclass(eq=False)
class Delivery:
    """One payload on its way to the app, over all attempts."""

    kind: str
    payload: Json
    attempts: list[Attempt] = field(default_factory=list)
    acked_at: float | None = None
    ack_payload: Json | None = None
    given_up: bool = False
    timed_out: bool = False  # not acknowledged in time; a user would have seen an error
    on_ack: Callable[[Json | None], None] | None = None
    acked: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def is_over(self) -> bool:
        return self.acked_at is not None or self.given_up

    @property
    def acked_after_s(self) -> float | None:
        """From the first attempt to the acknowledgement."""
        return self.acked_at - self.attempts[0].sent_at if self.acked_at is not None and self.attempts else None

    @property
    def name(self) -> str:
        """What it is, in words for a failure."""
        event = self.payload.get("event", {})
        detail = event.get("subtype") or event.get("type") or self.payload.get("command") or self.payload.get("type")
        return f"{self.kind} {detail}"


Carrier = Callable[[Delivery, int, str], Awaitable[None]]


class Hub:
    """The sockets, and who gets what."""

    def __init__(self, world: World, redelivers: frozenset[str], ack_seconds: float) -> None:
        self.world, self.redelivers, self.ack_seconds = world, redelivers, ack_seconds
        self.connections: list[Connection] = []
        self.hellos = 0
        self.tickets: set[str] = set()
        self.deliveries: list[Delivery] = []
        self.loop: asyncio.AbstractEventLoop | None = None
        self.carrier: Carrier | None = None  # set: over HTTP instead of the sockets
        self._by_envelope: dict[str, Delivery] = {}
        self._numbers = itertools.count(1)
        # Of each kind its own: a mention comes with a message, and one count for both sends all mentions one way.
        self._turns: defaultdict[str, Iterator[int]] = defaultdict(itertools.count)
        self._tasks: set[asyncio.Task[None]] = set()
        self._arrival = asyncio.Event()

    def open_url(self, base: str) -> str:
        """A new address for one connection.

        Raises:
            SlackError: too many sockets are open already.
        """
        if len(self.connections) >= self.world.protocol.connections_max:
            raise SlackError("too_many_websockets")
        ticket = str(uuid.uuid4())
        self.tickets.add(ticket)
        return f"{base.replace('http', 'ws', 1)}/link/?ticket={ticket}&app_id={APP}"

    async def accept(self, request: web.Request) -> web.StreamResponse:
        """The handler of /link/."""
        ticket = request.query.get("ticket", "")
        if ticket not in self.tickets:
            return web.Response(status=403, text="ticket used or unknown")
        self.tickets.remove(ticket)
        ws = web.WebSocketResponse(autoping=True)
        await ws.prepare(request)
        transport = request.transport
        if transport is not None:
            transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection = Connection(next(self._numbers), ws, request, time.monotonic())
        await ws.send_json(self._hello(len(self.connections) + 1))
        with self.world.lock:
            self.connections.append(connection)
            self.hellos += 1
            self.world.notify()
        self._arrival.set()
        try:
            async for frame in ws:
                if frame.type == WSMsgType.TEXT:
                    self._take(frame.data)
        finally:
            with self.world.lock:
                self.connections.remove(connection)
                self.world.notify()
        return ws

    def send(self, kind: str, payload: Json, on_ack: Callable[[Json | None], None] | None = None) -> Delivery:
        """Start delivering; from any thread."""
        delivery = Delivery(kind, payload, on_ack=on_ack)
        with self.world.lock:
            self.deliveries.append(delivery)
        assert self.loop is not None, "the server is not running"
        self.loop.call_soon_threadsafe(self._start, delivery)
        return delivery

    def send_again(self, delivery: Delivery, attempt: int = 1, reason: str = "timeout") -> None:
        """The same payload once more, though it may have been acknowledged; from any thread."""
        assert self.loop is not None, "the server is not running"
        asyncio.run_coroutine_threadsafe(self._attempt(delivery, attempt, reason), self.loop).result(self.ack_seconds)

    async def disconnect(self, reason: str) -> None:
        """Tell every client to come again under a new address."""
        for connection in list(self.connections):
            connection.is_draining = reason != "warning"
            goodbye = {"type": "disconnect", "reason": reason, "debug_info": {"host": "local"}}
            await connection.ws.send_json(goodbye)

    def cut(self) -> int:
        """Reset every TCP connection without a word."""
        cut = list(self.connections)
        for connection in cut:
            transport = connection.request.transport
            if transport is not None:
                transport.abort()
        return len(cut)

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for connection in list(self.connections):
            await connection.ws.close()

    def _start(self, delivery: Delivery) -> None:
        task = asyncio.get_running_loop().create_task(self._deliver(delivery))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _deliver(self, delivery: Delivery) -> None:
        attempts = 2 if delivery.kind in self.redelivers else 1
        for number in range(attempts):
            await self._attempt(delivery, number, "timeout" if number else "")
            try:
                await asyncio.wait_for(delivery.acked.wait(), self.ack_seconds)
            except TimeoutError:
                delivery.timed_out = True
                self.world.notify()
            else:
                return
        with self.world.lock:
            delivery.given_up = True
            sent = len(delivery.attempts)
            because = f"no ack after {sent} attempts" if sent else "no socket was open"
            self.world.fail("not acknowledged", f"{delivery.name}: {because}", delivery.payload)

    async def _attempt(self, delivery: Delivery, number: int, reason: str) -> None:
        if self.carrier is not None:
            await self.carrier(delivery, number, reason)
            return
        connection = await self._pick(delivery)
        if connection is None:
            return
        envelope: Json = {
            "envelope_id": str(uuid.uuid4()),
            "type": delivery.kind,
            "accepts_response_payload": RESPONDS[delivery.kind],
            "payload": delivery.payload,
        }
        if delivery.kind == "events_api" or number:
            envelope |= {"retry_attempt": number, "retry_reason": reason}
        with self.world.lock:
            self._by_envelope[envelope["envelope_id"]] = delivery
            connection.envelopes.append(envelope["envelope_id"])
            delivery.attempts.append(Attempt(envelope["envelope_id"], connection.number, time.monotonic()))
        try:
            await connection.ws.send_json(envelope)
        except (ConnectionError, RuntimeError):
            connection.is_draining = True

    async def _pick(self, delivery: Delivery) -> Connection | None:
        """The connection whose turn it is; waits a while for one to come."""
        deadline = time.monotonic() + self.ack_seconds
        while True:
            ready = [each for each in self.connections if not each.is_draining and not each.ws.closed]
            if ready:
                return ready[next(self._turns[delivery.name]) % len(ready)]
            self._arrival.clear()
            try:
                await asyncio.wait_for(self._arrival.wait(), deadline - time.monotonic())
            except TimeoutError:
                return None

    def _take(self, frame: str) -> None:
        """An acknowledgement."""
        try:
            ack: Any = json.loads(frame)
        except ValueError:
            self.world.fail("bad frame", f"not JSON: {frame[:100]!r}")
            return
        delivery = self._by_envelope.get(ack.get("envelope_id", "")) if isinstance(ack, dict) else None
        if delivery is None:
            self.world.fail("bad frame", f"acknowledges nothing that was sent: {frame[:200]!r}")
            return
        self.acknowledge(delivery, ack.get("payload"))

    def acknowledge(self, delivery: Delivery, payload: Json | None) -> None:
        """The app has it; the first time counts."""
        with self.world.lock:
            first = delivery.acked_at is None
            if first:
                delivery.acked_at = time.monotonic()
                delivery.ack_payload = payload
            delivery.acked.set()
            if first and delivery.on_ack is not None:
                delivery.on_ack(delivery.ack_payload)
            self.world.notify()

    def _hello(self, count: int) -> Json:
        return {
            "type": "hello",
            "num_connections": count,
            "connection_info": {"app_id": APP},
            "debug_info": {
                "host": "local",
                "started": time.strftime("%Y-%m-%d %H:%M:%S"),
                "build_number": 1,
                "approximate_connection_time": 18060,
            },
        }

    def unacked(self) -> Iterator[Delivery]:
        return (delivery for delivery in self.deliveries if not delivery.is_over)

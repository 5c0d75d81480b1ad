"""HTTP mode: Slack's signed requests, handed to the same Bolt app as the envelopes of Socket Mode.

No body is read before its signature is checked. Bolt waits for the acknowledgement in the thread
it is called in, so each request gets a thread of a pool and the event loop stays free for the next.
"""

from __future__ import annotations

import asyncio
import logging
import re
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, contextmanager
from typing import NamedTuple, Protocol

import uvicorn
from prometheus_client import CONTENT_TYPE_LATEST
from slack_bolt.adapter.starlette.handler import to_bolt_request, to_starlette_response
from slack_bolt.oauth import OAuthFlow
from slack_bolt.request import BoltRequest
from slack_bolt.response import BoltResponse
from slack_sdk.signature import SignatureVerifier
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from bot.observe import metrics as counted
from bot.slack.patience import KEEP_ALIVE_SECONDS, PatientProtocol
from bot.wording.errors import UserError
from bot.wording.words import say

log = logging.getLogger(__name__)

TAKES = ("/slack/events", "/slack/commands", "/slack/interactive")
LONGEST_BODY_BYTES = 2**20  # Slack's payloads stay far below
BODY_SECONDS = 5.0  # Slack itself gives up after three
STOP_SECONDS = 5  # for requests in progress at shutdown; Slack waits three for an ack
BACKLOG = 512
ADDRESS = re.compile(r"(?P<host>[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\]):(?P<port>\d{1,5})")
NUMBER = re.compile(r"\d{1,12}", re.ASCII)

Dispatch = Callable[[BoltRequest], BoltResponse]
Handler = Callable[[Request], Awaitable[Response]]


class MoreDoors(Protocol):
    """What else is served here, and what has to run meanwhile."""

    @property
    def routes(self) -> Sequence[BaseRoute]: ...

    @property
    def lifespan(self) -> Callable[[Starlette], AbstractAsyncContextManager[None]] | None: ...


class BindAddress(NamedTuple):
    """Where to listen; port 0 takes a free one."""

    host: str
    port: int

    @classmethod
    def read(cls, text: str) -> BindAddress:
        """HOST:PORT.

        Raises:
            UserError: it is something else.
        """
        match = ADDRESS.fullmatch(text.strip())
        if match is None or int(match["port"]) >= 2**16:
            raise UserError("address_malformed", address=text)
        return cls(match["host"].strip("[]"), int(match["port"]))

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def site(
    *,
    ready: Callable[[], str | None],
    metrics: Callable[[], bytes] | None = None,
    dispatch: Dispatch | None = None,
    secret: str = "",
    flow: OAuthFlow | None = None,
    doors: MoreDoors | None = None,
) -> Starlette:
    """Health checks, where `ready` gives why not; `metrics`; installation if there is a `flow`; `doors` for programs.

    `dispatch` takes Slack's requests, signed with `secret`.
    """

    async def livez(_request: Request) -> Response:
        return PlainTextResponse("ok\n")

    async def readyz(_request: Request) -> Response:
        reason = await run_in_threadpool(ready)
        sentence = say("words/health.j2", "not_ready", reason) if reason else say("words/health.j2", "ready")
        return PlainTextResponse(f"{sentence}\n", 503 if reason else 200)

    routes = [Route("/livez", livez), Route("/healthz", livez), Route("/readyz", readyz)]
    if metrics is not None:
        routes.append(Route("/metrics", _measured(metrics)))
    if dispatch is not None:
        taking = _taking(dispatch, SignatureVerifier(secret))
        routes += [Route(path, taking, methods=["POST"]) for path in TAKES]
    if flow is not None:
        routes += [
            Route(flow.install_path, _page(flow.handle_installation)),
            Route(flow.redirect_uri_path, _page(flow.handle_callback)),
        ]
    if doors is None:
        return Starlette(routes=routes)
    return Starlette(routes=[*routes, *doors.routes], lifespan=doors.lifespan)


def bound(address: BindAddress) -> socket.socket:
    """A socket that listens there; processes that are forked afterwards share it.

    Raises:
        UserError: the address cannot be used.
    """
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        listener.bind(tuple(address))
        listener.listen(BACKLOG)
    except OSError as problem:
        listener.close()
        raise UserError(
            "address_unusable", address=str(address), reason=problem.strerror or str(problem)
        ) from problem
    return listener


@contextmanager
def listening(made: Starlette, address: BindAddress, listener: socket.socket | None = None) -> Iterator[BindAddress]:
    """Serves inside the context, then finishes what it has accepted. Yields the address it listens on.

    Raises:
        UserError: the address cannot be used.
    """
    listener = listener or bound(address)
    server = uvicorn.Server(
        uvicorn.Config(
            made,
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            ws="none",
            http=PatientProtocol,
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
            timeout_graceful_shutdown=STOP_SECONDS,
        )
    )
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, name="http", daemon=True)
    thread.start()
    try:
        yield BindAddress(address.host, listener.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join(2 * STOP_SECONDS)
        listener.close()


def _measured(metrics: Callable[[], bytes]) -> Handler:
    async def show(_request: Request) -> Response:
        return Response(await run_in_threadpool(metrics), media_type=CONTENT_TYPE_LATEST)

    return show


def _taking(dispatch: Dispatch, verifier: SignatureVerifier) -> Handler:
    async def take(request: Request) -> Response:
        body = await _body(request)
        if isinstance(body, Response):
            return body
        headers = request.headers
        if not _is_slack_s(
            verifier, body, headers.get("x-slack-request-timestamp"), headers.get("x-slack-signature")
        ):
            counted.refused("not_signed")
            log.warning("a request to %s was not signed by Slack", request.url.path)
            return PlainTextResponse("not signed\n", 401)
        return to_starlette_response(await run_in_threadpool(dispatch, to_bolt_request(request, body)))

    return take


async def _body(request: Request) -> bytes | Response:
    """The request body, or an error response if it is too long or too slow."""
    taken = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for part in request.stream():
                taken += part
                if len(taken) > LONGEST_BODY_BYTES:
                    return PlainTextResponse("too long\n", 413, headers={"Connection": "close"})
    except TimeoutError:
        return PlainTextResponse("too slow\n", 408, headers={"Connection": "close"})
    except ClientDisconnect:
        return Response(status_code=400)
    return bytes(taken)


def _is_slack_s(verifier: SignatureVerifier, body: bytes, stamp: str | None, signature: str | None) -> bool:
    """Whether it is signed with our secret and at most five minutes old; invalid UTF-8 is not from Slack."""
    if stamp is None or signature is None or not (NUMBER.fullmatch(stamp) and signature.isascii()):
        return False
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return verifier.is_valid(body, stamp, signature)


def _page(handle: Callable[[BoltRequest], BoltResponse]) -> Handler:
    async def show(request: Request) -> Response:
        shown = await run_in_threadpool(handle, to_bolt_request(request, b""))
        return to_starlette_response(shown)

    return show

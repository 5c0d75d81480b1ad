"""What programs are served on the serving port: `/v1`, and the MCP server at `/mcp`, both behind a token."""

from __future__ import annotations

import importlib.util
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from bot.api import http
from bot.api.access import Access, entries
from bot.api.desk import Desk
from bot.environment.settings import Settings

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer
    from starlette.types import ASGIApp, Receive, Scope, Send

log = logging.getLogger(__name__)

PATH = "/mcp"
MOST_SESSIONS = 500
IDLE_SECONDS = 900.0
LONGEST_BODY_BYTES = 2**20


class Doors(NamedTuple):
    """Routes to add to a site, and what has to run while it is served."""

    routes: tuple[BaseRoute, ...] = ()
    lifespan: Callable[[Starlette], AbstractAsyncContextManager[None]] | None = None


def doors(settings: Settings, desk: Desk) -> Doors:
    """Nothing without a token; without the extra `agents` only `/v1`.

    Raises:
        UserError: the tokens are malformed.
    """
    known = entries(settings.chipscout_api_tokens.get_secret_value())
    if not known:
        return Doors()
    access = Access(known, settings.api_per_minute)
    routes = tuple(http.routes(desk, access))
    if importlib.util.find_spec("mcp") is None:
        log.info("the extra agents is not installed: %s is not served", PATH)
        return Doors(routes)
    from bot.mcp_server.server import server

    made: MCPServer[Any] = server(desk, workspace="")
    asgi = _asgi(made)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        async with made.session_manager.run():
            yield

    return Doors((*routes, Route(PATH, endpoint=Gate(asgi, access))), lifespan)


def _asgi(made: MCPServer[Any]) -> ASGIApp:
    """The handler of the transport. No browser holds a token, so the `Host` header decides nothing."""
    from mcp.server.transport_security import TransportSecuritySettings

    made.streamable_http_app(
        streamable_http_path=PATH,
        max_request_body_size=LONGEST_BODY_BYTES,
        max_sessions=MOST_SESSIONS,
        session_idle_timeout=IDLE_SECONDS,
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )
    return made.session_manager.handle_request


class Gate:
    """Lets in whoever has a token, as its workspace: a session belongs to the token that opened it."""

    def __init__(self, inside: ASGIApp, access: Access) -> None:
        self._inside, self._access = inside, access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
        from mcp.server.auth.provider import AccessToken

        caller = http.refusal(self._access, Request(scope).headers.get("authorization"))
        if isinstance(caller, Response):
            await caller(scope, receive, send)
            return
        token = AccessToken(token="", client_id=caller.workspace, subject=str(caller.number), scopes=[])
        await self._inside({**scope, "user": AuthenticatedUser(token)}, receive, send)

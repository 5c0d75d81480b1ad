"""The local Slack as an HTTP server in a thread and an event loop of its own."""

from __future__ import annotations

import asyncio
import logging
import threading

from aiohttp import web

from tests.slack.local.core import Core
from tests.slack.local.transport.oauth import Consent
from tests.slack.local.transport.web_api import WebApi

HOST = "127.0.0.1"
PATIENCE_S = 5.0  # for the thread to come up or go down
TURNS = 3  # of the loop from accepting a connection (its task, transport and protocol) until the runner knows it


class Server:
    """Starts and stops; `base` is the address once it runs."""

    def __init__(self, core: Core, port: int = 0) -> None:
        self.core, self.port = core, port
        self.cores = [core]  # of every workspace; the first is the one that sockets are opened for
        self.consent = Consent(self.cores)
        self.base = ""
        self._thread: threading.Thread | None = None
        self._up = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._error: BaseException | None = None

    def start(self) -> str:
        """Bind, serve, and give the address."""
        self._thread = threading.Thread(target=self._run, name="local-slack", daemon=True)
        self._thread.start()
        if not self._up.wait(PATIENCE_S):
            raise RuntimeError("the local Slack did not come up")
        if self._error is not None:
            raise RuntimeError(f"the local Slack did not come up: {self._error}")
        return self.base

    def stop(self) -> None:
        if self._thread is None or self._loop is None or self._stop is None:
            return
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(PATIENCE_S)
        if self._thread.is_alive():
            raise RuntimeError("the local Slack did not stop")
        self._thread = None

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        assert self._loop is not None, "the server is not running"
        return self._loop

    def _run(self) -> None:
        try:
            asyncio.run(self._serve())
        except BaseException as error:  # noqa: BLE001 - handed to the thread that waits
            self._error = error
            self._up.set()

    async def _serve(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        self.core.hub.loop = self._loop
        api = WebApi(self.cores, self.consent)
        app = web.Application(client_max_size=64 * 2**20)
        app.add_routes(api.routes())
        log = logging.getLogger("tests.slack.local.transport.server")
        runner = web.AppRunner(app, access_log=None, logger=log, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, HOST, self.port)
        await site.start()
        assert site._server is not None
        self.port = site._server.sockets[0].getsockname()[1]  # type: ignore[attr-defined]
        self.base = f"http://{HOST}:{self.port}"
        self.core.base = self.base
        self._up.set()
        await self._stop.wait()
        api.stopping.set()
        await self.core.hub.close()
        for listener in site._server.sockets:  # type: ignore[attr-defined]
            self._loop.remove_reader(listener)  # one accepted in this turn would find the server gone, and stay open
        for _ in range(TURNS):
            await asyncio.sleep(0)
        await runner.cleanup()

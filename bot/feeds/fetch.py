"""One document from the web into a temporary file, bounded in size and time, from the hosts it may come from.

Nothing of an address but scheme, host and path is ever shown or logged: the rest may hold credentials.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import tempfile
import time
from collections.abc import Callable, Mapping
from email.utils import parsedate_to_datetime
from typing import BinaryIO, NamedTuple
from urllib.parse import urljoin, urlsplit
from urllib.request import getproxies, proxy_bypass

import httpx
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type, stop_after_attempt
from tenacity.wait import wait_exponential, wait_random

from bot.feeds.decompress import Unpacked, gunzipping
from knowledge.types.feeds import FeedDescription, RefreshSettings

MEGABYTE = 1_000_000
REDIRECTS = frozenset({301, 302, 303, 307, 308})
BUSY = frozenset({httpx.codes.TOO_MANY_REQUESTS, httpx.codes.SERVICE_UNAVAILABLE})
PASSING = BUSY | {
    httpx.codes.REQUEST_TIMEOUT,
    httpx.codes.TOO_EARLY,
    httpx.codes.INTERNAL_SERVER_ERROR,
    httpx.codes.BAD_GATEWAY,
    httpx.codes.GATEWAY_TIMEOUT,
}
HEAD = 512  # bytes that tell a page for people from data
Progress = Callable[[int, int | None], None]  # bytes so far, bytes in all where that is known


class FetchError(Exception):
    """It was not fetched. `code` is worded in `templates/words/prices/refresh.j2`; `found` is fit to be shown."""

    def __init__(self, code: str, found: str = "") -> None:
        self.code, self.found = code, found
        super().__init__(f"{code}: {found}")


class PassingError(FetchError):
    """It may go better the next time. `after_seconds` is what the server asked to wait."""

    def __init__(self, code: str, found: str = "", after_seconds: float | None = None) -> None:
        super().__init__(code, found)
        self.after_seconds = after_seconds


class Validators(NamedTuple):
    """What the server gave to ask with whether anything is new."""

    etag: str = ""
    modified: str = ""

    def headers(self) -> dict[str, str]:
        asked = {"If-None-Match": self.etag, "If-Modified-Since": self.modified}
        return {name: value for name, value in asked.items() if value}


class Fetched(NamedTuple):
    """A whole document, unpacked, at its beginning. The file has no name: it is gone with the process."""

    address: str
    file: BinaryIO
    validators: Validators = Validators()


def shown(address: str) -> str:
    """The address without what may be a secret: no user, no password, no query."""
    parts = urlsplit(address)
    port = f":{parts.port}" if parts.port else ""
    return f"{parts.scheme}://{parts.hostname or ''}{port}{parts.path}"


class Fetcher:
    """Fetches what one feed may read. `progress` is told as the bytes come."""

    def __init__(self, feed: FeedDescription, patience: RefreshSettings, progress: Progress | None = None) -> None:
        self._feed, self._patience = feed, patience
        self._hosts = feed.allowed_hosts()
        self._progress = progress or (lambda _so_far, _whole: None)
        self._until = time.monotonic() + feed.seconds_at_most

    def fetch(
        self, address: str, validators: Validators | None = None, headers: Mapping[str, str] | None = None
    ) -> Fetched | None:
        """The document, or None where it is what it was. The bound of time is of all that one Fetcher fetches.

        Raises:
            FetchError: whatever went wrong, after as many tries as are decent.
        """
        asked = {"Accept-Encoding": "gzip", "User-Agent": "chipscout", **(headers or {})}
        asked |= validators.headers() if validators else {}
        return asyncio.run(self._in_time(address, asked))

    async def _in_time(self, address: str, headers: Mapping[str, str]) -> Fetched | None:
        left = max(self._until - time.monotonic(), 0.0)
        try:
            async with asyncio.timeout(left):
                return await self._tried(address, headers)
        except TimeoutError:
            raise FetchError("slow", f"{self._feed.seconds_at_most:g}") from None

    async def _tried(self, address: str, headers: Mapping[str, str]) -> Fetched | None:
        retrying = AsyncRetrying(
            retry=retry_if_exception_type(PassingError),
            stop=stop_after_attempt(self._patience.tries),
            wait=self._wait,
            reraise=True,
        )
        fetched: Fetched | None = await retrying(self._once, address, headers)
        return fetched

    def _wait(self, state: RetryCallState) -> float:
        """As long as the server asks; else longer each time. More than is decent is not waited for at all."""
        problem = state.outcome.exception() if state.outcome else None
        asked = problem.after_seconds if isinstance(problem, PassingError) else None
        if asked is None:
            first, longest = self._patience.first_wait_seconds, self._patience.longest_wait_seconds
            return (wait_exponential(multiplier=first, max=longest) + wait_random(0, first))(state)
        if asked > self._patience.longest_wait_seconds:
            raise FetchError("busy_long", f"{asked:.0f}")
        return asked

    async def _once(self, address: str, headers: Mapping[str, str]) -> Fetched | None:
        timeout = httpx.Timeout(self._patience.read_seconds, connect=self._patience.connect_seconds)
        try:
            async with httpx.AsyncClient(follow_redirects=False, timeout=timeout) as client:
                return await self._followed(client, address, headers)
        except httpx.TimeoutException:
            raise PassingError("no_answer", urlsplit(address).hostname or "") from None
        except httpx.ConnectError:
            raise PassingError("unreachable", urlsplit(address).hostname or "") from None
        except (httpx.RemoteProtocolError, httpx.ReadError, httpx.WriteError):
            raise PassingError("cut_off", shown(address)) from None
        except (httpx.HTTPError, httpx.InvalidURL):
            raise FetchError("unreachable", urlsplit(address).hostname or "") from None
        except OSError as problem:
            raise FetchError("disk", problem.strerror or "") from None

    async def _followed(self, client: httpx.AsyncClient, address: str, headers: Mapping[str, str]) -> Fetched | None:
        """Redirects are followed by hand, each looked at as the first address was; headers stay with their host."""
        here, origin = address, _origin(address)
        for _ in range(self._patience.redirects_at_most + 1):
            await self._allow(here)
            own = headers if _origin(here) == origin else {"Accept-Encoding": "gzip"}
            async with client.stream("GET", here, headers=own) as answer:
                self._peer(answer, here)
                if answer.status_code not in REDIRECTS:
                    return await self._taken(answer, here)
                there = answer.headers.get("location", "")
            here = urljoin(here, there)
        raise FetchError("redirects", shown(address))

    async def _allow(self, address: str) -> None:
        """Only http and https, only the hosts of this feed, and none inside our own network unless that was said."""
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https"):
            raise FetchError("scheme", shown(address))
        host = (parts.hostname or "").lower()
        if host not in self._hosts:
            raise FetchError("host", host)
        if self._feed.is_private or _is_proxied(parts.scheme, host):
            return
        try:
            found = await asyncio.get_running_loop().getaddrinfo(host, parts.port, type=socket.SOCK_STREAM)
        except OSError:
            raise PassingError("unreachable", host) from None
        for *_, place in found:
            _refuse_private(str(place[0]), host)

    def _peer(self, answer: httpx.Response, address: str) -> None:
        """What was really connected to: a name may have come to mean another place in between."""
        parts = urlsplit(address)
        stream = answer.extensions.get("network_stream")
        place = stream.get_extra_info("server_addr") if stream else None
        if place and not self._feed.is_private and not _is_proxied(parts.scheme, parts.hostname or ""):
            _refuse_private(str(place[0]), parts.hostname or "")

    async def _taken(self, answer: httpx.Response, address: str) -> Fetched | None:
        status = answer.status_code
        if status == httpx.codes.NOT_MODIFIED:
            return None
        if status in PASSING:
            code = "busy" if status in BUSY else "status"
            raise PassingError(code, str(status), _retry_after(answer.headers.get("retry-after", "")))
        if status != httpx.codes.OK:
            raise FetchError("status", str(status))
        if "html" in answer.headers.get("content-type", "").lower():
            raise FetchError("html", shown(address))
        etag, modified = answer.headers.get("etag", ""), answer.headers.get("last-modified", "")
        file = tempfile.TemporaryFile()  # noqa: SIM115 - whoever gets it closes it
        try:
            await self._body(answer, file)
            file.seek(0)
            if file.read(HEAD).lstrip().lower().startswith((b"<!doctype html", b"<html")):
                raise FetchError("html", shown(address))
        except BaseException:
            file.close()
            raise
        file.seek(0)
        return Fetched(address, file, Validators(etag, modified))

    async def _body(self, answer: httpx.Response, file: BinaryIO) -> None:
        """The bytes as sent, counted, and unpacked by us: a few of them may stand for more than the disk holds."""
        most = int(self._feed.megabytes_at_most * MEGABYTE)
        length = answer.headers.get("content-length", "")
        whole = int(length) if length.isdecimal() else None
        if whole is not None and whole > most:
            raise FetchError("too_big", f"{self._feed.megabytes_at_most:g}")
        encoding = answer.headers.get("content-encoding", "identity").lower().strip()
        if encoding not in ("identity", "gzip", "x-gzip", ""):
            raise FetchError("encoding", encoding[:40])
        target = Unpacked(file, int(self._feed.unpacked_megabytes_at_most * MEGABYTE))
        sink = gunzipping(target) if encoding.endswith("gzip") else target
        so_far = 0
        try:
            async for chunk in answer.aiter_raw():
                so_far += len(chunk)
                if so_far > most:
                    raise FetchError("too_big", f"{self._feed.megabytes_at_most:g}")
                sink.write(chunk)
                self._progress(so_far, whole)
            sink.finish()
        except OverflowError:
            raise FetchError("unpacks_too_big", f"{self._feed.unpacked_megabytes_at_most:g}") from None
        except ValueError:
            raise PassingError("damaged", shown(str(answer.url))) from None
        if so_far == 0:
            raise PassingError("empty", shown(str(answer.url)))


def _origin(address: str) -> tuple[str, str, int | None]:
    parts = urlsplit(address)
    return parts.scheme, (parts.hostname or "").lower(), parts.port


def _is_proxied(scheme: str, host: str) -> bool:
    """A proxy looks names up and connects; where it leads is its own matter."""
    proxies = getproxies()
    return (scheme in proxies or "all" in proxies) and not proxy_bypass(host)


def _refuse_private(place: str, host: str) -> None:
    if not ipaddress.ip_address(place.partition("%")[0]).is_global:
        raise FetchError("private", host)


def _retry_after(said: str) -> float | None:
    """Seconds, or a date; None where it says neither."""
    if said.strip().isdecimal():
        return float(said)
    try:
        return max(parsedate_to_datetime(said).timestamp() - time.time(), 0.0)
    except (TypeError, ValueError):
        return None

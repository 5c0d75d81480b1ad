"""Downloads one document into a temporary file, within limits of size and time, from allowed hosts only.

Only the scheme, host and path of an address are ever shown or logged: the rest may contain credentials.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
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

from bot.feeds.decompress import SizeLimitedFile, gunzip
from knowledge.types.feeds import FeedDescription, RefreshSettings

MEGABYTE = 1_000_000
REDIRECTS = frozenset({301, 302, 303, 307, 308})
BUSY = frozenset({httpx.codes.TOO_MANY_REQUESTS, httpx.codes.SERVICE_UNAVAILABLE})
TRANSIENT = BUSY | {
    httpx.codes.REQUEST_TIMEOUT,
    httpx.codes.TOO_EARLY,
    httpx.codes.INTERNAL_SERVER_ERROR,
    httpx.codes.BAD_GATEWAY,
    httpx.codes.GATEWAY_TIMEOUT,
}
HEAD = 512  # bytes that are enough to recognize HTML
Progress = Callable[[int, int | None], None]  # bytes so far, total bytes if known


class FetchError(Exception):
    """The download failed. `code` is worded in `templates/words/prices/refresh.j2`; `found` holds no secrets."""

    def __init__(self, code: str, found: str = "") -> None:
        self.code, self.found = code, found
        super().__init__(f"{code}: {found}")


class TransientError(FetchError):
    """A failure worth a retry. `after_seconds` is the wait that the server requested."""

    def __init__(self, code: str, found: str = "", after_seconds: float | None = None) -> None:
        super().__init__(code, found)
        self.after_seconds = after_seconds


class Validators(NamedTuple):
    """The ETag and Last-Modified of a response, to ask later whether anything is new."""

    etag: str = ""
    modified: str = ""

    def headers(self) -> dict[str, str]:
        headers = {"If-None-Match": self.etag, "If-Modified-Since": self.modified}
        return {name: value for name, value in headers.items() if value}


class Fetched(NamedTuple):
    """A complete document, decompressed, positioned at its start. The file has no name: it goes with the process."""

    address: str
    file: BinaryIO
    validators: Validators = Validators()


def without_secrets(address: str) -> str:
    """The address without anything that may be secret: no user, no password, no query."""
    parts = urlsplit(address)
    port = f":{parts.port}" if parts.port else ""
    return f"{parts.scheme}://{parts.hostname or ''}{port}{parts.path}"


class Fetcher:
    """Downloads from the hosts of one feed. `progress` is called as bytes arrive."""

    def __init__(self, feed: FeedDescription, patience: RefreshSettings, progress: Progress | None = None) -> None:
        self._feed, self._patience = feed, patience
        self._hosts = feed.allowed_hosts()
        self._progress = progress or (lambda _so_far, _total: None)
        self._deadline = time.monotonic() + feed.seconds_at_most

    def fetch(
        self, address: str, validators: Validators | None = None, headers: Mapping[str, str] | None = None
    ) -> Fetched | None:
        """The document, or None if it has not changed. The time limit covers all downloads of one Fetcher.

        Raises:
            FetchError: the download failed, after the configured number of tries.
        """
        sent = {"Accept-Encoding": "gzip", "User-Agent": "chipscout", **(headers or {})}
        sent |= validators.headers() if validators else {}
        return asyncio.run(self._within_deadline(address, sent))

    async def _within_deadline(self, address: str, headers: Mapping[str, str]) -> Fetched | None:
        left = max(self._deadline - time.monotonic(), 0.0)
        try:
            async with asyncio.timeout(left):
                return await self._with_retries(address, headers)
        except TimeoutError:
            raise FetchError("slow", f"{self._feed.seconds_at_most:g}") from None

    async def _with_retries(self, address: str, headers: Mapping[str, str]) -> Fetched | None:
        retrying = AsyncRetrying(
            retry=retry_if_exception_type(TransientError),
            stop=stop_after_attempt(self._patience.tries),
            wait=self._wait,
            reraise=True,
        )
        fetched: Fetched | None = await retrying(self._attempt, address, headers)
        return fetched

    def _wait(self, state: RetryCallState) -> float:
        """As long as the server requests, else longer each time; gives up if that exceeds the longest wait."""
        problem = state.outcome.exception() if state.outcome else None
        requested = problem.after_seconds if isinstance(problem, TransientError) else None
        if requested is None:
            first, longest = self._patience.first_wait_seconds, self._patience.longest_wait_seconds
            return (wait_exponential(multiplier=first, max=longest) + wait_random(0, first))(state)
        if requested > self._patience.longest_wait_seconds:
            raise FetchError("busy_long", f"{requested:.0f}")
        return requested

    async def _attempt(self, address: str, headers: Mapping[str, str]) -> Fetched | None:
        timeout = httpx.Timeout(self._patience.read_seconds, connect=self._patience.connect_seconds)
        try:
            async with httpx.AsyncClient(follow_redirects=False, timeout=timeout) as client:
                return await self._followed(client, address, headers)
        except httpx.TimeoutException:
            raise TransientError("no_answer", urlsplit(address).hostname or "") from None
        except httpx.ConnectError as problem:
            if code := _of_tls(problem):
                raise FetchError(code, urlsplit(address).hostname or "") from None
            raise TransientError("unreachable", urlsplit(address).hostname or "") from None
        except httpx.ProxyError as problem:
            raise FetchError("proxy_refuses", str(problem)) from None
        except (httpx.RemoteProtocolError, httpx.ReadError, httpx.WriteError):
            raise TransientError("broken_off", without_secrets(address)) from None
        except httpx.InvalidURL:  # addresses were checked: what a proxy is called was not
            raise FetchError("proxy_wrong") from None
        except httpx.HTTPError:
            raise FetchError("unreachable", urlsplit(address).hostname or "") from None
        except OSError as problem:
            raise FetchError("disk", problem.strerror or "") from None

    async def _followed(self, client: httpx.AsyncClient, address: str, headers: Mapping[str, str]) -> Fetched | None:
        """Checks each redirect target like the first address, and sends the headers only to the first origin."""
        current, origin = address, _origin(address)
        for _ in range(self._patience.redirects_at_most + 1):
            await self._check_allowed(current)
            own = headers if _origin(current) == origin else {"Accept-Encoding": "gzip"}
            async with client.stream("GET", current, headers=own) as answer:
                self._check_peer(answer, current)
                if answer.status_code not in REDIRECTS:
                    return await self._received(answer, current)
                location = answer.headers.get("location", "")
            current = urljoin(current, location)
        raise FetchError("redirects", without_secrets(address))

    async def _check_allowed(self, address: str) -> None:
        """Only http and https, only the hosts of this feed, and no private network unless the feed allows it."""
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https"):
            raise FetchError("scheme", without_secrets(address))
        host = (parts.hostname or "").lower()
        if host not in self._hosts:
            raise FetchError("host", host)
        if self._feed.is_private or is_proxied(parts.scheme, host):
            return
        try:
            addresses = await asyncio.get_running_loop().getaddrinfo(host, parts.port, type=socket.SOCK_STREAM)
        except OSError:
            raise TransientError("unreachable", host) from None
        for *_, socket_address in addresses:
            _refuse_private(str(socket_address[0]), host)

    def _check_peer(self, answer: httpx.Response, address: str) -> None:
        """Checks the address really connected to: DNS may have changed since the host was checked."""
        parts = urlsplit(address)
        stream = answer.extensions.get("network_stream")
        peer = stream.get_extra_info("server_addr") if stream else None
        if peer and not self._feed.is_private and not is_proxied(parts.scheme, parts.hostname or ""):
            _refuse_private(str(peer[0]), parts.hostname or "")

    async def _received(self, answer: httpx.Response, address: str) -> Fetched | None:
        status = answer.status_code
        if status == httpx.codes.NOT_MODIFIED:
            return None
        if status in TRANSIENT:
            code = "busy" if status in BUSY else "status"
            raise TransientError(code, str(status), _retry_after(answer.headers.get("retry-after", "")))
        if status != httpx.codes.OK:
            raise FetchError("status", str(status))
        if not self._feed.is_page and "html" in answer.headers.get("content-type", "").lower():
            raise FetchError("html", without_secrets(address))
        etag, modified = answer.headers.get("etag", ""), answer.headers.get("last-modified", "")
        file = tempfile.TemporaryFile()  # noqa: SIM115 - whoever gets it closes it
        try:
            await self._save_body(answer, file)
            file.seek(0)
            is_page = file.read(HEAD).lstrip().lower().startswith((b"<!doctype html", b"<html"))
            if is_page and not self._feed.is_page:
                raise FetchError("html", without_secrets(address))
        except BaseException:
            file.close()
            raise
        file.seek(0)
        return Fetched(address, file, Validators(etag, modified))

    async def _save_body(self, answer: httpx.Response, file: BinaryIO) -> None:
        """Counts the raw bytes and decompresses them here: a small response may expand beyond the disk."""
        max_bytes = int(self._feed.megabytes_at_most * MEGABYTE)
        length = answer.headers.get("content-length", "")
        total = int(length) if length.isdecimal() else None
        if total is not None and total > max_bytes:
            raise FetchError("too_big", f"{self._feed.megabytes_at_most:g}")
        encoding = answer.headers.get("content-encoding", "identity").lower().strip()
        if encoding not in ("identity", "gzip", "x-gzip", ""):
            raise FetchError("encoding", encoding[:40])
        target = SizeLimitedFile(file, int(self._feed.unpacked_megabytes_at_most * MEGABYTE))
        sink = gunzip(target) if encoding.endswith("gzip") else target
        so_far = 0
        try:
            async for chunk in answer.aiter_raw():
                so_far += len(chunk)
                if so_far > max_bytes:
                    raise FetchError("too_big", f"{self._feed.megabytes_at_most:g}")
                sink.write(chunk)
                self._progress(so_far, total)
            sink.finish()
        except OverflowError:
            raise FetchError("unpacks_too_big", f"{self._feed.unpacked_megabytes_at_most:g}") from None
        except ValueError:
            raise TransientError("damaged", without_secrets(str(answer.url))) from None
        if so_far == 0:
            raise TransientError("empty", without_secrets(str(answer.url)))


def _of_tls(problem: BaseException | None) -> str:
    """Whether a connection failed at its encryption: the certificate is not trusted, or there is none; else empty."""
    while problem is not None:
        if isinstance(problem, ssl.SSLCertVerificationError) or "CERTIFICATE_VERIFY_FAILED" in str(problem):
            return "untrusted"
        if isinstance(problem, ssl.SSLError):
            return "no_tls"
        problem = problem.__cause__ or problem.__context__
    return ""


def _origin(address: str) -> tuple[str, str, int | None]:
    parts = urlsplit(address)
    return parts.scheme, (parts.hostname or "").lower(), parts.port


def is_proxied(scheme: str, host: str) -> bool:
    """Behind a proxy, the proxy resolves names and connects, so there is no address to check here."""
    proxies = getproxies()
    return (scheme in proxies or "all" in proxies) and not proxy_bypass(host)


def _refuse_private(ip: str, host: str) -> None:
    if not ipaddress.ip_address(ip.partition("%")[0]).is_global:
        raise FetchError("private", host)


def _retry_after(header: str) -> float | None:
    """The seconds to wait, given as a number or a date; None if the header is neither."""
    if header.strip().isdecimal():
        return float(header)
    try:
        return max(parsedate_to_datetime(header).timestamp() - time.time(), 0.0)
    except (TypeError, ValueError):
        return None

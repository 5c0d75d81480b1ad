"""One look at the network before a refresh: which of the feeds' hosts can be reached at all.

A connection is opened and closed; nothing is sent. Without a network every feed would try for minutes, and so it
would where its host refuses, or the proxy in between does.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable, Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import NamedTuple
from urllib.parse import urlsplit
from urllib.request import getproxies

from bot.feeds.fetch import is_proxied
from knowledge.types.base import Cloud
from knowledge.types.feeds import FeedDescription

PORTS = {"http": 80, "https": 443, "socks5": 1080, "socks5h": 1080}


class ProbedHost(NamedTuple):
    """Where a feed's first address leads: its host, or the proxy in between, which may be anywhere."""

    host: str
    port: int
    is_private: bool
    is_proxy: bool = False


class Unreachable(NamedTuple):
    """The hosts that did not answer, each once. `is_all`: no other one did."""

    hosts: tuple[ProbedHost, ...] = ()
    is_all: bool = False

    def on_way(self, feed: FeedDescription, cloud: Cloud) -> ProbedHost | None:
        """The one that a feed's prices of a cloud would come from."""
        addresses = feed.addresses.get(cloud, ())
        ways = _way(addresses[0], feed.is_private) if addresses else ()
        return next((host for host in ways if host in self.hosts), None)


def unreachable(feeds: Iterable[FeedDescription], seconds: float) -> Unreachable:
    """The hosts of the feeds that cannot be reached within so many seconds; all are tried at once.

    Of a host behind a proxy it is the proxy that is looked for. One in a private network that its feed may not use
    counts as reachable: that has a reason of its own.
    """
    hosts = sorted({host for feed in feeds for host in _hosts(feed)})
    answers: SimpleQueue[tuple[ProbedHost, bool]] = SimpleQueue()
    for host in hosts:  # threads that nobody waits for: looking up a name may take longer than there is time
        Thread(target=lambda host=host: answers.put((host, _answers(host, seconds))), daemon=True).start()
    silent, until = set(hosts), monotonic() + seconds
    with suppress(Empty):
        for _ in hosts:
            host, is_there = answers.get(timeout=max(until - monotonic(), 0.0))
            if is_there:
                silent.discard(host)
    return Unreachable(tuple(sorted(silent)), bool(hosts) and len(silent) == len(hosts))


def _hosts(feed: FeedDescription) -> Iterator[ProbedHost]:
    for addresses in feed.addresses.values():
        yield from _way(addresses[0], feed.is_private)


def _way(address: str, is_private: bool) -> Iterator[ProbedHost]:
    parts = urlsplit(address)
    if parts.hostname is None:
        return
    if is_proxied(parts.scheme, parts.hostname):
        yield from _proxy(parts.scheme)
    else:
        yield ProbedHost(parts.hostname, parts.port or PORTS[parts.scheme], is_private)


def _proxy(scheme: str) -> Iterator[ProbedHost]:
    """The proxy of addresses of this scheme; of what it is called only the host, for the rest may be secret."""
    proxies = getproxies()
    named = proxies.get(scheme) or proxies.get("all", "")
    parts = urlsplit(named if "://" in named else f"http://{named}")
    with suppress(ValueError):  # no port is called that: whoever connects will say so
        port = parts.port or PORTS.get(parts.scheme, PORTS["http"])
        if parts.hostname:
            yield ProbedHost(parts.hostname, port, is_private=True, is_proxy=True)


def _answers(host: ProbedHost, seconds: float) -> bool:
    try:
        address = str(socket.getaddrinfo(host.host, host.port, type=socket.SOCK_STREAM)[0][4][0])
        if not host.is_private and not ipaddress.ip_address(address.partition("%")[0]).is_global:
            return True
        socket.create_connection((address, host.port), seconds).close()
    except OSError:
        return False
    return True

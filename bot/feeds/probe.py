"""One look at the network before a refresh: whether any of the feeds' hosts can be reached at all.

A connection is opened and closed; nothing is sent. Without a network every feed would try for minutes, and so it
would where every host refuses, or the proxy in between does.
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
from knowledge.types.feeds import FeedDescription

PORTS = {"http": 80, "https": 443, "socks5": 1080, "socks5h": 1080}


class ProbedHost(NamedTuple):
    """Where a feed's first address leads: its host, or the proxy in between, which may be anywhere."""

    host: str
    port: int
    is_private: bool
    is_proxy: bool = False


def unreachable(feeds: Iterable[FeedDescription], seconds: float) -> tuple[ProbedHost, ...]:
    """The hosts of the feeds, if none of them can be reached within so many seconds; nothing if one can.

    Of a host behind a proxy it is the proxy that is looked for. One in a private network that its feed may not use
    counts as reachable: that has a reason of its own.
    """
    hosts = sorted({host for feed in feeds for host in _hosts(feed)})
    if not hosts:
        return ()
    answers: SimpleQueue[bool] = SimpleQueue()
    for host in hosts:  # threads that nobody waits for: looking up a name may take longer than there is time
        Thread(target=lambda host=host: answers.put(_answers(host, seconds)), daemon=True).start()
    if _any(answers, len(hosts), monotonic() + seconds):
        return ()
    return tuple({(one.host, one.is_proxy): one for one in hosts}.values())


def _hosts(feed: FeedDescription) -> Iterator[ProbedHost]:
    for addresses in feed.addresses.values():
        parts = urlsplit(addresses[0])
        if parts.hostname is None:
            continue
        if is_proxied(parts.scheme, parts.hostname):
            yield from _proxy(parts.scheme)
        else:
            yield ProbedHost(parts.hostname, parts.port or PORTS[parts.scheme], feed.is_private)


def _proxy(scheme: str) -> Iterator[ProbedHost]:
    """The proxy of addresses of this scheme; of what it is called only the host, for the rest may be secret."""
    proxies = getproxies()
    named = proxies.get(scheme) or proxies.get("all", "")
    parts = urlsplit(named if "://" in named else f"http://{named}")
    with suppress(ValueError):  # no port is called that: whoever connects will say so
        port = parts.port or PORTS.get(parts.scheme, PORTS["http"])
        if parts.hostname:
            yield ProbedHost(parts.hostname, port, is_private=True, is_proxy=True)


def _any(answers: SimpleQueue[bool], expected: int, until: float) -> bool:
    for _ in range(expected):
        try:
            if answers.get(timeout=max(until - monotonic(), 0.0)):
                return True
        except Empty:
            return False
    return False


def _answers(host: ProbedHost, seconds: float) -> bool:
    try:
        address = str(socket.getaddrinfo(host.host, host.port, type=socket.SOCK_STREAM)[0][4][0])
        if not host.is_private and not ipaddress.ip_address(address.partition("%")[0]).is_global:
            return True
        socket.create_connection((address, host.port), seconds).close()
    except OSError:
        return False
    return True

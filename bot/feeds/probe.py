"""One look at the network before a refresh: whether any of the feeds' hosts can be reached at all.

A connection is opened and closed; nothing is sent. Without a network every feed would try for minutes.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable, Iterator
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import NamedTuple
from urllib.parse import urlsplit

from bot.feeds.fetch import is_proxied
from knowledge.types.feeds import FeedDescription

PORTS = {"http": 80, "https": 443}


class ProbedHost(NamedTuple):
    """Where a feed's first address leads."""

    scheme: str
    host: str
    port: int
    is_private: bool


def unreachable(feeds: Iterable[FeedDescription], seconds: float) -> tuple[str, ...]:
    """The hosts of the feeds, if none of them can be reached within so many seconds; nothing if one can.

    A host behind a proxy counts as reachable: only the proxy can tell. So does one that refuses the connection, and
    one in a private network that its feed may not use: that has a reason of its own.
    """
    hosts = sorted({host for feed in feeds for host in _hosts(feed)})
    if not hosts or any(is_proxied(host.scheme, host.host) for host in hosts):
        return ()
    answers: SimpleQueue[bool] = SimpleQueue()
    for host in hosts:  # threads that nobody waits for: looking up a name may take longer than there is time
        Thread(target=lambda host=host: answers.put(_answers(host, seconds)), daemon=True).start()
    return () if _any(answers, len(hosts), monotonic() + seconds) else tuple(dict.fromkeys(one.host for one in hosts))


def _hosts(feed: FeedDescription) -> Iterator[ProbedHost]:
    for addresses in feed.addresses.values():
        parts = urlsplit(addresses[0])
        if parts.hostname:
            yield ProbedHost(parts.scheme, parts.hostname, parts.port or PORTS[parts.scheme], feed.is_private)


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
    except ConnectionRefusedError:
        return True
    except OSError:
        return False
    return True

"""Whether there is a network, found out within seconds."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator

import pytest

from bot.feeds import probe
from bot.feeds.probe import Unreachable, unreachable
from knowledge.facts import Facts
from tests.http.describing import feed_at


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probe, "is_proxied", lambda _scheme, _host: False)


@pytest.fixture
def full() -> Iterator[int]:
    """A port whose queue is full: connections to it are never answered, as behind a firewall."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=0)
    port = listener.getsockname()[1]
    waiting = []
    for _ in range(4):
        one = socket.socket()
        one.setblocking(False)
        one.connect_ex(("127.0.0.1", port))
        waiting.append(one)
    yield port
    for one in (*waiting, listener):
        one.close()


def test_a_host_that_answers_is_a_network(facts: Facts) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        feed = feed_at(facts, "skypilot", f"http://127.0.0.1:{listener.getsockname()[1]}/vms.csv")
        assert unreachable([feed], 2) == Unreachable()


def closed_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
    return port


def named(found: Unreachable) -> list[tuple[str, bool]]:
    """Where nothing can be reached: by what name."""
    return list(dict.fromkeys((one.host, one.is_proxy) for one in found.hosts)) if found.is_all else []


def test_where_every_host_refuses_nothing_can_be_read(facts: Facts) -> None:
    feeds = [feed_at(facts, "skypilot", f"http://127.0.0.1:{closed_port()}/vms.csv") for _ in range(2)]
    began = time.monotonic()
    assert named(unreachable(feeds, 2)) == [("127.0.0.1", False)]
    assert time.monotonic() - began < 2


def test_no_answer_from_anyone_is_told_within_the_time_given(facts: Facts, full: int) -> None:
    feed = feed_at(facts, "skypilot", f"http://127.0.0.1:{full}/vms.csv")
    began = time.monotonic()
    assert named(unreachable([feed, feed], 0.3)) == [("127.0.0.1", False)]
    assert time.monotonic() - began < 2


def test_one_answer_is_enough(facts: Facts, full: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        ports = (full, closed_port(), listener.getsockname()[1])
        feeds = [feed_at(facts, "skypilot", f"http://127.0.0.1:{port}/vms.csv") for port in ports]
        found = unreachable(feeds, 0.5)
        assert not found.is_all and {one.port for one in found.hosts} == set(ports[:2])
        assert [found.on_way(feed, "aws") is None for feed in feeds] == [False, False, True]
        assert found.on_way(feeds[0], "gcp") is None  # it has no address for that


def test_a_name_that_nobody_knows_is_no_answer(facts: Facts, monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(*_: object, **__: object) -> list[object]:
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", nobody)
    found = unreachable([feed_at(facts, "skypilot", "https://prices.invalid/vms.csv")], 2)
    assert named(found) == [("prices.invalid", False)]


@pytest.mark.parametrize("written", ["http://name:secret@127.0.0.1:{}", "127.0.0.1:{}", "socks5://127.0.0.1:{}"])
@pytest.mark.parametrize("key", ["https", "all"])
def test_behind_a_proxy_it_is_the_proxy_that_is_looked_for(
    facts: Facts, monkeypatch: pytest.MonkeyPatch, written: str, key: str
) -> None:
    feeds = [feed_at(facts, "skypilot", f"https://{name}.invalid/vms.csv") for name in ("a", "b")]
    monkeypatch.setattr(probe, "is_proxied", lambda _scheme, _host: True)
    monkeypatch.setattr(probe, "getproxies", lambda: {key: written.format(closed_port())})
    assert named(unreachable(feeds, 2)) == [("127.0.0.1", True)]
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        monkeypatch.setattr(probe, "getproxies", lambda: {key: written.format(port)})
        assert unreachable(feeds, 2) == Unreachable()


@pytest.mark.parametrize("written", ["", "http://", "http://127.0.0.1:none"])
def test_a_proxy_that_is_none_is_told_by_whoever_connects(
    facts: Facts, monkeypatch: pytest.MonkeyPatch, written: str
) -> None:
    monkeypatch.setattr(probe, "is_proxied", lambda _scheme, _host: True)
    monkeypatch.setattr(probe, "getproxies", lambda: {"https": written})
    assert unreachable([feed_at(facts, "skypilot", "https://prices.invalid/vms.csv")], 0.3) == Unreachable()


def test_feeds_without_addresses_need_no_look() -> None:
    assert unreachable([], 0.3) == Unreachable()

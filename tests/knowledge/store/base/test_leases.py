"""Leases: a process is gone when it stopped counting while we went on, whatever the clocks say."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from knowledge.store.base.address import Location
from knowledge.store.base.leases import LEASE_SECONDS, MISSED_BEATS, Replicas, has_exited, new_name
from knowledge.store.store import Store
from tests.knowledge.store.conftest import Clock

HERE = "host-a/boot-1/pid:[1] 100 aaaa"
posix = pytest.mark.skipif(os.name != "posix", reason="only there a process can be asked whether it runs")


@pytest.fixture
def others(where: Location, clock: Clock) -> Iterator[tuple[Replicas, Replicas]]:
    with Store(where, clock, name="a") as a, Store(where, clock, name="b") as b:
        yield a.replicas, b.replicas


def test_a_process_is_gone_after_so_many_of_our_beats_without_one_of_its(others: tuple[Replicas, Replicas]) -> None:
    a, b = others
    b.beat()
    for _ in range(MISSED_BEATS):
        a.beat()
        assert not a.is_gone("b", since=0.0)
    a.beat()
    assert a.is_gone("b", since=0.0)


def test_a_beat_in_time_starts_the_count_anew(others: tuple[Replicas, Replicas]) -> None:
    a, b = others
    b.beat()
    for _ in range(MISSED_BEATS):
        a.beat()
    b.beat()
    for _ in range(MISSED_BEATS):
        a.beat()
        assert not a.is_gone("b", since=0.0)


def test_a_clock_that_is_wrong_by_a_day_makes_nobody_gone(others: tuple[Replicas, Replicas], clock: Clock) -> None:
    a, b = others
    for days in (1, -2, 3):
        b.beat()
        clock.now += days * 86400
        a.beat()
        assert not a.is_gone("b", since=0.0)


def test_a_process_that_left_is_gone_at_the_next_look(others: tuple[Replicas, Replicas]) -> None:
    a, b = others
    b.beat()
    b.leave()
    assert a.is_gone("b", since=0.0)


def test_a_process_that_never_beat_holds_what_it_has_for_its_lease(
    others: tuple[Replicas, Replicas], clock: Clock
) -> None:
    a, _ = others
    assert not a.is_gone("a command", since=clock.now - LEASE_SECONDS + 1)
    assert a.is_gone("a command", since=clock.now - LEASE_SECONDS)


def test_two_names_of_one_process_are_two_and_neither_has_exited() -> None:
    first, second = new_name(), new_name()
    assert first != second and first.split()[:2] == second.split()[:2]
    assert not has_exited(first, second)


@pytest.mark.parametrize("where_", ["host-b/boot-1/pid:[1]", "host-a/boot-2/pid:[1]", "host-a/boot-1/pid:[2]"])
def test_of_a_process_elsewhere_nothing_is_certain(where_: str) -> None:
    """Another machine, one that was started anew, or another container of the same name."""
    assert not has_exited(f"{where_} 100 bbbb", HERE)


@posix
def test_an_earlier_process_with_our_own_id_has_exited() -> None:
    """The first process of every container is number 1."""
    ours = new_name()
    place, process, _ = ours.split()
    assert has_exited(f"{place} {process} bbbb", ours)
    assert not has_exited(ours, ours)


@posix
def test_a_process_beside_us_is_gone_once_it_ended() -> None:
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    holder = f"host-a/boot-1/pid:[1] {child.pid} cccc"
    assert not has_exited(holder, HERE)
    child.communicate(b"\n")
    assert has_exited(holder, HERE)

"""Leases: only a process that certainly no longer runs counts as gone."""

from __future__ import annotations

import os
import socket
import subprocess
import sys

import pytest

from knowledge.store.base.leases import has_exited, this_process

HERE = "host-a 100 aaaa"
posix = pytest.mark.skipif(os.name != "posix", reason="only there a process can be asked whether it runs")


def test_this_process_is_named_by_host_id_and_a_token() -> None:
    host, process, token = this_process().split()
    assert (host, process) == (socket.gethostname(), str(os.getpid()))
    assert token and this_process() == this_process()


def test_a_process_of_another_host_may_still_run() -> None:
    assert not has_exited("host-b 100 bbbb", HERE)


@posix
def test_an_earlier_process_with_our_own_id_has_exited() -> None:
    """The first process of every container is number 1."""
    assert has_exited("host-a 100 bbbb", HERE)
    assert not has_exited(HERE, HERE)


@posix
def test_a_process_of_this_host_is_gone_once_it_ended() -> None:
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    holder = f"host-a {child.pid} cccc"
    assert not has_exited(holder, HERE)
    child.communicate(b"\n")
    assert has_exited(holder, HERE)

"""A process of the app that is forked from one which has imported it already: a start without its second of imports.

It is a process like any other: its own memory, database handle and sockets, and it can be killed. `test_start` starts
the console script itself.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Mapping, Sequence
from functools import cache
from multiprocessing.connection import Connection
from typing import IO

IMPORTED = ["bot.app", "bot.commands.serve", "bot.commands.common", "bot.advice.advisor"]


class ForkedApp:
    """What `subprocess.Popen` offers of it to those who start the app."""

    def __init__(self, argv: Sequence[str], env: Mapping[str, str]) -> None:
        out, out_end = multiprocessing.Pipe(duplex=False)
        err, err_end = multiprocessing.Pipe(duplex=False)
        self._child = _context().Process(target=_run, args=(list(argv), dict(env), out_end, err_end), daemon=True)
        self._child.start()
        for end in (out_end, err_end):
            end.close()
        self.stdout, self.stderr = _lines(out), _lines(err)
        self._status: int | None = None
        self._ended = threading.Event()
        threading.Thread(target=self._wait, daemon=True).start()

    @property
    def pid(self) -> int:
        return int(self._child.pid or 0)

    @property
    def returncode(self) -> int | None:
        return self._status if self._ended.is_set() else None

    def poll(self) -> int | None:
        return self.returncode

    def wait(self, timeout: float | None = None) -> int | None:
        """Its exit status.

        Raises:
            TimeoutError: it did not end in time.
        """
        if not self._ended.wait(timeout):
            raise TimeoutError
        return self._status

    def send_signal(self, number: int) -> None:
        if not self._ended.is_set():
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def _wait(self) -> None:
        """One thread alone asks how it ended: the status can be read once."""
        self._child.join()
        self._status = self._child.exitcode
        self._ended.set()


@cache
def _context() -> multiprocessing.context.ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(IMPORTED)
    return context


def _lines(end: Connection) -> IO[str]:
    """What comes out of a pipe, as text."""
    number = os.dup(end.fileno())
    end.close()
    return os.fdopen(number, encoding="utf-8", errors="replace")


def _run(argv: list[str], env: dict[str, str], out: Connection, err: Connection) -> None:
    """The child: its environment, its output, then the command as its console script runs it."""
    os.environ.clear()
    os.environ.update(env)
    os.dup2(out.fileno(), 1)
    os.dup2(err.fileno(), 2)
    out.close()
    err.close()
    sys.stdout = open(1, "w", encoding="utf-8", buffering=1, closefd=False)  # noqa: SIM115 - lives as long as it
    sys.stderr = open(2, "w", encoding="utf-8", buffering=1, closefd=False)  # noqa: SIM115
    sys.argv = argv
    from bot.cli import main

    main()

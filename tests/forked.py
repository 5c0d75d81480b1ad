"""A process of the app that is forked from one which has imported it already: a start without its second of imports.

It is a process like any other: its own memory, database handle and sockets, and it can be killed. `test_start` starts
the console script itself, and so does what calls `script` of `tests/bot/test_cli.py`.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from functools import cache
from multiprocessing.connection import Connection
from multiprocessing.reduction import DupFd
from pathlib import Path
from typing import IO, Any

IMPORTED = [
    "bot.app", "bot.cli", "bot.commands.ask", "bot.commands.serve", "bot.commands.common", "bot.advice.advisor",
    "bot.commands.prices.import_", "bot.commands.prices.refresh", "bot.prices.listed", "bot.prices.recalled",
    "knowledge.store.base.sqlite_file", "tests.warm",
]  # fmt: skip


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


def completed(
    argv: Sequence[str],
    *,
    env: Mapping[str, str],
    text: str | bytes = "",
    folder: Path | None = None,
    timeout: float = 60,
) -> subprocess.CompletedProcess[bytes]:
    """What `subprocess.run` says of such a process that gets `text` on its standard input.

    Raises:
        TimeoutError: it did not end in time; it is killed.
    """
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(text if isinstance(text, bytes) else text.encode())
        given.seek(0)
        ends = tuple(DupFd(file.fileno()) for file in (given, out, err))
        child = _context().Process(
            target=_run_to_its_end, args=(list(argv), dict(env), folder or Path.cwd(), ends), daemon=True
        )
        child.start()
        child.join(timeout)
        if child.exitcode is None:
            child.kill()
            raise TimeoutError(f"{' '.join(argv)} was not done in {timeout:g} s")
        for file in (out, err):
            file.seek(0)
        return subprocess.CompletedProcess(argv, child.exitcode, out.read(), err.read())


def status_of(argv: Sequence[str], env: Mapping[str, str], folder: Path, ends: Sequence[int]) -> int:
    """The exit status of such a process with these descriptors as standard input, output and error; they are closed.

    A negative one is the signal that ended it.
    """
    child = _context().Process(
        target=_run_to_its_end, args=(list(argv), dict(env), folder, tuple(DupFd(end) for end in ends)), daemon=True
    )
    try:
        child.start()
    finally:
        for end in ends:
            os.close(end)
    child.join()
    return child.exitcode or 0


def as_text(done: subprocess.CompletedProcess[bytes]) -> subprocess.CompletedProcess[str]:
    """The same with its output as text."""
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


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


def _run_to_its_end(argv: list[str], env: dict[str, str], folder: Path, ends: Sequence[Any]) -> None:
    """The child of `completed`."""
    os.chdir(folder)
    for number, end in enumerate(ends):
        os.dup2(end.detach(), number)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - lives as long as it
    _begin(argv, env)


def _run(argv: list[str], env: dict[str, str], out: Connection, err: Connection) -> None:
    """The child of a `ForkedApp`: its output goes to the pipes."""
    os.dup2(out.fileno(), 1)
    os.dup2(err.fileno(), 2)
    out.close()
    err.close()
    _begin(argv, env)


def _begin(argv: list[str], env: dict[str, str]) -> None:
    """The environment, the output, then the command as its console script runs it."""
    os.environ.clear()
    os.environ.update(env)
    sys.stdout = open(1, "w", encoding="utf-8", buffering=1, closefd=False)  # noqa: SIM115 - lives as long as it
    sys.stderr = open(2, "w", encoding="utf-8", buffering=1, closefd=False)  # noqa: SIM115
    sys.argv = argv
    from bot.cli import main

    main()

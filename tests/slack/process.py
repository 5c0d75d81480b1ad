"""The app as its users run it: a separate process, up once its socket has been greeted."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO

from tests.forked import ForkedApp
from tests.slack.local.local_slack import LocalSlack

START_S = 30.0
STOP_S = 10.0
PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy")


def chipscout() -> str:
    """The console script beside this interpreter, or on the path."""
    beside = Path(sys.executable).parent / "chipscout"
    return str(beside) if beside.exists() else shutil.which("chipscout") or "chipscout"


class AppProcess:
    """One running `chipscout serve` (or another command), with its output."""

    forks = True  # from a process that has imported the app; False: the console script itself

    def __init__(
        self,
        slack: LocalSlack,
        *,
        db: Path,
        command: Sequence[str] | None = None,
        env: Mapping[str, str] | None = None,
    ) -> None:
        self.slack, self.command = slack, list(command or [chipscout(), "serve"])
        inherited = {key: value for key, value in os.environ.items() if key not in PROXIES}
        self.env = inherited | {"NO_PROXY": "127.0.0.1", "PYTHONUNBUFFERED": "1", "CHIPSCOUT_DB": str(db)}
        self.env |= slack.env | dict(env or {})
        self.stdout: list[str] = []
        self.stderr: list[str] = []
        self.process: subprocess.Popen[str] | ForkedApp | None = None
        self._readers: list[threading.Thread] = []

    def start(self, *, timeout: float = START_S) -> AppProcess:
        """Start it, and wait until it has opened a socket of its own.

        Raises:
            AssertionError: it ended, or did not connect in time; the message holds its output.
        """
        greeted = self.slack.hub.hellos
        self.process = self._started()
        for stream, lines in ((self.process.stdout, self.stdout), (self.process.stderr, self.stderr)):
            assert stream is not None
            reader = threading.Thread(target=self._read, args=(stream, lines), daemon=True)
            reader.start()
            self._readers.append(reader)
        threading.Thread(target=self._watch, daemon=True).start()
        up = self.slack.world.wait(lambda: self.is_up(greeted) or not self.is_running, timeout)
        if not up or not self.is_running:
            state = "ended" if not self.is_running else f"was not up in {timeout:g} s"
            self.stop()
            raise AssertionError(f"{' '.join(self.command)} {state}\n{self.output}")
        return self

    def _started(self) -> subprocess.Popen[str] | ForkedApp:
        if self.forks and self.command[0] == chipscout():
            return ForkedApp(self.command, self.env)
        return subprocess.Popen(
            self.command, env=self.env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace"
        )

    def is_up(self, greeted: int) -> bool:
        """Whether it has opened a socket; `greeted`: how many there had been."""
        return self.slack.hub.hellos > greeted

    def stop(self, *, timeout: float = STOP_S) -> int | None:
        """Ask it to end, and see that it does; its exit status."""
        if self.process is None:
            return None
        if self.is_running:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(timeout)
            except (subprocess.TimeoutExpired, TimeoutError):
                self.kill()
        for reader in self._readers:
            reader.join(timeout)
        return self.process.returncode

    def kill(self) -> None:
        """End it as a crash would."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(STOP_S)

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def output(self) -> str:
        return "\n".join(["stdout:", *self.stdout, "stderr:", *self.stderr])

    def __enter__(self) -> AppProcess:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _read(self, stream: IO[str], lines: list[str]) -> None:
        with stream:
            for line in stream:
                lines.append(line.rstrip("\n"))
                self.slack.world.notify()

    def _watch(self) -> None:
        """Wakes those who wait when the process ends."""
        assert self.process is not None
        self.process.wait()
        self.slack.world.notify()

"""Refreshes prices while `serve` runs, with the same command that cron would call.

It runs in a process of its own: reading a price list of a gigabyte must neither slow down answers nor use the memory
of this process, and a process can be stopped at any moment.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

log = logging.getLogger(__name__)

# -P keeps the working directory off the import path, where another `bot.py` might be
COMMAND = (sys.executable, "-P", "-c", "from bot.cli import main; main()", "prices", "refresh", "--due")
STOP_SECONDS = 5.0


class RefreshJob:
    """Runs the command. `after` is called after each run, failed or not."""

    def __init__(
        self, database: Path, command: Sequence[str] = COMMAND, after: Callable[[], None] | None = None
    ) -> None:
        self._environment = os.environ | {"CHIPSCOUT_DB": str(database)}
        self._command, self._after = command, after
        self._guard = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._is_stopped = False

    def run(self) -> None:
        """Runs the command once and logs what it prints. Does nothing after `stop`."""
        with self._guard:
            if self._is_stopped:
                return
            self._process = subprocess.Popen(  # noqa: S603 - our own command
                self._command,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
        output, _ = self._process.communicate()
        for line in output.splitlines():
            log.log(logging.WARNING if self._process.returncode else logging.INFO, "%s", line)
        if self._after is not None:
            self._after()

    def stop(self) -> None:
        """Ends the current run and starts no other."""
        with self._guard:
            self._is_stopped = True
            process = self._process
        if process is not None and process.poll() is None:
            process.terminate()
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()

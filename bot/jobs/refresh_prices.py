"""Refreshes prices while `serve` runs, with the same command that cron would call.

It runs in a process of its own: reading a price list of a gigabyte must neither slow the answers nor grow their
process, and it can be stopped at any moment.
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

# -P: the working directory stays off the import path, else a stranger's `bot.py` lying there would run
COMMAND = (sys.executable, "-P", "-c", "from bot.cli import main; main()", "prices", "refresh", "--due")
STOP_SECONDS = 5.0


class RefreshJob:
    """Runs the command. `after` is called when a run has ended, however it went."""

    def __init__(
        self, database: Path, command: Sequence[str] = COMMAND, after: Callable[[], None] | None = None
    ) -> None:
        self._environment = os.environ | {"CHIPSCOUT_DB": str(database)}
        self._command, self._after = command, after
        self._guard = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._is_over = False

    def run(self) -> None:
        """One run; what the command prints goes into the log. Nothing happens once it was told to stop."""
        with self._guard:
            if self._is_over:
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
        """Ends a run that is under way and starts no other."""
        with self._guard:
            self._is_over = True
            process = self._process
        if process is not None and process.poll() is None:
            process.terminate()
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()

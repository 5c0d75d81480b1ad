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
from contextlib import AbstractContextManager, nullcontext

from knowledge.store.base.address import Location, in_environment

log = logging.getLogger(__name__)

# -P keeps the working directory off the import path, where another `bot.py` might be
COMMAND = (sys.executable, "-P", "-c", "from bot.cli import main; main()", "prices", "refresh", "--due")
STOP_SECONDS = 5.0


class RefreshJob:
    """Runs the command. `after` is called after each run, failed or not.

    `alone` says whether no other replica runs it now.
    """

    def __init__(
        self,
        database: Location,
        command: Sequence[str] = COMMAND,
        after: Callable[[], None] | None = None,
        alone: Callable[[], AbstractContextManager[bool]] = lambda: nullcontext(True),
    ) -> None:
        in_a_file = "CHIPSCOUT_DB_FILE" in os.environ  # which the child reads for itself
        self._environment = dict(os.environ) if in_a_file else os.environ | {"CHIPSCOUT_DB": in_environment(database)}
        self._command, self._after, self._alone = command, after, alone
        self._guard = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._is_stopped = False

    def run(self) -> None:
        """Runs the command once and logs what it prints; not after `stop`, nor while another replica runs it."""
        with self._alone() as is_ours:
            if is_ours:
                self._run()

    def _run(self) -> None:
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

"""The refresh of `serve` is the command of this installation, whatever lies in the working directory."""

from __future__ import annotations

import logging
import sys
import threading
from pathlib import Path

import pytest

from bot.jobs.refresh_prices import COMMAND, RefreshJob

HELP = (*COMMAND[:-1], "--help")  # as far as the command line, and no further
TRAP = "import pathlib\npathlib.Path(r'{}').touch()\n"


def test_a_strangers_module_in_the_working_directory_does_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    sprung = tmp_path / "sprung"
    (tmp_path / "bot.py").write_text(TRAP.format(sprung))
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "__init__.py").write_text(TRAP.format(sprung))
    (tmp_path / "click.py").write_text(TRAP.format(sprung))
    monkeypatch.chdir(tmp_path)
    caplog.set_level(logging.INFO)
    RefreshJob(tmp_path / "chipscout.db", HELP).run()
    assert "prices refresh" in caplog.text
    assert not sprung.exists()


def test_the_command_s_output_is_logged_as_a_warning_if_it_failed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    script = "import sys; print('half a price list'); sys.exit({})"
    for status in (0, 2):
        RefreshJob(tmp_path / "chipscout.db", (sys.executable, "-P", "-c", script.format(status))).run()
    assert [record.levelname for record in caplog.records] == ["INFO", "WARNING"]


def test_stopping_ends_the_command_and_starts_no_other(tmp_path: Path) -> None:
    started, ended = tmp_path / "started", threading.Event()
    script = f"import pathlib, time; pathlib.Path(r'{started}').touch(); time.sleep(600)"
    job = RefreshJob(tmp_path / "chipscout.db", (sys.executable, "-P", "-c", script), after=ended.set)
    thread = threading.Thread(target=job.run, daemon=True)
    thread.start()
    while not started.exists() and thread.is_alive():
        thread.join(0.01)
    job.stop()
    assert ended.wait(20)
    started.unlink()
    job.run()
    assert not started.exists()

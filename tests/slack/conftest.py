"""A local Slack, and the app running against it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.slack.local import LocalSlack
from tests.slack.process import AppProcess


@pytest.fixture
def slack() -> Iterator[LocalSlack]:
    """A fresh workspace."""
    with LocalSlack() as local:
        yield local


@pytest.fixture
def app(slack: LocalSlack, tmp_path: Path) -> Iterator[AppProcess]:
    """`chipscout serve` in a process of its own, connected to `slack`."""
    with AppProcess(slack, db=tmp_path / "chipscout.db") as process:
        yield process

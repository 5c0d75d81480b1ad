"""Whether questions can be taken now, and why not."""

from __future__ import annotations

from pathlib import Path

from bot.health.readiness import Readiness
from knowledge.store.store import Store


def test_it_is_ready_while_it_runs_is_connected_and_can_write(tmp_path: Path) -> None:
    stopping, connected = [False], [True]
    with Store(tmp_path / "c.db", lambda: 0.0) as store:
        ready = Readiness(store, lambda: stopping[0], lambda: connected[0])
        assert ready() is None
        connected[0] = False
        assert ready() == "disconnected"
        connected[0] = True
        (tmp_path / "c.db").rename(tmp_path / "away.db")
        assert ready() == "replaced"
        stopping[0] = True
        assert ready() == "stopping"


def test_over_http_no_socket_is_needed(tmp_path: Path) -> None:
    with Store(tmp_path / "c.db", lambda: 0.0) as store:
        assert Readiness(store, lambda: False)() is None

"""The facts, loaded once: they are frozen, so every test may share them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from bot.advice.advisor import Advisor
from knowledge.facts import Facts
from knowledge.loading.load import load
from tests.day import DAY
from tests.servers import postgres

TESTS = Path(__file__).parent
settings.register_profile("house", deadline=None)  # the machine is noisy, and no test asserts on time
settings.load_profile("house")


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        postgres.begin_run()


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        postgres.end_run()


@pytest.fixture(scope="session", autouse=True)
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """None: what the person who runs the tests measured must not move an answer."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CHIPSCOUT_DB", str(tmp_path_factory.mktemp("none") / "chipscout.db"))
        # A command that runs inside a worker must not bound the memory of the tests that follow it there.
        patch.setattr("bot.commands.prices.refresh.limit_memory", lambda _megabytes: None)
        yield


@pytest.fixture(scope="session")
def facts() -> Facts:
    return load()


@pytest.fixture(scope="session")
def advisor(facts: Facts) -> Advisor:
    return Advisor(facts, DAY)


# Tests that take seconds each, the longest first.
LONG = ("recipes", "slack", "bot/commands", "bot/preview", "bot/watch", "deploy", "browser", "house/test_docs.py")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Each worker begins with its share of the long ones: at the end all have something short to take.

    A worker gets one stretch of the list.
    """
    items.sort(key=lambda item: _rank(item.path.relative_to(TESTS).as_posix()))
    workers = getattr(config, "workerinput", {"workercount": 1})["workercount"]
    items[:] = [item for first in range(workers) for item in items[first::workers]]


def _rank(path: str) -> int:
    return next((rank for rank, long in enumerate(LONG) if path.startswith(long)), len(LONG))

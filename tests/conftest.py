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


LONG = ("recipes", "slack", "house", "browser", "deploy", "benchmarks")  # folders with tests that take seconds each


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The long ones first: at the end all workers have something short to take."""
    items.sort(key=lambda item: item.path.relative_to(TESTS).parts[0] not in LONG)

"""The facts, loaded once: they are frozen, so every test may share them."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from bot.advice.advisor import Advisor, Answer
from knowledge.facts import Facts
from knowledge.loading.load import load
from tests.day import DAY
from tests.made_stores import copy_new_stores
from tests.servers import postgres
from tests.share import EXPLORES

TESTS = Path(__file__).parent
ANSWERS = 400  # kept for the tests that follow; a verdict is a quarter of a megabyte
# The machine is noisy, and no test asserts on time. Every run draws the same examples, so that a red build is red
# again for whoever mends it; CHIPSCOUT_EXPLORE=1 draws new ones.
settings.register_profile("house", deadline=None, derandomize=not EXPLORES)
settings.load_profile("house")
gc.set_threshold(2_000_000, 20, 50)  # rarely: the facts are many objects, and all of them stay


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        postgres.begin_run()


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        postgres.end_run()


def pytest_collection_finish() -> None:
    """What is there by now stays: whoever looks for cycles at the end need not look at it."""
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def cache(request: pytest.FixtureRequest) -> Iterator[None]:
    """One of this checkout, which stays from run to run: of the one that everybody shares, few versions are kept.

    A command that finds its facts and its vocabulary there starts in a fraction of the time.
    """
    kept = getattr(request.config, "cache", None)
    with pytest.MonkeyPatch.context() as patch:
        if kept is not None:
            patch.setenv("XDG_CACHE_HOME", str(kept.mkdir("chipscout")))
        yield


@pytest.fixture(scope="session", autouse=True)
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """None: what the person who runs the tests measured must not move an answer."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CHIPSCOUT_DB", str(tmp_path_factory.mktemp("none") / "chipscout.db"))
        # A command that runs inside a worker must not bound the memory of the tests that follow it there.
        patch.setattr("bot.commands.prices.refresh.limit_memory", lambda _megabytes: None)
        copy_new_stores(patch, tmp_path_factory.mktemp("made"))
        yield


@pytest.fixture(scope="session")
def facts() -> Facts:
    return load()


class Remembering(Advisor):
    """Answers are frozen: what a test asks again, in the same words and of nothing else, gets the last one."""

    @lru_cache(maxsize=ANSWERS)  # noqa: B019 - there is one, for the whole session
    def _first(self, text: str) -> Answer:
        return super().ask(text)

    def ask(self, text: str, **beside: Any) -> Answer:
        return super().ask(text, **beside) if beside else self._first(text)


@pytest.fixture(scope="session")
def advisor(facts: Facts) -> Advisor:
    return Remembering(facts, DAY)


WAITING = "slack"  # tests that mostly wait, for servers of their own
LONG = (
    "recipes",
    "bot/commands",
    "bot/preview",
    "bot/watch",
    "deploy",
    "browser",
    "house/test_docs.py",
)  # seconds each


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Half of the workers begin with the tests that wait, one with the long ones; the others keep the cores busy.

    A worker gets one stretch of the list, and takes from the end of another's when it has nothing left.
    """
    workers = getattr(config, "workerinput", {"workercount": 1})["workercount"]
    waiters = (workers + 1) // 2
    shares: list[list[pytest.Item]] = [[] for _ in range(workers)]
    short: list[pytest.Item] = []
    files: dict[str, int] = {}  # that wait: what a module sets up is set up by one worker
    for item in items:
        path = item.path.relative_to(TESTS).as_posix()
        if path.startswith(WAITING):
            shares[files.setdefault(path, len(files)) % waiters].append(item)
        elif path.startswith(LONG):
            shares[min(waiters, workers - 1)].append(item)
        else:
            short.append(item)
    each = len(items) // workers
    for share in shares:
        room = max(0, each - len(share))
        share += short[:room]
        del short[:room]
    items[:] = [item for share in shares for item in share] + short

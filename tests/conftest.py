"""The facts, loaded once: they are frozen, so every test may share them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import settings

from bot.advice.advisor import Advisor
from knowledge.facts import Facts
from knowledge.loading.load import load
from tests.day import DAY

settings.register_profile("house", deadline=None)  # the machine is noisy, and no test asserts on time
settings.load_profile("house")


@pytest.fixture(scope="session", autouse=True)
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """None: what the person who runs the tests measured must not move an answer."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CHIPSCOUT_DB", str(tmp_path_factory.mktemp("none") / "chipscout.db"))
        yield


@pytest.fixture(scope="session")
def facts() -> Facts:
    return load()


@pytest.fixture(scope="session")
def advisor(facts: Facts) -> Advisor:
    return Advisor(facts, DAY)

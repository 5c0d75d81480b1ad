"""The facts, loaded once: they are frozen, so every test may share them."""

from __future__ import annotations

import pytest

from bot.advisor import Advisor
from knowledge.facts import Facts
from knowledge.load import load
from tests.day import DAY


@pytest.fixture(scope="session")
def facts() -> Facts:
    return load()


@pytest.fixture(scope="session")
def advisor(facts: Facts) -> Advisor:
    return Advisor(facts, DAY)

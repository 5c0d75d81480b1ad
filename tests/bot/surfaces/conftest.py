"""What a surface is given: a store in a file of its own, the shared advisor, and a client that sends nothing."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Lock

import pytest

from bot.advice.advisor import Advisor
from bot.slack import post
from bot.slack.permissions import Permissions
from bot.slack.post import Message
from bot.surfaces.shared.deps import Deps
from knowledge.store.store import Store
from tests.bot.surfaces.recording import RecordingClient


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "chipscout.db", time.time) as opened:
        yield opened


@pytest.fixture
def deps(advisor: Advisor, store: Store) -> Deps:
    return Deps(advisor, store, Lock(), Permissions())


@pytest.fixture
def client() -> RecordingClient:
    return RecordingClient()


@pytest.fixture
def private(monkeypatch: pytest.MonkeyPatch) -> list[Message]:
    """What was sent to a response_url, which only the person who pressed or typed sees."""
    sent: list[Message] = []

    def privately(
        _url: str,
        message: Message,
        *,
        replaces: bool = False,  # noqa: ARG001
        before: Callable[[], None] = lambda: None,
    ) -> None:
        before()
        sent.append(message)

    monkeypatch.setattr(post, "privately", privately)
    return sent

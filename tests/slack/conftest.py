"""A local Slack, and the app running against it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from slack_bolt import App
from slack_bolt.adapter.socket_mode import SocketModeHandler
from slack_sdk import WebClient

from tests.slack.local.app_manifest import app_manifest
from tests.slack.local.closing import close
from tests.slack.local.local_slack import LocalSlack
from tests.slack.local.people import Person
from tests.slack.local.records import APP_TOKEN, BOT_TOKEN, Channel
from tests.slack.local.samples import Build
from tests.slack.process import AppProcess
from tests.slack.rooms import Room


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


@pytest.fixture
def web(slack: LocalSlack) -> WebClient:
    return WebClient(BOT_TOKEN, base_url=slack.url, timeout=5)


@pytest.fixture
def ada(slack: LocalSlack) -> Person:
    return slack.user("ada")


@pytest.fixture
def ml(slack: LocalSlack, ada: Person) -> Channel:
    return slack.channel("ml", members=[ada, slack.bot])


@pytest.fixture
def run(slack: LocalSlack) -> Iterator[Callable[[Build], App]]:
    """Connects a Bolt app; closes it in the end."""
    handlers: list[SocketModeHandler] = []

    def start(build: Build) -> App:
        greeted = slack.hub.hellos
        app = App(client=WebClient(BOT_TOKEN, base_url=slack.url))
        build(app)
        handler = SocketModeHandler(app, APP_TOKEN)
        handlers.append(handler)
        handler.connect()
        slack.wait_for(lambda: slack.hub.hellos > greeted, what="hello")
        return app

    yield start
    for handler in handlers:
        handler.client.auto_reconnect_enabled = False
    slack.cut_sockets()  # else the client sits out its read timeout of three seconds
    for handler in handlers:
        close(handler)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[LocalSlack, Path]]:
    db = tmp_path_factory.mktemp("actions") / "chipscout.db"
    with LocalSlack.from_manifest(app_manifest(), patience=10.0) as slack, AppProcess(slack, db=db) as process:
        yield slack, db
        assert not [line for line in process.stderr if re.search(r"xox[a-z]-|/response/", line)]


@pytest.fixture
def room(served: tuple[LocalSlack, Path], request: pytest.FixtureRequest) -> Iterator[Room]:
    slack, db = served
    ana, ben = slack.user("ana"), slack.user("ben")
    channel = slack.channel(request.node.name[:40], members=[ana, ben, slack.bot])
    seen = len(slack.failures), len(slack.pings)
    yield Room(slack, channel, ana, ben, db)
    for person in (ana, ben):
        for view in slack.modals(person):
            person.closes(view)
    assert slack.failures[seen[0] :] == []
    assert slack.pings[seen[1] :] == []

"""The app behind the inbox: what is written down, when it goes, and how it is started over."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from sqlite3 import OperationalError
from typing import Any, NamedTuple

import pytest
from slack_bolt import Ack, App
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.request import BoltRequest
from slack_sdk import WebClient

from bot.slack.answerers import Answerers
from bot.slack.durable import Durable, key_of
from bot.surfaces import failure
from knowledge.store.base.backend import PostgresError
from knowledge.store.inbox import HELD_SECONDS, SETTLING_SECONDS, TRIES
from knowledge.store.store import Store
from tests.bot.surfaces.recording import RecordingClient
from tests.knowledge.store.conftest import Clock

PATIENCE = 10.0
MOST_WAITING = 3
OURS = AuthorizeResult(enterprise_id=None, team_id="T1", bot_id="B1", bot_user_id="UB", bot_token="xoxb-local")


def event(number: str = "Ev1", **fields: Any) -> dict[str, Any]:
    said = {"type": "app_mention", "user": "U1", "channel": "C1", "ts": "1.1", "text": "hi"} | fields
    return {"type": "event_callback", "event_id": number, "team_id": "T1", "event": said}


class Made(NamedTuple):
    durable: Durable
    store: Store
    clock: Clock
    worked: list[str]
    leave: threading.Event
    told: list[str]
    answerers: Answerers
    broken: list[Exception]  # what the next listeners meet with

    def sends(self, body: dict[str, Any]) -> int:
        return self.durable.dispatch(BoltRequest(mode="socket_mode", body=body)).status

    @property
    def held(self) -> list[str]:
        return [key for (key,) in self.store.file.db.execute("SELECT key FROM inbox ORDER BY key")]

    def lost_its_process(self) -> None:
        with self.store.file.writing() as db:
            db.execute("UPDATE inbox SET holder = 'another-host 1 aaaa'")
        self.clock.now += HELD_SECONDS


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.005)


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Made]:
    """An app whose mentions wait until they may leave, and whose command needs no time."""
    clock, worked, told, leave = Clock(), list[str](), list[str](), threading.Event()
    broken: list[Exception] = []
    answerers = Answerers(4)
    app = App(client=RecordingClient(), authorize=lambda: OURS, signing_secret="secret", listener_executor=answerers)

    def on_mention(event: Mapping[str, Any]) -> None:
        assert leave.wait(PATIENCE)
        if broken:
            raise broken.pop()
        worked.append(event["text"])

    def on_command(ack: Ack) -> None:
        ack()
        worked.append("command")

    def on_error(error: Exception, body: dict[str, Any], client: WebClient) -> None:
        failure.handle(error, body, client)

    app.error(on_error)
    app.event("app_mention")(on_mention)
    app.command("/chipscout")(on_command)
    with Store(tmp_path / "c.db", clock) as store:
        durable = Durable(
            app, store.inbox, lambda _body, why: told.append(why), clock, lambda: answerers.waiting >= MOST_WAITING
        )
        yield Made(durable, store, clock, worked, leave, told, answerers, broken)
        leave.set()
        answerers.shutdown()


def test_a_question_is_held_while_it_is_worked_on_and_no_longer(made: Made) -> None:
    assert made.sends(event()) == 200
    assert made.held == ["event:Ev1"]
    made.leave.set()
    until(lambda: made.held == [])
    assert made.worked == ["hi"]


def test_a_redelivery_of_what_is_worked_on_is_acknowledged_and_left(made: Made) -> None:
    made.sends(event())
    assert made.sends(event()) == 200
    made.leave.set()
    until(lambda: made.held == [])
    assert made.worked == ["hi"]


def test_what_nobody_listens_to_is_not_held(made: Made) -> None:
    made.sends(event(type="reaction_added"))
    assert made.held == []


def test_what_people_say_to_each_other_in_a_channel_is_never_written_down(
    made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[str] = []
    monkeypatch.setattr(made.store.inbox, "take", lambda key, *_: bool(taken.append(key)) or True)
    made.sends(event("Ev1", type="message", channel_type="channel"))
    made.sends(event("Ev2", type="message", channel_type="im"))
    made.sends(event("Ev3", type="message", channel_type="channel", thread_ts="1.0"))
    assert taken == ["event:Ev2", "event:Ev3"]
    made.sends(
        event("Ev4", type="message", channel_type="im", bot_id="B1")
    )  # our own answer, which Slack tells us of
    assert taken == ["event:Ev2", "event:Ev3"]


def test_what_cannot_be_written_down_is_not_acknowledged(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> bool:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(made.store.inbox, "take", full)
    assert made.sends(event()) == 503
    assert made.worked == []


def test_what_a_process_left_is_started_over(made: Made) -> None:
    made.store.inbox.take("event:Ev1", "T1", json.dumps(event()))
    made.lost_its_process()
    made.leave.set()
    assert made.durable.take_over() == 1
    until(lambda: made.held == [])
    assert made.worked == ["hi"]
    assert made.durable.take_over() == 0


def test_what_the_store_failed_under_is_begun_again_and_not_apologized_for(made: Made) -> None:
    """The server of the database restarted while an answer was worked out."""
    made.broken.append(PostgresError("AdminShutdown 57P01"))
    made.leave.set()
    assert made.sends(event()) == 200
    until(lambda: made.broken == [])
    until(lambda: made.durable.take_over() == 0 and made.store.inbox._in_hand == set())
    assert (made.worked, made.held) == ([], ["event:Ev1"])
    made.clock.now += SETTLING_SECONDS
    assert made.durable.take_over() == 1
    until(lambda: made.held == [])
    assert (made.worked, made.told) == (["hi"], [])


def test_what_was_taken_over_and_not_begun_is_taken_up_at_the_next_look(
    made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    made.store.inbox.take("event:Ev1", "T1", json.dumps(event()))
    made.lost_its_process()
    with monkeypatch.context() as broken, pytest.raises(OSError, match="no thread"):
        broken.setattr(made.durable._app, "dispatch", raises(OSError("no thread")))
        made.durable.take_over()
    made.clock.now += SETTLING_SECONDS
    made.leave.set()
    assert made.durable.take_over() == 1
    until(lambda: made.held == [])
    assert made.worked == ["hi"]


def raises(problem: Exception) -> Callable[..., None]:
    def fails(*_: object) -> None:
        raise problem

    return fails


def test_an_answer_that_comes_late_begins_with_an_apology(made: Made) -> None:
    made.store.inbox.take("event:Ev1", "T1", json.dumps(event()))
    made.lost_its_process()
    made.clock.now += 60
    made.leave.set()
    made.durable.take_over()
    assert made.told == ["late"]


def test_what_ended_several_processes_is_given_up_and_the_asker_is_told(made: Made) -> None:
    made.store.inbox.take("event:Ev1", "T1", json.dumps(event()))
    with made.store.file.writing() as db:
        db.execute("UPDATE inbox SET tries = ?", (TRIES,))
    made.lost_its_process()
    made.durable.take_over()
    assert (made.told, made.worked, made.held) == (["given_up"], [], [])


def test_code_is_never_written_down_so_its_sender_is_asked_for_it_again(made: Made) -> None:
    made.sends(event(text="what does this cost?\n```\napi_key: s3cret\n```"))
    assert "s3cret" not in made.store.file.db.execute("SELECT body FROM inbox").fetchone()[0]
    made.lost_its_process()
    made.durable.take_over()
    assert (made.told, made.held) == (["send_again"], [])


def test_a_command_and_a_press_are_known_by_their_trigger() -> None:
    assert key_of({"command": "/chipscout", "trigger_id": "1.2.a"}) == "command:1.2.a"
    assert key_of({"type": "block_actions", "trigger_id": "1.2.a"}) == "block_actions:1.2.a"
    assert key_of({"type": "url_verification"}) is None


def test_a_key_reaches_neither_the_file_nor_a_listener(made: Made) -> None:
    key = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    made.sends(event(text=f"use {key} on p5"))
    ((written,),) = made.store.file.db.execute("SELECT body FROM inbox").fetchall()
    assert key not in written and "use [redacted] on p5" in written
    made.leave.set()
    until(lambda: made.held == [])
    assert made.worked == ["use [redacted] on p5"]


def test_a_full_line_declines_questions_with_a_sentence_and_takes_everything_else(made: Made) -> None:
    for number in range(9):
        made.sends(event(f"Ev{number}"))
        until(lambda number=number: number > 1 or not made.answerers.waiting)
    assert made.told == ["full"] * 4  # two of one user are worked on at a time, three wait
    assert (
        made.sends(event("press", type="message", channel_type="channel", thread_ts="1.0")) == 404
    )  # nobody listens
    assert made.told == ["full"] * 4
    made.leave.set()
    until(lambda: made.held == [])
    assert made.worked == ["hi"] * 5

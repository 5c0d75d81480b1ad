"""A watched verdict whose prices change: reported once in its thread, with the price that caused it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from knowledge.facts import Observed
from knowledge.store.store import Store
from tests.bot.observed import blocks, take_for_good
from tests.slack.local.local_slack import LocalSlack
from tests.slack.local.records import TEAM, Message
from tests.slack.price_week import today
from tests.slack.process import AppProcess
from tests.slack.rooms import Room

CHEAP, DEAR, DEARER = blocks("35.76"), blocks("200"), blocks("201")  # Trainium below and above p5en's 63.16 USD/h
POST = "chat.postMessage"


@pytest.fixture
def slack() -> Iterator[LocalSlack]:
    with LocalSlack(patience=15.0) as local:
        yield local


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = tmp_path / "c.db"
    sees(path, CHEAP)
    return path


def sees(db: Path, prices: tuple[Observed, ...]) -> None:
    """Stores today's prices, as a refresh in any process would."""
    with Store(db, time.time) as store:
        take_for_good(store, today(), *prices)  # else nobody believes 200


def room_in(slack: LocalSlack, db: Path) -> Room:
    ana, ben = slack.user("ana"), slack.user("ben")
    return Room(slack, slack.channel("ml", members=[ana, ben, slack.bot]), ana, ben, db)


def watched(room: Room) -> Message:
    """A card in the channel that is watched."""
    card = room.shares()
    room.kept(card)
    room.ana.chooses(card, "more", room.chosen(card, "watch")).response()
    return card


def test_a_flip_and_the_flip_back_are_each_reported_once_with_the_price_that_caused_them(
    slack: LocalSlack, db: Path
) -> None:
    with AppProcess(slack, db=db):
        room = room_in(slack, db)
        card = watched(room)
        sees(db, DEAR)
        report = slack.wait_for_message(in_=room.channel, thread=card)
        assert "Prices flipped this verdict: now NVIDIA GPU, no longer Trainium" in report.said
        assert "35.76" in report.said and "200.00" in report.said and "+459.3%" in report.said  # 200 / 35.76 - 1
        assert str(today()) in report.said and not report.reply_broadcast
        slack.wait_for(lambda: slack.calls("files.completeUploadExternal"), what="the picture", timeout=60)
        sees(db, DEARER)  # where it stands already: nothing new
        sees(db, CHEAP)
        slack.wait_for(lambda: len(reports(room, card)) == 2, what="the way back", timeout=60)
        assert "now Trainium" in reports(room, card)[1].said
    assert [each for each in slack.messages(in_=room.channel) if each.thread_ts is None] == [card]


def reports(room: Room, card: Message) -> list[Message]:
    return [each for each in room.slack.replies(card) if "erdict" in each.text or "Still" in each.text]


def dies_at_the_post(slack: LocalSlack, db: Path, **fault: bool) -> None:
    before = len([call for call in slack.calls(POST) if call.scripted])
    slack.fail_next(POST, **fault)  # type: ignore[arg-type]
    app = AppProcess(slack, db=db).start()
    slack.wait_for(lambda: [call for call in slack.calls(POST) if call.scripted][before:], what="the call")
    if fault.get("holds"):
        slack.wait_for(lambda: slack.calls(POST)[-1].answer, what="the effect")
    app.kill()


@pytest.mark.parametrize("crash", [{"hangs": True}, {"holds": True}], ids=["before it takes effect", "after"])
def test_after_a_crash_at_the_post_it_is_posted_once(slack: LocalSlack, db: Path, crash: dict[str, bool]) -> None:
    with AppProcess(slack, db=db):
        room = room_in(slack, db)
        card = watched(room)
    sees(db, DEAR)
    dies_at_the_post(slack, db, **crash)
    with AppProcess(slack, db=db), AppProcess(slack, db=db):  # and two at once
        slack.wait_for(lambda: reports(room, card), what="the report")
        slack.wait_for(lambda: slack.calls("files.completeUploadExternal"), what="the picture", timeout=60)
        slack.wait_until_quiet()
    assert len(reports(room, card)) == 1


def test_a_private_verdict_is_reported_only_to_its_asker_and_only_if_watched(slack: LocalSlack, db: Path) -> None:
    with AppProcess(slack, db=db):
        room = room_in(slack, db)
        room.asks()
        room.ana.types("/chipscout Llama 8B fine-tune, 20 runs, PyTorch, AWS", in_=room.channel).response()
    with Store(db, time.time) as store:
        (first,) = [kept for kept in store.verdicts.recent(TEAM) if "tight" in kept.question]
        store.verdicts.watch(TEAM, first.id, True)
    sees(db, DEAR)
    with AppProcess(slack, db=db):
        told = slack.wait_for_message(in_=room.ana)
        slack.wait_until_quiet()
    assert "Prices flipped" in told.said and slack.messages(in_=room.channel) == []
    assert slack.messages(in_=room.ana) == [told]

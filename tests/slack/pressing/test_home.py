"""The Home tab over the wire: what it shows, its buttons, and its updates."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.blockkit.check import check_view
from knowledge.store.store import Store
from tests.day import FOUNDING
from tests.slack.local.app_manifest import app_manifest
from tests.slack.local.local_slack import LocalSlack
from tests.slack.local.people import Person
from tests.slack.local.records import TEAM, Message, View
from tests.slack.process import AppProcess
from tests.slack.rooms import MANY_RUNS, Room

EMPTY = "None yet."


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[LocalSlack, Path]]:
    """One app whose settings make root an admin."""
    db = tmp_path_factory.mktemp("home") / "chipscout.db"
    with LocalSlack.from_manifest(app_manifest(), patience=10.0) as slack:
        env = {"CHIPSCOUT_ADMINS": slack.user("root").id}
        with AppProcess(slack, db=db, env=env):
            yield slack, db


@pytest.fixture
def eve(room: Room, request: pytest.FixtureRequest) -> Person:
    """A new user."""
    person = room.slack.user(f"eve-{request.node.name}"[:60])
    room.channel.members.add(person.id)
    return person


def home_of(room: Room, person: Person) -> View:
    """Home, as published when they opened it."""
    person.opens_home()
    return room.slack.wait_for_home(of=person)


def home_with(room: Room, person: Person, words: str, *, without: str = "\0") -> View:
    """Home, once it contains these words; it may be published several times before."""

    def fits() -> bool:
        view = room.slack.home(person)
        return view is not None and words in said(view) and without not in said(view)

    room.slack.wait_for(fits, what=f"a Home with {words!r}")
    view = room.slack.home(person)
    assert view is not None
    return view


def said(view: View) -> str:
    return json.dumps(view.body, ensure_ascii=False)


def set_to(view: View) -> str:
    """The selected option of the settings menu."""
    menu = next(block["accessory"] for block in view.blocks if "accessory" in block)
    return str(menu["initial_option"]["value"])


def ids(view: View) -> list[str]:
    return [
        element["action_id"]
        for block in view.blocks
        for element in [*block.get("elements", ()), block.get("accessory") or {}]
        if "action_id" in element
    ]


def test_home_explains_itself_and_offers_questions_to_try(room: Room, eve: Person) -> None:
    view = home_of(room, eve)
    assert check_view(view.body) == ()
    assert [each for each in ids(view) if each.startswith("try")] == ["try_1", "try_2", "try_3", "try_4"]
    assert EMPTY in said(view) and "Watched by you" not in said(view) and "Settings" not in said(view)
    assert "*AWS*: no feed read yet; bundled prices, the newest from 20" in said(view)


def test_an_example_is_answered_in_direct_messages_and_then_listed_on_home(room: Room, eve: Person) -> None:
    pressed = eve.clicks(home_of(room, eve), "try_1")
    card = room.slack.wait_for_message(in_=eve)
    assert card.blocks and card.thread_ts is None
    assert f"You asked: {FOUNDING}" in card.said and "Asked by" not in card.said
    view = home_with(room, eve, "tight region", without=EMPTY)
    assert [e["url"] for block in view.blocks for e in block.get("elements", ()) if e.get("action_id") == "home_open"]
    room.slack.redeliver(pressed)
    room.slack.wait_until_quiet()
    assert room.slack.messages(in_=eve) == [card]
    eve.says("make it 70B", in_=eve, thread=card)
    assert "70B" in room.slack.wait_for_message(in_=eve, thread=card).said


def test_home_lists_only_one_s_own_verdicts_newest_first(room: Room, eve: Person) -> None:
    for text in (MANY_RUNS, FOUNDING):
        room.slack.wait_for_message(in_=room.channel, thread=eve.mentions_bot(text, in_=room.channel))
    room.asks("Llama 8B LoRA, 3 runs, PyTorch")
    view = home_of(room, eve)
    assert said(view).index("repeated Llama") < said(view).index("150 runs") and "LoRA, 3 runs" not in said(view)
    assert ids(view).count("home_open") == 2


def test_a_question_asked_elsewhere_appears_on_an_open_home(room: Room, eve: Person) -> None:
    home_of(room, eve)
    eve.types(f"/chipscout {MANY_RUNS}", in_=room.channel)
    view = home_with(room, eve, "only you saw it")
    assert "home_show" in ids(view) and "home_open" not in ids(view)


def test_nothing_is_published_for_users_who_never_opened_home(room: Room, eve: Person) -> None:
    eve.types(f"/chipscout {MANY_RUNS}", in_=room.channel).response()
    room.slack.wait_until_quiet()
    assert room.slack.home(eve) is None


def test_watching_and_unwatching_from_home_shows_on_the_card(room: Room, eve: Person) -> None:
    card = room.slack.wait_for_message(in_=room.channel, thread=eve.mentions_bot(MANY_RUNS, in_=room.channel))
    room.kept(card)
    eve.clicks(home_of(room, eve), "home_watch")
    view = home_with(room, eve, "Watched by you", without="Your recent verdicts")
    room.slack.wait_for(lambda: room.chosen(card, "unwatch"), what="the card's menu")
    eve.clicks(view, "home_watch")
    home_with(room, eve, "Your recent verdicts", without="Watched by you")
    with Store(room.db, time.time) as store:
        assert store.verdicts.watched(TEAM, user=eve.id) == ()


def test_watching_on_the_card_shows_on_home(room: Room, eve: Person) -> None:
    card = room.slack.wait_for_message(in_=room.channel, thread=eve.mentions_bot(MANY_RUNS, in_=room.channel))
    home_of(room, eve)
    room.ben.chooses(card, "more", room.chosen(card, "watch"))
    home_with(room, eve, "Watched by you")


def test_a_private_answer_is_shown_again_to_its_asker(room: Room, eve: Person) -> None:
    eve.types(f"/chipscout {MANY_RUNS}", in_=room.channel).response()
    view = home_of(room, eve)
    eve.clicks(view, "home_show")
    again = room.slack.wait_for_message(in_=eve)
    assert "150 runs" in again.said and room.slack.messages(in_=room.channel) == []
    eve.clicks(again, "refine")
    assert room.modal_of(eve).callback_id == "refine_form"


def test_buttons_on_another_user_s_private_verdict_do_nothing(room: Room, eve: Person) -> None:
    eve.types(f"/chipscout {MANY_RUNS}", in_=room.channel).response()
    view = home_of(room, eve)
    room.ben.clicks(view, "home_show")
    assert "no longer stored" in room.slack.wait_for_message(in_=room.ben).said
    assert room.slack.messages(in_=eve) == []


def test_a_home_published_meanwhile_is_rebuilt_not_overwritten(room: Room, eve: Person) -> None:
    home_of(room, eve)
    room.slack.fail_next("views.publish", error="hash_conflict")
    eve.types(f"/chipscout {MANY_RUNS}", in_=room.channel).response()
    home_with(room, eve, "150 runs")
    hashes = [call.args.get("hash") for call in room.slack.calls("views.publish") if call.args["user_id"] == eve.id]
    assert hashes[0] is None and all(hashes[1:])


def test_a_refused_home_view_does_not_prevent_the_answer(room: Room, eve: Person) -> None:
    home_of(room, eve)
    seen = len(room.slack.calls("views.publish"))
    room.slack.fail_next("views.publish", error="not_enabled", times=2)
    assert eve.types(f"/chipscout {MANY_RUNS}", in_=room.channel).response().blocks
    room.slack.wait_for(lambda: len(room.slack.calls("views.publish")) == seen + 1, what="the try")
    eve.opens_home()
    room.slack.wait_for(lambda: len(room.slack.calls("views.publish")) == seen + 2, what="another try")
    room.slack.wait_until_quiet()
    assert room.slack.messages(in_=eve) == [] and len(room.slack.ephemerals(to=eve)) == 1, "nobody is told"


def test_feeds_that_cannot_be_read_are_named(room: Room, eve: Person) -> None:
    with Store(room.db, time.time) as store:
        store.history.note_attempt("skypilot", "aws", time.time() - 7200, True)
        store.history.note_attempt("aws_spot", "aws", time.time() - 3600, False, "unreachable")
    view = home_of(room, eve)
    assert "feeds last read <!date^" in said(view) and "aws_spot could not be read" in said(view)
    assert "*Google Cloud*: no feed read yet" in said(view)


def test_home_lists_the_digests_of_one_s_own_channels_only(room: Room, eve: Person) -> None:
    home_of(room, eve)
    room.ana.types("/chipscout subscribe friday 8:30 Europe/Berlin p5", in_=room.channel).response()
    assert "Weekly digests" not in said(home_of(room, eve))
    eve.types(f"/chipscout {MANY_RUNS}", in_=room.channel).response()
    view = home_with(room, eve, "Weekly digests")
    assert f"<#{room.channel.id}>, every Friday at 08:30 (Europe/Berlin): every cloud; p5" in said(view)
    assert "Weekly digests" in said(home_of(room, room.ana)) and "Weekly digests" in said(
        home_of(room, room.slack.user("root"))
    )


# ---- settings


def test_an_admin_sets_who_sees_answers_in_channels(room: Room) -> None:
    root = room.slack.user("root")
    room.channel.members.add(root.id)
    view = home_of(room, root)
    assert "Settings of this workspace" in said(view)
    root.chooses(view, "home_answers", "channel")
    room.slack.wait_for(lambda: set_to(view) == "channel", what="the setting on Home")
    room.ana.types(f"/chipscout {FOUNDING}", in_=room.channel)
    assert "Asked by ana" in room.slack.wait_for_message(in_=room.channel).said
    root.chooses(view, "home_answers", "private")
    room.slack.wait_for(lambda: set_to(view) == "private", what="the setting on Home")
    assert room.asks().ephemeral_to == room.ana.id


def test_other_users_cannot_change_workspace_settings(room: Room, eve: Person) -> None:
    view = home_of(room, room.slack.user("root"))
    eve.chooses(view, "home_answers", "channel")
    assert "Only workspace admins can do this" in room.slack.wait_for_message(in_=eve).said
    with Store(room.db, time.time) as store:
        assert store.channel_settings.get(TEAM, "*", "answers") != "channel"


# ---- the agent view


def test_opening_the_messages_tab_offers_questions(room: Room, eve: Person) -> None:
    eve.opens_home(tab="messages")
    room.slack.wait_for(lambda: room.slack.prompts(eve), what="prompts")
    offered = app_manifest()["features"]["agent_view"]["suggested_prompts"]
    assert room.slack.prompts(eve) == offered and len(offered) == 4
    assert "thread_ts" not in room.slack.calls("assistant.threads.setSuggestedPrompts")[-1].args
    assert room.slack.home(eve) is None


def test_other_tabs_are_acknowledged_and_nothing_more(room: Room, eve: Person) -> None:
    assert eve.opens_home(tab="about").is_acked
    assert room.slack.home(eve) is None


def test_an_app_without_the_scope_offers_nothing_and_does_not_fail(tmp_path: Path) -> None:
    installed = app_manifest()
    installed["oauth_config"]["scopes"]["bot"].remove("assistant:write")
    with LocalSlack.from_manifest(installed, patience=10.0) as slack, AppProcess(slack, db=tmp_path / "c.db"):
        eve = slack.user("eve")
        assert eve.opens_home(tab="messages").is_acked
        slack.wait_for(lambda: slack.calls("assistant.threads.setSuggestedPrompts"), what="the try")
        eve.dms(FOUNDING)
        assert slack.wait_for_message(in_=eve).blocks


def statuses(room: Room, asked: Message) -> list[str]:
    """What stood below this question while it was worked on; what others' questions show is not looked at."""
    calls = room.slack.calls("assistant.threads.setStatus")
    return [call.args["status"] for call in calls if call.args["thread_ts"] == asked.ts]


def test_a_slow_answer_shows_a_status_until_it_is_ready(room: Room) -> None:
    room.slack.fail_next("chat.postMessage", retry_after=2)
    asked = room.ana.mentions_bot(FOUNDING, in_=room.channel)
    room.slack.wait_for_message(in_=room.channel, thread=asked)
    room.slack.wait_for(lambda: len(statuses(room, asked)) == 2, what="two words")
    assert statuses(room, asked) == ["is working it out …", ""]


def test_no_status_stays_below_an_answer_however_quick(room: Room) -> None:
    asked = room.ana.mentions_bot(FOUNDING, in_=room.channel)
    room.slack.wait_for_message(in_=room.channel, thread=asked)
    room.slack.wait_until_quiet()
    assert statuses(room, asked) in ([], ["is working it out …", ""])

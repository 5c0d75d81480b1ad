"""What is pressed on the Home tab."""

from __future__ import annotations

from typing import Any

import pytest

from bot.slack.permissions import Permissions
from bot.surfaces.shared.deps import ANSWERS, EVERY_CHANNEL, TO_THE_CHANNEL, Deps
from bot.surfaces.tabs.home import is_home, open_home, set_answers, show_again, try_example, turn_watch
from bot.wording.errors import UserError
from bot.wording.examples import examples
from tests.bot.surfaces.recording import ANA, BEN, TEAM, RecordingClient, posted_card, private_card


def pressed(value: str = "", user: str = ANA, **action: Any) -> dict[str, Any]:
    return {"actions": [{"value": value} | action], "user": {"id": user, "username": "ana"}, "trigger_id": "t1"}


@pytest.fixture(autouse=True)
def opened(deps: Deps) -> None:
    """Ana has Home open; D1 is her direct message with us."""
    deps.store.home_tabs.opened(TEAM, ANA, "D1", None)


def test_opening_home_publishes_it(deps: Deps, client: RecordingClient) -> None:
    open_home(deps, client, {"user": BEN, "channel": "D2", "view": {"hash": "h0"}}, TEAM)
    (published,) = client.called("views.publish")
    assert (published["user_id"], published["hash"]) == (BEN, "h0")


def test_an_example_is_answered_in_direct_messages(deps: Deps, client: RecordingClient) -> None:
    try_example(deps, client, pressed("0"), TEAM)
    assert client.called("chat.postMessage")[0]["channel"] == "D1"


@pytest.mark.parametrize("value", ["", "-1", "99", "first"])
def test_an_example_nobody_offered_is_refused(deps: Deps, client: RecordingClient, value: str) -> None:
    assert len(examples()) < 99
    with pytest.raises(UserError):
        try_example(deps, client, pressed(value), TEAM)


def test_a_verdict_is_watched_from_home_and_its_card_says_so(deps: Deps, client: RecordingClient) -> None:
    verdict = posted_card(deps, client)
    turn_watch(deps, client, pressed(f"{verdict.id}|on"), TEAM)
    assert [kept.id for kept in deps.store.verdicts.watched(TEAM)] == [verdict.id]
    assert len(client.called("chat.update")) == 1
    turn_watch(deps, client, pressed(f"{verdict.id}|off"), TEAM)
    assert deps.store.verdicts.watched(TEAM) == ()


def test_a_card_that_cannot_be_changed_is_watched_all_the_same(deps: Deps, client: RecordingClient) -> None:
    verdict = posted_card(deps, client)
    client.refuses["chat.update"] = "cant_update_message"
    turn_watch(deps, client, pressed(f"{verdict.id}|on"), TEAM)
    assert len(deps.store.verdicts.watched(TEAM)) == 1


def test_a_private_answer_is_shown_again_to_its_asker_alone(deps: Deps, client: RecordingClient) -> None:
    verdict = private_card(deps)
    show_again(deps, client, pressed(verdict.id), TEAM)
    assert client.called("chat.postMessage")[0]["channel"] == "D1"
    with pytest.raises(UserError):
        show_again(deps, client, pressed(verdict.id, user=BEN), TEAM)


def test_who_sees_answers_is_set_by_admins(deps: Deps, client: RecordingClient) -> None:
    everybody = pressed(selected_option={"value": TO_THE_CHANNEL})
    with pytest.raises(UserError):
        set_answers(deps, client, everybody, TEAM)
    set_answers(deps._replace(permissions=Permissions(frozenset({ANA}))), client, everybody, TEAM)
    assert deps.store.channel_settings.get(TEAM, EVERY_CHANNEL, ANSWERS) == TO_THE_CHANNEL


def test_only_the_home_tab_is_taken() -> None:
    assert is_home({"tab": "home"})
    assert not is_home({"tab": "messages"})

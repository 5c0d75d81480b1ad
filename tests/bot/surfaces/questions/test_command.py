"""`/chipscout TEXT`: for the one who asked, or for the channel where it chose so."""

from __future__ import annotations

from typing import Any

import pytest

from bot.slack.answerers import Place
from bot.slack.post import Message
from bot.surfaces.questions.command import answer_command, in_line
from bot.surfaces.shared.deps import ANSWERS, TO_THE_CHANNEL, Deps
from bot.wording.errors import UserError
from tests.bot.surfaces.recording import ANA, CHANNEL, PRICE, TEAM, RecordingClient


def command(text: str, **changed: Any) -> dict[str, Any]:
    return {
        "text": text, "channel_id": CHANNEL, "user_id": ANA, "user_name": "ana", "trigger_id": "t1",
        "response_url": "https://hooks.slack.com/1",
    } | changed  # fmt: skip


def test_the_card_is_for_the_asker_who_may_share_it(
    deps: Deps, client: RecordingClient, private: list[Message]
) -> None:
    answer_command(deps, client, command(PRICE), TEAM)
    called = {call.method for call in client.calls}
    assert called == {"auth.test", "users.info", "conversations.info"}  # who reads it; nothing is posted
    assert "'share'" in str(private[0].blocks)


@pytest.mark.parametrize("everybody", ["channel setting", "direct message"])
def test_where_everybody_may_see_it_the_card_is_posted(
    deps: Deps, client: RecordingClient, private: list[Message], everybody: str
) -> None:
    is_direct = everybody == "direct message"
    if not is_direct:
        deps.store.channel_settings.put(TEAM, CHANNEL, ANSWERS, TO_THE_CHANNEL)
    answer_command(deps, client, command(PRICE, channel_name="directmessage" if is_direct else "ml"), TEAM)
    assert client.called("chat.postMessage")[0]["channel"] == CHANNEL
    assert private == []


def test_where_slack_does_not_let_us_post_the_asker_sees_it_with_a_note(
    deps: Deps, client: RecordingClient, private: list[Message]
) -> None:
    deps.store.channel_settings.put(TEAM, CHANNEL, ANSWERS, TO_THE_CHANNEL)
    client.refuses["chat.postMessage"] = "not_in_channel"
    answer_command(deps, client, command(PRICE), TEAM)
    assert "/invite" in str(private[0].blocks[0])


@pytest.mark.parametrize("text", ["help", "", "my data", "settings answers=private", "settings"])
def test_verbs_are_no_questions(deps: Deps, client: RecordingClient, private: list[Message], text: str) -> None:
    answer_command(deps, client, command(text), TEAM)
    assert len(private) == 1
    assert deps.store.verdicts.recent(TEAM) == ()


def test_a_slip_in_a_verb_is_pointed_out(deps: Deps, client: RecordingClient) -> None:
    with pytest.raises(UserError) as problem:
        answer_command(deps, client, command("subscrbe"), TEAM)
    assert (problem.value.code, problem.value.values["verb"]) == ("nearly_a_verb", "subscribe")


def test_a_command_that_is_delivered_twice_is_answered_once(
    deps: Deps, client: RecordingClient, private: list[Message]
) -> None:
    for _ in range(2):
        answer_command(deps, client, command(PRICE), TEAM)
    assert len(private) == 1


@pytest.mark.parametrize(
    ("place", "said"),
    [
        (Place(3, 0.4), ""),
        (Place(12, 1.2), "Working on it. 12 questions come first, about 2 s."),
        (Place(1, 1.0), "Working on it. 1 question comes first, about 1 s."),
    ],
)
def test_in_a_burst_the_acknowledgement_says_that_it_is_worked_on(place: Place, said: str) -> None:
    assert in_line(place) == said

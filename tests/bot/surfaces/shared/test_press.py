"""A press on a card: whose verdict it is about, and how the one who pressed is answered."""

from __future__ import annotations

from threading import Timer
from typing import Any

import pytest

from bot.slack.post import Message
from bot.surfaces.shared.deps import Deps
from bot.surfaces.shared.press import again, known, pressed, privately, question_of, redraw, tell
from bot.wording.errors import UserError
from tests.bot.surfaces.recording import (
    ANA,
    BEN,
    CHANNEL,
    PRICE,
    TEAM,
    TS,
    RecordingClient,
    posted_card,
    press,
    private_card,
)


def body(value: str, user: str = ANA) -> dict[str, Any]:
    return {
        "actions": [{"value": value, "text": {"text": "20 runs"}}], "trigger_id": "t1", "user": {"id": user},
        "response_url": "https://hooks.slack.com/1",
    }  # fmt: skip


def test_a_button_names_its_verdict_and_what_it_says(deps: Deps, client: RecordingClient) -> None:
    verdict = posted_card(deps, client, PRICE)
    got = pressed(deps, client, body(f"{verdict.id}|runs=20"), TEAM)
    assert (got.kept.id, got.rest, got.label) == (verdict.id, "runs=20", "20 runs")


def test_a_private_verdict_is_its_asker_s_alone(deps: Deps) -> None:
    verdict = private_card(deps, PRICE)
    assert known(deps, TEAM, verdict.id, ANA).id == verdict.id
    with pytest.raises(UserError) as problem:
        known(deps, TEAM, verdict.id, BEN)
    assert problem.value.code == "verdict_gone"


def test_a_verdict_of_another_workspace_is_not_found(deps: Deps, client: RecordingClient) -> None:
    verdict = posted_card(deps, client, PRICE)
    with pytest.raises(UserError):
        known(deps, "T2", verdict.id, ANA)


def test_a_press_on_a_private_card_keeps_the_newest_address_to_answer_to(deps: Deps, client: RecordingClient) -> None:
    verdict = private_card(deps, PRICE)
    pressed(deps, client, body(verdict.id), TEAM)
    assert deps.store.reply_urls.get(TEAM, verdict.id) == "https://hooks.slack.com/1"


def test_a_press_on_a_card_that_was_just_posted_waits_until_it_is_stored_where_it_stands(
    deps: Deps, client: RecordingClient
) -> None:
    """Else what changes would be shown to its asker alone, and the card would stay as it is."""
    verdict = posted_card(deps, client, PRICE)
    deps.store.verdicts.keep(verdict.model_copy(update={"message_ts": None}))
    Timer(0.1, deps.store.verdicts.keep, [verdict]).start()
    got = pressed(deps, client, body(verdict.id) | {"container": {"type": "message"}}, TEAM)
    assert got.kept.message_ts == verdict.message_ts is not None


def test_a_kept_verdict_is_given_again_as_it_was(deps: Deps, client: RecordingClient) -> None:
    verdict = posted_card(deps, client, PRICE)
    answer = again(deps, verdict)
    assert (answer.question, answer.as_of) == (PRICE, verdict.as_of)
    assert question_of(verdict).number == verdict.id


def test_a_card_is_changed_where_it_stands(deps: Deps, client: RecordingClient) -> None:
    verdict = posted_card(deps, client, PRICE)
    redraw(deps, client, verdict, again(deps, verdict))
    (changed,) = client.called("chat.update")
    assert (changed["channel"], changed["ts"]) == (CHANNEL, TS)


def test_a_private_card_without_an_address_is_shown_anew(deps: Deps, client: RecordingClient) -> None:
    verdict = private_card(deps, PRICE)
    redraw(deps, client, verdict, again(deps, verdict))
    assert client.called("chat.postEphemeral")[0]["user"] == ANA


def test_a_notice_is_for_the_one_who_pressed(deps: Deps, client: RecordingClient, private: list[Message]) -> None:
    verdict = posted_card(deps, client, PRICE)
    tell(deps, client, press(verdict, user=BEN), "already_shared")
    assert client.called("chat.postEphemeral")[0]["user"] == BEN
    again = press(verdict, user=BEN, url="https://hooks.slack.com/1").model_copy(update={"trigger_id": "another"})
    for _ in range(2):  # started over after a crash
        tell(deps, client, again, "already_shared")
    assert len(private) == 1


def test_an_address_is_used_where_there_is_one(deps: Deps, client: RecordingClient, private: list[Message]) -> None:
    message = Message(channel=CHANNEL, text="hello", blocks=[], plain="hello")
    privately(deps, client, private_card(deps, PRICE), message, "https://hooks.slack.com/1")
    assert private == [message]
    assert client.calls == []

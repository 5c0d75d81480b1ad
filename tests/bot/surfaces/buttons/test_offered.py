"""*Show the answer*: the message that was offered, for the one it is for."""

from __future__ import annotations

from typing import Any

import pytest

from bot.slack.post import Message
from bot.surfaces.buttons.offered import show
from bot.surfaces.shared.deps import Deps
from bot.wording.errors import UserError
from tests.bot.surfaces.recording import ANA, BEN, CHANNEL, TEAM, RecordingClient


def pressed(user: str, number: str) -> dict[str, Any]:
    return {
        "user": {"id": user},
        "actions": [{"action_id": "offered", "value": number}],
        "response_url": "https://hooks.slack.com/1",
    }


def test_the_message_comes_in_place_of_the_line_however_often_it_is_pressed(
    deps: Deps, client: RecordingClient, private: list[Message]
) -> None:
    message = Message(channel=CHANNEL, text="USD 55 an hour", blocks=[], plain="USD 55 an hour")
    number = deps.store.offered_answers.keep(TEAM, ANA, "command:1.1", message.model_dump_json())
    for _ in range(2):
        show(deps, client, pressed(ANA, number), TEAM)
    assert private == [message, message]


def test_it_is_for_nobody_else(deps: Deps, client: RecordingClient, private: list[Message]) -> None:
    number = deps.store.offered_answers.keep(TEAM, ANA, "command:1.1", "{}")
    for user, asked in ((BEN, number), (ANA, "another")):
        with pytest.raises(UserError, match="offer_gone"):
            show(deps, client, pressed(user, asked), TEAM)
    assert private == []

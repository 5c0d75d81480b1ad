"""What one can ask, shown to the person who asked for it."""

from __future__ import annotations

import pytest

from bot.blockkit.check import check_message
from bot.surfaces.shared.deps import Deps
from bot.surfaces.verbs.help import help_message, show_help, wants_help
from tests.bot.surfaces.recording import ANA, CHANNEL, TEAM, RecordingClient


@pytest.mark.parametrize("text", ["help", "  HELP ", "?", ""])
def test_these_ask_for_help(text: str) -> None:
    assert wants_help(text)


@pytest.mark.parametrize("text", ["help me choose a GPU", "why?", "what can you do"])
def test_a_question_is_not_asking_for_help(text: str) -> None:
    assert not wants_help(text)


def test_help_is_a_message_that_slack_takes() -> None:
    shown = help_message(CHANNEL)
    assert check_message({"text": shown.text, "blocks": shown.blocks}) == ()


def test_where_others_read_along_only_the_asker_sees_it_once(deps: Deps, client: RecordingClient) -> None:
    for _ in range(2):
        show_help(deps, client, {"channel": CHANNEL, "user": ANA, "thread_ts": "1.1"}, TEAM, "k1")
    (shown,) = client.called("chat.postEphemeral")
    assert (shown["user"], shown["thread_ts"]) == (ANA, "1.1")

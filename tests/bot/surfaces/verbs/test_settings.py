"""`/chipscout settings answers=...`: who sees what the command answers."""

from __future__ import annotations

from typing import Any

import pytest

from bot.surfaces.shared.deps import ANSWERS, EVERY_CHANNEL, PRIVATE, TO_THE_CHANNEL, Deps
from bot.surfaces.verbs.settings import about_answers, answers_in, is_about_answers
from tests.bot.surfaces.recording import ANA, CHANNEL, TEAM, RecordingClient

COMMAND: dict[str, Any] = {"channel_id": CHANNEL, "user_id": ANA}


@pytest.mark.parametrize(
    ("text", "is_about"),
    [
        ("settings answers=private", True),
        ("Settings answers: channel", True),
        ("settings answers everybody", False),
        ("settings", False),
    ],
)
def test_the_words_are_these_alone(text: str, is_about: bool) -> None:
    assert is_about_answers(text) is is_about


def test_nobody_but_the_asker_sees_answers_unless_somebody_chose_otherwise(deps: Deps) -> None:
    assert answers_in(deps, TEAM, CHANNEL) == PRIVATE


def test_a_channel_s_choice_comes_before_the_workspace_s(deps: Deps, client: RecordingClient) -> None:
    deps.store.channel_settings.put(TEAM, EVERY_CHANNEL, ANSWERS, TO_THE_CHANNEL)
    assert answers_in(deps, TEAM, CHANNEL) == TO_THE_CHANNEL
    about_answers(deps, client, COMMAND, TEAM, "settings answers=private")
    assert answers_in(deps, TEAM, CHANNEL) == PRIVATE
    assert answers_in(deps, TEAM, "C2") == TO_THE_CHANNEL

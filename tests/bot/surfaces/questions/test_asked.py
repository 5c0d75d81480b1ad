"""A message as a question."""

from __future__ import annotations

from bot.surfaces.questions.asked import asked
from bot.surfaces.shared.deps import Deps
from tests.bot.surfaces.recording import ANA, CHANNEL, TEAM, RecordingClient

EVENT = {"channel": CHANNEL, "user": ANA, "ts": "2.2", "text": "hi"}


def test_a_message_by_itself_starts_a_thread_of_ours(deps: Deps, client: RecordingClient) -> None:
    question = asked(deps, client, EVENT, TEAM, "hi")
    assert (question.thread_ts, question.is_ours) == ("2.2", True)
    assert question.key == f"message:{TEAM}:{CHANNEL}:2.2"


def test_in_somebody_s_thread_it_is_theirs(deps: Deps, client: RecordingClient) -> None:
    question = asked(deps, client, EVENT | {"thread_ts": "1.1"}, TEAM, "hi")
    assert (question.thread_ts, question.is_ours) == ("1.1", False)

"""A question that was edited is read again, and its answer changed where it stands."""

from __future__ import annotations

from typing import Any

from bot.surfaces.questions.edited import answer_edit, is_edit
from bot.surfaces.questions.mention import answer_mention
from bot.surfaces.shared.answering import reading_of
from bot.surfaces.shared.deps import Deps
from tests.bot.surfaces.recording import ANA, CHANNEL, PRICE, TEAM, TS, RecordingClient

BOT = "U0BOT"
OTHER = "price of trn2.48xlarge in us-east-1"


def asked(deps: Deps, client: RecordingClient) -> None:
    event = {"channel": CHANNEL, "user": ANA, "text": f"<@{BOT}> {PRICE}", "ts": "1.1"}
    answer_mention(deps, client, event, TEAM, BOT)


def edit(text: str, before: str = PRICE) -> dict[str, Any]:
    message = {"user": ANA, "text": text, "ts": "1.1"}
    return {
        "subtype": "message_changed", "channel": CHANNEL, "message": message, "previous_message": {"text": before},
    }  # fmt: skip


def test_the_card_and_the_thread_are_about_the_new_words(deps: Deps, client: RecordingClient) -> None:
    asked(deps, client)
    answer_edit(deps, client, edit(OTHER), TEAM, BOT)
    (changed,) = client.called("chat.update")
    assert changed["ts"] == TS
    thread = deps.store.threads.conversation(TEAM, CHANNEL, "1.1")
    reading = reading_of(thread.reading if thread else None)
    assert reading is not None and reading.profile.instances == ("trn2.48xlarge",)


def test_an_edit_that_changes_no_word_changes_nothing(deps: Deps, client: RecordingClient) -> None:
    """Slack tells of links it unfolded in the same way."""
    asked(deps, client)
    answer_edit(deps, client, edit(PRICE), TEAM, BOT)
    assert client.called("chat.update") == []


def test_an_edit_of_what_was_never_answered_is_left_alone(deps: Deps, client: RecordingClient) -> None:
    answer_edit(deps, client, edit(OTHER), TEAM, BOT)
    assert client.calls == []


def test_only_edits_are_taken() -> None:
    assert is_edit(edit(OTHER))
    assert not is_edit({"subtype": "message_deleted"})

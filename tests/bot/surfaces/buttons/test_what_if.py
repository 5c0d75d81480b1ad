"""*What if*: one press says it, and the answer comes in the card's thread."""

from __future__ import annotations

import pytest

from bot.slack.post import Message
from bot.surfaces.buttons.what_if import answer_what_if
from bot.surfaces.shared.answering import reading_of
from bot.surfaces.shared.deps import Deps
from bot.wording.errors import UserError
from tests.bot.surfaces.recording import BEN, CHANNEL, TEAM, TS, RecordingClient, posted_card, press, private_card


def test_the_answer_comes_in_the_thread_and_the_thread_goes_on_from_it(deps: Deps, client: RecordingClient) -> None:
    verdict = posted_card(deps, client)
    answer_what_if(deps, client, press(verdict, "runs=3", label="3 runs"))
    assert client.called("chat.postMessage")[-1]["thread_ts"] == TS
    thread = deps.store.threads.conversation(TEAM, CHANNEL, TS)
    reading = reading_of(thread.reading if thread else None)
    assert reading is not None and reading.profile.runs == 3


def test_the_same_button_is_answered_once_whoever_presses(deps: Deps, client: RecordingClient) -> None:
    verdict = posted_card(deps, client)
    answer_what_if(deps, client, press(verdict, "runs=3", label="3 runs"))
    answer_what_if(deps, client, press(verdict, "runs=3", label="3 runs", user=BEN))
    assert len(client.called("chat.postMessage")) == 2, "the card and one answer"
    assert client.called("chat.postEphemeral")[0]["user"] == BEN


def test_on_a_private_card_the_answer_is_private(deps: Deps, client: RecordingClient, private: list[Message]) -> None:
    url = "https://hooks.slack.com/1"
    answer_what_if(deps, client, press(private_card(deps), "runs=3", label="3 runs", url=url))
    assert client.calls == []
    assert len(private) == 1


@pytest.mark.parametrize("said", ["", "runs=many", "wheels=4"])
def test_a_button_that_says_nothing_a_workload_can_have_is_refused(
    deps: Deps, client: RecordingClient, said: str
) -> None:
    with pytest.raises(UserError):
        answer_what_if(deps, client, press(posted_card(deps, client), said))

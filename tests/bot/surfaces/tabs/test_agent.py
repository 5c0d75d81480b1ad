"""The agent view offers questions to try."""

from __future__ import annotations

from bot.surfaces.tabs.agent import is_messages, offer_prompts
from bot.wording.examples import examples
from tests.bot.surfaces.recording import RecordingClient

METHOD = "assistant.threads.setSuggestedPrompts"


def test_the_examples_are_offered_without_a_thread(client: RecordingClient) -> None:
    """For an agent Slack drops a call that names one."""
    offer_prompts(client, {"channel": "D1", "tab": "messages"})
    (offered,) = client.called(METHOD)
    assert "thread_ts" not in offered
    assert [prompt["message"] for prompt in offered["prompts"]] == [example.message for example in examples()]


def test_an_app_without_the_scope_offers_none(client: RecordingClient) -> None:
    client.refuses[METHOD] = "missing_scope"
    offer_prompts(client, {"channel": "D1"})
    assert len(client.calls) == 1


def test_only_the_messages_tab_is_taken() -> None:
    assert is_messages({"tab": "messages"})
    assert not is_messages({"tab": "home"})

"""What shows a message: text instead of blocks that Slack refuses, and when Slack says to wait."""

from __future__ import annotations

import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.slack import post
from bot.slack.outbox import LaterError
from engine.base.lazy import Lazy
from tests.slack.local.local_slack import LocalSlack
from tests.slack.local.state import Channel


@pytest.fixture
def ml(slack: LocalSlack) -> Channel:
    return slack.channel("ml", members=[slack.bot])


def test_a_private_answer_with_blocks_slack_refuses_comes_as_text(slack: LocalSlack, ml: Channel) -> None:
    ana = slack.user("ana")
    url = slack.world.new_response_url(ana.id, ml.id)
    bad: post.Blocks = [{"type": "header", "text": {"type": "plain_text", "text": "x" * 151}}]
    post.privately(slack.core.url_of(url), post.Message(channel=ml.id, text="hello", blocks=bad, plain="all of it"))
    assert [each.text for each in slack.ephemerals(to=ana)] == ["all of it"]


def test_a_fence_in_the_card_does_not_end_the_code_block() -> None:
    said = post.as_text("A verdict.", "one ``` two <!channel>")
    assert said.count("```") == 2 and "&lt;!channel&gt;" in said


def test_a_private_address_that_is_limited_says_when_to_try_again(slack: LocalSlack, ml: Channel) -> None:
    ana = slack.user("ana")
    url = slack.core.url_of(slack.world.new_response_url(ana.id, ml.id))
    slack.fail_next("response_url", retry_after=7)
    with pytest.raises(LaterError) as later:
        post.privately(url, post.Message(channel=ml.id, text="hello", blocks=[], plain="hello"))
    assert (later.value.seconds, later.value.is_limit) == (7.0, True)


def test_a_limit_is_not_a_refusal(slack: LocalSlack, ml: Channel) -> None:
    slack.fail_next("chat.update", retry_after=3)
    web = WebClient(slack.env["SLACK_BOT_TOKEN"], base_url=slack.url, retry_handlers=[])
    with pytest.raises(SlackApiError, match="ratelimited"):
        post.update(web, "1.1", post.Message(channel=ml.id, text="hello", blocks=[], plain="hello"))


def test_a_message_that_is_kept_is_drawn_whole() -> None:
    drawn = list[int]()

    def whole() -> str:
        drawn.append(1)
        return "the whole card"

    message = post.Message(channel="C1", text="a card", blocks=[], plain=Lazy(whole))
    assert drawn == []
    kept = post.Message.model_validate_json(message.model_dump_json())
    assert (kept.plain, kept.plain_text, drawn) == ("the whole card", "the whole card", [1])

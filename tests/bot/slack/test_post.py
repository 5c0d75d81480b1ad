"""Posting once, function by function: what `bot.slack.post` does that a person can hardly provoke."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_handlers import RateLimitErrorRetryHandler

from bot.slack import post
from knowledge.store.store import Store
from tests.slack.local.local_slack import LocalSlack
from tests.slack.local.state import Channel


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "c.db", time.time) as opened:
        yield opened


@pytest.fixture
def ml(slack: LocalSlack) -> Channel:
    return slack.channel("ml", members=[slack.bot])


def client(slack: LocalSlack) -> WebClient:
    return WebClient(slack.env["SLACK_BOT_TOKEN"], base_url=slack.url, retry_handlers=[])


def message(channel: Channel, thread_ts: str | None = None) -> post.Message:
    return post.Message(channel=channel.id, thread_ts=thread_ts, text="hello", blocks=[], plain="hello")


def no_wait(_seconds: float) -> None:
    return None


def test_a_key_is_posted_once(slack: LocalSlack, store: Store, ml: Channel) -> None:
    first = post.once(client(slack), store, "k", message(ml))
    assert post.once(client(slack), store, "k", message(ml)) == first
    assert len(slack.messages()) == 1


def test_what_an_earlier_process_posted_without_noting_it_is_found(
    slack: LocalSlack, store: Store, ml: Channel, tmp_path: Path
) -> None:
    with Store(tmp_path / "other.db", time.time) as gone:
        ts = post.once(client(slack), gone, "k", message(ml))
    store.deliveries.begin_post("k", ml.id)
    assert post.once(client(slack), store, "k", message(ml)) == ts
    assert len(slack.messages()) == 1


def test_where_slack_does_not_let_us_look_nothing_is_sent_twice(store: Store) -> None:
    with LocalSlack(scopes={"chat:write"}) as slack:
        ml = slack.channel("ml", members=[slack.bot])
        slack.fail_next("chat.postMessage", cut="after")
        with pytest.raises(SlackApiError, match="missing_scope"):
            post.once(client(slack), store, "k", message(ml), no_wait)
        assert len(slack.messages()) == 1


def test_it_gives_up_after_four_tries(slack: LocalSlack, store: Store, ml: Channel) -> None:
    slack.fail_next("chat.postMessage", cut="before", times=9)
    waits: list[float] = []
    with pytest.raises(OSError):
        post.once(client(slack), store, "k", message(ml), waits.append)
    assert waits == [0.5, 2.0, 5.0]
    assert len(slack.calls("chat.postMessage")) == 4


def test_a_refusal_is_told_and_leaves_the_key_free(slack: LocalSlack, store: Store, ml: Channel) -> None:
    slack.remove_bot(ml)
    with pytest.raises(post.RefusedError, match="not_in_channel"):
        post.once(client(slack), store, "k", message(ml))
    ml.members.add(slack.bot.id)
    post.once(client(slack), store, "k", message(ml))
    assert len(slack.messages()) == 1


def test_the_key_itself_is_not_given_away(slack: LocalSlack, store: Store, ml: Channel) -> None:
    post.once(client(slack), store, "command:123.456.secret", message(ml))
    assert "secret" not in str(slack.messages()[0].metadata)


def test_a_private_answer_with_blocks_slack_refuses_comes_as_text(slack: LocalSlack, ml: Channel) -> None:
    ana = slack.user("ana")
    url = slack.world.new_response_url(ana.id, ml.id)
    bad: post.Blocks = [{"type": "header", "text": {"type": "plain_text", "text": "x" * 151}}]
    post.privately(slack.core.url_of(url), post.Message(channel=ml.id, text="hello", blocks=bad, plain="all of it"))
    assert [each.text for each in slack.ephemerals(to=ana)] == ["all of it"]


def test_a_fence_in_the_card_does_not_end_the_code_block() -> None:
    said = post.as_text("A verdict.", "one ``` two <!channel>")
    assert said.count("```") == 2 and "&lt;!channel&gt;" in said


def test_a_channel_that_is_told_to_wait_gets_every_message_and_others_do_not_wait(
    slack: LocalSlack, store: Store, ml: Channel
) -> None:
    """Slack takes one a second in a channel. Four at once, with one new try each, would lose some."""
    slack.limit_rates()
    quiet = slack.channel("quiet", members=[slack.bot])
    handler = RateLimitErrorRetryHandler(max_retry_count=2)
    web = WebClient(slack.env["SLACK_BOT_TOKEN"], base_url=slack.url, retry_handlers=[handler])
    with ThreadPoolExecutor(5) as pool:
        sent = [pool.submit(post.once, web, store, f"k{number}", message(ml)) for number in range(4)]
        slack.wait_for(lambda: len(slack.calls("chat.postMessage")) >= 1)
        pool.submit(post.once, web, store, "other", message(quiet)).result(5)
        assert len(slack.messages(in_=ml)) < 4
        assert len({each.result(30) for each in sent}) == 4
    assert len(slack.messages(in_=ml)) == 4
    assert len([call for call in slack.calls("chat.postMessage") if call.error]) <= 6

"""What can go wrong on purpose, and who would have been called."""

from __future__ import annotations

import gc
import socket
import warnings
from urllib.parse import urlsplit

import pytest
from slack_sdk import WebClient
from slack_sdk.http_retry.builtin_handlers import RateLimitErrorRetryHandler

from tests.slack.local.local_slack import LocalSlack
from tests.slack.local.people import Person
from tests.slack.local.records import BOT_TOKEN, Channel
from tests.slack.local.samples import refusal


def test_a_scripted_error_comes_once(slack: LocalSlack, web: WebClient, ml: Channel) -> None:
    slack.fail_next("chat.postMessage", error="not_in_channel")
    assert refusal(lambda: web.chat_postMessage(channel=ml.id, text="x"))["error"] == "not_in_channel"
    assert web.chat_postMessage(channel=ml.id, text="x")["ok"]
    assert slack.refused == []  # it had been asked for


def test_a_scripted_500_is_one(slack: LocalSlack, web: WebClient, ml: Channel) -> None:
    slack.fail_next("chat.postMessage", status=500)
    assert refusal(lambda: web.chat_postMessage(channel=ml.id, text="x")).status_code == 500


def test_a_call_cut_after_it_took_effect_is_posted_twice_by_the_sdk(
    slack: LocalSlack, web: WebClient, ml: Channel
) -> None:
    """The reason why an app that posts once only needs a key of its own."""
    slack.fail_next("chat.postMessage", cut="after")
    web.chat_postMessage(channel=ml.id, text="x")
    assert len(slack.messages(in_=ml)) == 2


def test_a_call_cut_before_it_took_effect_is_posted_once(slack: LocalSlack, web: WebClient, ml: Channel) -> None:
    slack.fail_next("chat.postMessage", cut="before")
    web.chat_postMessage(channel=ml.id, text="x")
    assert len(slack.messages(in_=ml)) == 1


def test_a_hanging_call_ends_with_the_clients_patience(slack: LocalSlack, ml: Channel) -> None:
    slack.fail_next("chat.postMessage", hangs=True)
    with pytest.raises(TimeoutError):
        WebClient(BOT_TOKEN, base_url=slack.url, timeout=1).chat_postMessage(channel=ml.id, text="x")
    assert slack.messages() == []


def test_the_second_message_in_a_second_is_too_many(slack: LocalSlack, web: WebClient, ml: Channel) -> None:
    other = slack.channel("other", members=[slack.bot])
    slack.limit_rates()
    web.chat_postMessage(channel=ml.id, text="1")
    answer = refusal(lambda: web.chat_postMessage(channel=ml.id, text="2"))
    assert (answer.status_code, answer["error"], answer.headers["Retry-After"]) == (429, "ratelimited", "1")
    web.chat_postMessage(channel=other.id, text="1")  # each channel counts for itself
    slack.advance(1)
    web.chat_postMessage(channel=ml.id, text="3")
    assert [each.text for each in slack.messages(in_=ml)] == ["1", "3"]


def test_the_sdks_retry_handler_waits_out_a_429(slack: LocalSlack, web: WebClient, ml: Channel) -> None:
    web.retry_handlers.append(RateLimitErrorRetryHandler(max_retry_count=1))
    slack.fail_next("chat.postMessage", retry_after=0)
    assert web.chat_postMessage(channel=ml.id, text="x")["ok"]
    assert [call.error for call in slack.calls("chat.postMessage")] == ["ratelimited", None]


def test_every_way_of_calling_somebody_is_noticed(
    slack: LocalSlack, web: WebClient, ada: Person, ml: Channel
) -> None:
    rich = {"type": "rich_text_section", "elements": [{"type": "broadcast", "range": "here"}]}
    web.chat_postMessage(
        channel=ml.id,
        text=f"<!channel> <@{ada.id}>",
        blocks=[
            {
                "type": "section",
                "text": {"type": "mrkdwn", "text": "<!here> <!subteam^S1> <https://evil.example|aws>"},
            },
            {"type": "markdown", "text": "<!everyone>"},
            {"type": "rich_text", "elements": [rich]},
        ],
    )
    kinds = [ping.kind for ping in slack.pings]
    assert kinds == ["channel", "user", "here", "usergroup", "everyone", "here"]
    assert [(link.url, link.label) for link in slack.links] == [("https://evil.example", "aws")]


def test_escaped_and_inert_words_call_nobody(slack: LocalSlack, web: WebClient, ml: Channel) -> None:
    inert = {"type": "plain_text", "text": "<!channel>"}
    web.chat_postMessage(channel=ml.id, text="&lt;!channel&gt; @here", blocks=[{"type": "section", "text": inert}])
    assert slack.pings == []
    web.chat_postMessage(channel=ml.id, text="@here", link_names=True)
    assert [ping.kind for ping in slack.pings] == ["here"]


def test_who_connects_as_it_stops_leaves_nothing_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is accepted in the turn of the loop before the one in which the server goes."""
    slack = LocalSlack().start()
    stop, at = slack.server._stop, urlsplit(slack.url)
    assert stop is not None
    set_it, connected = stop.set, socket.socket()

    def connect_first() -> None:
        connected.connect((at.hostname, at.port))
        slack.server.loop.call_soon(set_it)

    monkeypatch.setattr(stop, "set", connect_first)
    slack.stop()
    connected.close()
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        gc.collect()
    assert [str(one.message) for one in told if one.category is ResourceWarning] == []

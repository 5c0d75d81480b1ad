"""Messages on their way: posted once, and due later instead of waited for."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_handlers import RateLimitErrorRetryHandler

from bot.slack import post, sendings
from bot.slack.outbox import at_once
from knowledge.store.deliveries import HeldElsewhereError
from knowledge.store.store import Store
from tests.slack.local.local_slack import LocalSlack
from tests.slack.local.people import Person
from tests.slack.local.state import Channel
from tests.slack.offers import is_offer


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
    first = sendings.once(client(slack), store, "k", message(ml))
    assert sendings.once(client(slack), store, "k", message(ml)) == first
    assert len(slack.messages()) == 1


def test_what_an_earlier_process_posted_without_noting_it_is_found(
    slack: LocalSlack, store: Store, ml: Channel, tmp_path: Path
) -> None:
    with Store(tmp_path / "other.db", time.time) as gone:
        ts = sendings.once(client(slack), gone, "k", message(ml))
    store.deliveries.begin_post("k", ml.id)
    assert sendings.once(client(slack), store, "k", message(ml)) == ts
    assert len(slack.messages()) == 1


def test_where_slack_does_not_let_us_look_nothing_is_sent_twice(store: Store) -> None:
    with LocalSlack(scopes={"chat:write"}) as slack:
        ml = slack.channel("ml", members=[slack.bot])
        slack.fail_next("chat.postMessage", cut="after")
        with pytest.raises(SlackApiError, match="missing_scope"):
            sendings.once(client(slack), store, "k", message(ml), no_wait)
        assert len(slack.messages()) == 1


def test_it_gives_up_after_four_tries(slack: LocalSlack, store: Store, ml: Channel) -> None:
    slack.fail_next("chat.postMessage", cut="before", times=9)
    waits: list[float] = []
    with pytest.raises(OSError):
        sendings.once(client(slack), store, "k", message(ml), waits.append)
    assert waits == [0.5, 2.0, 5.0]
    assert len(slack.calls("chat.postMessage")) == 4


def test_a_refusal_is_told_and_leaves_the_key_free(slack: LocalSlack, store: Store, ml: Channel) -> None:
    slack.remove_bot(ml)
    with pytest.raises(post.RefusedError, match="not_in_channel"):
        sendings.once(client(slack), store, "k", message(ml))
    ml.members.add(slack.bot.id)
    sendings.once(client(slack), store, "k", message(ml))
    assert len(slack.messages()) == 1


def test_the_key_itself_is_not_given_away(slack: LocalSlack, store: Store, ml: Channel) -> None:
    sendings.once(client(slack), store, "command:123.456.secret", message(ml))
    assert "secret" not in str(slack.messages()[0].metadata)


def test_a_channel_that_is_told_to_wait_gets_every_message_and_others_do_not_wait(
    slack: LocalSlack, store: Store, ml: Channel
) -> None:
    """Slack takes one a second in a channel. Four at once, with one new try each, would lose some."""
    slack.limit_rates()
    quiet = slack.channel("quiet", members=[slack.bot])
    handler = RateLimitErrorRetryHandler(max_retry_count=2)
    web = WebClient(slack.env["SLACK_BOT_TOKEN"], base_url=slack.url, retry_handlers=[handler])
    with ThreadPoolExecutor(5) as pool:
        sent = [pool.submit(sendings.once, web, store, f"k{number}", message(ml)) for number in range(4)]
        slack.wait_for(lambda: len(slack.calls("chat.postMessage")) >= 1)
        pool.submit(sendings.once, web, store, "other", message(quiet)).result(5)
        assert len(slack.messages(in_=ml)) < 4
        assert len({each.result(30) for each in sent}) == 4
    assert len(slack.messages(in_=ml)) == 4
    assert len([call for call in slack.calls("chat.postMessage") if call.error]) <= 6


# ---- private messages


@pytest.fixture
def ana(slack: LocalSlack) -> Person:
    return slack.user("ana")


def asked(slack: LocalSlack, ana: Person, ml: Channel) -> str:
    """The response_url of a command."""
    ml.members.add(ana.id)
    return slack.core.url_of(slack.world.new_response_url(ana.id, ml.id))


def to(ana: Person, slack: LocalSlack, url: str | None, ml: Channel, store: Store) -> sendings.ToAsker:
    return sendings.ToAsker(client(slack), ana.id, url, message(ml), sendings.Once(store, "T1", "k"))


def test_a_private_message_is_shown_once(slack: LocalSlack, store: Store, ml: Channel, ana: Person) -> None:
    url = asked(slack, ana, ml)
    for _ in range(2):
        at_once(to(ana, slack, url, ml, store))
    assert [shown.text for shown in slack.ephemerals(to=ana)] == ["hello"]


def test_what_a_process_that_died_was_about_to_show_is_offered_and_not_repeated(
    slack: LocalSlack, store: Store, ml: Channel, ana: Person, tmp_path: Path
) -> None:
    url = asked(slack, ana, ml)
    store.deliveries.begin_post("k", ml.id)
    store.deliveries.let_go("k")
    with Store(tmp_path / "c.db", time.time) as successor:
        at_once(to(ana, slack, url, ml, successor))
        (offer,) = slack.ephemerals(to=ana)
        assert is_offer(offer) and "hello" not in offer.said
        number = offer.blocks[1]["elements"][0]["value"]
        assert "hello" in (successor.offered_answers.get("T1", ana.id, number) or "")
        at_once(to(ana, slack, url, ml, successor))
        assert slack.ephemerals(to=ana) == [offer]


def test_it_is_written_down_after_connecting_and_before_sending(
    slack: LocalSlack, store: Store, ml: Channel, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that what dies while it connects has surely shown nothing, and the next process sends it."""
    url = asked(slack, ana, ml)
    seen: list[object] = []

    def connect(connection: HTTPConnection) -> None:
        seen.append(store.deliveries.post_of("k"))
        if len(seen) == 1:
            raise ConnectionRefusedError
        plain(connection)

    plain = HTTPConnection.connect
    monkeypatch.setattr(HTTPConnection, "connect", connect)
    at_once(to(ana, slack, url, ml, store), no_wait)
    assert seen == [None, None]
    assert [shown.text for shown in slack.ephemerals(to=ana)] == ["hello"]


def test_what_slack_did_not_answer_in_time_is_offered(
    slack: LocalSlack, store: Store, ml: Channel, ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = asked(slack, ana, ml)
    sent = post.privately

    def slow(*args: Any, **how: Any) -> None:
        sent(*args, **how)
        monkeypatch.setattr(post, "privately", sent)
        raise TimeoutError

    monkeypatch.setattr(post, "privately", slow)
    at_once(to(ana, slack, url, ml, store), no_wait)
    first, offer = slack.ephemerals(to=ana)
    assert first.text == "hello" and is_offer(offer)


def test_who_stood_still_shows_nothing_that_another_took_over(
    slack: LocalSlack, store: Store, ml: Channel, ana: Person, tmp_path: Path
) -> None:
    url = asked(slack, ana, ml)
    with Store(tmp_path / "c.db", time.time) as successor:
        successor.replicas.beat()
        frozen = to(ana, slack, url, ml, store)
        posting = sendings.Posting(client(slack), store, "p", message(ml))
        for key in ("k", "p"):
            successor.deliveries.begin_post(key, ml.id)
        for sending in (frozen, posting):
            with pytest.raises(HeldElsewhereError):
                sending.attempt()
    assert slack.ephemerals(to=ana) == [] and slack.messages(in_=ml) == []


def test_what_was_refused_is_shown_another_way(slack: LocalSlack, store: Store, ml: Channel, ana: Person) -> None:
    slack.fail_next("response_url", status=404)
    at_once(to(ana, slack, asked(slack, ana, ml), ml, store))
    (shown,) = slack.ephemerals(to=ana)
    assert (shown.text, shown.via) == ("hello", "chat.postEphemeral")

"""From a question to a posted card."""

from __future__ import annotations

import pytest

from bot.advice.audience import MEMBERS
from bot.slack import errands
from bot.slack.errands import Errand
from bot.surfaces.shared.answering import Question, ask, deliver, once, reading_of, reply, verdict_id
from bot.surfaces.shared.deps import Deps
from knowledge.store.deliveries import HeldElsewhereError
from tests.bot.surfaces.recording import (
    ANA,
    CHANNEL,
    PRICE,
    TEAM,
    TS,
    WORKLOAD,
    RecordingClient,
    card_message,
    kept,
    question,
)


def test_a_question_is_answered_once_however_often_it_is_delivered(deps: Deps, client: RecordingClient) -> None:
    for _ in range(2):
        reply(deps, client, question(PRICE, thread_ts="1.1"))
    (card,) = client.called("chat.postMessage")
    assert (card["channel"], card["thread_ts"]) == (CHANNEL, "1.1")


def test_the_thread_remembers_what_was_asked(deps: Deps, client: RecordingClient) -> None:
    asked = question(PRICE, thread_ts="1.1")
    reply(deps, client, asked)
    thread = deps.store.threads.conversation(TEAM, CHANNEL, "1.1")
    assert thread is not None and thread.message_ts == TS
    assert kept(deps, asked).question == PRICE


def test_a_follow_up_builds_on_the_thread_and_thanks_do_not_change_it(deps: Deps, client: RecordingClient) -> None:
    for key, text in (("k1", PRICE), ("k2", "thanks!"), ("k3", "and in us-west-2?")):
        reply(deps, client, question(text, key=key, thread_ts="1.1"))
    thread = deps.store.threads.conversation(TEAM, CHANNEL, "1.1")
    reading = reading_of(thread.reading if thread else None)
    assert reading is not None
    assert (reading.profile.instances, reading.profile.region) == (("p5.48xlarge",), "us-west-2")


def test_a_verdict_has_the_same_id_in_every_delivery_and_another_in_another_workspace() -> None:
    here = question(PRICE)
    there = here.model_copy(update={"team": "T2"})
    assert verdict_id(here) == verdict_id(question(PRICE)) != verdict_id(there)


def test_work_that_fails_is_not_done_again(deps: Deps) -> None:
    try:
        with once(deps.store, "key") as is_mine:
            assert is_mine
            raise ZeroDivisionError
    except ZeroDivisionError:
        pass
    with once(deps.store, "key") as is_mine:
        assert not is_mine


def test_the_asker_is_named_above_the_card_with_the_question() -> None:
    asked = Question(
        key="k", team=TEAM, channel=CHANNEL, user=ANA, text=PRICE, thread_ts=None, asked_by="ana", audience=MEMBERS
    )
    assert asked.line is not None and "ana" in asked.line and PRICE in asked.line


def test_a_card_says_the_question_again_only_where_blocks_are_refused(deps: Deps) -> None:
    message = card_message(deps, PRICE)
    assert PRICE in message.plain_text
    assert message.blocks


def test_a_reading_of_another_version_starts_the_thread_over() -> None:
    assert reading_of(None) is None
    assert reading_of('{"no_such_field": 1}') is None


def test_work_whose_message_could_not_be_stored_is_claimed_again(deps: Deps) -> None:
    """The store failed in the outbox, when the listener had ended: the delivery is begun again, so it is free."""
    errand = Errand()
    errand.begin()
    with errands.on(errand), once(deps.store, "k1") as is_mine:
        assert is_mine
    errand.is_unfinished = True
    errand.end()
    with once(deps.store, "k1") as is_mine:
        assert is_mine
    with once(deps.store, "k1") as is_mine:
        assert not is_mine


def test_what_another_process_took_over_changes_nothing(deps: Deps, client: RecordingClient) -> None:
    asked = question(WORKLOAD, thread_ts="1.1")
    errand = Errand()
    errand.is_ours = lambda: False
    with errands.on(errand), pytest.raises(HeldElsewhereError):
        deliver(deps, client, asked, ask(deps, asked))
    assert client.called("chat.postMessage") == []
    assert deps.store.threads.conversation(asked.team, asked.channel, "1.1") is None
    assert deps.store.verdicts.get(asked.team, verdict_id(asked)) is None

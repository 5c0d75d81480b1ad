"""The app under failures: lost sockets, redeliveries, cut calls, restarts, refusals."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.slack.local.local_slack import LocalSlack
from tests.slack.local.people import Person
from tests.slack.local.state import Channel, Message
from tests.slack.process import AppProcess

FOUNDING = "repeated Llama fine-tune, PyTorch, tight region capacity"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppProcess]:
    """One app for the failures it must survive."""
    with LocalSlack(patience=10.0) as slack, AppProcess(slack, db=tmp_path_factory.mktemp("db") / "c.db") as process:
        yield process


@pytest.fixture
def slack(served: AppProcess) -> LocalSlack:
    served.slack.wait_for_connections()
    return served.slack


@pytest.fixture
def ana(slack: LocalSlack) -> Person:
    return slack.user("ana")


@pytest.fixture
def ml(slack: LocalSlack, ana: Person, request: pytest.FixtureRequest) -> Channel:
    return slack.channel(request.node.name[:40], members=[ana, slack.bot])


def posting(slack: LocalSlack) -> None:
    """Waits until a post is in progress; an unanswered call is not recorded yet."""
    until = time.monotonic() + 10.0
    while not slack.calls("chat.postMessage"):
        assert time.monotonic() < until, slack.report()
        time.sleep(0.01)


# ---- the same thing twice


def shared(slack: LocalSlack, ml: Channel, ana: Person, text: str = FOUNDING) -> Message:
    """A card in the channel, from a command by ana."""
    ana.clicks(ana.types(f"/chipscout {text}", in_=ml).response(), "share")
    return slack.wait_for_message(in_=ml)


def test_a_redelivered_command_is_answered_once(slack: LocalSlack, ml: Channel, ana: Person) -> None:
    command = ana.types(f"/chipscout {FOUNDING}", in_=ml)
    card = command.response()
    slack.redeliver(command)
    slack.wait_until_quiet()
    assert command.responses == [card] and slack.messages(in_=ml) == []


def test_a_redelivered_mention_is_answered_once(slack: LocalSlack, ml: Channel, ana: Person) -> None:
    question = ana.mentions_bot(FOUNDING, in_=ml)
    slack.wait_for_message(in_=ml, thread=question)
    slack.redeliver(question)
    slack.wait_until_quiet()
    assert len(slack.replies(question)) == 1


def test_a_redelivered_direct_message_is_answered_once(slack: LocalSlack, ana: Person) -> None:
    question = ana.dms(FOUNDING)
    slack.wait_for_message(in_=ana, thread=question)
    slack.redeliver(question)
    slack.wait_until_quiet()
    assert len(slack.replies(question)) == 1


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_post_whose_call_was_cut_appears_once(slack: LocalSlack, ml: Channel, ana: Person, when: str) -> None:
    slack.fail_next("chat.postMessage", cut=when)
    card = shared(slack, ml, ana)
    slack.wait_until_quiet(quiet=1.0)
    assert slack.messages(in_=ml) == [card]
    ana.says("make it 70B", in_=ml, thread=card)
    assert "70B" in slack.wait_for_message(in_=ml, thread=card).said


def test_a_reply_whose_call_was_cut_after_it_took_effect_appears_once(
    slack: LocalSlack, ml: Channel, ana: Person
) -> None:
    slack.fail_next("chat.postMessage", cut="after")
    question = ana.mentions_bot(FOUNDING, in_=ml)
    slack.wait_for_message(in_=ml, thread=question)
    slack.wait_until_quiet(quiet=1.0)
    assert len(slack.replies(question)) == 1


def test_a_server_error_is_retried(slack: LocalSlack, ml: Channel, ana: Person) -> None:
    slack.fail_next("chat.postMessage", status=503)
    card = shared(slack, ml, ana)
    slack.wait_until_quiet(quiet=1.0)
    assert slack.messages(in_=ml) == [card]


def test_a_rate_limit_is_waited_for(slack: LocalSlack, ml: Channel, ana: Person) -> None:
    private = ana.types(f"/chipscout {FOUNDING}", in_=ml).response()
    slack.fail_next("chat.postMessage", retry_after=1)
    click = ana.clicks(private, "share")
    card = slack.wait_for_message(in_=ml)
    assert card.posted_at - click.delivery.attempts[0].sent_at >= 1.0
    assert click.acked_at_once


def test_a_limited_channel_holds_up_nobody_elsewhere(tmp_path: Path) -> None:
    with LocalSlack(patience=20.0) as slack, AppProcess(slack, db=tmp_path / "c.db") as app:
        ana, ben = slack.user("ana"), slack.user("ben")
        ml = slack.channel("ml", members=[ana, slack.bot])
        slack.limit_rates()
        questions = [ana.mentions_bot(f"price of p5.48xlarge in us-east-1, {number}", in_=ml) for number in range(20)]
        slack.wait_for(lambda: any(call.error for call in slack.calls("chat.postMessage")), what="a limit")
        slack.wait_for_message(in_=ben, thread=ben.dms(FOUNDING))
        assert sum(len(slack.replies(question)) for question in questions) < len(questions)
        app.kill()  # the rest would take a second each
        assert all(len(slack.replies(question)) <= 1 for question in questions)


# ---- refusals


def test_blocks_that_slack_refuses_are_sent_as_text(served: AppProcess, ml: Channel, ana: Person) -> None:
    slack = served.slack
    private = ana.types(f"/chipscout {FOUNDING} <!channel>", in_=ml).response()
    slack.lacks("header")  # which stands in every form
    ana.clicks(private, "share")
    card = slack.wait_for_message(in_=ml)
    assert not card.blocks and "```" in card.text and len(card.text) > 200
    assert not slack.pings
    slack.wait_for(lambda: any("Slack refused blocks" in line for line in served.stderr), what="a line in the log")


def test_an_internal_error_is_reported_privately_with_a_number_from_the_log(
    served: AppProcess, ml: Channel, ana: Person
) -> None:
    slack = served.slack
    slack.fail_next("chat.postMessage", error="is_archived")
    ana.mentions_bot(FOUNDING, in_=ml)
    said = slack.wait_for_ephemeral(to=ana, in_=ml).said
    number = re.search(r"\b[0-9a-f]{8}\b", said)
    assert number and "is_archived" not in said and "Traceback" not in said
    slack.wait_for(lambda: any(number[0] in line for line in served.stderr), what="the number in the log")


# ---- the socket


@pytest.mark.parametrize("reason", ["warning", "refresh_requested"])
def test_a_requested_reconnect_loses_nothing(slack: LocalSlack, ml: Channel, ana: Person, reason: str) -> None:
    slack.disconnect_sockets(reason)
    command = ana.types(f"/chipscout {FOUNDING}", in_=ml)
    assert command.response().text
    assert command.acked_at_once


def test_a_socket_reset_is_replaced_within_seconds(slack: LocalSlack, ml: Channel, ana: Person) -> None:
    greeted = slack.hub.hellos
    slack.cut_sockets()
    slack.wait_for(lambda: slack.hub.hellos > greeted, timeout=5.0, what="a new socket")
    assert ana.types(f"/chipscout {FOUNDING}", in_=ml).response().text


def test_a_socket_closed_by_a_bare_fin_is_replaced_within_seconds(
    slack: LocalSlack, ml: Channel, ana: Person
) -> None:
    greeted = slack.hub.hellos

    async def close() -> None:
        for connection in slack.hub.connections:
            assert connection.request.transport is not None
            connection.request.transport.close()

    asyncio.run_coroutine_threadsafe(close(), slack.server.loop).result(5)
    slack.wait_for(lambda: slack.hub.hellos > greeted, timeout=5.0, what="a new socket")
    assert ana.types(f"/chipscout {FOUNDING}", in_=ml).response().text


# ---- the process


def test_a_restart_keeps_the_thread(tmp_path: Path) -> None:
    with LocalSlack(patience=10.0) as slack:
        ana = slack.user("ana")
        ml = slack.channel("ml", members=[ana, slack.bot])
        with AppProcess(slack, db=tmp_path / "c.db"):
            card = shared(slack, ml, ana)
            slack.wait_until_quiet()
        with AppProcess(slack, db=tmp_path / "c.db"):
            ana.says("make it 70B", in_=ml, thread=card)
            answer = slack.wait_for_message(in_=ml, thread=card)
        assert "70B" in answer.said and "llama" in answer.said.lower()


def test_a_question_whose_first_attempt_died_is_answered_once_by_the_second(tmp_path: Path) -> None:
    with LocalSlack(patience=10.0) as slack:
        ana = slack.user("ana")
        ml = slack.channel("ml", members=[ana, slack.bot])
        slack.fail_next("chat.postMessage", hangs=True)
        first = AppProcess(slack, db=tmp_path / "c.db").start()
        question = ana.mentions_bot(FOUNDING, in_=ml)
        posting(slack)
        first.kill()
        with AppProcess(slack, db=tmp_path / "c.db"):
            slack.redeliver(question)
            slack.wait_for_message(in_=ml, thread=question)
            slack.redeliver(question)
            slack.wait_until_quiet()
        assert len(slack.replies(question)) == 1


def test_two_processes_on_one_file_answer_each_question_once(tmp_path: Path) -> None:
    with LocalSlack(patience=10.0) as slack:
        ana = slack.user("ana")
        ml = slack.channel("ml", members=[ana, slack.bot])
        with AppProcess(slack, db=tmp_path / "c.db"), AppProcess(slack, db=tmp_path / "c.db"):
            slack.wait_for_connections(2)
            card = shared(slack, ml, ana)
            for _ in range(4):  # they take turns
                asked = ana.mentions_bot("make it 70B", in_=ml, thread=card)
                slack.redeliver(asked)
                slack.wait_for_message(in_=ml, thread=card)
            slack.wait_until_quiet()
            assert len(slack.replies(card)) == 4


def test_sigterm_finishes_the_answers_in_progress(tmp_path: Path) -> None:
    with LocalSlack(patience=10.0) as slack:
        ana = slack.user("ana")
        ml = slack.channel("ml", members=[ana, slack.bot])
        app = AppProcess(slack, db=tmp_path / "c.db").start()
        private = ana.types(f"/chipscout {FOUNDING}", in_=ml).response()
        slack.fail_next("chat.postMessage", retry_after=1)  # keeps the answer under way for a while
        assert ana.clicks(private, "share").is_acked
        posting(slack)
        assert app.stop() == 0
        assert len(slack.messages(in_=ml)) == 1
        assert not [line for line in app.stderr if "Traceback" in line or "Exception" in line]
        assert not (tmp_path / "c.db-wal").exists()


# ---- the address for private answers


@pytest.mark.parametrize("trouble", [{"status": 500}, {"cut": "before"}])
def test_a_private_answer_that_failed_to_arrive_is_sent_again(
    slack: LocalSlack, ml: Channel, ana: Person, trouble: dict[str, object]
) -> None:
    seen = len(slack.ephemerals(to=ana))
    slack.fail_next("response_url", **trouble)
    card = ana.types(f"/chipscout {FOUNDING}", in_=ml).response()
    slack.wait_until_quiet(quiet=1.0)
    assert slack.ephemerals(to=ana)[seen:] == [card]
    assert "went wrong" not in card.said


def test_a_private_answer_whose_address_is_of_no_use_is_shown_in_the_channel(
    slack: LocalSlack, ml: Channel, ana: Person
) -> None:
    slack.fail_next("response_url", status=404)
    ana.types(f"/chipscout {FOUNDING}", in_=ml)
    card = slack.wait_for_ephemeral(to=ana, in_=ml)
    assert card.via == "chat.postEphemeral" and "trn2" in card.said

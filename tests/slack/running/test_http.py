"""The app in HTTP mode: the same listeners, signature checks, bursts, and a clean shutdown."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import urlencode

import pytest

from bot.observe.trace import trace_of
from tests.slack.http_process import HttpApp
from tests.slack.local import payloads
from tests.slack.local.local_slack import LocalSlack
from tests.slack.local.people import Person
from tests.slack.local.records import TEAM, Channel
from tests.slack.local.transport.http_mode import signed, written

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[LocalSlack, HttpApp]]:
    """One app for the tests that do not change it."""
    with LocalSlack() as slack, HttpApp(slack, db=tmp_path_factory.mktemp("http") / "c.db") as running:
        yield slack, running


@pytest.fixture
def slack(shared: tuple[LocalSlack, HttpApp]) -> LocalSlack:
    return shared[0]


@pytest.fixture
def app(shared: tuple[LocalSlack, HttpApp]) -> HttpApp:
    return shared[1]


def command(slack: LocalSlack, ada: Person, ml: Channel, text: str) -> str:
    """The body of a slash command."""
    url, trigger = slack.world.new_response_url(ada.id, ml.id), slack.world.new_trigger(ada.id)
    address = slack.core.url_of(url)
    return urlencode(payloads.command(slack.world, ada.id, ml, ("/chipscout", text), trigger.id, address))


def test_a_command_a_mention_and_a_follow_up_are_answered(
    slack: LocalSlack, app: HttpApp, ada: Person, ml: Channel
) -> None:
    assert app.is_running
    typed = ada.types("/chipscout repeated Llama fine-tune, PyTorch, tight region capacity", in_=ml)
    assert typed.acked_at_once
    private = typed.response()
    assert "Trainium2" in private.text and private.ephemeral_to == ada.id
    assert ada.clicks(private, "share").acked_at_once
    card = slack.wait_for_message(in_=ml)
    ada.says("make it 70B", in_=ml, thread=card)
    assert "70B" in slack.wait_for_message(in_=ml, thread=card).said
    asked = ada.mentions_bot("help", in_=ml)
    assert slack.wait_for_ephemeral(to=ada, containing="For example: /chipscout").text
    slack.wait_until_quiet()  # an answer may arrive before the acknowledgement of its event is on record
    assert all(each.acked_at is not None and len(each.attempts) == 1 for each in asked.deliveries)
    assert slack.failures == [] and slack.pings == []


def test_a_burst_is_acknowledged_in_time_and_answered(slack: LocalSlack, app: HttpApp, ada: Person) -> None:
    assert app.is_running
    rooms = [slack.channel(f"burst-{number}", members=[ada, slack.bot]) for number in range(20)]
    typed = [ada.types("/chipscout repeated Llama 8B fine-tune, PyTorch, AWS", in_=room) for room in rooms]
    assert all(each.acked_at_once for each in typed)
    for each in typed:
        each.response(timeout=30)
    assert slack.failures == []


def test_a_redelivered_request_is_answered_once(slack: LocalSlack, app: HttpApp, ada: Person, ml: Channel) -> None:
    assert app.is_running
    asked = ada.mentions_bot("price of p4d.24xlarge in us-east-1", in_=ml)
    slack.wait_for_message(in_=ml, thread=asked)
    slack.redeliver(asked)
    slack.wait_until_quiet()
    assert len(slack.replies(asked)) == 1


def test_url_verification_echoes_the_challenge(app: HttpApp) -> None:
    body = json.dumps({"type": "url_verification", "challenge": "abc", "token": "t"})
    shown = app.get("/slack/events", data=body.encode(), headers={"Content-Type": "application/json"} | signed(body))
    assert (shown.status, json.loads(shown.text)) == (200, {"challenge": "abc"})


# ---- what is not Slack's


@pytest.mark.parametrize(
    "wrong",
    [
        {"X-Slack-Signature": "v0=" + "0" * 64},
        {"X-Slack-Signature": "v0=é"},
        {"X-Slack-Signature": ""},
        {"X-Slack-Request-Timestamp": "soon"},
        {"X-Slack-Request-Timestamp": "²²²"},
        {"X-Slack-Request-Timestamp": ""},
    ],
    ids=str,
)
def test_a_wrong_signature_is_refused_before_anything_is_read(
    slack: LocalSlack, app: HttpApp, ada: Person, ml: Channel, wrong: dict[str, str]
) -> None:
    body = command(slack, ada, ml, "help")
    headers = {name: value.encode().decode("latin-1") for name, value in (FORM | signed(body) | wrong).items()}
    assert app.get("/slack/commands", data=body.encode(), headers=headers).status == 401


def test_signatures_with_another_secret_time_or_body_are_refused(
    slack: LocalSlack, app: HttpApp, ml: Channel
) -> None:
    eve = slack.user("eve")
    body = command(slack, eve, ml, "help")
    for headers in (
        signed(body, secret="guessed"),
        signed(body, at=time.time() - 900),
        signed(body, at=time.time() + 900),
        signed(body + "&x=1"),
    ):
        assert app.get("/slack/commands", data=body.encode(), headers=FORM | headers).status == 401
    slack.wait_until_quiet()
    assert slack.ephemerals(to=eve) == []


def test_a_replayed_request_is_not_answered_again(slack: LocalSlack, app: HttpApp, ada: Person, ml: Channel) -> None:
    body = command(slack, ada, ml, "price of p4d.24xlarge in us-east-1")
    headers = FORM | signed(body)
    assert [app.get("/slack/commands", data=body.encode(), headers=headers).status for _ in range(3)] == [200] * 3
    slack.wait_for_ephemeral(to=ada, in_=ml)
    slack.wait_until_quiet()
    assert len([each for each in slack.ephemerals(to=ada) if each.channel == ml.id]) == 1


def test_junk_is_refused_without_details(app: HttpApp) -> None:
    for junk in (b"{", b"\xff\xfe", b"", b"payload=%7B"):
        shown = app.get("/slack/interactive", data=junk, headers=FORM)
        assert shown.status == 401 and "Traceback" not in shown.text
    assert app.get("/slack/events").status == 405
    assert app.get("/").status == 404
    assert not [line for line in app.stderr if "Traceback" in line]


def test_an_oversized_body_is_refused(app: HttpApp) -> None:
    body = "x" * (2**20 + 1)
    assert app.get("/slack/events", data=body.encode(), headers=signed(body)).status == 413


def test_without_oauth_there_is_no_install_page(app: HttpApp) -> None:
    assert app.get("/slack/install").status == 404


# ---- up and down


def test_livez_and_readyz_answer(app: HttpApp) -> None:
    assert (app.get("/livez").status, app.get("/readyz").text) == (200, "ready\n")


def test_questions_asked_before_shutdown_are_answered(tmp_path: Path) -> None:
    with LocalSlack() as slack, HttpApp(slack, db=tmp_path / "c.db") as app:
        ada = slack.user("ada")
        rooms = [slack.channel(f"last-{number}", members=[ada, slack.bot]) for number in range(4)]
        typed = [ada.types("/chipscout repeated Llama 8B fine-tune, PyTorch, AWS", in_=room) for room in rooms]
        assert all(each.is_acked for each in typed)
        assert app.stop() == 0
        assert [len(each.responses) for each in typed] == [1, 1, 1, 1]


def test_in_socket_mode_readiness_follows_the_socket(tmp_path: Path) -> None:
    with LocalSlack() as slack, HttpApp(slack, db=tmp_path / "c.db", mode="--health") as app:
        assert app.get("/readyz").status == 200
        slack.fail_next("apps.connections.open", error="internal_error", times=1000)
        slack.cut_sockets()
        slack.wait_for(lambda: app.get("/readyz").status == 503, timeout=10, what="not ready")
        assert app.get("/livez").status == 200
        assert app.get("/slack/events", data=b"{}").status == 404


def test_deliveries_of_the_local_slack_have_slack_s_headers(ada: Person, ml: Channel) -> None:
    asked = ada.mentions_bot("help", in_=ml)
    headers, body = written(asked.deliveries[0], 1, "timeout")
    assert headers["X-Slack-Retry-Num"] == "1" and headers["X-Slack-Retry-Reason"] == "http_timeout"
    assert json.loads(body)["type"] == "event_callback"


# ---- seen from outside


def test_a_question_has_one_number_in_the_log_and_is_counted_without_a_word_of_it(
    slack: LocalSlack, app: HttpApp, ada: Person, ml: Channel
) -> None:
    asked = ada.mentions_bot("price of p4d.24xlarge in us-east-1", in_=ml)
    slack.wait_for_message(in_=ml, thread=asked)
    (mention,) = (each.payload for each in asked.deliveries if each.payload["event"]["type"] == "app_mention")
    number = trace_of(mention).id
    slack.wait_for(lambda: any(f"[{number}]" in line for line in app.stderr), what="a line with the number")
    # Slack shows the answer before the process that posted it has noted how long it took.
    took = 'chipscout_answer_seconds_count{surface="mention"}'
    slack.wait_for(lambda: took in app.get("/metrics").text, what="the time the answer took")
    page = app.get("/metrics")
    assert page.status == 200
    assert 'chipscout_questions_total{form="price",surface="mention"}' in page.text
    assert "chipscout_ready 1.0" in page.text and "process_resident_memory_bytes" in page.text
    assert not [told for told in (ml.id, ada.id, TEAM, "p4d") if told in page.text]


def test_a_locked_file_makes_it_unready_and_it_recovers(app: HttpApp) -> None:
    with closing(sqlite3.connect(app.env["CHIPSCOUT_DB"], isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        page = app.get("/readyz")
        assert (page.status, page.text) == (503, "not ready: the database is locked by another process\n")
        assert app.get("/healthz").status == 200
        other.execute("ROLLBACK")
    assert app.get("/readyz").status == 200

"""HTTP mode: where to listen, and what is answered there without a word from Slack."""

from __future__ import annotations

from typing import get_args
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from slack_bolt import App

from bot.slack.http_mode import TAKES, BindAddress, listening, site
from bot.wording.errors import UserError
from knowledge.store.base.sqlite_file import Reason
from tests.bot.surfaces.recording import RecordingClient


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [("127.0.0.1:3000", "127.0.0.1", 3000), ("[::1]:80", "::1", 80), (" localhost:0 ", "localhost", 0)],
)
def test_an_address_is_a_host_and_a_port(text: str, host: str, port: int) -> None:
    assert BindAddress.read(text) == (host, port)


@pytest.mark.parametrize(
    "text", ["", "3000", "localhost", "localhost:", "localhost:65536", "http://localhost:80", "::1:80"]
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(UserError) as problem:
        BindAddress.read(text)
    assert problem.value.code == "address_malformed"


def test_an_address_is_shown_as_it_is_typed() -> None:
    assert str(BindAddress("::1", 80)) == "[::1]:80"


def said(address: BindAddress, path: str) -> tuple[int, str]:
    try:
        with urlopen(f"http://{address}{path}", timeout=5) as answer:
            return int(answer.status), answer.read().decode()
    except HTTPError as refusal:
        return refusal.code, refusal.read().decode()


def status(address: BindAddress, path: str, body: bytes | None = None) -> int:
    try:
        with urlopen(Request(f"http://{address}{path}", data=body), timeout=5) as answer:
            return int(answer.status)
    except HTTPError as refusal:
        return refusal.code


def test_readiness_follows_what_it_is_asked_of_and_life_does_not() -> None:
    reasons = [None, "full"]
    with listening(site(ready=lambda: reasons.pop(0)), BindAddress("127.0.0.1", 0)) as address:
        assert said(address, "/readyz") == (200, "ready\n")
        assert said(address, "/readyz") == (503, "not ready: the disk of the database is full\n")
        assert {status(address, path) for path in ("/livez", "/healthz")} == {200}
        assert status(address, "/metrics") == 404


@pytest.mark.parametrize("reason", [*get_args(Reason), "stopping", "disconnected"])
def test_every_reason_has_its_words(reason: str) -> None:
    with listening(site(ready=lambda: reason), BindAddress("127.0.0.1", 0)) as address:
        code, text = said(address, "/readyz")
    assert code == 503 and text.startswith("not ready: ") and len(text.split()) > 3


def test_metrics_are_a_page_of_plain_text() -> None:
    made = site(ready=lambda: None, metrics=lambda: b"up 1.0\n")
    with (
        listening(made, BindAddress("127.0.0.1", 0)) as address,
        urlopen(f"http://{address}/metrics", timeout=5) as page,
    ):
        assert page.headers["Content-Type"].startswith("text/plain; version=")
        assert page.read() == b"up 1.0\n"


def test_what_slack_did_not_sign_is_refused() -> None:
    app = App(client=RecordingClient(), token_verification_enabled=False, signing_secret="secret")
    made = site(ready=lambda: None, dispatch=app.dispatch, secret="secret")
    with listening(made, BindAddress("127.0.0.1", 0)) as address:
        assert {status(address, path, b"payload={}") for path in TAKES} == {401}
        with pytest.raises(UserError) as problem, listening(made, address):
            pass
    assert problem.value.code == "address_unusable"

"""HTTP mode: where to listen, and what is answered there without a word from Slack."""

from __future__ import annotations

from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from slack_bolt import App

from bot.slack.http_mode import TAKES, BindAddress, listening, site
from bot.wording.errors import UserError
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


def status(address: BindAddress, path: str, body: bytes | None = None) -> int:
    try:
        with urlopen(Request(f"http://{address}{path}", data=body), timeout=5) as answer:
            return int(answer.status)
    except HTTPError as refusal:
        return refusal.code


def test_readiness_follows_what_it_is_asked_of_and_life_does_not() -> None:
    ready = [True, False]
    with listening(site(ready=lambda: ready.pop(0)), BindAddress("127.0.0.1", 0)) as address:
        assert (status(address, "/readyz"), status(address, "/readyz"), status(address, "/livez")) == (200, 503, 200)


def test_what_slack_did_not_sign_is_refused() -> None:
    app = App(client=RecordingClient(), token_verification_enabled=False, signing_secret="secret")
    made = site(ready=lambda: True, dispatch=app.dispatch, secret="secret")
    with listening(made, BindAddress("127.0.0.1", 0)) as address:
        assert {status(address, path, b"payload={}") for path in TAKES} == {401}
        with pytest.raises(UserError) as problem, listening(made, address):
            pass
    assert problem.value.code == "address_unusable"

"""Where questions are restated, if anywhere."""

from __future__ import annotations

import pytest

from bot.environment.reader import load
from bot.wording.errors import UserError


@pytest.mark.parametrize("url", ["https://models.example/v1/chat/completions", "http://127.0.0.1:8000/v1", ""])
def test_an_address_that_is_safe_is_taken(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHIPSCOUT_READER_URL", url)
    monkeypatch.setenv("CHIPSCOUT_READER_MODEL", "any")
    assert load().url == url


@pytest.mark.parametrize(
    ("name", "value"),
    [("URL", "http://models.example/v1"), ("URL", "ftp://x"), ("SECONDS", "0"), ("SECONDS", "nan")],
)
def test_what_is_wrong_is_named_and_not_repeated(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"CHIPSCOUT_READER_{name}", value)
    with pytest.raises(UserError) as caught:
        load()
    assert caught.value.values["names"] == (f"CHIPSCOUT_READER_{name}",)


def test_an_address_without_a_model_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHIPSCOUT_READER_URL", "https://models.example/v1")
    with pytest.raises(UserError) as caught:
        load()
    assert caught.value.values["names"] == ("CHIPSCOUT_READER_MODEL",)

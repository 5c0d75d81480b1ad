"""What restates questions and checks answers in this environment."""

from __future__ import annotations

import pytest

from bot.reader.configured import reader_of
from bot.wording.errors import UserError
from knowledge.facts import Facts


def test_nothing_does_unless_an_address_is_set(facts: Facts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CHIPSCOUT_READER_URL", raising=False)
    assert reader_of(facts) is None
    monkeypatch.setenv("CHIPSCOUT_READER_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("CHIPSCOUT_READER_MODEL", "any")
    both = reader_of(facts)
    assert both is not None and both.restate is not None and both.check is not None
    monkeypatch.setenv("CHIPSCOUT_READER_URL", "http://elsewhere.example/v1")
    with pytest.raises(UserError):
        reader_of(facts)


def test_checking_can_be_left_out(facts: Facts, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("URL", "http://127.0.0.1:9/v1"), ("MODEL", "any"), ("CHECKS", "no")):
        monkeypatch.setenv(f"CHIPSCOUT_READER_{name}", value)
    both = reader_of(facts)
    assert both is not None and both.restate is not None and both.check is None

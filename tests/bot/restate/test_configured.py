"""What restates questions in this environment."""

from __future__ import annotations

import pytest

from bot.restate.configured import restate_of
from bot.wording.errors import UserError
from knowledge.facts import Facts


def test_nothing_does_unless_an_address_is_set(facts: Facts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CHIPSCOUT_READER_URL", raising=False)
    assert restate_of(facts) is None
    monkeypatch.setenv("CHIPSCOUT_READER_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("CHIPSCOUT_READER_MODEL", "any")
    assert restate_of(facts) is not None
    monkeypatch.setenv("CHIPSCOUT_READER_URL", "http://elsewhere.example/v1")
    with pytest.raises(UserError):
        restate_of(facts)

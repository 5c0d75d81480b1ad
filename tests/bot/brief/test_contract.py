"""The types of the brief contract."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from bot.brief.contract import Brief, Choice

LEAST = {"form": "price", "kind": "answer", "as_of": "2026-11-21", "headline": "None is known."}


def test_an_answer_is_frozen_and_refuses_unknown_keys() -> None:
    answer = Brief.model_validate(LEAST)
    with pytest.raises(ValidationError):
        answer.headline = "other"  # type: ignore[misc]  # what is tried
    with pytest.raises(ValidationError):
        Brief.model_validate(LEAST | {"verdict": "yes"})


def test_what_is_unknown_is_missing_and_never_zero() -> None:
    assert Choice(instance="p5.48xlarge").usd_per_hour is None
    assert Choice(instance="p5.48xlarge", migration_usd=0).migration_usd == 0

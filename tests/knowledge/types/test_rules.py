"""Types of rules: a rule has an example, and a condition may nest others."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from knowledge.types.rules import Condition, Rule, Tradeoff

CITED = {"source": "s", "checked_on": "2026-11-21"}
RULE = CITED | {
    "id": "recommender-on-a-deadline", "group": "scenario", "title": "t", "lean": "gpu", "priority": 705,
    "when": [{"slot": "architecture", "is": ["recommender"]}], "because": "b",
    "example": [{"text": "a recommender in two weeks", "rule_lean": "gpu"}],
}  # fmt: skip


def test_a_rule_without_an_example_is_refused() -> None:
    with pytest.raises(ValidationError, match="example"):
        Rule.model_validate(RULE | {"example": []})


def test_a_rule_leans_to_a_known_verdict() -> None:
    with pytest.raises(ValidationError, match="lean"):
        Rule.model_validate(RULE | {"lean": "abacus"})


def test_a_condition_is_spelled_is_in_the_data_and_is_underscore_in_python() -> None:
    (condition,) = Rule.model_validate(RULE).when
    assert (condition.slot, condition.is_) == ("architecture", ("recommender",))


def test_conditions_nest() -> None:
    either = Condition.model_validate({"any_of": [{"signal": "growing-bill"}, {"slot": "runs", "at_least": 50}]})
    assert [part.slot for part in either.any_of] == [None, "runs"]


def test_a_tradeoff_is_shown_for_families_that_exist() -> None:
    with pytest.raises(ValidationError, match="options"):
        Tradeoff.model_validate(CITED | {"id": "t", "axis": "a", "favours": "gpu", "text": "x", "options": ["fpga"]})

"""A run configuration is a measurement without its result."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from engine.base.run_config import RunConfig, config_of
from knowledge.facts import Facts
from tests.engine.run_configs import PLAIN


def test_the_configuration_of_a_row_has_no_field_for_its_result(facts: Facts) -> None:
    row = facts.measurements[0]
    doubled = row.model_copy(update={"tokens_per_second_per_accelerator": 2 * row.tokens_per_second_per_accelerator})
    assert config_of(row) == config_of(doubled)
    assert "tokens_per_second_per_accelerator" not in RunConfig.model_fields


def test_every_measurement_has_a_configuration(facts: Facts) -> None:
    assert all(config_of(row).accelerator == row.accelerator for row in facts.measurements)


def test_a_result_or_a_made_up_kind_is_refused() -> None:
    with pytest.raises(ValidationError):
        RunConfig.model_validate(PLAIN | {"tokens_per_second_per_accelerator": 1.0})
    with pytest.raises(ValidationError):
        RunConfig.model_validate(PLAIN | {"kind": "thinking"})

"""What a fleet file may say, checked as data."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from engine.fleet.asked import MOST_WORKLOADS, Allowed, Asked, Budget, FleetAsked


def test_what_is_not_allowed_in_so_many_words_is_blocks_alone() -> None:
    allowed = Allowed()
    assert (allowed.blocks, allowed.spot, allowed.apis, allowed.commitments) == (True, False, False, ())


@pytest.mark.parametrize("values", [{"total_usd": 0}, {"monthly_usd": -5}, {"yearly_usd": 5}])
def test_a_budget_is_above_zero_and_of_two_kinds(values: dict[str, float]) -> None:
    with pytest.raises(ValidationError):
        Budget.model_validate(values)


@pytest.mark.parametrize("number", [0, MOST_WORKLOADS + 1])
def test_a_fleet_has_workloads_and_not_too_many(number: int) -> None:
    with pytest.raises(ValidationError):
        FleetAsked(workloads=tuple(Asked(name=f"w{each}") for each in range(number)))


def test_priorities_go_from_one_to_nine() -> None:
    with pytest.raises(ValidationError):
        Asked(name="w", priority=0)

"""A profile holds what was stated; the slots are those of the contract."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from engine.workload.profile import SLOTS, Profile, Reading


def test_only_stated_slots_are_listed_in_the_order_of_the_contract() -> None:
    profile = Profile(runs=20, task="fine_tuning", candidates=("h100",))
    assert list(profile.stated().items()) == [("task", "fine_tuning"), ("runs", 20), ("candidates", ("h100",))]


def test_false_counts_as_stated() -> None:
    assert Profile(managed=False).stated() == {"managed": False}


def test_an_unknown_slot_or_value_is_refused() -> None:
    with pytest.raises(ValidationError):
        Profile.model_validate({"chips": 8})
    with pytest.raises(ValidationError):
        Profile.model_validate({"task": "dreaming"})


def test_a_stored_reading_loads_unchanged() -> None:
    reading = Reading(text="7B on AWS", profile=Profile(parameters=7e9, clouds=("aws",)), words={"parameters": "7B"})
    assert Reading.model_validate_json(reading.model_dump_json()) == reading


def test_the_first_slot_is_the_task_and_none_occurs_twice() -> None:
    assert SLOTS[0] == "task"
    assert len(set(SLOTS)) == len(SLOTS)


NUMBERS = [
    slot for slot, field in Profile.model_fields.items() if str(field.annotation) in ("float | None", "int | None")
]


@pytest.mark.parametrize("slot", NUMBERS)
@pytest.mark.parametrize("value", [0, -3, float("nan"), float("inf"), float("-inf")])
def test_a_number_is_finite_and_above_zero(slot: str, value: float) -> None:
    with pytest.raises(ValidationError):
        Profile.model_validate({slot: value})
    assert getattr(Profile.model_validate({slot: 1}), slot) == 1


def test_counts_are_whole_and_a_share_is_at_most_one() -> None:
    for slot in ("current_count", "samples", "batch_size", "sequence_length", "concurrent_users", "team_engineers"):
        with pytest.raises(ValidationError):
            Profile.model_validate({slot: 2.5})
    with pytest.raises(ValidationError):
        Profile(utilization=1.01)
    assert Profile(utilization=0.7, epochs=0.5).stated() == {"utilization": 0.7, "epochs": 0.5}


def test_a_precision_is_one_of_those_listed() -> None:
    with pytest.raises(ValidationError):
        Profile.model_validate({"precision": "fp7"})
    assert Profile(precision="int4").precision == "int4"


def test_a_slot_was_said_if_it_is_listed() -> None:
    profile = Profile(runs=20, managed=False)
    assert [slot for slot in SLOTS if profile.says(slot)] == list(profile.stated()) == ["runs", "managed"]
    assert not profile.says("no_slot")

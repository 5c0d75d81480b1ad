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

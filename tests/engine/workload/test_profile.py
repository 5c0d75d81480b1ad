"""A profile holds what was said; the slots are those of the contract."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from engine.workload.profile import SLOTS, Profile, Reading


def test_only_what_was_said_is_said_in_the_order_of_the_contract() -> None:
    profile = Profile(runs=20, task="fine_tuning", candidates=("h100",))
    assert list(profile.said().items()) == [("task", "fine_tuning"), ("runs", 20), ("candidates", ("h100",))]


def test_no_is_something_said() -> None:
    assert Profile(managed=False).said() == {"managed": False}


def test_a_slot_or_a_value_nobody_knows_is_refused() -> None:
    with pytest.raises(ValidationError):
        Profile.model_validate({"chips": 8})
    with pytest.raises(ValidationError):
        Profile.model_validate({"task": "dreaming"})


def test_a_kept_reading_reads_back_as_it_was() -> None:
    reading = Reading(text="7B on AWS", profile=Profile(parameters=7e9, clouds=("aws",)), words={"parameters": "7B"})
    assert Reading.model_validate_json(reading.model_dump_json()) == reading


def test_the_first_slot_is_the_task_and_none_occurs_twice() -> None:
    assert SLOTS[0] == "task"
    assert len(set(SLOTS)) == len(SLOTS)

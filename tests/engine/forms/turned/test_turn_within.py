"""Whether a run keeps to a time."""

from __future__ import annotations

import pytest

from engine.forms.turned.turn_within import turn_within
from engine.workload.subject import Subject

RUN = Subject(instance="p4d.24xlarge", machines=2, hours=100.0)


@pytest.mark.parametrize(("allowed", "holds", "times"), [(120.0, True, 1), (48.0, False, 3)])
def test_a_run_of_a_hundred_hours(allowed: float, holds: bool, times: int) -> None:
    told = turn_within(allowed, RUN)
    assert told is not None
    assert (told.holds, told.times) == (holds, times)


def test_a_time_holds_so_much_work_where_no_amount_was_told() -> None:
    """504 h at 18 h per 1B tokens are 28B."""
    told = turn_within(504.0, Subject(instance="p4d.24xlarge", hours_each=18.0, unit="tokens"))
    assert told is not None
    assert told.amount == 28e9


def test_of_no_machine_nothing_is_told() -> None:
    assert turn_within(504.0, Subject(chip="l4")) is None

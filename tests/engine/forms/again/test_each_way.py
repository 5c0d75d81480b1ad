"""Runs that were told on several numbers of machines, by hand: 26 h and $1,400, then 13 h and $1,540 on two."""

from __future__ import annotations

import pytest

from engine.forms.again.each_way import each_way, than_before
from engine.workload.profile import Profile
from engine.workload.told_sums import ToldSum

ONE = ToldSum(
    usd=1400.0, low=1e3, high=2e3, unit="run", thing="p5.48xlarge", chips=8, hours=26.0, purchase="on_demand"
)
TWO = ONE.model_copy(update={"usd": 1540.0, "machines": 2, "chips": 16, "hours": 13.0})
SPOT = TWO.model_copy(update={"purchase": "spot"})


def test_each_stands_beside_the_others_and_the_last_against_the_first() -> None:
    told = each_way((ONE, TWO))
    assert told is not None and [one.machines for one in told.ways] == [1, 2]
    assert (told.times, told.slower) == (2.0, False) and told.more == pytest.approx(0.1)


def test_what_is_bought_in_another_way_is_no_other_count() -> None:
    assert each_way((ONE, SPOT)) is None and each_way((ONE,)) is None


def test_the_run_before_is_told_where_only_the_number_of_machines_is_another() -> None:
    was, now = Profile(tokens=3e10, accelerator_count=8), Profile(tokens=3e10, accelerator_count=16)
    told = than_before(TWO, ONE, now, was)
    assert told is not None and told.times == 2.0 and told.before.usd == 1400.0
    assert than_before(TWO, ONE, Profile(tokens=1e10, accelerator_count=16), was) is None

"""How amounts go into a sum, and what the answer may be measured in."""

from __future__ import annotations

from engine.base.measures import Goal, Measure
from engine.forms.worked.factors import AN_HOUR, share_of, targets


def test_what_is_lost_makes_an_hour_of_work_dearer_and_a_discount_cheaper() -> None:
    goal = Goal(wants="usd", unit=AN_HOUR, per="hour")
    lost = share_of("told:0", Measure(value=0.2, units=((),), role="lost"), goal)
    off = share_of("told:0", Measure(value=0.2, units=((),), role="off"), goal)
    assert lost and off and (lost.value, lost.powers) == (0.8, (-1,)) and (off.value, off.powers) == (0.8, (1,))


def test_a_price_of_an_hour_is_of_a_machine_or_a_chip() -> None:
    goal = Goal(wants="usd", unit=AN_HOUR, per="hour")
    machine, chip = (dict(own) for own, _, _ in targets(goal, ()))
    assert machine["machine"] == chip["chip"] == -1

"""What so many chips cost an hour."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.form import Asked
from engine.forms.quantity.bought import bought, plainly
from engine.forms.quantity.slots import serving


def test_chips_that_share_a_model_are_of_one_machine_where_one_has_so_many(advisor: Advisor) -> None:
    reading = advisor.parse("Llama 3.1 8B single-stream tok/s on 2x L40S?")
    known = serving(Asked(reading, advisor._library, advisor.today()))
    assert known is not None
    found = plainly(known.problem, known.hardware[0], 2)
    assert found is not None and found.machines == 1 and found.chips >= 2
    assert found.usd_per_chip_hour == found.usd_per_hour / found.chips


def test_a_way_that_is_not_priced_is_left_out(advisor: Advisor) -> None:
    reading = advisor.parse("Llama 3.1 8B single-stream tok/s on an RTX 4090?")
    known = serving(Asked(reading, advisor._library, advisor.today()))
    assert known is not None and bought(known.problem, known.hardware[0], 1) == ()

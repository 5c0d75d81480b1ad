"""The things of a question, each with its types."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.money.things import by_thing, one_of_each
from engine.forms.parts.asked_on import AskedOn
from tests.day import DAY


def asked(text: str, advisor: Advisor) -> AskedOn:
    return AskedOn(advisor.parse(text), advisor.library(), DAY)


def test_a_line_is_its_own_machines(advisor: Advisor) -> None:
    things = dict(by_thing(asked("p5 against p5en a chip-hour", advisor)))
    assert {one.id for one in things["p5"]} == {"p5.48xlarge", "p5.4xlarge"}
    assert {one.id for one in things["p5en"]} == {"p5en.48xlarge"}


def test_of_each_chip_one_machine_of_the_first_seller(advisor: Advisor) -> None:
    found = one_of_each(asked("900 hours of A100 40GB: the same work on H100?", advisor))
    assert len(found) == 2 and len({one.cloud for one in found}) == 1

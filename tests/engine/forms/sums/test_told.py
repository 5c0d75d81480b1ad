"""What a message tells that a sum can use."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.form import Asked
from engine.forms.sums.told import bare_numbers, hours_told, sides
from tests.day import DAY


def asked(advisor: Advisor, text: str) -> Asked:
    return Asked(advisor.parse(text), advisor.library(), DAY)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("how many L40S equal 4 A100?", [("l40s", False), ("a100", True)]),
        ("they trained it on 256 A100 for 3 weeks. We have 16. How long?", [("a100", True)]),
    ],
)
def test_a_number_is_of_the_name_that_it_stands_before(
    advisor: Advisor, text: str, told: list[tuple[str, bool]]
) -> None:
    found = [(one.chip.id.removesuffix("-40"), one.said) for one in sides(asked(advisor, text))]
    assert found == told


def test_the_number_before_a_name_is_kept_where_a_later_one_is_of_it_too(advisor: Advisor) -> None:
    text = "they trained it on 256 A100 for 3 weeks. We have 16. How long?"
    assert sides(asked(advisor, text))[0].cards == 256
    assert [value for value, _ in bare_numbers(asked(advisor, text))] == [16.0]


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("16 H100 in 5 days", 120.0),
        ("8 A100 running 6 hours a day for 2 weeks", 84.0),
        ("4x 4090 running 12 hours a day for a month", 365.0),
        ("8 A100 for 3 days in May and for 5 days in June", None),
    ],
)
def test_the_one_time_that_is_told(advisor: Advisor, text: str, hours: float | None) -> None:
    assert hours_told(asked(advisor, text)) == hours

"""Slots set beside a text."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.wording.errors import UserError
from bot.wording.words import error

TEXT = "LoRA of a 7B on 100M tokens"


def test_a_setting_outranks_the_text_and_the_text_still_asks(advisor: Advisor) -> None:
    reading = advisor.parse(TEXT, settings={"parameters": "70e9", "clouds": "aws,gcp"})
    assert (reading.profile.parameters, reading.profile.clouds, reading.by_hand) == (70e9, ("aws", "gcp"), True)
    assert reading.profile.tokens == 100e6


@pytest.mark.parametrize(
    ("slot", "value", "code"),
    [
        ("parametres", "7e9", "unknown_slot"),
        ("model", "lama", "unknown_value"),
        ("parameters", "many", "bad_value"),
        ("current_usd_per_hour", "31,46", "decimal_comma"),
        ("parameters", "1,5B", "decimal_comma"),
    ],
)
def test_what_does_not_exist_is_told(slot: str, value: str, code: str, advisor: Advisor) -> None:
    with pytest.raises(UserError) as told:
        advisor.parse(TEXT, settings={slot: value})
    assert told.value.code == code


@pytest.mark.parametrize("value", ["1e16", "1e300", "9" * 300])
def test_a_number_that_is_too_large_to_reckon_with_is_told(value: str, advisor: Advisor) -> None:
    with pytest.raises(UserError) as told:
        advisor.parse(TEXT, settings={"runs": value})
    assert told.value.code == "too_much" and "at most 1000T" in error(told.value)
    assert advisor.parse(TEXT, settings={"tokens": "1e15"}).profile.tokens == 1e15


@pytest.mark.parametrize("value", ["-3", "0", "nan", "inf", "1e400", "9" * 5000, "[[[[", "\x1b[31m3"])
def test_what_is_no_number_to_reckon_with_is_one_plain_sentence(value: str, advisor: Advisor) -> None:
    with pytest.raises(UserError) as told:
        advisor.parse(TEXT, settings={"runs": value})
    said = error(told.value)
    assert "is not a value for runs: it must be" in said and len(said) < 200 and "\x1b" not in said


SPELLED = [
    ("clouds", "AWS, GCP", ("aws", "gcp")),
    ("candidates", "H100", ("h100",)),
    ("instances", "P5.48xlarge", ("p5.48xlarge",)),
    ("purchase", "on demand", "on_demand"),
    ("region", "US-East-1", "us-east-1"),
    ("framework", "PyTorch", "pytorch"),
]


@pytest.mark.parametrize(("slot", "value", "said"), SPELLED)
def test_a_value_may_be_spelled_as_people_write_it(slot: str, value: str, said: object, advisor: Advisor) -> None:
    assert getattr(advisor.parse(TEXT, settings={slot: value}).profile, slot) == said

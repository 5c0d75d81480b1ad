"""Slots set beside a text."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.wording.errors import UserError

TEXT = "LoRA of a 7B on 100M tokens"


def test_a_setting_outranks_the_text_and_the_text_still_asks(advisor: Advisor) -> None:
    reading = advisor.parse(TEXT, settings={"parameters": "70e9", "clouds": "aws,gcp"})
    assert (reading.profile.parameters, reading.profile.clouds, reading.by_hand) == (70e9, ("aws", "gcp"), True)
    assert reading.profile.tokens == 100e6


@pytest.mark.parametrize(
    ("slot", "value", "code"),
    [("parametres", "7e9", "unknown_slot"), ("model", "lama", "unknown_value"), ("parameters", "many", "bad_value")],
)
def test_what_does_not_exist_is_told(slot: str, value: str, code: str, advisor: Advisor) -> None:
    with pytest.raises(UserError) as told:
        advisor.parse(TEXT, settings={slot: value})
    assert told.value.code == code

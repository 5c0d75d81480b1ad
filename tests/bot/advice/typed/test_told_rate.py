"""A rate that a text tells and no chip has ever cost decides nothing, and is said not to be used."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.wording.errors import UserError
from bot.wording.words import error

PAID = "Llama 8B fine-tune, 50 runs; we pay {rate} for p5.48xlarge on demand"
TODAY = "We fine-tune Llama 8B on p5.48xlarge today and pay {rate} for it. Would Trainium be cheaper for 50 runs?"
SLIPS = ("400000 USD/h", "$400,000 an hour", "$0.50/h")  # eight H100s: 50,000 and 0.06 USD a chip-hour
WORDINGS = (PAID, TODAY, "our p5.48xlarge costs us {rate}; is an 8B fine-tune on 50 runs cheaper on trn2?")


@pytest.mark.parametrize("text", WORDINGS)
@pytest.mark.parametrize("rate", SLIPS)
def test_a_rate_no_chip_costs_is_not_used_and_that_is_said(text: str, rate: str, advisor: Advisor) -> None:
    reading = advisor.parse(text.format(rate=rate))
    assert reading.profile.current_usd_per_hour is None
    assert any(rate.split()[0].strip("$").split("/")[0] in stretch for stretch in reading.unread)


@pytest.mark.parametrize("text", WORDINGS)
def test_a_rate_somebody_may_pay_is_used(text: str, advisor: Advisor) -> None:
    assert advisor.parse(text.format(rate="$31.50/h")).profile.current_usd_per_hour == 31.5


def test_of_owned_machines_an_hour_may_cost_next_to_nothing(advisor: Advisor) -> None:
    owned = {"on_premises": "true", "current_instances": "p5.48xlarge", "current_usd_per_hour": "0.8"}
    assert advisor.parse("Llama 8B fine-tune", settings=owned).profile.current_usd_per_hour == 0.8


def test_chips_are_paid_for_together(advisor: Advisor) -> None:
    """12,000 USD/h is possible of 2,000 H100s, and not of 8; of how many is not known, it stands."""
    of = {"current_instances": "h100-sxm", "current_usd_per_hour": "12000"}
    for count in ({"current_count": "2000"}, {}):
        assert advisor.parse("Llama 8B fine-tune", settings=of | count).profile.current_usd_per_hour == 12000
    with pytest.raises(UserError) as told:
        advisor.parse("Llama 8B fine-tune", settings=of | {"current_count": "8"})
    assert told.value.code == "own_price_bounds" and "$1,500.00 a chip-hour" in error(told.value)

"""What interruptions take, and an hour of work on spot."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.money.useful import UsefulHour


def useful_hour(text: str, advisor: Advisor) -> UsefulHour:
    answer = advisor.ask(text)
    assert card_text(answer)
    found = [one for one in (answer.facts.headline, *answer.facts.sentences) if isinstance(one, UsefulHour)]
    assert found, text
    return found[0]


def test_share_lost_and_price_of_an_hour_of_work(advisor: Advisor) -> None:
    """(30 / 2 + 12) / 240 minutes = 11.25% of the clock, 12.7% more time. A checkpoint of 70B x 14 bytes, written by
    4 machines at 1 GB/s each: 4.08 minutes, 12.0% of 34.08. 4 x 14.0818 / (0.8875 x 0.8802) = 72.11.
    """
    told = useful_hour(
        "70B full FT on 4x p5 spot. ckpt every 30 min incl optimizer (to FSx), assume 6 interruptions/day, "
        "12 min to come back. expected overhead % and effective $ per useful hour vs on-demand?",
        advisor,
    )
    assert told.lost == pytest.approx(11.25) and told.more_stops == pytest.approx(12.676, abs=0.01)
    assert told.write == pytest.approx(4.08, abs=0.01) and told.usd_useful == pytest.approx(72.11, abs=0.01)
    assert told.pays and told.assumed == ("write",)


def test_what_was_not_said_is_assumed_and_named(advisor: Advisor) -> None:
    text = "cheapest A100 80gb per hour? doesnt have to be aws. also is spot ok for 12 hour runs if i save every hour"
    told = useful_hour(text, advisor)
    assert told.every == 60 and told.assumed == ("apart", "back", "write")
    assert told.run == 12 and told.run_clock is not None and told.run_clock > 12


def test_a_machine_without_a_spot_price_has_its_share_alone(advisor: Advisor) -> None:
    """(120 / 2 + 10) / (168 / 3 x 60) minutes = 2.08%."""
    text = (
        "g5.12xlarge spot, saving every 2 hours, interrupted 3 times a week, 10 min to resume: how much time is lost?"
    )
    told = useful_hour(text, advisor)
    assert told.lost == pytest.approx(2.083, abs=0.01) and told.usd_useful is None

"""Items of work with published seconds each: structures by AlphaFold 3."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.served.unit_times import ItemsTake, seconds_of
from knowledge.loading.load import load

ASKED = (
    "We'd like to fold ~45,000 protein pairs (620 aa in total on average) with AlphaFold 3. The budget is 6 k\u20ac. "
    "Feasible? And which GPU, L40S or A100 or H100?"
)


def test_a_smaller_one_follows_the_power_law_from_its_bucket() -> None:
    """620 tokens are padded to 768; 62 s at 1,024 and 275 at 2,048 are a power of 2.15: 62 x 0.75^2.15 = 33.4."""
    assert seconds_of(load().unit_times["alphafold3-a100"], 620) == pytest.approx(33.4, rel=0.01)
    assert seconds_of(load().unit_times["alphafold3-h100"], 2048) == 144


def test_hours_and_dollars_stand_against_the_budget(advisor: Advisor) -> None:
    """45,000 x 33.4 s = 418 hours of an A100 80 GB."""
    told = advisor.ask(ASKED).facts.headline
    assert isinstance(told, ItemsTake) and told.within == "yes" and told.budget == 6000
    by_chip = {card.chip: card for card in told.cards}
    assert by_chip["NVIDIA A100 80 GB"].hours.likely == pytest.approx(418, rel=0.01)
    assert {"NVIDIA L40S", "NVIDIA H100 SXM"} <= by_chip.keys()
    assert [card.usd.likely for card in told.cards] == sorted(card.usd.likely for card in told.cards)


def test_ten_times_as_many_are_beyond_it(advisor: Advisor) -> None:
    told = advisor.ask(ASKED.replace("45,000", "450,000")).facts.headline
    assert isinstance(told, ItemsTake) and told.within == "no"


@pytest.mark.parametrize(
    ("text", "items", "hours"),
    [
        # 14.2 s on a V100 for 384 residues, eight times that for 768
        ("how long to fold 1,000 proteins of 384 residues with ESMFold on a V100 16GB?", 1000, 14.2e3 / 3600),
        ("ESMFold: fold 2k sequences of 768 aa on a V100 16GB, how many hours?", 2000, 114 * 2e3 / 3600),
        ("how long for one 384 residue protein with esmfold on a V100 16GB?", 1, 14.2 / 3600),
    ],
)
def test_proteins_are_counted_as_they_are_called(text: str, items: float, hours: float, advisor: Advisor) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, ItemsTake) and told.number == items
    assert told.cards[0].hours.likely == pytest.approx(hours, rel=0.02)


def test_how_many_a_card_does_in_a_day(advisor: Advisor) -> None:
    """86,400 s / 14.2 s are 6,085 of 384 residues on a V100."""
    text = "how many proteins of 384 residues can one V100 16GB fold per day with ESMFold?"
    told = advisor.ask(text).facts.headline
    assert told is not None and told.code == "items_a_day"
    assert told.values["cards"][0][1].likely == pytest.approx(86_400 / 14.2, rel=0.01)

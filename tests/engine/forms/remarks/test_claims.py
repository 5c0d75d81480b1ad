"""What others say of a run is held against the arithmetic, not answered with prices or regions."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.remarks.claims import ClaimNeedsRun, ClaimNoPower, EnergyClaimed, HoursClaimed, told_of
from engine.forms.reported.usual_reasons import UsualHours
from engine.forms.told.theirs import NotTheirs


@pytest.mark.parametrize(
    ("text", "kwh", "kg"),
    [
        ("it used 5 MWh", 5000, None),
        ("1,250.5 kWh in all", 1250.5, None),
        ("150 kg CO2", None, 150),
        ("2.5 tCO2eq", None, 2500),
        ("3 tonnes of CO2", None, 3000),
        ("300 kg of CO2", None, 300),
    ],
)
def test_energy_and_carbon_are_read_in_every_unit(text: str, kwh: float | None, kg: float | None) -> None:
    assert told_of(text) == (kwh, kg)


@pytest.mark.parametrize("text", ["16 H100 for 10 days", "a 7B on 300B tokens", "80 GB at 400 g of weight"])
def test_other_numbers_are_no_claim(text: str) -> None:
    assert told_of(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "Our paper reports 5 MWh for training on 16 H100 during 10 days. Does that number make sense?",
        "They say 5,000 kWh for 10 days on 16 H100, is that plausible?",
        "16 H100 running 10 days: 5 MWh, does that sound right?",
    ],
)
def test_energy_told_is_held_against_chips_and_hours(text: str, advisor: Advisor) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, EnergyClaimed)
    assert told.chip_hours == 16 * 240 and told.watts == 700 and told.told_kwh == 5000
    # 3,840 h x 0.7 kW = 2,688 kWh at the chips alone; hosts and building never take less than half nor thrice that
    assert 1344 < told.kwh.low < told.kwh.likely < told.kwh.high < 8064
    assert told.judged == "plausible"


def test_carbon_told_is_held_against_the_grid_of_the_region(advisor: Advisor) -> None:
    text = "The model card claims 150 kg CO2 for 3000 GPU hours on A100 in us-east-1, is that right?"
    told = advisor.ask(text).facts.headline
    assert (
        isinstance(told, EnergyClaimed) and told.chip_hours == 3000 and told.grid is not None and told.kg is not None
    )
    # 3,000 h x 0.4 kW = 1,200 kWh, and at about 0.4 kg/kWh no less than 240 kg even if the chips draw half
    assert told.judged == "low" and told.kg.low > 240
    assert told.kg.likely == pytest.approx(told.kwh.likely * told.grid / 1000, rel=1e-6)


def test_without_chips_or_hours_they_are_asked(advisor: Advisor) -> None:
    told = advisor.ask("The card says 2 tonnes of CO2 for the training, is that realistic?").facts.headline
    assert isinstance(told, ClaimNeedsRun)


@pytest.mark.parametrize(
    "text",
    [
        "The paper says training their 1.3B model took 12 days on 32 V100s; does that sound right?",
        "12 days on 32 x V100 for a 1.3B model, is that plausible?",
    ],
)
def test_hours_without_data_get_the_data_they_are_right_for(text: str, advisor: Advisor) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, HoursClaimed)
    assert told.chip_hours == 9216 and told.usual_tokens == pytest.approx(26e9)
    # Hours go with tokens: 26B of `tokens` in 288 hours
    assert told.expected is not None
    assert told.expected.likely == pytest.approx(288 * 26e9 / told.tokens.likely, rel=1e-6)
    assert "$" not in card_text(advisor.ask(text)).splitlines()[0]


@pytest.mark.parametrize(
    "text",
    [
        "What GPUs did the authors use to train the model and what did they pay?",
        "How many GPUs did you train on, and how long did it take?",
        "which hardware did they use for training?",
    ],
)
def test_what_others_used_is_not_known_here(text: str, advisor: Advisor) -> None:
    asked = advisor.ask(text)
    theirs = isinstance(asked.facts.headline, UsualHours) and asked.facts.headline.theirs
    assert (theirs or isinstance(asked.facts.headline, NotTheirs)) and asked.facts.table is None
    assert "parameters" in card_text(asked)


def test_no_amount_is_usual_of_a_model_that_is_tuned(advisor: Advisor) -> None:
    told = advisor.ask("We spent 90 hours on 8 A100 fine-tuning a 13B. Is it normal?").facts.headline
    assert isinstance(told, HoursClaimed) and told.usual is None and told.chip_hours == 720


def test_chips_whose_power_nobody_published_have_their_chip_hours(advisor: Advisor) -> None:
    """4 chips x 72 h = 288 chip-hours, four times those of one."""
    text = "A model card says 7.54 kg CO2-eq for 72 hours on 4 {}: shouldn't it be 4 x 72 hours?"
    answer = advisor.ask(text.format("TPU v5p chips"))
    assert isinstance(answer.facts.headline, ClaimNoPower)
    assert answer.facts.headline.chip_hours == 288
    known = advisor.ask(text.format("TPU v3 chips")).facts.headline
    assert isinstance(known, EnergyClaimed) and known.chip_hours == 288

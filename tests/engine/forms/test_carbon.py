"""Carbon is asked of things and places; a verdict follows where a workload was described."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.carbon import CARBON
from engine.forms.told.emitted import EmittedInAll


@pytest.mark.parametrize(
    ("text", "judged"),
    [
        ("carbon of 16 trn2 chips for a day in us-east-1", False),
        ("which region is greener, Oregon or Sweden?", False),
        ("lowest carbon for a repeated LoRA of Llama 8B on 1B tokens?", True),
    ],
)
def test_a_verdict_follows_where_work_was_described(text: str, judged: bool, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert answer.form is CARBON
    assert (answer.verdict is not None) is judged


def test_chips_that_are_counted_are_asked_about_as_they_stand(advisor: Advisor) -> None:
    answer = advisor.ask("how much CO2 do 8 H100 emit in a week in us-east-1?")
    assert answer.form is CARBON and answer.verdict is None


def test_a_place_is_told_beside_the_cleanest_and_the_dirtiest_of_its_cloud(advisor: Advisor) -> None:
    text = "We run compute on us-east-1 with about 378 gCO2eq/kWh. Which AWS regions have a lower carbon intensity?"
    told = " ".join(card_text(advisor.ask(text)).split())
    assert told.startswith("us-east-1") and "the cleanest of 31 regions is eu-north-1" in told


@pytest.mark.parametrize(
    "text",
    [
        "For 8x H100 that serve an app, is carbon a few hundred bucks a month, or just cheapest GPU wins?",
        "Does anyone factor carbon into compute decisions? Our 8x H100 take 5,600 kWh monthly, a few hundred bucks",
    ],
)
def test_no_work_is_made_up_where_only_chips_were_named(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert answer.reading.profile.budget_usd is None
    assert answer.verdict is None or answer.verdict.kind != "no_fit"


def test_work_on_counted_chips_emits_what_they_do_in_its_hours(advisor: Advisor) -> None:
    """6 x 7e9 x 300e9 FLOP and attention on 64 A100 are some 21,300 chip-hours; kg = kWh x 120 g in Oregon."""
    answer = advisor.ask("how much CO2 does training a 7B on 300B tokens on 64 A100 emit in Oregon?")
    told = answer.facts.headline
    assert isinstance(told, EmittedInAll) and (told.chips, told.region) == (64, "us-west-2")
    assert told.kg == pytest.approx(told.kwh * told.grid / 1000, rel=0.01)
    assert told.hours == pytest.approx(333, rel=0.1)
    again = advisor.ask("how many kg is that?", before=answer.goes_on_from)
    assert again.facts.headline == told


def test_work_that_is_put_on_one_chip_is_told_on_it(advisor: Advisor) -> None:
    """kWh = chip-hours x 700 W x 1.15 x PUE 1.15; the greenest of all others is another question."""
    first = advisor.ask("how much CO2 does training a 7B on 300B tokens on p5 emit?").facts.headline
    assert isinstance(first, EmittedInAll)
    assert first.kwh == pytest.approx(first.chip_hours * 0.7 * first.drawn * first.pue, rel=0.01)

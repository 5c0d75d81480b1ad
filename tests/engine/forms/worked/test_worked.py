"""Sums over what the asker told, worked out by hand at the prices of the day."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.form import Asked
from engine.forms.worked.worked import worked
from engine.forms.worked.worked_reasons import Sum, WorkedOut, WorkedSides
from knowledge.facts import Facts
from tests.day import DAY


@pytest.fixture(scope="module")
def advisor(facts: Facts) -> Advisor:
    return Advisor(facts, DAY)


def sums(advisor: Advisor, text: str) -> list[Sum]:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, WorkedOut), first
    return list(first.sums)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # 6 x 40 / 7 x 365 x 1.212
        ("Each experiment is 6 hours on a g5.2xlarge and we run 40 of them a week. Yearly cost?", 15_167),
        # 3 x 9 x 5 / 7 x 365 / 12 x 1.006
        ("3 engineers each keep a g5.xlarge on from 9 to 6 on weekdays, what do we burn a month?", 590),
        # 31,000 / (8 x 730 x 0.4)
        ("We pay $31k a month for 8x A100 at 40% utilization, what's the price per used GPU-hour?", 13.27),
        # 0.05 x 64 x 24 x 6.88
        ("Checkpoints take 90 s every 30 minutes on 64 H100, how much money do we waste per day?", 528),
        # 11 x 2 x 3 / 7 x 365 x 21.96
        ("Each retrain is 11 hours on 2 p4d.24xlarge, 3 times a week. annual cost?", 75_573),
        # 3 x (24 - 10 x 5 / 7) x 365 / 12 x 10.49
        ("three of us each leave a g6e.12xlarge on round the clock, we work 10h mon-fri: wasted per month?", 16_137),
        # 7 x 3 / 7 x 365 x 5 h x 2 x 1.006
        ("team of 7, each runs 3 experiments a week, 5h on 2 A10G. yearly $?", 11_016),
        # 35 of 420 minutes are lost: 9.80 / 0.917
        (
            "spot p4d is $9.80/h, killed every ~7h, lose 25 min plus 10 min to come back: price per useful hour?",
            10.69,
        ),
        # 7 x 4 chips, which stand in a machine of 8 at 21.96, x 12
        ("Cada ejecución tarda 7 horas en 4 A100 y hacemos 12 al mes. ¿cuánto cuesta al mes?", 1844),
    ],
)
def test_dollars(advisor: Advisor, text: str, expected: float) -> None:
    assert sums(advisor, text)[0].value == pytest.approx(expected, rel=0.002)


@pytest.mark.parametrize(
    ("text", "busy", "need"),
    [
        # 3e6 x 800 / (12,000 x 86,400) = 2.31; / 0.7 = 3.3
        ("We index 3M docs a day at about 800 tokens each, our H100 gets 12k tokens/s. How many?", 2.315, 4),
        # 120 x 5 / 180 = 3.33; / 0.7 = 4.8
        ("We stream 120 cameras at 5 fps; a T4 does 180 fps. how many T4s", 3.333, 5),
        # 200,000 x 1.5 / 86,400 / 0.6 = 5.79
        ("200k requests per day, 1.5 s GPU time each on L4. how many L4 at 60% utilization?", 5.787, 6),
        # 400 / (31 / 2) = 25.8; / 0.7 = 36.9
        ("our benchmark: 2 L40S do 31 img/s together. target 400 img/s. how many L40S?", 25.81, 37),
        # what a request has in it was the same in the test: 37.5 / 5.4 x 2 = 13.9; / 0.7
        (
            "each request is 23 documents of 512 tokens, 37.5 requests/s; 2 slices gave 5.4 per second: how many?",
            13.89,
            20,
        ),
    ],
)
def test_how_many(advisor: Advisor, text: str, busy: float, need: int) -> None:
    found = sums(advisor, text)[0]
    assert found.value == pytest.approx(busy, rel=0.002)
    assert max(found.whole, found.at_busy) == need


def test_whether_so_many_are_enough(advisor: Advisor) -> None:
    """400 a second x 35 ms are 14 busy ones."""
    found = sums(advisor, "Is 12 A100 enough for 400 req/s at 35 ms each?")[0]
    assert (found.told, found.whole, found.at_busy) == (12, 14, 20)


def test_a_port_pays_off_when_its_dollars_are_saved(advisor: Advisor) -> None:
    """3 x 4,000 / (180 x 30 x 0.35) = 6.35 months."""
    text = (
        "Fine-tuning costs us $180 per run on p4d at 30 runs a month; moving to trn1 would cut 35%. "
        "Port takes 3 engineer-weeks at $4k each. When does it pay off?"
    )
    assert sums(advisor, text)[0].value == pytest.approx(6.35, rel=0.002)


def test_two_machines_of_which_the_same_is_told_stand_side_by_side(advisor: Advisor) -> None:
    """40 x 8 x 2.745 against 18 x 8 x 6.88."""
    asked = Asked(advisor.parse("40 h on 8 A100 or 18 h on 8 H100, which is cheaper?"), advisor.library(), DAY)
    told = worked(asked)
    first = told.headline if told else None
    assert isinstance(first, WorkedSides)
    assert [round(side.sums[0].value) for side in first.sides] == [878, 991]
    assert first.least == "NVIDIA A100 40 GB"


@pytest.mark.parametrize(
    "text",
    [
        "8 A100, what does it cost?",  # no time
        "a run takes 18 h on 8 V100, how long on 8 A100?",  # the cards differ, and no speed is told
        "How much memory for LoRA of a 13B on one A100 40GB?",  # no dollars are asked
        "what did p5.48xlarge cost two years ago",
        "commit to 3 years of trn1 or pay on demand for 30 months?",
        "Llama 3.3 70B FP8 on 8 H100, 25 tok/s per user: what is the $/Mtok?",  # of one user, and not how many
    ],
)
def test_where_the_units_do_not_close_others_answer(advisor: Advisor, text: str) -> None:
    assert not isinstance(advisor.ask(text).facts.headline, WorkedOut)


THE_SAME = (
    "Each run is 6 hours on a g5.2xlarge and we do 40 a week. What is that a year?",
    "We do 40 runs a week, each 6 hours on a g5.2xlarge: yearly cost?",
    "40 jobs per week of 6 h on a g5.2xlarge, annual bill?",
)


def test_the_same_amounts_in_other_words_and_orders_are_the_same_sum(advisor: Advisor) -> None:
    assert len({round(sums(advisor, text)[0].value) for text in THE_SAME}) == 1


@pytest.mark.parametrize(
    "text",
    [
        "57,600 GPU hours of H100 in 15 days, what do I pay?",
        "I need 57,600 H100 hours within 15 days, what does that cost?",
        "57,600 GPU hours of H100, what do I pay?",
    ],
)
def test_a_day_until_when_changes_no_dollars_of_chip_hours(advisor: Advisor, text: str) -> None:
    """57,600 x $6.88 = $396,288."""
    assert " ".join(card_text(advisor.ask(text)).split()).startswith("$396k")


@pytest.mark.parametrize("text", ["What do 2 A100 cost me 24/7?", "2 A100 24/7, cost per month?"])
def test_fewer_chips_than_a_machine_has_are_bought_where_they_are_sold_so(advisor: Advisor, text: str) -> None:
    """Two at $3.673 for 730 h = $5,363; AWS sells them by eight, $16,030."""
    assert " ".join(card_text(advisor.ask(text)).split()).startswith("$5,363 a month")

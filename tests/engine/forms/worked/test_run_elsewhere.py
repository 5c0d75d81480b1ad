"""Hours of a run on one machine, carried to another."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.worked.run_elsewhere import CarriedMeans, CarriedOver
from knowledge.facts import Facts
from tests.day import DAY


def test_by_what_both_reach(facts: Facts) -> None:
    """19 h x 8 x TFLOP/s here / (16 x TFLOP/s there), dollars at 16 chips' price."""
    told = Advisor(facts, DAY).ask("a run took 19h on 8 a100 (p4d): same on TPU v5e-16: how long and cheaper?").facts
    first, means = told.headline, told.sentences[0]
    assert isinstance(first, CarriedOver) and isinstance(means, CarriedMeans)
    assert (first.own_cards, first.others[0].cards) == (8, 16)
    there = first.others[0]
    assert there.low < 19 * 8 * means.own / (16 * means.other) < there.high
    assert first.cheaper == there.name and there.usd_high < first.usd_own
    assert means.ported


@pytest.mark.parametrize(
    "text",
    [
        "LiDAR点群の学習、今は4×A100 40GBで30時間。H200を8枚(p5en)にしたら何時間でいくら？",
        "Unser Training dauert auf 4 A100 40GB 30 Stunden. Wie lange auf 8 H200 und was kostet das?",
    ],
)
def test_in_other_languages_and_without_a_size(advisor: Advisor, text: str) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, CarriedOver) and (first.own_cards, first.took, first.others[0].cards) == (4, 30, 8)


def test_a_line_of_one_type_is_that_machine(advisor: Advisor) -> None:
    """A p4d has 8: 288 card-hours x 71 / 312 TFLOP/s, and x 936 / 1,555 GB/s."""
    first = advisor.ask("training takes 3 days on 4x3090; how long (and how much) on p4d?").facts.headline
    assert isinstance(first, CarriedOver)
    assert (first.others[0].low, first.others[0].high) == (pytest.approx(8.2, abs=0.1), pytest.approx(21.7, abs=0.1))


@pytest.mark.parametrize(
    ("text", "cards", "there", "hours"),
    [
        ("It took 24 h on 16 A100 80G. I have 2 A100 80G, how long, and on 8 H100?", 16, 2, 192),  # 24 x 16 / 2
        ("5000 hours of speech took one week on four RTX 3090. How long for 20000 hours on 8 A100?", 4, 8, 672),
        ("OLMo 1B took 9 days on 128 H100. What does that cost on p5.48xlarge?", 128, 128, 216),
        (
            "BERT took 60 days on 96 DGX A100 (8x40GB). How long on 64 p5.48xlarge, and what does it cost?",
            768,
            512,
            0,
        ),
        ("6 Tage auf 3 DGX H100. Wie lange dauert das auf 6 p5.48xlarge und was kostet es?", 24, 48, 72),
        ("They report 1,024 A100 GPU hours. How long would that be on 2 p5.48xlarge, in dollars?", 1, 16, 0),
    ],
)
def test_machines_are_counted_on_both_sides(
    advisor: Advisor, text: str, cards: int, there: int, hours: float
) -> None:
    first = advisor.ask(text).facts.headline
    assert isinstance(first, CarriedOver), text
    assert (first.own_cards, first.others[0].cards) == (cards, there)
    assert not hours or first.others[0].low == pytest.approx(hours) or first.took * first.times == hours


def test_stages_are_summed_and_the_machine_that_is_asked_about_is_priced(advisor: Advisor) -> None:
    """25 h + 10 h on 8 A6000, which an A100 does in half by both data sheets."""
    text = "Pretraining takes 25 h, finetuning another 10 h on 8x RTX A6000. How long and how dear on a p4d.24xlarge?"
    first = advisor.ask(text).facts.headline
    assert isinstance(first, CarriedOver) and (first.took, first.stages) == (35, (25, 10))
    assert first.others[0].name == "p4d.24xlarge" and 17 < first.others[0].low < 18 and first.others[0].usd_low > 300


def test_known_work_is_bounded_by_the_share_of_peak(advisor: Advisor) -> None:
    """6 x 13e9 x 300e9 FLOPs in 240 h on 64 x 312 TFLOP/s are 136% of peak: no run, so the data sheets alone."""
    text = "A 13B on 300B tokens took {} days on 64 A100. How long and how dear is it on 8 p5.48xlarge?"
    first, none = (advisor.ask(text.format(days)).facts.headline for days in (40, 10))
    assert isinstance(first, CarriedOver) and first.share == pytest.approx(0.35, abs=0.03)
    assert isinstance(none, CarriedOver) and not none.share


@pytest.mark.parametrize(
    ("text", "own", "units", "there"),
    [
        ("if our p4d run takes 30 h, how long on trn1?", "p4d.24xlarge", 1, "trn1.32xlarge"),
        ("a 3-day job on 4 p4d: cost on p5?", "p4d.24xlarge", 4, "p5.48xlarge"),
    ],
)
def test_the_name_of_a_line_is_a_whole_machine(advisor: Advisor, text: str, own: str, units: int, there: str) -> None:
    """Eight A100 each; 30 h on them are not 30 h on one."""
    first = advisor.ask(text).facts.headline
    assert isinstance(first, CarriedOver)
    assert (first.own, first.own_units, first.others[0].name) == (own, units, there)

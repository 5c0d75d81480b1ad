"""What a commitment asks and risks, in figures worked out by hand."""

from __future__ import annotations

import pytest

from bot.advisor import Advisor
from engine.options import Why


def said(advisor: Advisor, question: str) -> list[Why]:
    answer = advisor.ask(question)
    assert answer.facts is not None
    return list(answer.facts.sentences)


def test_break_even_use_is_the_ratio_of_the_two_prices(advisor: Advisor) -> None:
    rates = {
        entry.values["purchase"]: entry
        for entry in said(advisor, "Is a three year RI on trn1 risky?")
        if entry.code == "pays_from"
    }
    assert rates["reserved_3yr"].values["share"] == pytest.approx(0.3530, abs=0.0001)  # 7.59 / 21.50
    assert rates["reserved_3yr"].values["claimed"] is True
    assert rates["reserved_1yr"].values["share"] == pytest.approx(0.6153, abs=0.0001)  # 13.22895 / 21.50


def test_committed_use_on_a_tpu(advisor: Advisor) -> None:
    rates = {
        entry.values["purchase"]: entry
        for entry in said(advisor, "is a 3 year CUD on v5e worth it?")
        if entry.code == "pays_from"
    }
    assert rates["reserved_1yr"].values["share"] == pytest.approx(0.70)  # 0.84 / 1.20
    assert rates["reserved_3yr"].values["share"] == pytest.approx(0.45)  # 0.54 / 1.20


def test_the_price_cut_of_p5_is_worked_out_on_its_history(advisor: Advisor) -> None:
    sentences = said(advisor, "should we sign a 3-year commitment for p5.48xlarge?")
    cut = next(entry for entry in sentences if entry.code == "cut")
    assert (cut.values["before"], cut.values["before_day"]) == (98.32, "2025-04-28")
    assert (cut.values["after"], cut.values["after_day"]) == (55.04, "2025-06-23")
    lesser, greater = (entry for entry in sentences if entry.code == "cut_left")
    assert lesser.values["rate"] == pytest.approx(54.08, abs=0.005)  # 98.32 x 0.55
    assert lesser.values["left"] == pytest.approx(0.0175, abs=0.0001)  # 1 - 54.076 / 55.04
    assert greater.values["rate"] == pytest.approx(37.36, abs=0.005)  # 98.32 x 0.38
    assert greater.values["now"] == pytest.approx(0.6788, abs=0.0001)


def test_the_floor_and_the_rules_of_blocks_are_cited(advisor: Advisor) -> None:
    by_code = {
        entry.code: entry for entry in said(advisor, "how much of our steady usage should a Savings Plan cover")
    }
    floor, blocks = by_code["how_much"], by_code["block_rules"]
    assert (floor.values["low"], floor.values["high"]) == (0.70, 0.80)
    assert floor.cites == ("doc-004-cost-page",)
    assert (blocks.values["block_lead_days"], blocks.values["block_max_days"]) == (56, 182)
    assert blocks.cites == ("aws-capacity-blocks-purchase",)


def test_use_said_is_set_against_the_break_even(advisor: Advisor) -> None:
    asked = "When is a Capacity Block better than an RI? We train 5 days each month on p5."
    use = next(entry for entry in said(advisor, asked) if entry.code == "your_use")
    assert use.values["hours"] == pytest.approx(120)
    assert use.values["share"] == pytest.approx(0.1644, abs=0.0001)  # 120 / 730

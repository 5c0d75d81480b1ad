"""What a commitment takes off is told by its cloud's own name, each term in percent and dollars."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.billed.taken_off import TakenOff


@pytest.mark.parametrize(
    ("text", "free", "off", "words"),
    [
        # 61.38 / 88.49 and 38.86 / 88.49
        ("What is the CUD for a3-highgpu-8g?", 88.49, [0.306, 0.561], "committed use discounts (CUDs)"),
        (
            "What is GCP's committed use discount for an a3-highgpu-8g, 1 year and 3 years?",
            88.49,
            [0.306, 0.561],
            "committed use discounts (CUDs)",
        ),
        # 2.314 / 3.673 and 1.286 / 3.673
        ("GCP CUD 1 year vs 3 years for a2-highgpu-1g, percent off?", 3.673, [0.370, 0.650], "CUDs"),
        (
            "GCP lists on-demand and spot but no reserved price as AWS has. What is GCP's counterpart, and how much"
            " does it take off, say for an A100 machine over 1 or 3 years?",
            3.673,
            [0.370, 0.650],
            "CUDs",
        ),
        (
            "Azure 1 year reserved vs savings plan for ND96isr H100 v5, how many percent off?",
            98.32,
            [0.360, 0.561, 0.0],  # of a plan no rate is held
            "Azure reservations and the savings plan for compute",
        ),
    ],
)
def test_each_term_is_told_against_on_demand(
    text: str, free: float, off: list[float], words: str, advisor: Advisor
) -> None:
    answer = advisor.ask(text)
    first = answer.facts.headline if answer.facts else None
    assert isinstance(first, TakenOff)
    assert first.free.usd == pytest.approx(free, abs=0.005)
    assert [one.off for one in first.each] == pytest.approx(off, abs=0.002)
    card = card_text(answer)
    assert words in " ".join(card.split()) and "Every hour of the term is owed" in " ".join(card.split())


@pytest.mark.parametrize(
    "text",
    [
        "Should we commit to p5.48xlarge for 1 year at 60% utilization?",
        "How does a CUD work?",
        "Is a reservation of a2-highgpu-1g worth it for 12 hours a day?",
    ],
)
def test_whether_it_pays_and_how_it_works_is_another_question(text: str, advisor: Advisor) -> None:
    answer = advisor.ask(text)
    assert not isinstance(answer.facts.headline if answer.facts else None, TakenOff)

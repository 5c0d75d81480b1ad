"""An estimate for so many people, with their own electricity, at their own price."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.own.with_theirs import AtYourPrice, ForAll, OwnAndRented
from knowledge.facts import Facts
from tests.day import DAY


@pytest.fixture(scope="module")
def advisor(facts: Facts) -> Advisor:
    return Advisor(facts, DAY)


def test_a_run_of_each(advisor: Advisor) -> None:
    answer = advisor.ask(
        "Quero que cada aluno treine um GPT de 124M em 2,5 bilhões de tokens. São 28 alunos. Quantas horas de A100 "
        "por aluno e quanto dá no total a US$ 1,60/h?"
    )
    first = answer.facts.headline
    assert isinstance(first, ForAll)
    assert first.usd.likely == pytest.approx(28 * first.each * 1.60, rel=0.02)
    assert any(isinstance(line, AtYourPrice) for line in answer.facts.sentences)


def test_ones_own_card_beside_a_rented_one(advisor: Advisor) -> None:
    first = advisor.ask(
        "SDXL full finetune, 80k product images at 1024px, 10 epochs, bf16. Either my own 4090 (0.18/kWh, "
        "it sits under my desk) or one rented H100 at 2.50/h. Time and cost of each please, and does it even fit on "
        "the 4090 or do I need adafactor tricks?"
    ).facts.headline
    assert isinstance(first, OwnAndRented)
    assert first.power == pytest.approx(first.hours.likely * 0.5175 * 0.18)
    assert first.usd.likely == pytest.approx(first.rented_hours.likely * 2.50, rel=0.01)

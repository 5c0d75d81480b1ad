"""Why the answer before is as it is."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor, Answer
from bot.card.as_text import card_text
from engine.forms.again.why import Quickest, WhyDollars, WhyHours

WORK = "8x H100 for a 13B full fine-tune on 500M tokens, how long?"


def turn(advisor: Advisor, text: str, first: str = WORK) -> Answer:
    return advisor.ask(text, before=advisor.ask(first).goes_on_from)


@pytest.mark.parametrize(
    "text", ["why so long?", "why does it take that long?", "but why is it so slow?", "为什么这么久？"]
)
def test_hours_are_explained_by_work_and_speed(text: str, advisor: Advisor) -> None:
    answer = turn(advisor, text)
    because = answer.facts.headline
    assert answer.form.id == "estimate" and isinstance(because, WhyHours)
    assert (because.tokens, because.active_parameters, because.chips) == (500e6, 13e9, 8)
    assert any(isinstance(entry, Quickest) for entry in answer.facts.sentences)
    assert answer.reading.unread == ()


def test_dollars_are_explained_by_hours_and_price(advisor: Advisor) -> None:
    because = turn(advisor, "why is it so expensive?").facts.headline
    assert isinstance(because, WhyDollars) and because.usd == pytest.approx(because.billed * because.usd_per_hour)


def test_a_verdict_is_explained_by_its_reasons_and_kept(advisor: Advisor) -> None:
    weekly = "Weekly full fine-tune of Llama 3 8B, 1B tokens, PyTorch. Trainium or GPU?"
    before = advisor.ask(weekly).verdict
    answer = turn(advisor, "why?", weekly)
    assert before is not None and answer.verdict is not None and answer.verdict.lean == before.lean
    assert answer.facts.headline == before.because[0]
    assert card_text(answer).startswith("A run costs $")


def test_memory_is_explained_by_its_sum(advisor: Advisor) -> None:
    shown = card_text(turn(advisor, "why?", "Does 70B LoRA fit on 4 A100 80GB?"))
    assert shown.startswith("LoRA of 70B: 130 frozen weights")


def test_the_thread_goes_on_after_it(advisor: Advisor) -> None:
    why = turn(advisor, "why so long?")
    after = advisor.ask("and with QLoRA?", before=why.goes_on_from)
    assert after.form.id == "estimate" and after.reading.profile.method == "qlora"
    assert not isinstance(after.facts.headline, WhyHours)

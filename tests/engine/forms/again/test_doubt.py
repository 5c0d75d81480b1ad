"""How sure the answer before is."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor, Answer
from engine.forms.again.doubt import SumOfVerdict, SureOfEstimate, SureOfMemory, SureOfSource, SureOfVerdict
from engine.forms.again.why import WhyHours
from engine.forms.parts.estimate_reasons import RunEstimate

WORK = "8x H100 for a 13B full fine-tune on 500M tokens, how long?"


def turn(advisor: Advisor, text: str, first: str = WORK) -> Answer:
    return advisor.ask(text, before=advisor.ask(first).goes_on_from)


@pytest.mark.parametrize("text", ["are you sure?", "really?", "how accurate is that?", "确定吗？"])
def test_an_estimate_is_as_sure_as_its_range(text: str, advisor: Advisor) -> None:
    told = advisor.ask(WORK).facts.headline
    sure = turn(advisor, text).facts.headline
    assert isinstance(told, RunEstimate) and isinstance(sure, SureOfEstimate)
    assert (sure.hours, sure.usd, sure.basis) == (told.hours, told.usd, "measured")


def test_memory_is_arithmetic_and_says_its_margin(advisor: Advisor) -> None:
    """130 + 2.9 + 6.1 GiB over 4 chips are 34.8, and 6.5 stay whole on each."""
    sure = turn(advisor, "are you sure?", "Does 70B LoRA fit on 4 A100 80GB?").facts.headline
    assert isinstance(sure, SureOfMemory) and sure.usable == pytest.approx(72.0) and not sure.tight
    assert sure.used == pytest.approx(41.3, abs=0.1)


def test_a_verdict_says_its_confidence(advisor: Advisor) -> None:
    weekly = "Weekly full fine-tune of Llama 3 8B, 1B tokens, PyTorch. Trainium or GPU?"
    answer = turn(advisor, "are you sure?", weekly)
    assert isinstance(answer.facts.headline, SureOfVerdict) and answer.facts.headline.level == "low"  # 68%


def test_a_fact_is_as_sure_as_its_source(advisor: Advisor) -> None:
    answer = turn(advisor, "really?", "Does A100 support FP8?")
    assert answer.form.id == "support" and isinstance(answer.facts.headline, SureOfSource)


def test_the_figures_of_a_verdict_are_a_product(advisor: Advisor) -> None:
    work = "fine-tune Mistral 7B weekly, 50M tokens, PyTorch"
    told = turn(advisor, "where does that number come from?", work).facts
    first = told.headline
    assert isinstance(first, SumOfVerdict) and first.runs == 52
    assert first.usd == pytest.approx(first.machines * first.hours * first.usd_per_hour, rel=0.01)


def test_those_of_an_estimate_are_its_sum(advisor: Advisor) -> None:
    assert isinstance(turn(advisor, "show me the math").facts.headline, WhyHours)

"""The cheapest machine with BF16 for who has a card without."""

from __future__ import annotations

from bot.advice.advisor import Advisor
from engine.forms.symptoms.symptom_reasons import SymptomBf16


def test_the_cheapest_on_aws_is_none_of_those_without(advisor: Advisor) -> None:
    text = (
        "Bfloat16 is only supported on GPUs with compute capability of at least 8.0. Your Tesla T4 has 7.5. "
        "Which AWS GPU is the cheapest that works?"
    )
    told = advisor.ask(text).facts.headline
    assert isinstance(told, SymptomBf16) and told.cloud == "aws"
    chips = {chip.name: chip for chip in advisor.facts.accelerators.values()}
    assert chips[told.chip].has_bf16 and told.usd > 0

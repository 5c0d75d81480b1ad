"""Two precisions in money."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.served.precisions import PrecisionCosts, PrecisionSaves


@pytest.mark.parametrize(
    ("text", "smaller", "wider"),
    [
        ("How much cheaper is int4 than bf16 for serving 70B?", "int4", "bf16"),
        ("do we save by going FP8 on H100 for Llama 70B?", "fp8", "bf16"),
        ("would AWQ save us money over fp16 for Qwen2.5 32B?", "int4", "bf16"),
        ("Wie viel sparen wir mit INT4 statt BF16 bei Llama 3.3 70B?", "int4", "bf16"),
    ],
)
def test_both_are_told_with_their_ratio_first(advisor: Advisor, text: str, smaller: str, wider: str) -> None:
    facts = advisor.ask(text).facts
    said = facts.headline
    assert isinstance(said, PrecisionSaves) and (said.smaller, said.wider) == (smaller, wider)
    one, other = (line for line in facts.sentences if isinstance(line, PrecisionCosts))
    assert (one.precision, other.precision) == (smaller, wider)
    # dollars an hour over what is served in one, at the share that is busy
    for line in (one, other):
        each = line.usd_per_hour / (line.tokens_per_second * said.utilization * 3600) * 1e6
        assert line.usd == pytest.approx(each, rel=0.01)
        assert line.smallest_usd <= line.usd_per_hour
    assert said.share == pytest.approx(one.usd / other.usd)
    assert said.hour_share == pytest.approx(one.smallest_usd / other.smallest_usd) and said.hour_share < 1


def test_on_a_chip_that_was_named_both_are_of_it(advisor: Advisor) -> None:
    facts = advisor.ask("do we save by going FP8 on H100 for Llama 70B?").facts
    chips = {line.chip for line in facts.sentences if isinstance(line, PrecisionCosts)}
    assert all("H100" in chip for chip in chips)


@pytest.mark.parametrize(
    "text",
    [
        "serve Llama 70B in int4, which GPU is cheapest?",
        "¿cuánto cuesta dejar encendido 24/7 un endpoint con Qwen2.5-32B en us-east-1? nos vale fp8 o int4",
        "how much memory does int4 save for 70B?",
        "is fp8 faster than bf16 on H100?",
        "does 70B in int4 fit on one L40S?",
    ],
)
def test_other_questions_about_a_format_are_answered_as_before(advisor: Advisor, text: str) -> None:
    assert not isinstance(advisor.ask(text).facts.headline, PrecisionSaves)

"""What was named alone costs what it costs among all, and the rest is not worked out."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.options.assumptions import fill
from engine.options.candidates import candidates
from engine.options.option import Named, costed
from engine.options.problem import Problem
from tests.day import DAY


@pytest.mark.parametrize(
    "text",
    [
        "serve Llama 70B on H100 or trn2.48xlarge, 20M tokens a day",
        "we run 13B fine-tunes of 300M tokens on 2 p4d.24xlarge today, what about A100 80GB or TPU v5e?",
        "how fast is a 4090 with a 7B?",  # nobody rents it out
    ],
)
def test_what_was_named_is_costed_alike(advisor: Advisor, text: str) -> None:
    filled = fill(advisor.parse(text), advisor.library())
    every, alone = (
        costed(candidates(Problem(filled, advisor.library(), DAY, named_alone=only))) for only in (False, True)
    )
    named = [one for one in every if one.named >= Named.BY_CHIP or one.at_hand]
    assert list(alone) == named
    assert len(alone) < len(every)

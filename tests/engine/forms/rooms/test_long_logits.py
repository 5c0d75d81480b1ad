"""The logits of long sequences are told where the answer rests on how the loss is taken."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.parts.fit_reasons import FitSum
from engine.forms.rooms.long_logits import LongLogits


def test_the_logits_are_told_with_the_vocabulary_they_are_of(advisor: Advisor) -> None:
    """50,000 x 128,256 x 4 bytes x 3 = 71.7 GiB."""
    answer = advisor.ask("SFT of an 8B with samples up to 50k tokens. Is 8x A100 40GB enough?")
    said = next(line for line in answer.facts.sentences if isinstance(line, LongLogits))
    assert (said.tokens, said.vocabulary, said.known) == (50_000, 128_256, False)
    assert said.gib == pytest.approx(71.7, abs=0.1)
    assert card_text(answer).startswith("Only with each sequence split over 8")


def test_a_sum_has_the_logits_by_themselves(advisor: Advisor) -> None:
    """16,384 x 256,000 x 4 bytes = 15.6 GiB."""
    answer = advisor.ask("LoRA on Gemma 2 9B, sequences of 16k, one A100 40GB. does that fit?")
    said = next(line for line in answer.facts.sentences if isinstance(line, FitSum))
    assert said.logits == pytest.approx(15.6, abs=0.1)
    assert card_text(answer).startswith("Only with the loss taken in chunks")


@pytest.mark.parametrize(
    "text",
    [
        "full finetune Llama 3 8B with 8192 tokens on 8x A100 80GB, does it fit?",
        "does Llama 3.1 8B with 128k context fit on one H100 with vLLM?",
        "full fine-tuning of an 8B on 8x A100 80GB, enough?",
    ],
)
def test_nothing_is_told_where_any_loss_does(advisor: Advisor, text: str) -> None:
    assert not any(isinstance(line, LongLogits) for line in advisor.ask(text).facts.sentences)

"""What long sequences rest on, against what was measured and reported of them."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.parts.fit_reasons import OnNamed
from engine.memory.placement import Need
from engine.memory.premises import OnChips, Premises, premises

GB = 2**30


def rests(advisor: Advisor, text: str) -> Premises | None:
    answer = advisor.ask(text).facts
    assert answer is not None
    said = next(line for line in (answer.headline, *answer.sentences) if isinstance(line, OnNamed))
    return said.premises


def test_a_loss_that_holds_all_logits_has_more_chips_share_a_sequence() -> None:
    """64 GiB of states on 8 are 8 each; 16 of activations fit 30 beside them; with 40 of logits, 4 chips share."""
    found = premises(Need(64 * GB, 16 * GB), 40 * GB, OnChips(30 * GB, 8, 1, 32))
    assert found is not None
    assert (found.chunked, found.plain, found.is_bare) == (1, 4, False)
    assert found.logits_gib == pytest.approx(40)
    assert found.each_gib == pytest.approx(24)


def test_what_no_number_of_chips_holds_has_no_premises() -> None:
    assert premises(Need(64 * GB, 16 * GB), 0.0, OnChips(7 * GB, 8, 1, 32)) is None


@pytest.mark.parametrize(
    ("text", "chunked", "plain"),
    [
        # Measured by Liger's authors, micro-batch 8 on 8 A100: plain runs out at 4K, fused reaches 16K.
        ("full finetune Llama 3 8B at 4096 tokens with micro batch 8 on 8 A100 80GB, does it fit?", 1, 2),
        ("full finetune Llama 3 8B at 16k with micro batch 8 and liger on 8 A100 80GB, does it fit?", 1, 1),
        # A user: 64K on 4 A800 without sequence parallelism ran out.
        ("pretraining of Llama 3 8B with 64k sequences on 4 A800, does it fit?", 1, 4),
        # The authors of a 32B: 22,528 tokens ran on 128 H100 with FSDP, 32k did not.
        ("full finetune Qwen2.5 32B with sequences of 22528 tokens on 128 H100, does it fit?", 1, 1),
        ("full finetune Qwen2.5 32B with sequences of 32768 tokens on 128 H100, does it fit?", 1, 2),
        # 8B: 14.9 states, 1 gathered and 21 of activations are over 36 usable GiB.
        ("SFT of an 8B with samples up to 50k tokens. Is 8x A100 40GB enough?", 2, 8),
        # As long as is usual.
        ("LoRA of Llama 3.1 8B with 4096 tokens on one RTX 4090?", 1, 1),
        ("full finetune Llama 3 8B with 8192 tokens on 8x A100 80GB, does it fit?", 1, 1),
        ("full fine-tune Mistral 7B with 32k context on 8x H100, does it fit?", 1, 1),
    ],
)
def test_it_agrees_with_what_was_seen(advisor: Advisor, text: str, chunked: int, plain: int) -> None:
    found = rests(advisor, text)
    assert (found.chunked, found.plain) == (chunked, plain) if found is not None else (chunked, plain) == (1, 1)

"""No first line says yes where a held row on a part that is named says no or in part for that very chip."""

from __future__ import annotations

import itertools

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.composed.becomes import becomes
from engine.forms.composed.pieces import pieces
from engine.forms.composed.targets import targets
from engine.forms.form import Asked
from tests.share import some

CHIPS = (
    "V100 32GB",
    "T4",
    "A100 80GB",
    "L4",
    "H100",
    "RTX 3090",
    "TPU v5e",
    "trn1.32xlarge",
    "inf2.48xlarge",
    "MI300X",
)
PARTS = ("FP8", "BF16", "AWQ", "GPTQ", "NVFP4", "FlashAttention-2", "bitsandbytes", "Unsloth")
ASKED = (
    "does a Mistral 7B with {part} run on one {chip}?",
    "Mistral 7B {part} on {chip}",
    "can I serve Mistral 7B in {part} with vLLM on {chip}?",
)
LACKS = frozenset({"no", "partly", "replaced", "rewrite"})
YES = ("Yes", "By memory alone yes", "Just barely")


def lacks(asked: Asked) -> bool:
    """Whether a part of the text does not run as it is on the chip."""
    named = pieces(asked.reading.text, asked.facts)
    return any(becomes(part, on, asked.facts, named).level in LACKS for part in named for on in targets(asked))


@pytest.mark.parametrize("wording", ASKED)
def test_no_yes_stands_before_a_no_of_software(wording: str, advisor: Advisor) -> None:
    seen = 0
    for chip, part in some(list(itertools.product(CHIPS, PARTS))):
        text = wording.format(chip=chip, part=part)
        if not lacks(Asked(advisor.parse(text), advisor.library(), advisor.today())):
            continue
        seen += 1
        assert not card_text(advisor.ask(text)).startswith(YES), text
    assert seen

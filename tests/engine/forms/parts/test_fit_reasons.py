"""What an answer about memory says, as a reader sees it."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("is a single H100 enough for LoRA of an 8B?", "Yes: LoRA of 8B fits on one NVIDIA H100 SXM, with "),
        ("can I full fine-tune 7B with 2 A100 40GB?", "Not as it is: full fine-tuning of 7B takes "),
        ("does Llama 70B fit on 8 A100 40GB?", "Yes to serve it: Llama 3 70B in BF16, INT8 and INT4 on 8 x NVIDIA"),
        ("can I fine-tune 7B on one A100 40GB?", "Partly: on one NVIDIA A100 40 GB, LoRA and QLoRA of 7B fit;"),
        ("how many A100 80GB to fine-tune a 70B?", "Full fine-tuning of 70B takes 16 x NVIDIA A100 80 GB (2 x p4de"),
        ("how much VRAM does LoRA of 8B need?", "LoRA of 8B takes about "),
        (
            "can I serve Llama 70B in int4 on 2 L4?",
            "Yes: serving in INT4 of Llama 3 70B fits on 2 x NVIDIA L4, ",
        ),
        ("does a QLoRA of 34B fit on a 24 GB card?", "Only with sequences of 2,048 tokens or less, not with the"),
    ],
)
def test_the_first_line_answers_the_question(advisor: Advisor, text: str, starts: str) -> None:
    line = " ".join(card_text(advisor.ask(text)).split())
    assert line.startswith(starts)


def test_what_no_number_of_a_type_holds_is_held_by_a_larger_one_or_by_none(advisor: Advisor) -> None:
    """46.7e9 x 2 bytes = 87 GiB: more than 4 x 20.1 usable, less than 8. 405e9 x 1 are 378, more than 12 x 26.2."""
    text = card_text(advisor.ask("is g5.12xlarge enough to serve Mixtral 8x7B?"))
    assert text.startswith("BF16: no, it takes 8 (g5.48xlarge); INT8 and INT4: yes")
    none = card_text(advisor.ask("can Llama 3.1 405B be served on inf2.48xlarge?"))
    assert "serving in BF16 and INT8 take more than the 12 that share a model" in " ".join(none.split())
    assert "no network fast enough" in " ".join(text.split())

"""What stands first is asked for by the sentences that ask."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from engine.forms.unsure.support import COMMITTED, PRICES, ROOM, SIDES

WHY = "I'm on a 4090 and train FLUX dev. One step takes 300 seconds and I have no clue why. Am I missing something?"
MEANS = "We train ViT-B on 512 TPUs. It is not clear what the name v3-512 means, cores or chips?"


def codes(text: str, advisor: Advisor) -> list[str]:
    answer = advisor.ask(text)
    return [part.facts.headline.code for part in (answer.parts or (answer,)) if part.facts.headline]


@pytest.mark.parametrize("text", [
    WHY, MEANS,
    "Inference of Llama 3 70B on inf2.48xlarge is very poor, 12 seconds a call. Why is that?",
    "Why is training on an RTX 4090 with a LoRA of Stable Diffusion so slow?",
    "What does the 8 in v5e-8 stand for? We serve Llama 3 8B.",
    "Why does it take 1 year on an RTX 3090 while the paper claims 2 days?",
])  # fmt: skip
def test_why_and_what_is_meant_never_begin_with_memory_prices_sides_or_a_commitment(
    text: str, advisor: Advisor
) -> None:
    answer = advisor.ask(text)
    assert not set(codes(text, advisor)) & (ROOM | PRICES | SIDES)
    assert answer.verdict is None and answer.form.id != "commitment" and COMMITTED
    assert "/h" not in card_text(answer).split("\n\n")[0]


@pytest.mark.parametrize("question", [
    "Is one RTX 4090 enough for LoRA of Llama 3.1 8B?",
    "How long does fine-tuning 7B on 1B tokens take on 8 H100?",
    "What does an A100 cost per hour on AWS?",
    "Why is GPU utilization at 100% but training slow?",
])  # fmt: skip
@pytest.mark.parametrize("aside", [
    " Thanks a lot for the great work!", " My dog is called Rex.", " My colleague likes tea.",
])  # fmt: skip
def test_a_sentence_on_something_else_behind_the_question_does_not_change_the_lead(
    question: str, aside: str, advisor: Advisor
) -> None:
    assert codes(question + aside, advisor)[:1] == codes(question, advisor)[:1]


@pytest.mark.parametrize("wordings", [
    ("Is one RTX 3090 enough to fine-tune a 7B with QLoRA?", "Does a single RTX 3090 suffice for QLoRA of a 7B?",
     "Can I fine-tune a 7B with QLoRA on one RTX 3090?"),
    ("Why is my training on the A100 so slow?", "What could be the reason that training on my A100 is so slow?",
     "Training on my A100 is so slow, any idea why?"),
])  # fmt: skip
def test_one_question_in_three_wordings_leads_alike(wordings: tuple[str, ...], advisor: Advisor) -> None:
    assert len({tuple(codes(text, advisor)[:1]) for text in wordings}) == 1


@pytest.mark.parametrize(
    "question",
    [
        "Serving a 70B takes little memory now. Does that mean I can fine-tune a 70B on a single RTX 4090 with 24GB?",
        "Memory looks too high\n\nI fully fine-tune Qwen2.5 32B on 8 H100. Why would 640 GB not be enough for 32B?",
        "I wonder which GPU you used; are two A800 80GB ok for GRPO of a 7B?",
    ],
)
def test_room_that_is_asked_for_stays_whatever_else_its_sentence_asks(advisor: Advisor, question: str) -> None:
    """What it means, why it is so and what was used are asked beside it, not instead of it."""
    assert codes(question, advisor)[0] in ROOM

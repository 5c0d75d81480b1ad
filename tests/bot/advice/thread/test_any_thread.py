"""Whatever a thread began with, a short turn gets another line, or one that says that nothing changes."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.advice.answer import Answer
from bot.advice.thread.first_line import first_words
from bot.card.as_text import card_text

OPENINGS = (
    "can I LoRA a 34B on 2x L40S?",
    "how much vram to full finetune a 3B",
    "cost of fine-tuning a 7B on 300M tokens",
    "how long to pretrain 1B on 20B tokens with 16 A100 80GB",
    "which gpu for lora of a 13B, 8M tokens a week",
    "L40S or A100 for serving a 13B?",
    "serve a 34B to 60 users, what do I need",
    "price of g5.12xlarge",
    "what's an L4 per hour",
    "how much co2 does 16 H100 for 2 days make in ohio",
    "does flash attention 3 run on A100",
    "train detectron2 mask rcnn on 12k images, which card",
)
ASKS: dict[str, tuple[str, ...]] = {  # turns, and what their first line may show
    "spot?": ("spot",),
    "reserved for a year": ("1-year", "one year"),
    "in ireland": ("eu-west-1", "Ireland"),
    "on azure": ("Azure", "NC", "ND", "NV"),
    "as CO2": ("CO2",),
    "where can I rent it": ("-",),
    "what does such a box cost": ("$",),
    "make it cheaper": ("$",),
    "for all 5 folds": ("5 ",),
    "by how many unicorns": (),
}
NOTHING = frozenset({"same_again", "turn_unread", "unfollowed", "nothing_held", "noted_turn", "not_ours"})


def asked(advisor: Advisor, opening: str, turn: str) -> tuple[Answer, Answer]:
    before = advisor.ask(opening)
    return before, advisor.ask(turn, before=before.goes_on_from)


def says_nothing(answer: Answer) -> bool:
    first = answer.facts.headline
    return first is not None and first.code in NOTHING


@pytest.mark.parametrize("opening", OPENINGS)
def test_no_turn_is_answered_by_the_line_before_it(advisor: Advisor, opening: str) -> None:
    for turn in ASKS:
        before, answer = asked(advisor, opening, turn)
        told_already = "CO2" in turn and "CO2" in first_words(before)
        assert says_nothing(answer) or told_already or first_words(answer) != first_words(before), turn


@pytest.mark.parametrize("opening", OPENINGS)
def test_the_first_line_tells_what_the_turn_asks_or_that_it_cannot(advisor: Advisor, opening: str) -> None:
    for turn, shown in ASKS.items():
        _, answer = asked(advisor, opening, turn)
        line = card_text(answer, 2000).strip().splitlines()[0]
        assert says_nothing(answer) or not shown or any(one in line for one in shown), (turn, line)

"""How long each form of answer is as a Slack message: python -m tests.slack.lengths [DAY]

The words, and what Slack counts, of what stands open and of all, with the sentence above the blocks.
"""

from __future__ import annotations

import sys
from datetime import date
from typing import NamedTuple

from bot.advice.advisor import Advisor, Answer
from bot.advice.audience import MEMBERS
from bot.blockkit.length import characters, counted, standing_open
from bot.card.blocks.difference import difference_blocks, is_difference
from bot.card.blocks.message import card_blocks, sentence
from bot.card.buttons import action_blocks
from knowledge.loading.load import load
from tests.bot.card.test_forms_on_card import ASKED
from tests.day import DAY
from tests.golden.test_golden import CARDS

FOUNDING_STYLE = (
    "we retrain Mistral 7B every night on 8 A100s in us-east-1, would Trainium2 or TPU be cheaper?",
    "weekly Qwen 32B LoRA in PyTorch on GCP, what should we rent?",
    "we pretrain a 13B on 500B tokens, JAX or PyTorch, no team for ports",
)
QUESTIONS = {**CARDS, **{text: text for text in FOUNDING_STYLE}} | {
    f"{form} {at}": text for form, texts in ASKED.items() for at, text in enumerate(texts)
}
FOLLOW_UPS = ("make it 70B", "what if only 2 runs?", "and 300 runs")


class Length(NamedTuple):
    """`words`: the characters of all texts; `seen` and `whole`: what stands open and all, as Slack counts."""

    name: str
    form: str
    blocks: int
    words: int
    seen: int
    whole: int


def length_of(name: str, answer: Answer) -> Length:
    """Of the message with all its buttons: a private one has most."""
    brief = is_difference(answer)
    buttons = action_blocks(answer, "0" * 12, audience=MEMBERS, offers_sharing=True, is_watched=False, is_brief=brief)
    blocks = difference_blocks(answer, buttons) if brief else card_blocks(answer, buttons)
    above = len(sentence(answer))
    words = above + characters(blocks)
    return Length(name, answer.form.id, len(blocks), words, above + standing_open(blocks), above + counted(blocks))


def lengths(advisor: Advisor) -> list[Length]:
    """Of every question, and of follow-ups to one."""
    found = [length_of(name, advisor.ask(text)) for name, text in QUESTIONS.items()]
    first = advisor.ask(CARDS["founding-8b-20-runs"]).reading
    return [*found, *(length_of(text, advisor.ask(text, before=first)) for text in FOLLOW_UPS)]


def main() -> None:
    day = date.fromisoformat(sys.argv[1]) if len(sys.argv) > 1 else DAY
    print(f"{'':40} {'form':12} {'blocks':>6} {'words':>6} {'open':>6} {'all':>6}")
    for each in lengths(Advisor(load(), day)):
        print(f"{each.name[:40]:40} {each.form:12} {each.blocks:6} {each.words:6} {each.seen:6} {each.whole:6}")


if __name__ == "__main__":
    main()

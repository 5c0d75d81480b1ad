"""When a text asks for an estimate."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("how long does QLoRA of a 33B on 50M tokens take?", True),
        ("What would be the training cost at 6 days on 8 x V100?", True),
        ("64 A100s for 3 days, what does that cost?", True),
        ("is $20k enough to fine-tune a 70B on 2B tokens?", True),
        ("how many H100 train a 7B on 1T tokens within 20 days?", True),
        ("LoRA, Llama 3.1 8B, 200 million tokens: how many dollars?", True),
        ("we have three months to train a 7B on 1T tokens. what would we need?", True),
        ("with 50k dollars, can we pretrain a 7B on 1T tokens?", True),
        ("pretrain 1.1B params on 300B tokens, what does it take", True),
        ("yolo v8 training on 50k images 100 epochs cost", True),
        ("we need 8 H100 next week for 4 days", True),
        ("we'll finetune for about 3 days on a p4d.24xlarge", True),
        ("which chip for pretraining a 7B on 1T tokens with $500k?", False),  # of a choice
        ("what's the cheapest way to rent eight H100 for 7 days?", False),  # of no work
        ("I need 8 H100 for 168 hours, what is the cheapest option", False),
        ("is a 24 GB card enough to fine-tune a 7B?", False),  # of memory
        ("what does p5.48xlarge cost for 10 hours?", False),  # of a machine
        ("how long does porting to Neuron take?", False),  # of people
        ("which GPU for a weekly LoRA of an 8B, at what cost?", False),  # of a choice
    ],
)
def test_hours_and_dollars_of_work_are_asked_and_nothing_else(advisor: Advisor, text: str, is_one: bool) -> None:
    assert (advisor.ask(text).form.id == "estimate") is is_one

"""Questions of every form, each in three wordings and on three days: the same form and the same first line.

The figures that decide are chosen by hand. They hold on all three days, for no price behind them moved.
"""

from __future__ import annotations

from datetime import date

import pytest

from bot.advice.advisor import Advisor
from bot.card.card import card
from knowledge.facts import Facts

DAYS = (date(2026, 11, 7), date(2026, 11, 22), date(2027, 1, 9))
# Full fine-tuning of 8B in 16 bytes a parameter is 120 GiB over 8 x 36 usable; LoRA of 70B holds 131 GiB of frozen
# weights, more than two H100 have (2 x 72). 50 requests/s x 86,400 s x 256 tokens = 1.11B tokens a day. 8 H100 at
# $55.04 an hour are $6.88 each. 80 GiB either way; 989 and 312 TFLOP/s are the data sheets' figures.
ASKED = {
    "fit": (
        ("Yes", "p4d.24xlarge", "4 are enough"),
        "Does a full fine-tune of Llama 3 8B fit on one p4d.24xlarge?",
        "Can one p4d.24xlarge hold a full fine-tune of Llama 3 8B?",
        "Is a single p4d.24xlarge enough for full fine-tuning of Llama 3 8B?",
    ),
    "fit, counted": (
        ("3 x NVIDIA H100", "QLoRA 1"),
        "How many H100 do I need for LoRA on Llama 3 70B?",
        "LoRA of Llama 3 70B: how many H100s does it take?",
        "What number of H100 GPUs is required to LoRA Llama 3 70B?",
    ),
    "estimate": (
        ("About 1.7 h", "$37.4", "p4d.24xlarge"),
        "How long does a LoRA of Llama 3 8B on 200M tokens take on 8 A100 40GB?",
        "Training time for a Llama 3 8B LoRA, 200M tokens, on 8x A100 40GB?",
        "8 A100 40GB, LoRA of Llama 3 8B with 200M tokens: how many hours?",
    ),
    "estimate, serving": (
        ("1.11B tokens a day", "NVIDIA L4", "a month"),
        "What does it cost to serve Llama 3 8B at 50 requests/s on L4?",
        "How much per month for serving Llama 3 8B on L4 with 50 requests per second?",
        "Serving Llama 3 8B on L4, 50 qps: what would that cost?",
    ),
    "price": (
        ("p5.48xlarge", "$55.04/h", "us-east-1"),
        "What does p5.48xlarge cost on demand in us-east-1?",
        "Price of p5.48xlarge on demand in us-east-1?",
        "How much is an on-demand p5.48xlarge per hour in us-east-1?",
    ),
    "support": (
        ("Yes, in beta", "JAX", "Trainium2"),
        "Does JAX run on trn2?",
        "Is JAX supported on trn2?",
        "Can I use JAX on trn2?",
    ),
    "compare": (
        ("3.2 times the BF16 math", "2 to 2.5 times as fast"),
        "Compare H100 and A100 80GB",
        "H100 vs A100 80GB?",
        "How does H100 compare with A100 80GB?",
    ),
    "carbon": (
        ("8 x NVIDIA H100", "24 h", "eu-central-1", "kgCO2e"),
        "How much CO2 do 8 H100 emit in 24 hours in Frankfurt?",
        "CO2 of 8 H100 for 24 hours in Frankfurt?",
        "What are the emissions of 8x H100 over 24 hours in eu-central-1?",
    ),
    "commitment": (
        ("p5.48xlarge", "Savings Plan", "$55.04"),
        "Is a 1-year reservation of p5.48xlarge worth it?",
        "Does a 1-year reserved p5.48xlarge pay off?",
        "Should we reserve p5.48xlarge for a year?",
    ),
    "choose": (
        ("A100 40 GB", "p4d.24xlarge", "52 runs"),
        "Which chip for weekly full fine-tunes of Llama 3 8B with 1B tokens, PyTorch, AWS?",
        "We fine-tune Llama 3 8B in full every week on 1B tokens with PyTorch on AWS, what should we use?",
        "On AWS with PyTorch: weekly full fine-tuning of Llama 3 8B, 1B tokens a run. Which accelerator?",
    ),
    "explain": (
        ("Capacity Blocks", "eight weeks", "182 days"),
        "What is a Capacity Block?",
        "Explain Capacity Blocks",
        "What are Capacity Blocks?",
    ),
    "ask_back": ((), "Which GPU should I use?", "What GPU do you recommend?", "Which accelerator is best for me?"),
    "decline": (
        (),
        "Which gaming card should I buy for Fortnite?",
        "What graphics card to buy for playing games?",
        "Best GPU to buy for a gaming PC?",
    ),
}


@pytest.fixture(scope="module", params=DAYS, ids=str)
def asked_on(request: pytest.FixtureRequest, facts: Facts) -> Advisor:
    return Advisor(facts, request.param)


@pytest.mark.parametrize("form", ASKED)
def test_three_wordings_have_one_first_line_with_the_figures_that_decide(form: str, asked_on: Advisor) -> None:
    figures, *wordings = ASKED[form]
    answers = {text: asked_on.ask(str(text)) for text in wordings}
    assert {answer.form.id for answer in answers.values()} == {form.partition(",")[0]}
    lines = {card(answer).headline for answer in answers.values()}
    assert len(lines) == 1, lines
    line = lines.pop()
    assert not [figure for figure in figures if figure not in line], line

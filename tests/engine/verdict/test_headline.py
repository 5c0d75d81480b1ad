"""Which first line a verdict deserves."""

import pytest

from bot.advice.advisor import Advisor
from engine.verdict.headline import headline, unsaid_amount
from tests.engine.problems import judged

PAIR = "trn2.48xlarge or p5en.48xlarge:"
SAID = "full fine-tune, 1B tokens, PyTorch, AWS"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("which chip is best?", "need_more"),
        ("full fine-tune of llama 405b on one g5.xlarge", "no_fit"),
        ("Llama 8B full fine-tune, 1B tokens, 50 runs, PyTorch on AWS, lowest carbon please", "lowest_carbon"),
        (f"{PAIR} {SAID}, Llama 70B, 500 runs, heavy custom CUDA kernels", "rule_decides"),
        (f"{PAIR} {SAID}, Llama 70B, 52 runs", "from_runs"),
        (f"{SAID}, Llama 8B, 20 runs", "not_yet"),
        (f"{SAID}, Llama 8B, repeated", "not_yet"),
        (f"{PAIR} repeated Llama fine-tune, 52 runs, PyTorch", "by_value"),
    ],
)
def test_the_shape_of_the_answer_follows_the_verdict(advisor: Advisor, text: str, kind: str) -> None:
    assert headline(judged(advisor, text)) == kind


def test_an_amount_of_work_that_nobody_said_comes_before_the_sum(advisor: Advisor) -> None:
    """By default 1B tokens a run, once a week for a year; 100M tokens a day in serving."""
    amount = unsaid_amount(judged(advisor, "LoRA of Llama 8B on L40S or A10G, which is better for us?"))
    assert amount is not None and (amount.runs, amount.parameters) == (52, None)
    served = unsaid_amount(
        judged(advisor, "Would moving our BERT inference from g5.xlarge to inf2.xlarge save money?")
    )
    assert served is not None and served.tokens_per_day == 1e8


@pytest.mark.parametrize(
    "more",
    ["weekly", "200 runs", "on 2M samples of 500 tokens", "the deadline is in 3 weeks", "our bill is $9k a month"],
)
def test_where_something_was_said_of_how_much_nothing_comes_before_the_sum(advisor: Advisor, more: str) -> None:
    assert (
        unsaid_amount(judged(advisor, f"LoRA of Llama 8B on L40S or A10G, {more}, which is better for us?")) is None
    )

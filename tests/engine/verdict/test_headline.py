"""Which first line a verdict deserves."""

import pytest

from bot.advice.advisor import Advisor
from engine.verdict.headline import headline, unsaid_amount, word
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


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Is it worth moving our BERT-large inference (300 requests per second) from g4dn to inf2?", "not_yet"),
        ("Should we switch from H100 to TPU v5p for pretraining a 7B model on 1T tokens?", "no"),
        ("Is trn1 cheaper than p4d for a monthly 8B full fine-tune with 1B tokens?", "no"),
        (f"Should we go to trn2.48xlarge from p5en.48xlarge? {SAID}, Llama 70B, 5000 runs", "yes"),
        (f"{PAIR} {SAID}, Llama 70B, 52 runs", None),  # "which?" has no yes
        ("is trainium2 worth it for a one-off 13B finetune?", "no"),  # though trn1, which nobody named, costs less
        ("should we switch to trainium for our weekly 13B fine-tune? currently p4d", "depends"),  # on its tokens
        ("Is a GPU worth it?", None),
    ],
)
def test_whether_a_move_is_worth_it_is_answered_by_yes_or_no(advisor: Advisor, text: str, answer: str | None) -> None:
    assert word(judged(advisor, text)) == answer


def test_buying_what_runs_today_in_another_way_is_no_move(advisor: Advisor) -> None:
    """A Capacity Block of the same type costs about half of its on-demand rate."""
    verdict = judged(advisor, "is it worth porting our weekly Llama 8B fine-tune (500M tokens) from p4d to trn1?")
    assert (headline(verdict), word(verdict)) == ("buys_otherwise", "no")


def test_of_two_that_are_named_the_first_is_the_one_that_is_asked_about(advisor: Advisor) -> None:
    text = "is {} worth the price over {} for a 13B fine-tune on 500M tokens?"
    assert word(judged(advisor, text.format("p5", "p4d"))) == "no"
    assert word(judged(advisor, text.format("p4d", "p5"))) == "yes"

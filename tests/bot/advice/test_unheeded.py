"""What a message says and its answer does not use is said in the first line, whatever form the answer has."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from bot.advice.answer import Answer
from bot.card.sentences import answer_line, lead


def first(answer: Answer) -> str:
    return lead(answer, answer.verdict) if answer.verdict else answer_line(answer)


def test_an_amount_that_is_not_understood_is_said_behind_the_answer(advisor: Advisor) -> None:
    told = first(advisor.ask("Does Llama 3 8B fit on one A10G with 4500 warp schedulers?"))
    assert told.startswith("Yes") and told.endswith('Not used in this: "4500 warp schedulers".')


def test_what_is_understood_needs_no_such_words(advisor: Advisor) -> None:
    assert advisor.ask("Does Llama 3 8B fit on one A10G with 8k context?").unheeded == ()


@pytest.mark.parametrize(
    "question",
    [
        "Does Llama 3 8B fit on one A10G with frames of 12,000 px stripes?",
        "Is one L4 enough for Segment Anything on 140 wildlife cameras that send 77 frames in some minute?",
    ],
)
def test_what_work_is_counted_in_is_said_before_it_and_there_is_no_yes(advisor: Advisor, question: str) -> None:
    told = first(advisor.ask(question))
    assert told.startswith("This leaves out ") and "which may change it: " in told
    assert "Yes" not in told.split(". ")[0]


def test_a_slot_that_was_read_and_is_not_in_the_sum_counts_as_well(advisor: Advisor) -> None:
    """The batch is understood; what others report of a project's memory says nothing of one of 512."""
    answer = advisor.ask("minimum number of A100 40GB to finetune scGPT with a batch of 512")
    assert answer.reading.profile.batch_size == 512
    assert answer.unheeded == ("batch of 512",)


@pytest.mark.parametrize(
    "question",
    [
        # the figure in the lines is not the one that was said, but made of it
        "QLoRA of Mistral Small 24B on 80 million tokens, 3 epochs, on one A100 80GB: how long?",  # 240M tokens
        "Does gpt-oss-120b fit on one H100 for 10 users, prompts of 4,000 tokens?",  # requests of 4,256 tokens
        "Does it finish in 2 days: LoRA of Llama 8B on 50M tokens on one L40S?",  # 48 h
        "LoRA of Llama 3 8B on 100M tokens with sequences of 4096, on one H100, how long?",  # in the line on the work
    ],
)
def test_what_is_in_the_sum_is_not_called_unused(advisor: Advisor, question: str) -> None:
    assert advisor.ask(question).unheeded == ()


def test_below_a_line_that_leaves_out_what_decides_nothing_is_recommended(advisor: Advisor) -> None:
    """A choice follows where hours are told of two machines; not where work is left out of both."""
    whole = "H100 or L40S for LoRA of Llama 8B, 20 runs of 100M tokens: what does a run cost on each?"
    assert advisor.ask(whole).verdict is not None
    assert advisor.ask(f"{whole} 77 zebra crops each").verdict is None


def test_a_turn_answers_for_its_own_words_only(advisor: Advisor) -> None:
    """What the first message said and the second answer has no use for was told then."""
    before = advisor.ask("LoRA of Llama 3 8B on 100M tokens, one H100, how long?")
    assert advisor.ask("does it fit on an L4?", before=before.goes_on_from).unheeded == ()


def test_who_is_told_no_figures_is_told_no_unused_ones(advisor: Advisor) -> None:
    assert advisor.ask("write me 120 words about our new office, 3 photos").unheeded == ()

"""What is said in the end: constraints, then the sum, then availability, then rules."""

import pytest

from bot.advice.advisor import Advisor
from engine.verdict.verdict import Verdict, verdict
from tests.day import FOUNDING
from tests.engine.problems import judged


def test_nothing_said_about_the_work_is_asked_back(advisor: Advisor) -> None:
    verdict = judged(advisor, "which chip is best?")
    assert (verdict.kind, verdict.lean, verdict.option) == ("need_more", None, None)


def test_work_that_the_named_machine_cannot_hold_fits_nowhere_said(advisor: Advisor) -> None:
    verdict = judged(advisor, "full fine-tune of llama 405b on one g5.xlarge")
    assert verdict.kind == "no_fit" and verdict.because


def test_where_sum_and_rules_agree_the_cheapest_total_is_recommended(advisor: Advisor) -> None:
    verdict = judged(advisor, "trn2.48xlarge or p5en.48xlarge for a repeated Llama 70B fine-tune, 52 runs, PyTorch")
    assert verdict.kind == "recommend" and verdict.case.sum is not None
    assert verdict.option == verdict.case.sum.winner
    assert verdict.lean == verdict.case.sum.lean


def test_a_rule_on_what_no_sum_sees_overrules_dollars(advisor: Advisor) -> None:
    verdict = judged(
        advisor, "our Llama 8B fine-tune is full of custom CUDA kernels, 50 runs a year, would Trainium pay?"
    )
    assert verdict.lean == verdict.rule_lean == "gpu"


def test_with_carbon_first_the_lowest_leads(advisor: Advisor) -> None:
    verdict = judged(advisor, "Llama 8B full fine-tune, 1B tokens, 50 runs, PyTorch on AWS, lowest carbon please")
    assert verdict.green is not None and verdict.option == verdict.green.lowest


@pytest.mark.parametrize("text", ["repeated Llama 8B fine-tune, 20 runs, PyTorch, AWS", "serve Llama 8B on AWS"])
def test_what_is_recommended_may_lead_and_is_of_the_leaning_family(advisor: Advisor, text: str) -> None:
    verdict: Verdict = judged(advisor, text)
    assert verdict.option is not None
    assert verdict.option.may_lead and verdict.option.family == verdict.lean


@pytest.mark.parametrize(
    "text",
    [
        FOUNDING,
        "hello",
        "LoRA of Mistral 7B 20 times a month on AWS",
        "train a 400B model from scratch on one A10G",
        "greenest chip for a Llama 8B fine-tune, 1B tokens, 50 runs",
        "Llama fine-tune, 3 runs",
    ],
)
def test_one_that_is_only_compared_with_lacks_what_would_change_it_and_nothing_else(
    advisor: Advisor, text: str
) -> None:
    reading, library, day = advisor.parse(text), advisor.library(), advisor.today()
    whole, compared = verdict(reading, library, day), verdict(reading, library, day, compared=True)
    assert (compared.flips, compared.pilot, compared.beside) == ((), None, None)
    without = {"turned_by": compared.turned_by, "pilot": None, "aside": compared.aside}
    assert compared == whole.model_copy(update=without)

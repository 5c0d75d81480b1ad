"""What the deciding sum says on a card: the saving, the break-even, the budget and what a wrong choice costs."""

from bot.advice.advisor import Advisor
from engine.verdict.sum_reasons import (
    AtAValue,
    BudgetHolds,
    NoSaving,
    PortEffort,
    Saving,
    SavingPerRun,
    Stakes,
)
from tests.engine.problems import judged

SAID = "full fine-tune Llama 70B, 1B tokens, 52 runs, PyTorch, AWS, trn2.48xlarge or p4d.24xlarge?"


def test_the_sum_comes_first_and_its_break_even_is_that_of_the_verdict(advisor: Advisor) -> None:
    verdict = judged(advisor, SAID)
    saving = verdict.because[0]
    assert isinstance(saving, Saving) and saving.saving > 0
    assert saving.break_even in {point.runs.likely for point in verdict.break_evens if point.runs}
    assert saving.low <= saving.break_even <= saving.high


def test_a_negative_saving_never_breaks_even(advisor: Advisor) -> None:
    text = "fine-tune Llama 8B with LoRA, 100 runs, PyTorch, AWS, Trainium2 or g6e.12xlarge?"
    sums = [reason for reason in judged(advisor, text).because if isinstance(reason, SavingPerRun)]
    assert sums
    assert all(isinstance(reason, NoSaving) == (reason.saving <= 0) for reason in sums)


def test_where_a_size_is_open_each_sum_says_at_which_size(advisor: Advisor) -> None:
    verdict = judged(advisor, "trn2.48xlarge or p5en.48xlarge: repeated Llama fine-tune, PyTorch")
    sums = [reason for reason in verdict.because if isinstance(reason, SavingPerRun)]
    assert len(sums) > 1
    assert {reason.given_slot for reason in sums} == {"parameters"}
    assert len({reason.given_value for reason in sums}) == len(sums)


def test_a_budget_that_holds_the_plan_says_how_many_runs_it_holds(advisor: Advisor) -> None:
    found = judged(advisor, f"{SAID}, budget 1,000,000 USD").because
    reason = next(reason for reason in found if isinstance(reason, BudgetHolds))
    assert reason.total <= reason.budget == 1_000_000
    assert reason.enough_for >= 52


def test_a_budget_that_holds_no_option_is_no_verdict_in_its_favor(advisor: Advisor) -> None:
    assert judged(advisor, f"{SAID}, budget 100 USD").kind == "no_fit"


def test_a_single_chip_has_no_stakes_and_no_port(advisor: Advisor) -> None:
    found = judged(advisor, "fine-tune Llama 8B, 20 runs, GPUs only, no Trainium, no TPU, AWS, PyTorch").because
    assert not [reason for reason in found if isinstance(reason, Stakes | PortEffort)]
    assert all(reason.given_slot is None for reason in found if isinstance(reason, AtAValue))

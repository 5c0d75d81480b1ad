"""Where a slot that matters is unsaid, the answer at each of its likely values."""

import pytest

from bot.advice.advisor import Advisor
from engine.options.assumptions import refill
from engine.options.option import leading
from engine.verdict.deciding_sum import deciding_sum
from engine.verdict.forks import Case, ForkResult, answer_case, break_even_of, first_case, forks, lean_case
from tests.day import DAY
from tests.engine.offers import offer
from tests.engine.problems import filled


def forked(advisor: Advisor, text: str) -> dict[str, ForkResult]:
    library = advisor.library()
    base = first_case(advisor.parse(text), library, DAY)
    return {fork.slot: fork for fork in forks(base, library, DAY)}


def test_a_size_nobody_stated_is_answered_for_several_sizes_of_the_family(advisor: Advisor) -> None:
    fork = forked(advisor, "repeated Llama fine-tune, PyTorch, AWS")["parameters"]
    sizes = [branch.value for branch in fork.branches]
    assert len(sizes) > 1 and sizes == sorted(sizes)
    assert all(branch.case.filled.profile.parameters == branch.value for branch in fork.branches)


def test_what_was_said_is_not_a_fork(advisor: Advisor) -> None:
    assert "parameters" not in forked(advisor, "repeated Llama 8B fine-tune, PyTorch, AWS")


def test_other_numbers_of_runs_need_no_new_offerings(advisor: Advisor) -> None:
    fork = forked(advisor, "repeated Llama 8B fine-tune, PyTorch, AWS")["runs"]
    assert len({branch.case.options for branch in fork.branches}) == 1
    assert [branch.case.runs for branch in fork.branches] == [branch.value for branch in fork.branches]


def test_a_fork_turns_where_its_branches_lean_differently_an_even_one_where_they_take_other_chips(
    advisor: Advisor,
) -> None:
    for fork in forked(advisor, "repeated Llama fine-tune, PyTorch, AWS").values():
        sums = [branch.case.sum for branch in fork.branches if branch.case.sum]
        answers = {found.winner.accelerator if fork.even else found.lean for found in sums}
        assert fork.turns == (len(answers) > 1)


def test_without_another_chip_there_is_no_break_even(advisor: Advisor) -> None:
    made = filled(advisor, "fine-tune Llama 8B")
    alone = (offer("gpu", 10),)
    assert break_even_of(Case(filled=made, options=alone, sum=deciding_sum(alone, 1), runs=1)) is None
    both = (offer("gpu", 219), offer("trainium", 90, 16_000))
    point = break_even_of(Case(filled=made, options=both, sum=deciding_sum(both, 1), runs=1))
    assert point is not None and point.saving_per_run_usd == 129


@pytest.mark.parametrize(
    "text",
    [
        "fine-tune Llama 8B, 1B tokens, 20 runs, PyTorch, AWS",
        "fine-tune Llama 70B in 3 weeks, 1B tokens, budget $90k, PyTorch, AWS",
        "we run Llama 8B fine-tunes on p4d.24xlarge, 40 runs, 2B tokens, PyTorch",
        "serve Llama 70B, 50M tokens a day, PyTorch, AWS or GCP",
    ],
)
def test_what_may_lead_is_the_same_whether_it_is_costed_for_one_port_or_for_all(advisor: Advisor, text: str) -> None:
    said, library = filled(advisor, text), advisor.library()
    for values in (
        {"custom_kernels": "heavy"},
        {"framework": "tensorflow"},
        {"capacity": "tight"},
        {"port_weeks": 3.0},
    ):
        there = refill(said, library, **values)
        alone, shared = answer_case(there, library, DAY, leading_only=True), lean_case(there, library, DAY)
        costs = [{o.id: (o.count, o.usd_total) for o in leading(case.options)} for case in (alone, shared)]
        assert costs[0] == costs[1]
        assert alone.sum is None or (shared.sum and shared.sum.winner.id == alone.sum.winner.id)

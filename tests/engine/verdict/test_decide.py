"""The decision alone is the one the verdict gives, and it is the same whether a value was said or assumed."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.options.assumptions import fill
from engine.options.option import costed
from engine.verdict.decide import Decision, decide
from engine.verdict.rules import weightiest
from tests.day import DAY
from tests.engine.problems import filled, judged

ASKED = (
    "repeated Llama fine-tune, PyTorch, tight region capacity",
    "repeated Llama 70B fine-tune, 52 runs, PyTorch, AWS",
    "our Llama 8B fine-tune is full of custom CUDA kernels, 50 runs a year, would Trainium pay?",
    "Llama 8B full fine-tune, 1B tokens, 50 runs, PyTorch on AWS, lowest carbon please",
    "serve Llama 8B on AWS",
    "Our researchers prototype new ideas on H100s while the weekly Llama 8B training stays the same. Split it?",
    "full fine-tune of llama 405b on one g5.xlarge",
)
LISTED = ("clouds", "candidates", "instances")


def decided(advisor: Advisor, text: str) -> Decision:
    return decide(filled(advisor, text), advisor.library(), DAY)


@pytest.mark.parametrize("text", ASKED)
def test_the_decision_is_that_of_the_verdict(advisor: Advisor, text: str) -> None:
    taken, verdict = decided(advisor, text), judged(advisor, text)
    assert taken.lean == verdict.lean
    assert (taken.option.id if taken.option else None) == (verdict.option.id if verdict.option else None)


@pytest.mark.parametrize("text", ASKED)
def test_an_assumed_value_said_aloud_decides_the_same(advisor: Advisor, text: str) -> None:
    """All but the size of the model, which is asked where it is open."""
    reading, library = advisor.parse(text), advisor.library()
    before = decide(fill(reading, library), library, DAY)
    for entry in fill(reading, library).assumptions:
        if entry.slot == "parameters":
            continue
        value = (entry.value,) if entry.slot in LISTED else entry.value
        said = reading.model_copy(update={"profile": reading.profile.model_copy(update={entry.slot: value})})
        after = decide(fill(said, library), library, DAY)
        assert after.lean == before.lean, entry.slot


def test_the_weightiest_rule_counts_what_was_assumed(advisor: Advisor) -> None:
    """A CUDA-native team that keeps pretraining: 12 runs are assumed, and at most 12 are modest volume."""
    text = "CUDA-native team, repeated pretraining of a 1B transformer"
    rule = weightiest(filled(advisor, text), advisor.library())
    assert rule is not None and rule.id == "cuda-native-modest-volume"


def test_who_asks_for_the_fastest_run_is_not_taken_to_mind_cost_first(advisor: Advisor) -> None:
    assert filled(advisor, "the fastest possible training run of a 13B transformer").profile.priority == "speed"


def test_an_open_size_leaves_the_lean_to_the_branch_that_agrees_with_the_rule(advisor: Advisor) -> None:
    reading = advisor.parse(f"trn2.48xlarge or p5en.48xlarge: {ASKED[0]}")
    taken = decide(fill(reading, advisor.library()), advisor.library(), DAY)
    assert taken.decided == "fork"
    assert taken.case.lean == taken.lean


def test_where_nothing_holds_the_work_there_is_no_lean(advisor: Advisor) -> None:
    assert decided(advisor, ASKED[-1]).lean is None


def test_what_is_easier_to_obtain_decides_only_a_marginal_gain(advisor: Advisor) -> None:
    """A rule on capacity is worth a quarter more dollars: the port of a run of a few hundred dollars is not."""
    small = decided(advisor, "pretrain a 1B model once on 30B tokens within 60 days, JAX, AWS, capacity is tight")
    assert small.rule is not None and small.rule.group == "capacity" and small.rule.lean == "trainium"
    assert small.lean == "gpu" and small.option is not None
    easier = min(
        option.choice_usd(1)
        for option in costed(small.case.options)
        if option.may_lead and option.family == "trainium"
    )
    assert easier > 1.25 * small.option.choice_usd(1)


def test_a_rule_for_a_pilot_is_void_where_the_other_chip_cannot_pay(advisor: Advisor) -> None:
    """Four runs of some six dollars against a port of four weeks: nothing a pilot shows would change that."""
    taken = decided(advisor, "Llama 8B QLoRA 20M tokens, 4 runs a year, PyTorch, GPU or Trainium?")
    assert taken.rule is not None and taken.rule.lean == "pilot_both"
    assert (taken.lean, taken.decided) == ("gpu", "sum")

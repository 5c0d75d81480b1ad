"""What stands beside a verdict: trade-offs and conflicts between sources that concern what is on the card."""

from bot.advice.advisor import Advisor
from engine.options.option import leading
from engine.verdict.tradeoffs import conflicts, tradeoffs
from tests.engine.problems import judged

SAID = "repeated Llama 70B fine-tune, 52 runs, PyTorch, AWS"


def test_a_tradeoff_concerns_a_family_that_may_lead(advisor: Advisor) -> None:
    case = judged(advisor, SAID).case
    families = {option.family for option in leading(case.options)}
    found = tradeoffs(case, advisor.library())
    assert found
    assert all(not entry.options or families & set(entry.options) for entry in found)


def test_a_conflict_concerns_hardware_on_the_card(advisor: Advisor) -> None:
    case = judged(advisor, SAID).case
    types = {option.instance for option in leading(case.options)}
    chips = {option.accelerator for option in leading(case.options)}
    for entry in conflicts(case, advisor.library()):
        about = set(entry.instances) & types or set(entry.accelerators) & chips
        assert about or not (entry.instances or entry.accelerators)


def test_conflicts_about_named_hardware_come_first(advisor: Advisor) -> None:
    case = judged(advisor, SAID + ", on p5.48xlarge or trn2.48xlarge").case
    named = [
        bool(set(entry.instances) & {"p5.48xlarge", "trn2.48xlarge"}) for entry in conflicts(case, advisor.library())
    ]
    assert named == sorted(named, reverse=True)

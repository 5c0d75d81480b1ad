"""What a verdict's advice saves: of the recommended option, whatever decided for it."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.impact.verdict_figures import MoveLimits, VerdictFigures, compared, kinds, lead_usd, verdict_figures
from engine.options.option import cheapest, leading
from engine.verdict.carbon_reasons import CarbonCosts
from engine.verdict.verdict import Verdict
from knowledge.facts import Facts

WORK = "trn2.48xlarge or p5en.48xlarge for a Llama 70B full fine-tune, 1B tokens a run, 500 runs, PyTorch, AWS"


def judged(advisor: Advisor, words: str) -> Verdict:
    verdict = advisor.ask(words).verdict
    assert verdict is not None
    return verdict


def totals(verdict: Verdict) -> tuple[float, float]:
    """All runs on the recommended option, and on the cheapest usable option of any other chip."""
    assert verdict.option is not None
    chip, runs = verdict.option.accelerator, verdict.case.runs
    other = cheapest((option for option in leading(verdict.case.options) if option.accelerator != chip), runs)
    assert other is not None
    return verdict.option.total(runs), other.total(runs)


def test_advice_that_follows_the_sum_saves(advisor: Advisor) -> None:
    verdict = judged(advisor, f"{WORK}, no custom kernels")
    figures = verdict_figures(verdict)
    mine, other = totals(verdict)
    assert figures.lean == "trainium" and mine < other
    assert figures.saving_usd == pytest.approx(other - mine)
    assert figures.usd_total == pytest.approx(mine)


def test_the_saving_is_against_the_second_row_of_the_card_of_the_same_family_too(advisor: Advisor) -> None:
    verdict = judged(advisor, "serve Llama 70B, 50M tokens a day, PyTorch, AWS")
    mine, other = totals(verdict)
    figures, against = verdict_figures(verdict), compared(verdict, verdict)
    assert verdict.option is not None and against is not None
    assert against.family == verdict.option.family and against.accelerator != verdict.option.accelerator
    assert (figures.saving_usd, figures.against) == (pytest.approx(other - mine), against.id)


def test_advice_that_a_rule_turned_against_the_sum_costs_more(advisor: Advisor) -> None:
    verdict = judged(advisor, f"{WORK}, heavy custom CUDA kernels")
    assert verdict.base.sum is not None
    assert (verdict.lean, verdict.base.sum.lean) == ("gpu", "trainium")
    mine, other = totals(verdict)
    figures = verdict_figures(verdict)
    assert mine > other
    assert figures.saving_usd == pytest.approx(other - mine)


def test_carbon_costs_what_the_card_says_it_costs(advisor: Advisor) -> None:
    verdict = judged(advisor, f"{WORK}, lowest carbon")
    (extra,) = [reason for reason in verdict.because if isinstance(reason, CarbonCosts)]
    assert verdict.green is not None and verdict.option is not None
    assert verdict_figures(verdict).usd_total == pytest.approx(verdict.green.cheapest.total(500) + extra.more)


def test_the_run_cost_follows_the_option_that_was_recommended_before(advisor: Advisor) -> None:
    trainium = judged(advisor, f"{WORK}, no custom kernels")
    gpu = judged(advisor, f"{WORK}, heavy custom CUDA kernels")
    assert trainium.option is not None
    assert gpu.option is not None
    figures = verdict_figures(gpu, gpu, trainium)
    assert figures.usd_per_run == pytest.approx(trainium.option.run.usd.likely)
    assert figures.own_usd_per_run == pytest.approx(gpu.option.run.usd.likely)


def test_a_question_without_a_verdict_has_no_figures() -> None:
    assert verdict_figures(None) == VerdictFigures(None, None, None)


def test_the_family_behind_by_a_rule_is_behind_in_dollars(advisor: Advisor) -> None:
    gpu = judged(advisor, f"{WORK}, heavy custom CUDA kernels")
    assert lead_usd(gpu, gpu) == verdict_figures(gpu).saving_usd


def figures(saving: float, total: float = 100_000.0, runs: float = 50.0, even: float | None = 20.0) -> VerdictFigures:
    return VerdictFigures("gpu", "x", 1.0, saving_usd=saving, usd_total=total, break_even_runs=even, runs=runs)


@pytest.mark.parametrize(
    ("before", "after", "moved"),
    [
        (figures(50_000), figures(20_000), ("saving",)),  # 60 % less, 30 % of the total
        (figures(50_000), figures(49_000), ()),  # 2 % less
        (figures(50_000), figures(20_000, runs=60.0), ()),  # over other runs it is a different sum
        (figures(50_000), figures(-20_000), ("saving",)),
        (figures(50_000), figures(50_000, even=None), ("break_even",)),
        (figures(50_000), figures(50_000)._replace(lean="trainium", option="y"), ("flipped", "other_option")),
    ],
)
def test_it_moved_only_past_the_limits(
    facts: Facts, before: VerdictFigures, after: VerdictFigures, moved: tuple[str, ...]
) -> None:
    assert kinds(before, after, MoveLimits(facts)) == moved

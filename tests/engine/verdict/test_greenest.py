"""Offerings ranked by carbon: which is lowest, whether that is sure, and what it costs."""

from dataclasses import replace

import pytest

from bot.advice.advisor import Advisor
from bot.card import sentences
from engine.base.interval import Interval
from engine.base.lazy import Lazy
from engine.base.reason import Reason
from engine.carbon.footprint import Footprint
from engine.library import Library
from engine.options.assumptions import fill
from engine.options.eligibility import SpotUnsaid
from engine.options.option import (
    Detail,
    Option,
    leading,
)
from engine.verdict.carbon_reasons import carbon_reasons
from engine.verdict.deciding_sum import deciding_sum
from engine.verdict.forks import Case
from engine.verdict.greenest import Greenest, greenest
from engine.verdict.verdict import Verdict
from engine.workload.profile import Profile, Reading
from knowledge.facts import Facts, Family
from tests.day import DAY
from tests.engine.offers import offer

QUESTION = "Llama 8B full fine-tune, 1B tokens, 50 runs, PyTorch on AWS, lowest carbon please"


@pytest.fixture(scope="module")
def library(facts: Facts) -> Library:
    return Library(facts)


def emitting(family: Family, usd: float, kg: tuple[float, float, float] | None, region: str = "us-east-1") -> Option:
    """One offering at `usd` a run that emits `kg`, on a type that is really sold."""
    grams = Interval(*kg).times(1000) if kg else None
    thing = {"gpu": "p5en.48xlarge", "trainium": "trn2.48xlarge", "tpu": "v6e-8"}.get(family, family)
    return replace(
        offer(family, usd),
        instance=thing,
        region=region,
        detail=Lazy.of(Detail(carbon=Footprint(grams, grams))),
        runs=10,
    )


def case(library: Library, *options: Option) -> Case:
    filled = fill(Reading(profile=Profile(task="fine_tuning", clouds=("aws",), runs=10)), library)
    return Case(filled=filled, options=options, sum=deciding_sum(options, 10), runs=10)


def ranked(library: Library, *options: Option) -> Greenest:
    found = greenest(case(library, *options), library)
    assert found is not None
    return found


def said(library: Library, *options: Option) -> dict[str, Reason]:
    held = case(library, *options)
    return {reason.code: reason for reason in carbon_reasons(greenest(held, library), held, library, DAY)}


def test_the_lowest_leads_and_its_dollars_are_held_against_the_cheapest(library: Library) -> None:
    """10 runs: 2,000 against 1,000 USD, 1,000 more for 10 x 10 kg less: 10,000 USD a tonne."""
    gpu, trainium = emitting("gpu", 200, (9, 10, 11)), emitting("trainium", 100, (18, 20, 22), "us-west-2")
    found = ranked(library, gpu, trainium)
    assert (found.lowest, found.other, found.cheapest) == (gpu, trainium, trainium)
    assert found.decided
    costs = said(library, gpu, trainium)["carbon_costs"].values
    assert costs["more"] == pytest.approx(1_000)
    assert costs["saved"] == pytest.approx(100)
    assert costs["per_tonne"] == pytest.approx(10_000)


def test_overlapping_intervals_decide_nothing_and_say_so(library: Library) -> None:
    gpu, trainium = emitting("gpu", 200, (5, 10, 20)), emitting("trainium", 100, (8, 12, 24), "us-west-2")
    assert not ranked(library, gpu, trainium).decided
    assert "carbon_open" in said(library, gpu, trainium)


def test_on_one_grid_its_error_is_the_same_for_both_and_left_out(library: Library) -> None:
    """Ten times the hours of the same chip: sure, though intervals as wide as the grid's error would overlap."""
    short, long = emitting("gpu", 10, (1, 10, 100)), emitting("gpu", 100, (10, 100, 1000))
    other = replace(long, family="tpu", instance="v6e-8")
    assert ranked(library, short, other).decided
    assert not ranked(library, short, replace(other, region="us-west-2")).decided


def test_an_unknown_carbon_is_named_and_does_not_rank(library: Library) -> None:
    gpu, trainium = emitting("gpu", 200, (9, 10, 11)), emitting("trainium", 100, None)
    found = ranked(library, gpu, trainium)
    assert (found.lowest, found.unknown) == (gpu, (trainium,))
    values = said(library, gpu, trainium)
    assert values["carbon_unknown"].values["chips"] == "trainium"
    assert "saved" not in values["carbon_costs"].values


def test_where_nothing_is_known_nothing_is_ranked(library: Library) -> None:
    options = emitting("gpu", 200, None), emitting("trainium", 100, None)
    assert greenest(case(library, *options), library) is None
    assert list(said(library, *options)) == ["carbon_unranked"]


def test_what_may_not_lead_is_not_ranked(library: Library) -> None:
    held = replace(emitting("trainium", 100, (1, 2, 3)), not_leading=SpotUnsaid())
    assert ranked(library, emitting("gpu", 200, (9, 10, 11)), held).lowest.family == "gpu"


def test_a_grid_on_another_method_is_not_ranked_with_the_rest(library: Library) -> None:
    """Calgary is known by its province's mix alone; Virginia by the flow-traced average."""
    here, there = emitting("gpu", 200, (9, 10, 11)), emitting("trainium", 100, (1, 2, 3), "ca-west-1")
    assert ranked(library, here, there).lowest == here
    both = ranked(library, replace(here, region="ca-west-1"), there)
    assert both.lowest == there  # within one region any method will do


def test_the_greenest_region_that_sells_it_has_its_dollars(library: Library) -> None:
    best = said(library, emitting("gpu", 200, (9, 10, 11)))["carbon_greenest_region"].values
    assert best["region"] == "eu-north-1"
    assert best["here"] == "us-east-1"
    # the offering costs 1 USD/h: a run of 200 USD takes 200 h, at the 67.73 USD/h of Stockholm 13,545 USD
    assert best["usd"] == pytest.approx(67.725, abs=0.01)
    assert best["more"] == pytest.approx(200 * 67.725 - 200, abs=2)


def test_a_grid_on_another_method_is_not_said_to_be_dirtier(library: Library) -> None:
    best = said(library, emitting("gpu", 200, (9, 10, 11), "ca-west-1"))["carbon_greenest_region"]
    assert "another method" in sentences.why(best)
    assert "less than" not in sentences.why(best)


@pytest.fixture(scope="module")
def asked(advisor: Advisor) -> Verdict:
    held = advisor.ask(QUESTION).verdict
    assert held is not None
    return held


def test_with_carbon_first_the_lowest_of_what_may_lead_leads(asked: Verdict) -> None:
    ranked_options = [one for one in leading(asked.base.options) if one.carbon.grams]
    least = min(one.carbon.grams.likely for one in ranked_options if one.carbon.grams)
    assert asked.option is not None
    assert asked.option.carbon.grams is not None
    assert asked.option.carbon.grams.likely == least
    assert asked.lean == asked.option.family
    assert asked.flips == ()


def test_the_rule_lean_is_not_moved_by_the_carbon(advisor: Advisor, asked: Verdict) -> None:
    plain = advisor.ask(QUESTION.replace("lowest carbon please", "thanks")).verdict
    assert plain is not None
    assert asked.rule_lean == plain.rule_lean


def test_without_carbon_as_the_priority_dollars_decide(advisor: Advisor) -> None:
    plain = advisor.ask("Llama 8B full fine-tune, 1B tokens, 50 runs, PyTorch on AWS").verdict
    assert plain is not None
    assert plain.green is None
    assert not any(reason.code.startswith("carbon") for reason in plain.because)


def test_a_rule_on_what_no_figure_sees_stands_above_the_carbon(advisor: Advisor) -> None:
    text = "Llama 8B fine-tune on AWS SageMaker, 1B tokens, 50 runs, our carbon report needs an audit trail per team"
    held = advisor.ask(text, settings={"priority": "carbon"}).verdict
    assert held is not None
    assert (held.rule_lean, held.lean) == ("trainium", "trainium")
    assert "carbon_lowest" in {reason.code for reason in held.because}

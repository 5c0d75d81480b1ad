"""Constraints exclude before dollars rank, each with arithmetic that recomputes."""

import pytest

from bot.advice.advisor import Advisor
from engine.options.candidates import candidates
from engine.options.constraints import (
    BlockTooMany,
    Constraint,
    NoTimeToPort,
    OneOffTerm,
    OverBudget,
    TightOnDemand,
    TightSpot,
    TooLate,
    TooManyMachines,
    capacity_constraint,
    hold_back,
)
from engine.options.eligibility import OtherPurchase, SpotUnsaid
from engine.options.option import CostedOption, costed
from engine.verdict.reasons import RuleDiffers, RuleMetInTime
from tests.engine.offers import PRICE
from tests.engine.problems import judged, problem

TRAIN = "fine-tune Llama 8B, 1B tokens, 20 runs, PyTorch, AWS"
BLOCK = PRICE.model_copy(update={"purchase": "capacity_block"})


def offered(advisor: Advisor, text: str, option: str) -> CostedOption:
    return next(entry for entry in costed(candidates(problem(advisor, text))) if entry.id == option)


def test_a_port_that_takes_longer_than_the_deadline_excludes(advisor: Advisor) -> None:
    """10.5 days of port (1.5 weeks), a day for the block, and the run x 1.25 are more than 7 days."""
    trn2 = offered(advisor, TRAIN + ", within 7 days", "trn2.48xlarge:capacity_block")
    late = trn2.not_leading
    assert isinstance(late, TooLate) and not isinstance(late, TooManyMachines)
    assert (late.port_days, late.queue_days, late.margin, late.deadline_days) == (10.5, 1, 1.25, 7)
    assert late.run_days == pytest.approx(trn2.run.hours.likely / 24)
    assert late.needs_days == pytest.approx(10.5 + 1 + 1.25 * late.run_days)


def test_where_port_queue_and_run_fit_nothing_is_excluded_for_time(advisor: Advisor) -> None:
    options = costed(candidates(problem(advisor, TRAIN + ", within 30 days")))
    assert not any(isinstance(option.not_leading, TooLate) for option in options if option.cloud == "aws")


def test_code_that_already_runs_there_has_no_port_to_wait_for(advisor: Advisor) -> None:
    """Nothing to port, nothing to wait for on demand: a run of half a day keeps a deadline of three."""
    assert offered(advisor, TRAIN + ", within 3 days", "p4d.24xlarge:on_demand").not_leading is None


def test_a_deadline_that_takes_more_machines_than_may_be_held_excludes(advisor: Advisor) -> None:
    """15T tokens in 90 days: the plan is what may be held, 64 machines of a block or 512 chips, and it is late."""
    text = "pretrain 70B on 15T tokens in 90 days, PyTorch, AWS"
    trn2 = offered(advisor, text, "trn2.48xlarge:capacity_block")
    p4d = offered(advisor, text, "p4d.24xlarge:on_demand")
    for option in (trn2, p4d):
        late = option.not_leading
        assert isinstance(late, TooManyMachines)
        assert late.most == late.count == option.count == 64 < late.wanted
        assert late.needs_days == pytest.approx(late.port_days + late.queue_days + late.margin * late.run_days)


def test_scarce_chips_are_no_answer_while_capacity_is_tight(advisor: Advisor) -> None:
    text = TRAIN + ", capacity is tight"
    assert isinstance(offered(advisor, text, "p5.48xlarge:on_demand").not_leading, TightOnDemand)
    assert isinstance(offered(advisor, text, "p5.48xlarge:spot").not_leading, TightSpot)
    l40s = offered(advisor, text, "g6e.12xlarge:on_demand").not_leading  # not sold by block
    assert not isinstance(l40s, Constraint)


def test_said_spot_does_not_make_a_scarce_chip_available(advisor: Advisor) -> None:
    spot = offered(advisor, TRAIN + " on spot, capacity is tight", "p5.48xlarge:spot").not_leading
    assert isinstance(spot, TightSpot)


def test_more_instances_than_all_blocks_hold_do_not_lead(advisor: Advisor) -> None:
    """All Capacity Blocks together hold 256 instances at a time."""
    scene = problem(advisor, TRAIN)
    p5 = scene.facts.instances["p5.48xlarge"]
    assert capacity_constraint(scene, p5, BLOCK, 256) is None
    reason = capacity_constraint(scene, p5, BLOCK, 257)
    assert isinstance(reason, BlockTooMany) and (reason.count, reason.most) == (257, 256)
    assert capacity_constraint(scene, p5, PRICE, 1000) is None


def test_a_constraint_weighs_more_than_what_was_merely_not_asked_for() -> None:
    late = BlockTooMany(count=300, most=256)
    assert hold_back(None, late) is late
    both = hold_back(SpotUnsaid(), late)
    assert isinstance(both, Constraint) and both.besides == "spot_unsaid"
    other = OtherPurchase(purchase="spot")
    assert hold_back(other, late) == OtherPurchase(purchase="spot", besides="block_too_many")
    assert hold_back(SpotUnsaid(), None) == SpotUnsaid()


def test_no_time_to_port_excludes_whatever_has_to_be_ported_for_the_reason_of_the_rule(advisor: Advisor) -> None:
    scene = problem(advisor, TRAIN + ", we have no time to port")
    options = costed(candidates(scene))
    for option in options:
        if option.may_lead:
            assert option.port.first_job_weeks.likely == 0
    trn2 = next(option for option in options if option.id == "trn2.48xlarge:capacity_block").not_leading
    assert isinstance(trn2, NoTimeToPort)
    assert trn2.because == scene.facts.rules["no-time-for-neuron"].because


def test_a_single_run_excludes_a_term_with_its_sum(advisor: Advisor) -> None:
    term = offered(advisor, "3-year reserved p4d, pretrain 7B once", "p4d.24xlarge:reserved_3yr").not_leading
    assert isinstance(term, OneOffTerm)
    assert term.usd == pytest.approx(term.usd_per_hour * term.term_hours * term.count) == pytest.approx(327_974.4)
    assert term.owed_usd == pytest.approx(term.usd - term.used_usd)


def test_a_budget_excludes_with_the_total_of_the_planned_runs(advisor: Advisor) -> None:
    options = costed(candidates(problem(advisor, TRAIN + ", budget 3,000 USD")))
    over = [option for option in options if isinstance(option.not_leading, OverBudget)]
    assert over and any(option.may_lead for option in options)
    for option in over:
        reason = option.not_leading
        assert isinstance(reason, OverBudget)
        assert reason.total_usd == pytest.approx(reason.port_usd + reason.runs * reason.usd_per_run)
        assert reason.total_usd == pytest.approx(option.usd_total.likely)
        assert reason.total_usd > reason.budget_usd == 3_000
        assert option.port.usd.likely + option.run.total(max(1.0, reason.enough_for)).likely <= 3_000 or (
            reason.enough_for == 0
        )


def test_a_rule_about_time_is_never_outweighed_by_dollars(advisor: Advisor) -> None:
    """14 days hold 10.5 of port, one of waiting and the run: the card says so, not that dollars say otherwise."""
    text = (
        "full fine-tune Llama 70B, 1B tokens, 500 runs, within 14 days, trn2.48xlarge or p5en.48xlarge, PyTorch, AWS"
    )
    verdict = judged(advisor, text)
    assert verdict.rule_lean == "gpu" and verdict.lean == "trainium"
    met = next(reason for reason in verdict.because if isinstance(reason, RuleMetInTime))
    assert met.needs_days == pytest.approx(met.port_days + met.queue_days + met.margin * met.run_days)
    assert met.needs_days <= met.deadline_days == 14
    assert not any(isinstance(reason, RuleDiffers) for reason in verdict.because)

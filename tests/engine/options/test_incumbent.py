"""What runs today as an option: what was said of it in place of estimates, and nothing of it assumed."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.options.option import CostedOption
from engine.verdict.verdict import Verdict

RUNS = "weekly Llama 8B fine-tune, PyTorch, AWS, is Trainium2 cheaper?"


def verdict_on(advisor: Advisor, text: str) -> Verdict:
    found = advisor.ask(text).verdict
    assert found is not None
    return found


def today(advisor: Advisor, text: str) -> CostedOption | None:
    return verdict_on(advisor, text).base.incumbent


def test_its_run_costs_what_was_said(advisor: Advisor) -> None:
    """4 machines x 9 h x $11 = $396 a run; 52 runs are $20,592."""
    option = today(advisor, f"we run on 4 p4d.24xlarge today, 9 hours a run, paying $11/h, {RUNS}")
    assert option is not None
    assert (option.count, option.run.hours.likely, option.run.usd.low, option.run.usd.high) == (4, 9, 396, 396)
    assert option.usd_total.likely == 20_592
    assert (option.evidence, option.port.usd.high, option.may_lead) == ("own", 0, True)


def test_without_a_price_the_list_price_is_taken(advisor: Advisor) -> None:
    option = today(advisor, f"we run on 4 p4d.24xlarge today, 9 hours a run, {RUNS}")
    assert option is not None
    assert option.price.source != "asker"
    assert option.run.usd.likely == pytest.approx(4 * 9 * option.price.usd_per_hour.likely)


def test_what_is_owned_has_no_list_price_until_its_cost_is_said(advisor: Advisor) -> None:
    owned = verdict_on(advisor, f"our on-prem DGX A100 takes 9 hours a run, {RUNS}")
    assert owned.base.incumbent is None
    assert [reason.code for reason in owned.because].count("own_machines") == 1
    option = today(advisor, f"our on-prem DGX A100 takes 9 hours a run and costs us $4,000 a month, {RUNS}")
    assert option is not None and option.price.source == "asker"


def test_chips_are_counted_in_the_machines_they_fill(advisor: Advisor) -> None:
    option = today(advisor, f"we train on 16 A100 now, paying $60 an hour, {RUNS}")
    assert option is not None
    assert (option.chips, option.count) == (16, 2)
    assert option.price.usd_per_hour.likely == 30  # both machines together cost 60


def test_a_bill_is_spread_over_the_runs_of_a_month(advisor: Advisor) -> None:
    """$5,200 a month / 4.3333 runs a month = $1,200 a run."""
    option = today(advisor, f"we run on 2 p4d.24xlarge today, our bill is $5,200 a month, {RUNS}")
    assert option is not None
    assert option.run.usd.likely == pytest.approx(1200, rel=1e-3)


def test_what_it_is_compared_with_is_what_runs_today(advisor: Advisor) -> None:
    """A rent of $100 an hour is far above the list: whatever replaces it saves against those 100 dollars."""
    verdict = verdict_on(advisor, f"we run on 4 p4d.24xlarge today, 9 hours a run, paying $100/h, {RUNS}")
    assert verdict.base.sum is not None and verdict.base.sum.reference is not None
    assert verdict.base.sum.reference.at_hand
    assert {entry.against for entry in verdict.break_evens if entry.option.startswith("trn2")} >= {
        "p4d.24xlarge:today"
    }
    saved = next(entry for entry in verdict.break_evens if entry.option == "trn2.48xlarge:capacity_block")
    rival = next(option for option in verdict.base.options if option.id == saved.option)
    assert isinstance(rival, CostedOption)
    assert saved.saving_per_run_usd == pytest.approx(3600 - rival.run.steady_usd.likely)


def test_nobody_has_an_incumbent_who_did_not_name_one(advisor: Advisor) -> None:
    assert today(advisor, f"p4d.24xlarge or trn2, {RUNS}") is None
    assert today(advisor, f"16 GPUs today, {RUNS}") is None  # of no kind that has a price


def test_a_cheap_machine_at_hand_is_kept_and_a_dear_one_is_not(advisor: Advisor) -> None:
    cheap = verdict_on(advisor, f"we run on 4 p4d.24xlarge today, 9 hours a run, paying $2/h, {RUNS}")
    dear = verdict_on(advisor, f"we run on 4 p4d.24xlarge today, 9 hours a run, paying $200/h, {RUNS}")
    assert cheap.option is not None and cheap.option.at_hand
    assert dear.option is not None and not dear.option.at_hand


MOVE = "worth moving our BERT-large inference (about 300 requests per second) from g4dn to inf2?"


def test_what_serves_today_is_as_many_of_the_cheapest_size_as_the_work_needs(advisor: Advisor) -> None:
    """ "From g4dn" says neither size nor count. 4 x g4dn.xlarge at $0.526/h x 730 h x 12 = $18,431."""
    verdict = verdict_on(advisor, f"Is it {MOVE}")
    option = verdict.base.incumbent
    assert option is not None
    assert (option.instance, option.count) == ("g4dn.xlarge", 4)
    assert option.usd_total.likely == pytest.approx(4 * 0.526 * 730 * 12, rel=1e-3)


def test_renting_what_runs_today_at_its_list_price_is_no_option_of_its_own(advisor: Advisor) -> None:
    options = [one for one in verdict_on(advisor, f"Is it {MOVE}").base.options if isinstance(one, CostedOption)]
    assert [one.id for one in options if (one.instance, one.purchase) == ("g4dn.xlarge", "on_demand")] == [
        "g4dn.xlarge:today"
    ]


def test_a_difference_that_dollars_cannot_tell_is_no_reason_to_move(advisor: Advisor) -> None:
    """Over 12 months 2 x inf2.xlarge cost 2,000 more with the port, and the ranges of both overlap widely."""
    verdict = verdict_on(advisor, f"Is it {MOVE}")
    assert verdict.case.tie is not None and verdict.case.tie.stays
    assert verdict.option is not None and verdict.option.at_hand

"""Where nothing may lead, the answer says why, what comes nearest, and what would have to give."""

import pytest

from bot.advice.advisor import Advisor
from engine.options.nothing_fits import (
    InsteadOfTerm,
    Nearest,
    NearestHeld,
    NearestInBudget,
    NearestInTime,
    NearestOtherwise,
    NothingFits,
    NothingOtherwise,
    nothing_fits,
)
from tests.engine.problems import judged


def reason(advisor: Advisor, text: str, kind: type) -> Nearest | InsteadOfTerm | NothingFits:
    verdict = judged(advisor, text)
    assert verdict.kind == "no_fit" and verdict.option is None and verdict.lean is None
    found = next(entry for entry in verdict.because if isinstance(entry, kind))
    assert isinstance(found, Nearest | InsteadOfTerm | NothingFits)
    return found


def test_a_deadline_nobody_meets_says_in_how_many_days_the_nearest_is_ready(advisor: Advisor) -> None:
    text = "pretrain 70B on 15T tokens within 20 days, PyTorch, AWS"
    why = reason(advisor, text, NothingFits)
    assert isinstance(why, NothingFits) and why.obstacle in ("too_many_machines", "too_late")
    near = reason(advisor, text, NearestInTime)
    assert isinstance(near, NearestInTime) and near.needs_days > near.deadline_days == 20
    assert near.needs_days == pytest.approx(near.port_days + near.queue_days + near.margin * near.run_days)


def test_a_budget_nobody_meets_says_what_the_nearest_costs_and_how_many_runs_the_money_holds(
    advisor: Advisor,
) -> None:
    near = reason(
        advisor, "full fine-tune Llama 70B, 1B tokens, 52 runs, PyTorch, AWS, budget 30,000 USD", NearestInBudget
    )
    assert isinstance(near, NearestInBudget)
    assert near.needs_usd > near.budget_usd == 30_000
    assert 0 < near.enough_for < 52


def test_a_term_for_a_single_run_says_what_all_its_hours_cost(advisor: Advisor) -> None:
    """12.48 x 26,280 h = 327,974.40, as the price list of the cost page has the three-year rate of p4d."""
    text = "3-year reserved p4d, pretrain 7B once"
    term = reason(advisor, text, InsteadOfTerm)
    assert isinstance(term, InsteadOfTerm)
    assert (term.count, term.usd_per_hour, term.term_hours) == (1, 12.48, 26_280)
    assert term.usd == pytest.approx(327_974.40)
    instead = reason(advisor, text, NearestOtherwise)
    assert isinstance(instead, NearestOtherwise) and instead.option.startswith("p4d")


def test_without_any_offering_there_is_nothing_to_say() -> None:
    assert nothing_fits([], serving=False) == ()


def test_the_nearest_is_what_was_named_and_no_spot(advisor: Advisor) -> None:
    text = "We run 8 H100 on Google Cloud in Latin America, full fine-tune 8B monthly, 500M tokens each"
    held = reason(advisor, text, NearestHeld)
    assert isinstance(held, NearestHeld)
    assert (held.option, held.purchase) == ("p5.48xlarge", "capacity_block")


def test_another_way_to_buy_is_named_only_where_it_keeps_the_budget(advisor: Advisor) -> None:
    """Ten runs on spot for $5,000: none is to be had, so blocks of three times that are no way out."""
    text = "fine-tune Llama 70B on 2B tokens, AWS, 10 runs, on spot, budget $5,000"
    because = judged(advisor, text).because
    assert not any(isinstance(entry, NearestOtherwise) for entry in because)
    least = next(entry for entry in because if isinstance(entry, NothingOtherwise))
    assert least.breaks == "over_budget" and least.purchase != "spot" and least.total_usd > 5_000


def test_another_way_to_buy_within_the_deadline_is_named(advisor: Advisor) -> None:
    """What nobody sells by a plan is named as it is sold; of p4d, on demand would still do it in ten days."""
    text = "full fine-tune Llama 8B once, 1B tokens, on p4d.24xlarge, 3-year reserved, within 10 days"
    instead = reason(advisor, text, NearestOtherwise)
    assert isinstance(instead, NearestOtherwise) and instead.purchase in ("on_demand", "capacity_block")

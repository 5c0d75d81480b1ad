"""The figure an answer hinges on is named: an old price or an unmeasured speed whose error would change it."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import date

import pytest

from bot.advice.advisor import Advisor
from bot.card.sentences import first_line
from engine.base.interval import Interval
from engine.options.option import CostedOption
from engine.verdict.deciding_sum import deciding_sum
from engine.verdict.forks import Case
from engine.verdict.reread import Reread, costing, reread
from knowledge.facts import Facts
from tests.engine.offers import costing as priced
from tests.engine.offers import offer
from tests.engine.problems import filled, judged


def aged(option: CostedOption, sigma: float, days: int = 107) -> CostedOption:
    """The option with a price that old, which widens the cost of its run."""
    spread = Interval.around(1.0, sigma)
    price = option.price.model_copy(
        update={
            "usd_per_hour": spread,
            "age_days": days,
            "observed_on": date(2026, 8, 7),
            "purchase": "capacity_block",
        }
    )
    return replace(priced(option, option.run.usd.times(spread)), price=price)


def found(advisor: Advisor, *options: CostedOption, runs: float = 52) -> Reread | None:
    decided = deciding_sum(options, runs)
    assert decided is not None
    case = Case(filled=filled(advisor, "fine-tune Llama 8B"), options=options, sum=decided, runs=runs)
    return reread(case, decided.winner, advisor.library())


def test_an_old_price_that_moves_the_break_even_far_is_named(advisor: Advisor) -> None:
    """16,000 / (124 - 92.7) = 511 runs against the aged GPU, 16,000 / (221.7 - 92.7) = 124 against the next."""
    old = replace(aged(offer("gpu", 124), 0.16), id="p4d", accelerator="a100-40")
    doubt = found(advisor, old, offer("gpu", 221.7), offer("trainium", 92.7, 16_000))
    assert doubt is not None
    assert (doubt.kind, doubt.option, doubt.instead) == ("aged_price", "p4d", None)
    assert doubt.break_even_with == pytest.approx(511.2, abs=0.05)
    assert doubt.break_even_without == pytest.approx(124.0, abs=0.05)


def test_an_old_price_that_changes_what_is_recommended_says_what_comes_instead(advisor: Advisor) -> None:
    """100, up to 123 at the end of an 80 percent interval, against 110."""
    old = replace(aged(offer("gpu", 100), 0.16), id="p4d")
    doubt = found(advisor, old, replace(offer("gpu", 110), instance="p5", accelerator="h100-sxm"), runs=1)
    assert doubt is not None and (doubt.option, doubt.instead) == ("p4d", "p5")
    assert found(advisor, old, replace(offer("gpu", 130), instance="p5", accelerator="h100-sxm"), runs=1) is None


def test_a_price_of_the_day_is_not_read_again(advisor: Advisor) -> None:
    fresh = replace(aged(offer("gpu", 100), 0.16, days=3), id="p4d")
    assert found(advisor, fresh, replace(offer("gpu", 101), instance="p5", accelerator="h100-sxm"), runs=1) is None


def test_a_known_factor_leaves_the_spread_of_the_others() -> None:
    """Log-spreads of 0.3 and 0.4 are 0.5 together; with the second known, 0.3 is left."""
    part = Interval.around(2.0, 0.4)
    whole = priced(offer("gpu", 10), Interval.around(10, 0.3).times(part))
    assert costing(whole, part, 1.0).run.usd.sigma == pytest.approx(0.3)
    assert costing(whole, part, 1.5).run.usd.likely == pytest.approx(30)


def test_the_headline_names_it(advisor: Advisor) -> None:
    """p4d's block rate of 2026-10-07, and the break-evens with it and against the next GPU."""
    verdict = judged(
        advisor, "p4d.24xlarge, p5en.48xlarge or trn2.48xlarge? Llama 8B full fine-tune, 1B tokens, 52 runs"
    )
    assert verdict.reread is not None and verdict.reread.instance == "p4d.24xlarge"
    line = first_line(verdict)
    without, held = (
        math.ceil(runs or 0) for runs in (verdict.reread.break_even_without, verdict.reread.break_even_with)
    )
    assert f"from {without} runs ({held} if p4d's October block rate still holds)" in line


@pytest.mark.parametrize(
    ("day", "usd", "runs"),
    [(date(2026, 10, 6), 11.80, 514), (date(2026, 10, 7), 13.568, 321), (date(2026, 11, 21), 13.568, 321)],
)
def test_a_rate_decides_from_its_day_and_the_one_before_it_stays_for_its_days(
    day: date, usd: float, runs: int, facts: Facts
) -> None:
    """16,000 / (10.6 h x 11.80 - 93.9) = 514 at the rate of August, / (10.6 h x 13.568 - 93.9) = 321 since."""
    verdict = judged(
        Advisor(facts, day), "p4d.24xlarge or trn2.48xlarge? Llama 8B full fine-tune, 1B tokens, 52 runs"
    )
    (p4d,) = [one for one in verdict.case.options if one.id == "p4d.24xlarge:capacity_block"]
    assert p4d.price is not None and p4d.price.usd_per_hour.likely == pytest.approx(usd)
    assert f"{runs} " in first_line(verdict)

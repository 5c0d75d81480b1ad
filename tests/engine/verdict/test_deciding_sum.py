"""Per-run saving x runs against the port: the sum that decides, and what being wrong about it costs."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.interval import Interval
from engine.options.option import CostedOption, Named
from engine.verdict.deciding_sum import (
    TieBreak,
    break_even,
    deciding_sum,
    expected_loss,
    probability_cheaper,
    worst_loss,
)
from knowledge.facts import Family
from tests.engine.offers import costing, offer, ported

money = st.floats(0.01, 1e6)
runs = st.integers(1, 10_000)
dollars = st.floats(1, 1e6)
sigmas = st.floats(0, 1)


def test_the_port_is_repaid_when_the_savings_add_up_to_it() -> None:
    """219 - 90 = 129 saved a run; 16,000 / 129 = 124 runs (62 to 186 for a port of 8,000 to 24,000)."""
    point = break_even(offer("trainium", 90, 16_000), offer("gpu", 219))
    assert point.runs is not None
    assert (round(point.runs.low), round(point.runs.likely), round(point.runs.high)) == (62, 124, 186)


def test_a_negative_saving_never_breaks_even() -> None:
    """The cost page's own LoRA table: 8.04 on trn1.2xlarge against 6.04 on g5.xlarge."""
    point = break_even(offer("trainium", 8.04, 16_000), offer("gpu", 6.04))
    assert point.runs is None
    assert point.saving_per_run_usd == pytest.approx(-2.0)


@pytest.mark.parametrize(
    ("trn1", "gpu", "hours"),
    [(21.50, 32.77, 710), (21.50, 21.957642, 17_481), (21.50, 55.04, 239)],
    ids=["p4d before June 2025", "p4d today", "p5 today"],
)
def test_hours_that_repay_two_weeks_of_an_engineer(trn1: float, gpu: float, hours: int) -> None:
    """8,000 USD over the gap an hour, if both chips were equally fast, which nobody has shown."""
    point = break_even(offer("trainium", trn1, 8_000), offer("gpu", gpu))
    assert point.runs is not None
    assert round(point.runs.likely) == hours


def test_the_lean_turns_at_the_break_even() -> None:
    """16,000 / 129 = 124.03; both totals are certain."""
    exact = replace(offer("trainium", 90), port=ported(Interval.exactly(16_000)))
    options = (offer("gpu", 219), exact)
    below, above = deciding_sum(options, 124), deciding_sum(options, 125)
    assert below is not None and above is not None
    assert (below.lean, above.lean) == ("gpu", "trainium")


def test_an_option_that_may_not_lead_does_not_lead() -> None:
    found = deciding_sum((offer("gpu", 219), offer("gpu", 10, held=True)), 1)
    assert found is not None
    assert found.winner.run.usd == Interval.exactly(219)


def test_a_near_tie_goes_to_the_family_the_rule_leans_to_and_a_clear_gap_does_not() -> None:
    """219 against 220 with a log-spread of 0.1 each is P 0.49; against 400 it is nothing."""
    tie = TieBreak("trainium", 0.4)
    gpu, near, far = offer("gpu", 219), offer("trainium", 220), offer("trainium", 400)
    gpu, near, far = (costing(one, Interval.around(one.run.usd.likely, 0.1)) for one in (gpu, near, far))
    close, clear, without = (
        deciding_sum((gpu, near), 1, tie),
        deciding_sum((gpu, far), 1, tie),
        deciding_sum((gpu, near), 1),
    )
    assert close is not None and clear is not None and without is not None
    assert (close.lean, clear.lean, without.lean) == ("trainium", "gpu", "gpu")


def test_nothing_that_may_lead_is_no_sum() -> None:
    assert deciding_sum((offer("gpu", 10, held=True),), 1) is None


@given(money, money, money, runs, runs)
def test_more_runs_never_favour_the_option_with_no_port(
    gpu: float, other: float, port: float, some: int, more: int
) -> None:
    options = (offer("gpu", gpu), offer("trainium", other, port))
    few, many = sorted((some, more))
    before, after = deciding_sum(options, few), deciding_sum(options, many)
    assert before is not None and after is not None
    if before.lean == "trainium" and other <= gpu:
        assert after.lean == "trainium"


@given(money, money, money, runs, st.floats(1, 10))
def test_a_dearer_hour_never_makes_an_option_win(gpu: float, other: float, port: float, n: int, rise: float) -> None:
    before = deciding_sum((offer("gpu", gpu), offer("trainium", other, port)), n)
    after = deciding_sum((offer("gpu", gpu), offer("trainium", other * rise, port)), n)
    assert before is not None and after is not None
    if before.lean == "gpu":
        assert after.lean == "gpu"


def test_probability_is_a_half_between_equals_and_matches_the_worked_number() -> None:
    """Phi(ln(21.957642 / 21.50) / 0.15) = 0.556: a 2 % cheaper hour at a log-spread of 0.15 is too close to call."""
    wide = Interval.around(21.50, 0.15)
    one = costing(offer("trainium", 21.50), wide)
    assert probability_cheaper(one, offer("gpu", 21.957642), 1) == pytest.approx(0.556, abs=0.001)
    assert probability_cheaper(offer("gpu", 5), offer("trainium", 5), 1) == 0.5


def spread(family: Family, usd: float, sigma: float) -> CostedOption:
    """An offering without a port whose run costs `usd`, give or take a log-spread of `sigma`."""
    return costing(offer(family, usd), Interval.around(usd, sigma))


@pytest.mark.parametrize(("ratio", "chance"), [(1.0, 0.556), (0.8, 0.089), (1.2, 0.912)])
def test_the_chance_that_trainium1_is_cheaper_than_p4d(ratio: float, chance: float) -> None:
    """21.50 against 21.957642 USD/h at throughput ratio r: Phi((ln(21.957642 / 21.50) + ln r) / 0.15)."""
    trn1, p4d = spread("trainium", 21.50 / ratio, 0.15), spread("gpu", 21.957642, 0.0)
    assert probability_cheaper(trn1, p4d, 1) == pytest.approx(chance, abs=0.0006)


def test_two_equal_bets_lose_what_an_exchange_option_at_the_money_is_worth() -> None:
    """E * (2 * Phi(s/2) - 1) with means of 100 and s = 0.2: 100 * (2 * 0.539828 - 1) = 7.966."""
    sigma = 0.2 / 2**0.5
    median = 100 / math.exp(sigma**2 / 2)
    lost = expected_loss(spread("trainium", median, sigma), spread("gpu", median, sigma), 1)
    assert lost == pytest.approx(7.966, abs=0.001)


def test_a_certain_saving_has_nothing_to_lose() -> None:
    assert expected_loss(offer("trainium", 90), offer("gpu", 219), 1) == 0
    assert worst_loss(offer("trainium", 90), offer("gpu", 219), 1) == 0


def test_the_worst_case_takes_both_ranges_at_their_bad_ends() -> None:
    """200 runs at 90 with a port of up to 24,000 are 42,000 against 43,800; 150 runs 37,500 against 32,850."""
    trn2, p5en = offer("trainium", 90, 16_000), offer("gpu", 219)
    assert worst_loss(trn2, p5en, 200) == 0
    assert worst_loss(trn2, p5en, 150) == pytest.approx(24_000 + 150 * 90 - 150 * 219)


@given(dollars, dollars, sigmas, sigmas)
def test_a_wrong_choice_never_gains_and_never_loses_more_than_it_costs(
    mine: float, theirs: float, my_sigma: float, their_sigma: float
) -> None:
    one, other = spread("trainium", mine, my_sigma), spread("gpu", theirs, their_sigma)
    loss = expected_loss(one, other, 1)
    assert 0 <= loss <= mine * math.exp(my_sigma**2 / 2) * (1 + 1e-9)


@given(dollars, dollars, sigmas, st.floats(1, 10))
def test_a_dearer_choice_never_risks_less(mine: float, theirs: float, sigma: float, more: float) -> None:
    other = spread("gpu", theirs, 0.1)
    cheap, dear = spread("trainium", mine, sigma), spread("trainium", mine * more, sigma)
    assert expected_loss(dear, other, 1) >= expected_loss(cheap, other, 1) * (1 - 1e-9) - 1e-6


def test_what_has_the_cheaper_port_as_well_breaks_even_from_the_start() -> None:
    """A port of 8,000 to 24,000 USD less and 100 USD a run less: no run has to repay anything."""
    found = break_even(offer("gpu", 100), offer("trainium", 200, 16_000))
    assert found.runs == Interval.exactly(0.0)


def in_blocks(family: Family, usd_per_run: float, block_usd: float, port_usd: float = 0.0) -> CostedOption:
    option = offer(family, usd_per_run, port_usd)
    return replace(option, run=option.run._replace(least_usd=block_usd))


def test_where_few_runs_pay_for_a_whole_block_the_break_even_lies_where_the_totals_meet() -> None:
    """No port, 90 USD a run and a block of 900 at least, against 219 a run: 900 / 219 = 4.11 runs."""
    point = break_even(in_blocks("trainium", 90, 900), offer("gpu", 219)).runs
    assert point is not None and point.likely == pytest.approx(900 / 219)


def test_a_block_on_the_other_side_brings_the_break_even_down() -> None:
    """100 once and 90 a run. The other pays 900 for up to 4.1 runs, which are 470 here; then 129 more a run."""
    point = break_even(offer("trainium", 90, 100), in_blocks("gpu", 219, 900)).runs
    assert point is not None and point.likely == 0.0


@given(mine=money, theirs=money, port=dollars, block=dollars)
def test_at_the_break_even_rounded_up_the_option_is_not_dearer(
    mine: float, theirs: float, port: float, block: float
) -> None:
    here, there = in_blocks("trainium", mine, block, port), in_blocks("gpu", theirs, block / 3)
    point = break_even(here, there).runs
    if point is not None and point.likely < 1e9:
        count = math.ceil(point.likely)
        assert here.total(count) <= there.total(count) * (1 + 1e-9) + 1e-6


def test_what_was_named_is_what_the_others_are_weighed_against() -> None:
    """Trainium2 costs more than Trainium1, which nobody asked about."""
    asked_for = replace(offer("trainium", 150), id="asked for", named=Named.BY_CHIP)
    options = (offer("gpu", 90), offer("trainium", 120), asked_for)
    decision = deciding_sum(options, 1)
    assert decision is not None and decision.rival == asked_for

"""More time, more money, fewer runs and lower prices never make the answer dearer or shorter of options."""

from __future__ import annotations

from decimal import Decimal
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.advice.advisor import Advisor
from engine.options.option import cheapest, leading
from tests.engine.properties.asked import DEADLINES, WORK, Asked, case, kinds, offers
from tests.share import examples

HAIR = 1 + 1e-9
ALIKE = 1.03  # two sizes of a chip this close in dollars count as one, and the smaller number is taken


def test_a_longer_deadline_never_takes_an_option_away_or_makes_one_dearer(advisor: Advisor) -> None:
    library = advisor.library()

    @settings(max_examples=examples(25))
    @given(WORK, st.sampled_from(tuple(pairwise(DEADLINES))))
    def holds(asked: Asked, days: tuple[int, int]) -> None:
        short, long = (kinds(leading(offers(case(library, asked, deadline_days=day)))) for day in days)
        assert set(short) <= set(long)
        for kind, option in short.items():
            assert long[kind].usd_total.likely <= option.usd_total.likely * ALIKE

    holds()


def test_a_larger_budget_never_takes_an_option_away(advisor: Advisor) -> None:
    library = advisor.library()

    @settings(max_examples=examples(25))
    @given(WORK, st.floats(10, 1e6), st.floats(1, 100))
    def holds(asked: Asked, money: float, times: float) -> None:
        small, large = (
            {option.id for option in leading(offers(case(library, asked, budget_usd=usd)))}
            for usd in (money, money * times)
        )
        assert small <= large

    holds()


def test_more_runs_never_cost_less(advisor: Advisor) -> None:
    """Of every option, and so of whichever is chosen: by the figure it is chosen by."""
    library = advisor.library()

    @settings(max_examples=examples(25))
    @given(WORK, st.sampled_from(((2, 5), (4, 20), (20, 21), (52, 300))))
    def holds(asked: Asked, runs: tuple[int, int]) -> None:
        few, many = (case(library, asked, runs=number, cadence="repeated") for number in runs)
        before = {option.id: option for option in offers(few)}
        for option in offers(many):
            if option.id in before and option.count == before[option.id].count:
                assert option.usd_total.likely * HAIR >= before[option.id].usd_total.likely
        if few.sum and many.sum:
            assert many.sum.winner.choice_usd(runs[1]) * ALIKE >= few.sum.winner.choice_usd(runs[0])

    holds()


def test_a_higher_price_never_makes_the_choice_cheaper(advisor: Advisor) -> None:
    """Every price a half higher: what is chosen costs at least as much."""
    library = advisor.library()
    raised = library.at(
        tuple(
            offer.model_copy(update={"usd_per_hour": offer.usd_per_hour * Decimal("1.5")})
            for offer in library.facts.offers
        ),
        {},
    )

    @settings(max_examples=examples(25))
    @given(WORK)
    def holds(asked: Asked) -> None:
        now, then = (leading(offers(case(prices, asked))) for prices in (library, raised))
        chosen, dearer = cheapest(now, 1), cheapest(then, 1)
        if chosen and dearer:
            assert dearer.choice_usd(1) * ALIKE >= chosen.choice_usd(1)

    holds()

"""The order by carbon in reasons: its dollars, what could not be ranked, and the greenest region."""

from dataclasses import replace

from bot.advice.advisor import Advisor
from engine.base.interval import Interval
from engine.base.lazy import Lazy
from engine.base.reason import Reason
from engine.carbon.footprint import Footprint
from engine.options.option import CostedOption, Detail
from engine.verdict.carbon_reasons import (
    CarbonCosts,
    CarbonLowest,
    CarbonUnknown,
    CarbonUnranked,
    carbon_of,
    carbon_reasons,
)
from engine.verdict.deciding_sum import deciding_sum
from engine.verdict.forks import Case
from engine.verdict.greenest import greenest
from knowledge.facts import Family
from tests.day import DAY
from tests.engine.offers import offer
from tests.engine.problems import filled

TYPES = {"gpu": "p5en.48xlarge", "trainium": "trn2.48xlarge"}


def emitting(family: Family, usd: float, kg: float | None) -> CostedOption:
    """An offering in us-east-1 at `usd` a run that emits `kg`, within ten per cent."""
    grams = Interval(kg * 900, kg * 1000, kg * 1100) if kg else None
    return replace(
        offer(family, usd),
        instance=TYPES[family],
        region="us-east-1",
        detail=Lazy.of(Detail(carbon=Footprint(grams, grams))),
    )


def reasons(advisor: Advisor, *options: CostedOption) -> dict[type[Reason], Reason]:
    made = filled(advisor, "full fine-tune Llama 8B, 10 runs, PyTorch, AWS, lowest carbon")
    case = Case(filled=made, options=options, sum=deciding_sum(options, 10), runs=10)
    library = advisor.library()
    return {type(reason): reason for reason in carbon_reasons(greenest(case, library), case, library, DAY)}


def test_the_extra_dollars_are_set_against_the_carbon_saved(advisor: Advisor) -> None:
    """10 runs at 200 instead of 100 USD are 1,000 more, for 10 x 10 kg less: 10,000 USD a tonne."""
    costs = reasons(advisor, emitting("gpu", 200, 10), emitting("trainium", 100, 20))[CarbonCosts]
    assert isinstance(costs, CarbonCosts)
    assert (costs.option, costs.cheapest, costs.same) == ("p5en.48xlarge", "trn2.48xlarge", False)
    assert costs.more == 1000
    assert (round(costs.saved or 0), round(costs.per_tonne or 0)) == (100, 10_000)


def test_an_unknown_carbon_is_named_and_not_ranked(advisor: Advisor) -> None:
    found = reasons(advisor, emitting("gpu", 200, 10), emitting("trainium", 100, None))
    lowest, unknown = found[CarbonLowest], found[CarbonUnknown]
    assert isinstance(lowest, CarbonLowest) and isinstance(unknown, CarbonUnknown)
    assert (lowest.ranked, lowest.other_option) == (1, None)
    assert unknown.chips == "trainium"


def test_where_no_carbon_is_known_the_dollars_decide(advisor: Advisor) -> None:
    assert list(reasons(advisor, emitting("gpu", 200, None))) == [CarbonUnranked]


def test_kilograms_are_a_thousandth_of_grams() -> None:
    assert carbon_of(emitting("gpu", 1, 10)).likely == 10

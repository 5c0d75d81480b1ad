"""Whether the money that was named pays for the work: yes or no before what it costs."""

from __future__ import annotations

from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.costed.said import of_makers, runs_in_all
from engine.forms.parts.unknown_work import says_data
from engine.options.assumptions import Filled
from engine.options.option import CostedOption
from engine.workload.profile import Period, Reading

ASKED = frozenset({"fit", "able", "judge"})  # predicates of yes or no
TRAFFIC = ("tokens_per_day", "requests_per_second", "concurrent_users")  # slots
HOW_MANY, BUYS = "how_many", "buys_how_much"  # cues of what a sum buys, which no yes answers
ENOUGH, COSTS = "fit", "dollars"  # predicates


class BudgetHolds(Reason, code="budget_holds"):
    """`usd` of all `runs` that the budget is for: those of a month where it is one of a month."""

    budget_usd: float
    period: Period | None
    usd: Interval
    runs: float
    share: float  # of it that the sum pays for
    credits: bool
    tokens: float | None  # those that were published, where no amount was said
    machines: int
    instance: str
    pays: bool
    is_sure: bool  # at both ends of the range


def budget_holds(reading: Reading, filled: Filled, lead: CostedOption) -> tuple[BudgetHolds, ...]:
    """() where no money was named or no yes is asked; credits pay for a run of a named model or not, even so."""
    said, profile = reading.profile, filled.profile
    credits = None if said.budget_usd else said.credits_usd
    money, published = said.budget_usd or credits, of_makers(filled)
    asks = not ASKED.isdisjoint(reading.sought.predicates) or (published and COSTS in reading.sought.predicates)
    if not money or not asks or not _is_of_yes(reading):
        return ()
    monthly, serves = said.budget_period == "month", profile.task == "inference"
    if not (monthly and any(map(said.says, TRAFFIC)) if serves else says_data(said) or published):
        return ()
    runs = (said.runs_per_month or 1.0) if monthly else runs_in_all(said, profile)
    runs = 1.0 if serves else runs  # of serving, a month is what is summed
    usd = lead.run.total(runs)
    pays = usd.likely <= money
    sure = usd.high <= money if pays else usd.low > money
    holds = BudgetHolds(
        budget_usd=money,
        period=said.budget_period,
        usd=usd,
        runs=runs,
        share=money / usd.likely,
        credits=credits is not None,
        tokens=profile.tokens if published else None,
        machines=lead.count,
        instance=lead.instance,
        pays=pays,
        is_sure=sure,
    )
    return (holds,)


def _is_of_yes(reading: Reading) -> bool:
    """Whether a yes answers it: "is 15k enough, and on how many cards?" does, "how many cards for 15k?" does not."""
    enough = ENOUGH in reading.sought.predicates
    return BUYS not in reading.cues and (enough or HOW_MANY not in reading.cues)

"""Whether the money that was named pays for the work: yes or no before what it costs."""

from __future__ import annotations

from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.costed.said import runs_in_all
from engine.forms.parts.unknown_work import says_data
from engine.options.option import CostedOption
from engine.workload.profile import Period, Profile, Reading

ASKED = frozenset({"fit", "able", "judge"})  # predicates of yes or no
TRAFFIC = ("tokens_per_day", "requests_per_second", "concurrent_users")  # slots
HOW_MANY, BUYS = "how_many", "buys_how_much"  # cues of what a sum buys, which no yes answers
ENOUGH = "fit"  # the predicate


class BudgetHolds(Reason, code="budget_holds"):
    """`usd` of all `runs` that the budget is for: those of a month where it is one of a month."""

    budget_usd: float
    period: Period | None
    usd: Interval
    runs: float
    pays: bool
    is_sure: bool  # at both ends of the range


def budget_holds(reading: Reading, profile: Profile, lead: CostedOption) -> tuple[BudgetHolds, ...]:
    """() where no money was named or no yes is asked. `profile`: with its gaps filled, `lead`: what is bought."""
    said = reading.profile
    asks = not ASKED.isdisjoint(reading.sought.predicates) and _is_of_yes(reading)
    if not said.budget_usd or not asks:
        return ()
    monthly, serves = said.budget_period == "month", profile.task == "inference"
    if not (monthly and any(map(said.says, TRAFFIC)) if serves else says_data(said)):
        return ()
    runs = (said.runs_per_month or 1.0) if monthly else runs_in_all(said, profile)
    runs = 1.0 if serves else runs  # of serving, a month is what is summed
    usd = lead.run.total(runs)
    pays = usd.likely <= said.budget_usd
    sure = usd.high <= said.budget_usd if pays else usd.low > said.budget_usd
    return (
        BudgetHolds(
            budget_usd=said.budget_usd, period=said.budget_period, usd=usd, runs=runs, pays=pays, is_sure=sure
        ),
    )


def _is_of_yes(reading: Reading) -> bool:
    """Whether a yes answers it: "is 15k enough, and on how many cards?" does, "how many cards for 15k?" does not."""
    enough = ENOUGH in reading.sought.predicates
    return BUYS not in reading.cues and (enough or HOW_MANY not in reading.cues)

"""The decision alone, without what is said about it: constraints, the sum, and the rules on what no sum sees."""

from __future__ import annotations

from datetime import date
from typing import Literal

from engine.base.computed import Computed
from engine.library import Library
from engine.options.assumptions import Filled
from engine.options.option import CostedOption, cheapest, leading
from engine.options.too_small import fixed_too_small
from engine.verdict.deciding_sum import Sum, never_pays
from engine.verdict.forks import Case, OpenSlot, answer_case, lean_case
from engine.verdict.greenest import Greenest, greenest
from engine.verdict.rules import weightiest
from engine.workload.profile import Profile
from engine.workload.worked_out import engineer_usd_per_week
from knowledge.facts import Lean, Rule, Scalar

Decided = Literal["sum", "rule", "both", "fork", "neither", "carbon"]
BEYOND_DOLLARS = frozenset({"exception", "role", "capacity"})  # rules on matters that no sum of dollars sees
SEVERAL: frozenset[Lean] = frozenset({"hybrid", "pilot_both"})  # leans to more than one chip


class Decision(Computed):
    """What to take. `case` is the one the lean was read from; `lean` is None where nothing may be recommended.

    `rule` is the weightiest one for the filled profile, so that it decides alike whether a value was said or assumed.
    """

    case: Case
    lean: Lean | None = None
    option: CostedOption | None = None
    decided: Decided | None = None
    rule: Rule | None = None
    green: Greenest | None = None  # where carbon was named as the priority and can be ranked


def decide(
    filled: Filled,
    library: Library,
    day: date,
    *,
    first: Scalar | None = None,
) -> Decision:
    """The decision for a filled profile; the verdict, its flips and a click that applies one all come from here.

    Only what may lead is worked out. `first` is the value of an open slot to look at first.
    """
    profile = filled.profile
    carbon = profile.priority == "carbon"
    counted = bool(profile.instances) and profile.instance_count is not None
    base = answer_case(filled, library, day) if carbon or counted else lean_case(filled, library, day)
    return decision(base, OpenSlot(base, library, day, first=first), library)


def decision(base: Case, open_slot: OpenSlot, library: Library) -> Decision:
    """The same from a case already worked out; `open_slot` is the unsaid one whose values are equally likely."""
    return by_rule(weightiest(base.filled, library), base, open_slot, library)


def by_rule(rule: Rule | None, base: Case, open_slot: OpenSlot, library: Library) -> Decision:
    """The same with the weightiest rule already found.

    A sum and a rule that agree are one answer. A rule for several chips at once (hybrid, pilot both) stands
    above a sum that can only pick one. Where a slot is open and turns the sum, the branch that agrees with the rule
    carries the lean, and the card gives both. Rules on matters no sum sees (kernels, novelty, audit, speed,
    capacity) decide where they apply. Otherwise the sum decides where its probability is a call, or where being
    wrong costs less than finding out; what is left is a pilot of both.
    """
    if base.sum is None or fixed_too_small(base.options, base.filled.profile):
        return Decision(case=base)
    if base.filled.profile.priority == "carbon":
        green = greenest(base, library)
        if green is not None and not _stands_above(rule, base):
            lowest = green.lowest
            return Decision(case=base, lean=lowest.family, option=lowest, decided="carbon", rule=rule, green=green)
    else:
        green = None
    lean, case, decided = _lean(base, base.sum, open_slot, rule, library)
    return Decision(case=case, lean=lean, option=_option(case, lean), decided=decided, rule=rule, green=green)


def worth_measuring(decided: Sum | None, profile: Profile, library: Library) -> bool:
    """Whether a wrong choice is expected to cost more than the least a pilot takes of an engineer's time."""
    if decided is None:
        return False
    weeks = library.constants.entry("pilot_weeks").value.low
    return decided.expected_loss_usd > weeks * engineer_usd_per_week(profile, library.constants)


def _stands_above(rule: Rule | None, base: Case) -> bool:
    """Whether a rule decides whatever the carbon: one for several chips, or on a matter no figure sees."""
    if rule is None:
        return False
    return rule.lean in SEVERAL or (rule.group in BEYOND_DOLLARS and _may_lead(base, rule.lean))


def _lean(
    base: Case, by: Sum, open_slot: OpenSlot, rule: Rule | None, library: Library
) -> tuple[Lean, Case, Decided]:
    settled = by.probability >= library.constants.likely("confident_share") or not worth_measuring(
        by, base.filled.profile, library
    )
    if rule is not None and rule.lean == "pilot_both" and never_pays(by.other, by.winner, base.runs):
        return by.lean, base, "sum"  # no pilot of what cannot pay, whatever it would show
    if rule is not None and rule.lean in SEVERAL:
        return rule.lean, base, "rule"
    if rule is not None and rule.lean == by.lean:
        return by.lean, base, "both"
    if rule is not None and not _may_lead(base, rule.lean):
        return by.lean, base, "sum"  # an edge is void where the chip cannot be had
    agreeing = open_slot.agreeing(rule.lean) if rule else None
    if rule is not None and agreeing is not None:
        return rule.lean, agreeing, "fork"
    if rule is not None and rule.group in BEYOND_DOLLARS and _worth_its_price(rule, base, by, library):
        return rule.lean, base, "rule"
    if settled or (rule is None and open_slot.turns):
        return by.lean, base, "sum"
    return "pilot_both", base, "neither"


def _worth_its_price(rule: Rule, base: Case, by: Sum, library: Library) -> bool:
    """What is easier to obtain outranks a marginal gain; what cannot be had at all was excluded before."""
    if rule.group != "capacity":
        return True
    easier = cheapest((option for option in leading(base.options) if option.family == rule.lean), base.runs)
    most = 1 + library.constants.likely("availability_premium")
    return easier is not None and easier.choice_usd(base.runs) <= most * by.winner.choice_usd(base.runs)


def _may_lead(case: Case, family: Lean) -> bool:
    return any(option.family == family for option in leading(case.options))


def _option(case: Case, lean: Lean) -> CostedOption | None:
    """The best offering of the leaning family; for several chips at once, the sum's winner."""
    if case.sum is None:
        return None
    own = (option for option in leading(case.options) if option.family == lean)
    return cheapest(own, case.runs) or case.sum.winner

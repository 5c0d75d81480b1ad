"""A turn that asks what the machines of the thread cost: their price, where no amount of work was spoken of.

"What about the price?" after two chips were compared, "how much is it for 1 month?" of a model nobody named.
"""

from __future__ import annotations

from engine.reading.turns.placed import HARDWARE
from engine.workload.conditions import FAMILIES
from engine.workload.profile import Profile, Reading

PRICE = "price"  # the form, and a cue
MONTH, OF_WORK = "cost_of_month", "of_that"  # cues: of a month, and "how much would that cost?"
OF_PRICE = frozenset({"dollars", "hours"})  # predicates
ESTIMATE = "estimate"  # the form that tells a month of a machine
ELSEWHERE = frozenset({"providers", "run_hours"})
BOUGHT = frozenset({"clouds", "region", "purchase"})  # slots
SIZED = frozenset({"parameters", "model", "variant"})
AMOUNTS = frozenset({
    "tokens", "flops", "samples", "epochs", "steps", "dataset", "run_hours", "runs", "runs_per_month",
    "tokens_per_day", "requests_per_second", "concurrent_users", "current_instances", "budget_usd",
})  # fmt: skip
AFTER = frozenset({"compare", "choose", "fit", "support", PRICE})  # forms of the card before
OTHER = frozenset({"for_less", "asks_time", "vs", "compare", "commit_strong", "carbon_strong", "doubts"})  # cues


def is_priced(before: Reading, alone: Reading, told: Reading) -> bool:
    """Whether the turn is of that kind; `alone` is what it says by itself, `told` what the thread does with it."""
    said, known = alone.profile.stated().keys(), told.profile.stated().keys()
    if not OTHER.isdisjoint(alone.cues) or not said <= HARDWARE | BOUGHT | {"run_hours", "task"}:
        return False
    counted = not AMOUNTS.isdisjoint(before.profile.stated().keys())
    if MONTH in alone.cues:
        return SIZED.isdisjoint(known) and not counted
    named = (set(told.profile.candidates) | set(alone.profile.candidates)) - FAMILIES or told.profile.instances
    wants = set(alone.sought.predicates)
    asks = PRICE in alone.cues and OF_WORK not in alone.cues and "dollars" in wants and wants <= OF_PRICE
    return bool(named) and asks and not counted and before.form in AFTER


def priced(before: Reading, alone: Reading, told: Reading) -> Reading:
    """The price of what the turn names, else of what the thread does, where the thread is."""
    of_turn, known = alone.profile.stated(), before.profile.stated()
    things = {slot: of_turn[slot] for slot in HARDWARE & of_turn.keys()}
    if not (alone.profile.instances or alone.profile.candidates):
        things = {slot: known[slot] for slot in ("instances", "candidates") if slot in known}
    bought = {slot: value for slot, value in (known | of_turn).items() if slot in BOUGHT}
    if "clouds" in of_turn and "region" not in of_turn:
        bought.pop("region", None)
    turn = Profile.model_validate({**things, **bought})
    if MONTH in alone.cues:
        kept = {slot: value for slot, value in known.items() if slot not in HARDWARE | BOUGHT | ELSEWHERE}
        there = Profile.model_validate({**kept, **things, **bought})
        month = {"intent": "followup", "form": ESTIMATE, "other_forms": (), "turn": None, "profile": there}
        return told.model_copy(update=month | {"work_form": before.work_form, "faqs": (), "sought": alone.sought})
    asked = {"intent": "price_lookup", "form": PRICE, "other_forms": (), "turn": turn, "profile": before.profile}
    return told.model_copy(update=asked | {"work": before.work, "faqs": (), "sought": alone.sought})

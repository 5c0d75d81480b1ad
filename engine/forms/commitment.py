"""Whether and how much to commit: when a reservation or a savings plan pays."""

from __future__ import annotations

import re
from dataclasses import replace

from engine.answers.commitment import WorkedOut, commitment, types_meant
from engine.answers.commitment_rates import WAYS
from engine.answers.commitment_reasons import CommitPlan, FirstLook
from engine.answers.model import FactAnswer
from engine.answers.passages import BESIDE, passages
from engine.answers.rank_prices import TERMS
from engine.base.reason import Reason
from engine.forms.costed.spanned import for_span
from engine.forms.form import ENOUGH_WORKLOAD, Asked, Form, workload_slots
from engine.forms.money.said import ways_said
from engine.forms.per_unit.rates import says_amount
from engine.forms.sold.not_there import not_there
from engine.forms.sold.short import of_hours
from engine.forms.sold.where import NotSoldThere
from engine.forms.ways.beside import ways_beside, ways_named
from engine.forms.ways.unheld_term import of_commitment
from engine.options.option import costed
from engine.workload.profile import Profile
from engine.workload.question import FormCues
from knowledge.units import HOURS_PER_MONTH

TERMS_SET = frozenset(TERMS)
THREE_YEARS = re.compile(r"\b(?:3|three)[ -]?(?:years?|yrs?|y)\b", re.IGNORECASE)
_DISCOUNT = re.compile(r"(?<![\d.])(\d{1,2}(?:\.\d+)?)\s*%")


class HoldsCapacity(Reason, code="holds_capacity"):
    """An on-demand capacity reservation holds machines; `share` of the on-demand rate is paid, used or not."""

    share: float


class SaidDiscount(Reason, code="said_discount"):
    """Discounts that were said, each 0 to 1, and the share of all hours from which each pays."""

    discounts: tuple[float, ...]
    shares: tuple[float, ...]


# Slots of work whose cost is a sum of its own.
SIZED = frozenset({"parameters", "model", "variant", "tokens", "samples", "tokens_per_day", "requests_per_second"})


def is_intent(seen: FormCues) -> bool:
    """Commitment words, unless the text asks only for a price or for what the word means."""
    if seen.has("cuts_bill") and seen.says("current_usd_per_month") and not SIZED & seen.profile.stated().keys():
        return True  # "we pay $30k a month for p4d: how do we cut that?"
    if not seen.has("commit_strong") or (seen.has("price_strong") and not seen.has("commit_asked")):
        return False
    if of_hours(seen):
        return False  # "2 x p5.48xlarge for 24 hours by capacity block": the sum
    if (seen.asks_fact or seen.has("explain_strong")) and not seen.own_slots and not seen.has("commit_asked", "keep"):
        return False
    sized = (seen.says("parameters") or (seen.says("task") and seen.profile.purchase is None)) and seen.has(
        "asks_break_even"
    )
    if (seen.weighs_two or sized) and not seen.has("commit"):
        return False  # "after how many runs does trn2 break even against p5?"
    asked = seen.workload_slots <= 5 or (seen.has("commit_asked") and seen.hardware_named <= 1)
    return asked and seen.profile.purchase in (None, "on_demand", *WAYS)


def answer(asked: Asked) -> FactAnswer:
    """Passages come first if no type, chip or plan was named; the verdict beside it if a workload was said."""
    if not _describes_work(asked.profile) and (of_terms := of_commitment(asked.reading, asked.library, asked.day)):
        return of_terms
    if beside := _by_the_hour(asked):
        return beside
    asked = _of_the_term(asked)
    profile = asked.profile
    named = profile.candidates or profile.instances or profile.purchase == "savings_plan"
    held = _holds(asked) if "odcr" in asked.reading.cues else None
    said = _said(asked) if not (profile.instances or named_chips(profile.candidates)) else None
    found = passages(asked.hits, asked.facts, asked.day, BESIDE)
    works = _describes_work(profile)
    first, *sentences = commitment(asked.reading, asked.library, asked.day, _worked_out(asked) if works else None)
    if not works and (spanned := for_span(asked.reading, asked.library, asked.day)) is not None:
        sentences = [line for line in (first, *sentences) if not isinstance(line, CommitPlan)]
        first = spanned
    if isinstance(first, CommitPlan) and works:
        sentences = [*_first_look(first, asked), *sentences]
    leads: Reason | None = held or said
    if leads is None and (works or named or not found):
        leads, rest = first, tuple(sentences)
    else:
        rest = (first, *sentences)
    told = FactAnswer(headline=leads, sentences=rest, passages=found, found_first=not named, verdict_below=works)
    elsewhere = _elsewhere(asked)
    return told.headed(elsewhere) if elsewhere else told


def _by_the_hour(asked: Asked) -> FactAnswer | None:
    """Ways that bind nobody for years, set against each other: "spot or a capacity block?"."""
    ways = ways_named(asked.reading)
    plain = "spot" in ways and TERMS_SET.isdisjoint(ways) and not _describes_work(asked.profile)
    return ways_beside(asked.reading, asked.library, asked.day) if plain else None


def _elsewhere(asked: Asked) -> NotSoldThere | None:
    """That no rate of the types named is held where it was asked about."""
    profile, book = asked.profile, asked.library.prices(asked.day)
    things = types_meant(asked.reading, asked.library, book)
    ways = (profile.purchase,) if profile.purchase in WAYS else WAYS
    return not_there(things, profile, ways, asked.library, book)


def _of_the_term(asked: Asked) -> Asked:
    """With the one term that was set against buying by the hour: "3 years reserved or on demand?"; a plan of three
    years is one, too."""
    terms = [way for way in asked.reading.ambiguous.get("purchase", ()) if way in WAYS]
    told = [way for way in ways_said(frozenset(asked.reading.cues)) if way in TERMS]
    if asked.profile.purchase == "on_demand" and len(told) == 1:  # what it is set against
        said = asked.profile.model_copy(update={"purchase": told[0]})
        return replace(asked, reading=asked.reading.model_copy(update={"profile": said}))
    of_plan = asked.profile.purchase in (None, "savings_plan") and set(terms) <= {"savings_plan"}
    if of_plan and THREE_YEARS.search(asked.reading.text):
        terms = ["reserved_3yr"]
    elif asked.profile.purchase is not None or len(terms) != 1:
        return asked
    said = asked.profile.model_copy(update={"purchase": terms[0]})
    return replace(asked, reading=asked.reading.model_copy(update={"profile": said}))


def _worked_out(asked: Asked) -> WorkedOut | None:
    """Machine-hours a month of each type that could do the work; None where nobody said how often it runs."""
    profile, case, winner = asked.profile, asked.verdict.case, asked.verdict.option
    serves = case.filled.profile.by_month
    often = profile.runs_per_month
    if winner is None or not (often or (serves and says_amount(profile))):
        return None
    hours: dict[str, float] = {}
    for option in sorted(costed(case.options), key=lambda option: option.run.usd.likely):
        taken = option.count * (HOURS_PER_MONTH if serves else option.run.hours.likely * (often or 1))
        hours.setdefault(option.instance, taken)
    return WorkedOut(hours, asked.facts.instances[winner.instance])


def _first_look(plan: CommitPlan, asked: Asked) -> tuple[FirstLook, ...]:
    """Whether something else does the work for less than the machine with its commitment."""
    winner, runs = asked.verdict.option, asked.verdict.case.runs
    same = [option for option in costed(asked.verdict.case.options) if option.instance == plan.instance]
    open_ended = [option for option in same if option.purchase == "on_demand"]
    if winner is None or winner.instance == plan.instance or not open_ended:
        return ()
    share = plan.month / plan.month_without if plan.pays and plan.month_without else 1.0
    committed = open_ended[0].total(runs) * share
    if winner.total(runs) >= committed:
        return ()
    look = FirstLook(instance=plan.instance, usd=committed, other=winner.instance, other_usd=winner.total(runs))
    return (look.model_copy(update={"cites": winner.price.cites}),)


def _holds(asked: Asked) -> HoldsCapacity:
    paid = asked.library.constants.entry("capacity_reservation_share")
    return HoldsCapacity(share=paid.value.likely, cites=(paid.source,))


def _describes_work(profile: Profile) -> bool:
    """A sum needs the work: a budget and a way to buy are none."""
    sized = profile.model is not None or profile.parameters is not None
    return sized and len(workload_slots(profile)) >= ENOUGH_WORKLOAD


def named_chips(candidates: tuple[str, ...]) -> bool:
    """Whether a chip of some kind was named; "GPU" alone has no rate."""
    return bool(set(candidates) - {"gpu"})


def _said(asked: Asked) -> SaidDiscount | None:
    """A commitment is paid for every hour: it pays where more of them are used than 1 - discount."""
    if asked.profile.utilization is not None:
        return None
    found = tuple(dict.fromkeys(float(text) / 100 for text in _DISCOUNT.findall(asked.reading.text)))
    discounts = tuple(share for share in found if share > 0)
    return SaidDiscount(discounts=discounts, shares=tuple(1 - share for share in discounts)) if discounts else None


COMMITMENT = Form(
    id="commitment",
    intent="commitment",
    is_intent=is_intent,
    needs_question_mark=True,
    needs_several_words=True,
    answer=answer,
    first_line="commitment",
    searches=True,
    has_figures=True,
    of_work=True,
)

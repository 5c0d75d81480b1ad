"""What stands first because it is of the very kind that is asked, whatever form the words led to."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.answers.model import FactAnswer
from engine.answers.rank_prices import lines_named
from engine.base.named_terms import named_term
from engine.forms.billed.by_figures import by_figures
from engine.forms.billed.disputed import disputed
from engine.forms.billed.each_its_way import each_its_way
from engine.forms.billed.fraction_told import fraction_told
from engine.forms.billed.hosting import hosting
from engine.forms.billed.places_cheaper import places_cheaper
from engine.forms.billed.taken_off import taken_off
from engine.forms.charged.against_list import against_list
from engine.forms.charged.discounted import discounted
from engine.forms.charged.hours_beside import cheaper_anywhere, chip_for_less, hour_of_each
from engine.forms.charged.managed_gap import managed_gap
from engine.forms.charged.not_priced import not_priced
from engine.forms.charged.or_better import over_all
from engine.forms.charged.sellers_apart import sellers_apart
from engine.forms.charged.wrong_chip import wrong_chip
from engine.forms.costed.spanned import for_span
from engine.forms.counted.embedding_tables import embedding_tables
from engine.forms.first.bill_base import bill_base
from engine.forms.first.downsized import downsized
from engine.forms.first.fleet import fleet
from engine.forms.first.in_time import in_time
from engine.forms.first.month_buys import month_buys
from engine.forms.first.optimal import optimal
from engine.forms.first.past_term import past_term
from engine.forms.first.places_apart import places_apart
from engine.forms.first.port_costs import port_costs
from engine.forms.first.price_sources import price_sources
from engine.forms.first.same_job import same_job
from engine.forms.first.served_for import served_for
from engine.forms.first.spot_or_term import spot_or_term
from engine.forms.first.term_pays import term_pays
from engine.forms.first.within_budget import within_budget
from engine.forms.fit import answer as fit_answer
from engine.forms.form import Asked, Form
from engine.forms.money.said import money_said
from engine.forms.registry import form_named
from engine.forms.sold.span import SpanCost, unit_of
from engine.forms.told.of_peak import of_peak
from engine.forms.ways.beside import ALL, ways_beside, ways_named
from engine.forms.ways.odd_term import odd_term
from engine.workload.conditions import FAMILIES
from engine.workload.hours.schedule import schedule
from engine.workload.hours.told_spans import TERM, times
from engine.workload.profile import FormId
from knowledge.units import HOURS_PER_DAY

ROOM, TRAINS, SIZE = frozenset({"fit", "able"}), "training_words", "asks_size"  # predicates; cues
SUMMED = frozenset({"deadline_days", "run_hours", "accelerator_count", "instance_count", "budget_usd"})  # slots
COMMITS = "commit"  # a predicate
TERMS = frozenset({"way_1yr", "way_3yr"})  # cues
LISTED, ADVICE = 3, frozenset({"which", "judge"})  # ways; predicates
# Slots of a question for nothing but prices, and cues of one that weighs them.
PRICED = frozenset({"candidates", "instances", "accelerator_count", "clouds", "providers", "region", "purchase"})
WEIGHS = frozenset({
    "commit_asked", "asks_worth", "asks_break_even", "keep", "better", "cheapest_of", "money_cheapest", "money_gap",
    "money_saves", "asks_reason", "asks_why", "price_fell", "price_rose", "price_moved", "training_words",
    "serving_words",
})  # fmt: skip
TIMED = frozenset({"run_hours", "runs", "runs_per_month", "cadence", "deadline_days", "instance_count", "priority"})
APPLIES = frozenset({"money_applies", "way_plan"})  # cues
CHEAPEST_WHERE = frozenset({"money_cheapest", "asks_where", "price"})  # cues
OF_WORKS = frozenset({"training_words", "serving_words", "keep", "fit_strong"})
CHOICE = frozenset({"vs", "compare", "choice", "money_versus", "either"})  # cues: which way is better is asked
PRICED_CUES = frozenset({"price", "price_strong", "chip_hour", "per_chip", "asks_cost"})
EITHER = re.compile(r"\b(?:or|oder|ou)\b", re.IGNORECASE)
WORDS = frozenset({"training_words", "serving_words", "asks_reason", "asks_why", "cheapest_of"})  # cues of more
WORK = frozenset({
    "model", "parameters", "variant", "architecture", "samples", "tokens", "flops", "dataset", "method", "task",
})  # fmt: skip


def untold_there(asked: Asked) -> FactAnswer | None:
    """What the cards that are named hold, where nothing else is said: "can I train it on one A100?"."""
    reading, shown = asked.reading, set(asked.reading.sought.predicates)
    named = bool(asked.profile.accelerator_count) and TRAINS in reading.cues and bool(shown) and shown <= ROOM
    told = reading.domains or reading.projects or reading.unknown_models or reading.unheld
    written = any(asked.facts.faqs[one].is_predicate for one in reading.faqs)
    if not named or told or written or SIZE in reading.cues or not WORK.isdisjoint(asked.profile.stated()):
        return None
    return fit_answer(asked)


def share_of_peak(asked: Asked) -> FactAnswer | None:
    """A speed in TFLOP/s that is told, as a share of what the chip can do."""
    return of_peak(asked.reading, asked.library)


def each_way(asked: Asked) -> FactAnswer | None:
    """Ways to buy that are listed, and no advice asked: what each of them costs."""
    reading, said = asked.reading, asked.profile.stated()
    ways = ways_named(reading)
    plain = ADVICE.isdisjoint(reading.sought.predicates) or ALL in reading.cues
    summed = not SUMMED.isdisjoint(said)  # so many for so long: a sum each
    listed = len(ways) >= LISTED and "spot" in ways and plain and not summed
    cues = frozenset(reading.cues)
    if cues >= APPLIES:
        return None  # to which of them a plan applies is asked, not what they cost
    by_price = {"for_less", "price"} <= cues and cues.isdisjoint(WORDS)  # "which is cheaper per hour?"
    chosen = not CHOICE.isdisjoint(cues) or EITHER.search(reading.text) is not None
    listed_alone = WEIGHS.isdisjoint(cues) and (not chosen or not cues.isdisjoint(PRICED_CUES))
    bare = by_price or (plain and listed_alone and not money_said(reading).does)
    bare = bare and said.keys() <= PRICED and named_term(cues, None) is None
    unit = unit_of(reading.text)
    bare = bare and all((one.unit, one.hours) == unit for one in times(TERM.sub(" ", reading.text)))
    return ways_beside(reading, asked.library, asked.day) if listed or bare else None


def of_generation(asked: Asked) -> FactAnswer | None:
    """The cheapest chip of a generation, or of what is no less than a named chip."""
    reading = over_all(asked.reading, asked.facts)
    return form_named("price").answer(replace(asked, reading=reading)) if reading is not None else None


def cheapest_where(asked: Asked) -> FactAnswer | None:
    """Where a thing is cheapest, in words that stand apart: "price of an H200, which cloud is cheapest?"."""
    cues, said = frozenset(asked.reading.cues), asked.profile
    one = len(said.candidates) == 1 and not said.instances and said.stated().keys() <= PRICED | {"priority"}
    if not one or not cues.issuperset(CHEAPEST_WHERE) or "cheapest_of" in cues or not cues.isdisjoint(OF_WORKS):
        return None
    if money_said(asked.reading).does:
        return None
    reading = asked.reading.model_copy(update={"cues": (*asked.reading.cues, "cheapest_of")})
    return form_named("price").answer(replace(asked, reading=reading))


def scheduled(asked: Asked) -> FactAnswer | None:
    """Chips that are on for so many hours of some days: what these hours cost, and no job that is done each day."""
    plan, said = schedule(asked.reading.text), asked.profile
    named = len(said.candidates) == 1 and FAMILIES.isdisjoint(said.candidates) and not said.instances
    if (
        plan is None
        or lines_named(asked.reading)
        & {one.line for one in asked.facts.instances.values()}  # a machine: engine/forms/billed
        or plan.begins is not None
        or plan.of_day >= HOURS_PER_DAY  # "next week for 4 days"
        or not named
        or not said.stated().keys() <= PRICED | TIMED
        or not OF_WORKS.isdisjoint(asked.reading.cues)
    ):
        return None
    if not WEIGHS.isdisjoint(asked.reading.cues):
        return None
    freed: dict[str, object] = {"run_hours": plan.hours, "runs": None, "runs_per_month": None, "cadence": None}
    profile = said.model_copy(update=freed | {"deadline_days": None})
    told = form_named("price").answer(replace(asked, reading=asked.reading.model_copy(update={"profile": profile})))
    if told is None or not isinstance(told.headline, SpanCost):
        return None
    days = {"unit": plan.unit, "days": round(plan.days, 1), "of_day": plan.of_day, "share": plan.share}
    return told.model_copy(update={"headline": told.headline.model_copy(update=days)})


def of_years(asked: Asked) -> FactAnswer | None:
    """Terms of one and of three years, for machines and a time that are told: what each way comes to."""
    if not TERMS.issubset(asked.reading.cues) or not WORK.isdisjoint(asked.profile.stated()):
        return None
    if asked.profile.run_hours is None:
        return None  # by the month
    spanned = for_span(asked.reading, asked.library, asked.day)
    return FactAnswer(headline=spanned, of_told=True) if spanned is not None else None


First = Callable[[Asked], FactAnswer | None]
FIRSTS: Mapping[First, FormId] = {  # the form that each is shown in
    price_sources: "explain",
    fraction_told: "price",
    disputed: "price",
    places_cheaper: "explain",
    not_priced: "price",
    of_generation: "price",
    cheaper_anywhere: "price",
    cheapest_where: "price",
    scheduled: "price",
    each_its_way: "price",
    hour_of_each: "price",
    chip_for_less: "price",
    wrong_chip: "price",
    sellers_apart: "price",
    by_figures: "price",
    managed_gap: "price",
    hosting: "price",
    against_list: "price",
    taken_off: "commitment",
    each_way: "price",
    share_of_peak: "explain",
    embedding_tables: "explain",
    odd_term: "commitment",
    optimal: "explain",
    past_term: "explain",
    port_costs: "explain",
    spot_or_term: "explain",
    term_pays: "explain",
    within_budget: "explain",
    same_job: "explain",
    bill_base: "commitment",
    in_time: "estimate",
    fleet: "estimate",
    month_buys: "estimate",
    served_for: "estimate",
    downsized: "explain",
    places_apart: "price",
    of_years: "commitment",
    discounted: "price",
    untold_there: "fit",
}


def with_first(form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer]:
    """The answer; where one of these can answer, that. In a thread only whether a term pays for what was told."""
    if asked.reading.by_hand or asked.reading.intent == "followup":
        if asked.reading.by_hand or COMMITS not in asked.reading.sought.predicates:
            return form, stated
        if made := asked.once(term_pays):
            return form_named(FIRSTS[term_pays]), made
        terms = form_named("commitment")
        judged = form.id == "price" and "judge" in asked.reading.sought.predicates
        made = terms.answer(asked) if judged else None
        return (terms, made) if made is not None else (form, stated)
    return asked.once(first_of) or (form, stated)


def first_of(asked: Asked) -> tuple[Form, FactAnswer] | None:
    """The first that can answer."""
    found = ((form, work(asked)) for work, form in FIRSTS.items())
    return next(((form_named(form), made) for form, made in found if made is not None), None)

"""How long and how much: hours and dollars of a run on what was named, else on the cheapest sensible machines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.answers.mentioned import machines, meant, slices
from engine.answers.model import FactAnswer
from engine.base.evidence import ASKER
from engine.base.reason import Reason
from engine.forms.costed.adapters import on_what_was_said, with_adapters
from engine.forms.costed.beats import BETTER, beats
from engine.forms.costed.both_used import both_used
from engine.forms.costed.bought import ASKED as BUYS
from engine.forms.costed.bought import data_bought, hours_bought
from engine.forms.costed.budget_holds import budget_holds
from engine.forms.costed.card_speed import card_speed
from engine.forms.costed.enough_for_it import enough_for_it
from engine.forms.costed.held_hours import holds_hours, with_hours_held
from engine.forms.costed.lead import cheaper_way, lead_of
from engine.forms.costed.more import on_more
from engine.forms.costed.said import (
    asks_tokens,
    in_time,
    is_repeated,
    is_size_guessed,
    is_size_said,
    of_makers,
    runs_in_all,
    unit_of,
)
from engine.forms.costed.unpriced_cards import on_unpriced_cards
from engine.forms.costed.work import makers_took, tokens_needed, whole_run, work_of
from engine.forms.estimate_asked import hours_alone, is_asked, is_known, tells_fit
from engine.forms.fit import answer as fit_answer
from engine.forms.form import Asked, Form, question_of
from engine.forms.how_fast import asks_speed_alone, how_fast
from engine.forms.parts.achieved import achieved
from engine.forms.parts.doubts import WorkUnsaid
from engine.forms.parts.estimate_reasons import (
    EstimateRange,
    EstimateTooSmall,
    OneRun,
    OwnRun,
    RunEstimate,
    TwiceTheData,
    WasFor,
    WorkUnknown,
    dollars_of,
)
from engine.forms.parts.estimate_table import shown_of, table_of
from engine.forms.parts.own_speed import IfServed, each_measured, may_be_served, measured_on, own_speed
from engine.forms.parts.told import not_there, told_hours
from engine.forms.parts.unknown_work import (
    TimeItself,
    hours_formula,
    hours_of_what,
    is_sized,
    is_timed,
    missing,
    says_data,
    steps_unknown,
    time_first,
)
from engine.forms.parts.unpriced import on_itself, on_unpriced
from engine.forms.per_unit.copies import copies
from engine.forms.per_unit.month_of import month_of
from engine.forms.per_unit.serving_cost import served, serving_cost
from engine.forms.remarks.steps import StepsTake, by_hours, steps_take
from engine.forms.told.asked import of_decoding, of_told, pass_unknown, per_billion
from engine.forms.told.mfu import of_mfu
from engine.forms.told.month import is_sold_otherwise
from engine.options.assumptions import fill, refill
from engine.options.option import CostedOption, Named, costed
from engine.options.problem import Problem
from engine.verdict.forks import Case, answer_case
from engine.workload.equipment import about, of_role
from engine.workload.profile import Profile, Reading
from engine.workload.samples import cost_unknown
from knowledge.units import HOURS_PER_DAY

NAMES = ("candidates", "instances")  # slots
IN_CHIP_HOURS = frozenset({"how_many", "hours_on_chip"})  # cues: "how many H100-hours is it?"


def answer(asked: Asked) -> FactAnswer | None:
    """What the asker measured or was told is judged first, then whether it fits, then how long and how much."""
    if (steps := steps_take(asked.profile)) is not None:
        return _of_steps(steps, asked)
    problem = asked.problem
    if (used := both_used(problem)) is not None:
        return used
    if (decoded := of_decoding(problem, asked.reading)) is not None:
        return decoded
    if (reached := of_mfu(asked.reading, asked.library)) is not None:
        fitted = how_fast(asked) or FactAnswer(sentences=achieved(asked.profile, asked.facts, asked.library.evidence))
        return fitted.headed(reached).model_copy(update={"of_told": True})
    judged = own_speed(asked.reading, problem)
    if judged is not None and not _asks_more(asked):
        published = achieved(asked.profile, asked.facts, asked.library.evidence)
        served = how_fast(asked) if may_be_served(asked.reading) else None
        or_else = (IfServed(), served.headline) if served and served.headline else ()
        return FactAnswer(headline=judged, sentences=(*published, EstimateRange(basis=judged.basis), *or_else))
    if judged is None and (told := of_told(problem, asked.reading)) is not None:
        return told
    if is_sold_otherwise(problem, asked.reading):
        return None
    rest = _estimated(asked, problem)
    rest = with_hours_held(rest, asked.reading) if rest is not None else None
    itself = on_itself(problem)
    if rest is not None and itself is not None:
        rest = rest.headed(itself)
    fits = fit_answer(asked) if tells_fit(asked.reading) and not holds_hours(asked.reading) else None
    first = [entry for entry in (_was(asked), judged, fits.headline if fits else None) if entry is not None]
    if rest is None or not first:
        return rest or (fits if fits else FactAnswer(headline=judged) if judged else None)
    for entry in reversed(first):
        rest = rest.headed(entry)
    return rest


def _of_steps(steps: StepsTake, asked: Asked) -> FactAnswer:
    """The hours of the steps, and what they cost on the machine that was named."""
    timed = asked.reading.model_copy(update={"profile": by_hours(asked.profile)})
    problem = Problem(fill(timed, asked.library), asked.library, asked.day, brief=True)
    cost = on_unpriced(timed.profile, problem) or told_hours(problem) if asked.reading.profile.candidates else None
    if cost is None:
        return FactAnswer(headline=steps)
    return cost.headed(steps)


def _was(asked: Asked) -> WasFor | None:
    """ "Was that with LoRA?": yes or no, before what it is with it."""
    was, method = asked.reading.was, asked.profile.method
    return WasFor(was=was or "full", now=method, assumed=not was) if was is not None and method else None


def _asks_more(asked: Asked) -> bool:
    """Whether something is asked beside "is that normal": hours, dollars, or another machine."""
    own = measured_on(asked.reading)
    others = [one for one in about(asked.reading) if own is None or one.id != own.id]
    return bool(others) or not {"asks_time", "asks_cost"}.isdisjoint(asked.reading.cues)


def _estimated(asked: Asked, as_read: Problem) -> FactAnswer | None:
    """None where nothing is known of the work, or nothing on sale does it."""
    if told := card_speed(asked.reading, as_read):
        return told
    if (told := how_fast(asked)) or asks_speed_alone(asked):
        return told
    if told := serving_cost(question_of(asked)):
        return told
    if hours := hours_bought(asked.reading, asked.library, asked.day):
        return hours
    if not is_known(asked.reading):
        return _unknown(asked)
    if asks_tokens(asked.reading.cues, asked.profile) and asked.profile.task is None:
        said = asked.profile.model_copy(update={"task": "pretraining"})
        reading = asked.reading.model_copy(update={"profile": said})
        asked = Asked(reading, asked.library, asked.day, asked.found)
    case = _case(asked)
    profile = case.filled.profile
    problem = Problem(case.filled, asked.library, asked.day, brief=True)
    if measured_runs := each_measured(problem):
        return FactAnswer(headline=measured_runs[0], sentences=measured_runs[1:], filled=case.filled)
    told = on_unpriced(asked.profile, as_read)
    if told is None and "asks_time" not in asked.reading.cues and not is_repeated(asked.profile):
        told = told_hours(problem)
    if told := told or hours_of_what(problem):
        return told.model_copy(update={"whole": True}) if hours_alone(asked.reading) else told
    if cost_unknown(profile, asked.facts):
        return None
    own = _measured(case, asked)
    elsewhere = own is not None and _is_elsewhere(asked)
    sized = is_size_said(case, asked.reading) or not is_size_guessed(case, problem)  # a network by its name
    if not (own or sized or (is_timed(asked.profile) and _is_elsewhere(asked))):
        return _unknown(asked)
    unsaid = own is None and profile.by_month and case.filled.assumed("tokens_per_day")
    if unsaid and (told := served(question_of(asked))):
        return told  # nobody said how much: what one machine costs and serves
    options = [option for option in costed(case.options) if not option.at_hand or (option is own and not elsewhere)]
    # what was measured at hand outranks what was published
    lead = (None if elsewhere else own) or lead_of(options, case, asked.facts)
    if lead is None:
        return None
    case, options, lead = enough_for_it(case, options, lead, asked.library, asked.day)
    if (lighter := with_adapters(asked.reading, lead, profile)) is not None:
        told = _estimated(Asked(lighter, asked.library, asked.day, asked.found), as_read)
        if (told := on_what_was_said(told, _headline(lead, options, case, problem))) is not None:
            return told
    of_advice = asked.reading.work_form == "choose" and BETTER & set(asked.reading.cues)
    advised = asked.verdict.option if of_advice else None
    better, lead = beats(asked.reading, case, options, advised, asked.facts), advised or lead
    there: tuple[Reason, ...] = (_on_own(own),) if own is not None and elsewhere else ()
    there = (*on_unpriced_cards(lead, options, problem), *there)
    unit, said = unit_of(case, problem), asked.reading.profile
    data = data_bought(asked.profile, case, lead, unit)
    needed = tokens_needed(case, problem)
    lines: list[Reason] = [*needed, *better, _headline(lead, options, case, problem)]
    lines[len(lines) if BUYS not in asked.reading.cues else 0 : 0] = data
    lines[:0] = budget_holds(asked.reading, case.filled, lead) if unit is None else ()
    table = table_of(shown_of(options, lead, case.filled), lead, profile)
    return FactAnswer(
        headline=lines[0],
        sentences=(*lines[1:], *there, *_lines(lead, case, problem, asked.profile)),
        table=None if unit and unit != profile.tokens else table,
        questions=missing(asked.reading) if unit else (),
        filled=case.filled,
        verdict_below=is_repeated(said) and unit is None,
    )


def _measured(case: Case, asked: Asked) -> CostedOption | None:
    """The machines at hand where hours of a run there were said or follow; None beyond the peak of the chip."""
    profile, own = case.filled.profile, case.incumbent
    if own is None or not profile.current_hours_per_run or profile.task == "inference":
        return None
    peak = asked.facts.accelerators[own.accelerator].bf16_dense_tflops.value
    return own if own.speed.speed.likely <= peak else None


def _is_elsewhere(asked: Asked) -> bool:
    """Whether another machine is asked about than the one that it was measured on."""
    held = set(asked.profile.current_instances)
    return any(one.role in ("asked", "remedy") and one.id not in held for one in about(asked.reading))


def _on_own(own: CostedOption) -> OwnRun:
    return OwnRun(
        hours=own.run.hours.likely,
        chip=own.chip_name,
        chips=own.chips,
        usd=own.run.usd.likely,
        cites=own.price.cites[:1],
    )


def _unknown(asked: Asked) -> FactAnswer:
    """What the machines that were named cost an hour and a day; the rest is asked back."""
    book = asked.library.prices(asked.day)
    named = asked.of_chips.reading  # "TPU" alone names no machine that a price was asked of
    is_named = named.profile.candidates or named.profile.instances
    thing = next(iter(meant(named, asked.facts, book, 1, 1)), None) if is_named else None
    quote = book.near(thing, "on_demand", asked.profile.region) if thing else None
    count = (machines(asked.profile, thing) if thing else None) or 1
    hourly = quote.usd_per_hour.likely * count if quote else 0.0
    priced = thing is not None and quote is not None and "asks_cost" in asked.reading.cues
    problem = asked.problem
    unknown = WorkUnknown(
        of_size=problem.filled.assumed("parameters") or not is_sized(asked.reading),
        of_data=not says_data(asked.profile),
        instance=thing.id if thing and priced else "",
        machines=count,
        usd_per_hour=hourly,
        usd_per_day=hourly * HOURS_PER_DAY,
        purchase="on_demand" if quote else None,
        cites=quote.cites if quote and priced else (),
    )
    by_data, by_time = per_billion(problem, asked.reading), time_first(asked.reading)
    counted = steps_unknown(asked.reading) or (pass_unknown(asked.reading) if by_data is None else None)
    asks, doubts = missing(asked.reading), (WorkUnsaid(),)
    settles = TimeItself(
        machines=count if quote else 0,
        instance=thing.id if thing and quote else "",
        usd_per_hour=hourly,
        cites=quote.cites if quote else (),
    )
    rule = by_data or by_time or hours_formula(problem)
    first, *more = [counted] if counted else [line for line in (unknown, rule, None if by_time else settles) if line]
    return FactAnswer(headline=first, sentences=tuple(more), questions=asks, doubts=doubts)


def _case(asked: Asked) -> Case:
    """One run, unless more of them were said; a month of serving is a month. What it costs depends on no budget."""
    said = asked.profile
    if said.run_hours and "how_many" in asked.reading.cues and in_time(said):
        days = said.run_hours / HOURS_PER_DAY  # "how many GPUs do it in 10 hours": a deadline
        filled = refill(asked.case.filled, asked.library, cadence="one_off", run_hours=None, deadline_days=days)
        return answer_case(filled, asked.library, asked.day)
    reading = _about_what(asked)
    types = slices(said, asked.facts, asked.library.prices(asked.day))
    if said.budget_usd or types:
        changed: dict[str, object] = {"budget_usd": None, "budget_period": None}
        changed |= {"instances": types, "candidates": ()} if types else {}
        reading = reading.model_copy(update={"profile": said.model_copy(update=changed)})
    kept = asked.case.filled.profile.task == "inference" or said.cadence or said.runs or said.runs_per_month
    if kept and reading is asked.reading:
        return asked.case
    filled = fill(reading, asked.library)
    filled = filled if kept else refill(filled, asked.library, cadence="one_off")
    return answer_case(filled, asked.library, asked.day)


def _about_what(asked: Asked) -> Reading:
    """The reading with only the machines it asks about as candidates, where others were owned or quoted, too.

    "How long does a run take?", after "what about TPU?", is of what was recommended.
    """
    reading, said = asked.reading, asked.profile
    if reading.added and not reading.named:
        free = {name: tuple(one for one in getattr(said, name) if one not in reading.added) for name in NAMES}
        return reading.model_copy(update={"profile": said.model_copy(update=free)})
    ids = {one.id for one in about(reading)} | {one.id for one in of_role(reading, "compared")}
    others = {one.id for one in of_role(reading, "owned", "quoted")} - ids
    kept = tuple(name for name in said.candidates if name in ids)
    if not others or not kept or len(kept) == len(said.candidates):
        return reading
    return reading.model_copy(update={"profile": said.model_copy(update={"candidates": kept})})


def _headline(lead: CostedOption, options: list[CostedOption], case: Case, problem: Problem) -> Reason:
    profile, said = case.filled.profile, case.filled.reading.profile
    cheaper = cheaper_way(lead, options, case)
    unit = unit_of(case, problem)
    share = unit / profile.tokens if unit and profile.tokens else 1.0
    runs = runs_in_all(said, profile)
    values: dict[str, Any] = {
        "instance": lead.instance,
        "machines": lead.count,
        "chips": lead.chips,
        "chip": lead.chip_name,
        "purchase": lead.purchase,
        "usd": lead.run.usd.times(share),
        "cheaper": cheaper.run.usd.times(share) if cheaper else None,
        "cheaper_purchase": cheaper.purchase if cheaper else None,
        "is_named": lead.named >= Named.BY_CHIP,
        "runs": runs,
        "total_usd": lead.run.total(runs).likely if runs > 1 and unit is None else None,
        "not_there": not_there(lead, said, problem),
        "region": said.region,
        "assumed_parameters": profile.parameters if is_size_guessed(case, problem) else None,
        "assumed_tokens": unit,
        "published_tokens": profile.tokens if unit is None and of_makers(case.filled) else None,
        "cites": lead.cites,
    }
    if problem.monthly and not problem.queued:
        return month_of(lead, case, values)
    if lead.too_few is not None and (said.parameters or said.model):
        return EstimateTooSmall(**values, hours=lead.run.hours.times(share), said_chips=lead.too_few.said_chips)
    part = said.accelerator_count if lead.count == 1 and (said.accelerator_count or lead.chips) < lead.chips else None
    values |= (whole_run if unit else makers_took)(lead, case, problem)
    return RunEstimate(
        **values,
        part_chips=part,
        part_hours=lead.run.hours.likely * share * lead.chips / part if part else None,
        hours=lead.run.hours.times(share),
        chip_hours=lead.run.hours.likely * share * lead.chips,
        counts="how_many" in case.filled.reading.cues and in_time(said),
        in_chip_hours=bool(said.flops) and IN_CHIP_HOURS.issubset(case.filled.reading.cues),
        allowed_hours=profile.deadline_days * HOURS_PER_DAY if profile.deadline_days and unit is None else None,
        assumed_sample=profile.tokens_per_sample if case.filled.assumed("tokens_per_sample") else None,
        assumed_answer=profile.answer_tokens if problem.serving and case.filled.assumed("answer_tokens") else None,
        queued=problem.serving,
    )


def _lines(lead: CostedOption, case: Case, problem: Problem, said: Profile) -> Iterator[Reason]:
    """The sum, its range, and what changes it."""
    profile = case.filled.profile
    steps = {entry.label: entry.value.likely for entry in lead.steps}
    unit = unit_of(case, problem)
    if unit and unit != profile.tokens:
        yield EstimateRange(basis=lead.speed.basis, cites=lead.speed.cites[:2])
        return
    if not problem.serving:
        yield from work_of(lead, case, problem, steps)
    if not problem.serving or copies(case.filled.reading) <= lead.count:
        yield dollars_of(lead)
    told = "told" if ASKER in lead.speed.cites else lead.speed.basis
    yield EstimateRange(basis="own" if lead.at_hand else told, cites=lead.speed.cites[:2])
    if problem.serving or unit:
        return
    yield from on_more(lead, problem)
    if said.run_hours is not None and profile.task != "inference" and not (said.tokens or said.samples):
        twice = lead.run.hours.likely * 2
        yield TwiceTheData(hours=twice, usd=lead.run.usd.likely * 2)
    if not (said.cadence or said.runs or said.runs_per_month):
        yield OneRun()


ESTIMATE = Form(
    id="estimate",
    is_asked=is_asked,
    answer=answer,
    of_work=True,
    of_one=True,
    prices_decide=False,
    priced_by=frozenset({"asks_cost", "price_strong", "choice"}),
)

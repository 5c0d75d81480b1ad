"""How many machines a load of images, frames, clips or candidates takes, and what they cost.

chips = samples a second / (samples a second of one chip x the share of the hours it is busy), rounded up; of a job
the samples a second that its deadline asks for. One way for all kinds of models, whose speeds are data.
"""

from __future__ import annotations

import math

from engine.answers.model import AnswerRow, AnswerTable, FactAnswer
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.loads.counted import a_day_of, hours_at_work, shown_number, shown_of, unit_of
from engine.forms.loads.load import CLIPS, Load, load_of
from engine.forms.loads.loads_reasons import (
    Enough,
    JobOn,
    Line,
    LoadByPeak,
    LoadFrom,
    LoadLatency,
    LoadLive,
    LoadMeasure,
    LoadRanker,
    LoadSeconds,
    LoadTakes,
    LoadUnheld,
    LoadUnknown,
    LoadUsual,
)
from engine.forms.loads.model import Served, served_model
from engine.forms.loads.of_work import of_work
from engine.forms.loads.rates import CLIP_SECONDS, Rate
from engine.forms.loads.told_work import as_model, outlasts_zone, rate_told, tells_work, told_work
from engine.forms.loads.ways import SLIGHTLY, Today, Way, runs_now, ways
from engine.forms.per_unit.rates import Question
from engine.forms.served.shown import Part, Shown, shown_in
from engine.options.named import is_named
from engine.workload.profile import Profile
from engine.workload.samples import NO_TOKENS
from knowledge.facts import Accelerator
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH, MILLISECONDS_PER_SECOND, SECONDS_PER_HOUR

COUNTS = "counts_samples"  # the cue: a model of images, sound or rankings
ASKS = (
    "how_many", "asks_time", "asks_cost", "asks_bill", "which_way", "choice", "fit", "fit_least", "job_moves", "vs",
    "compare", "cost_of_month", "hours_of_data", "estimate", "estimate_strong", "asks_saving",
)  # fmt: skip
MEMORY = ("how_much_memory", "host_memory", "no_room", "memory_error")
WONDERS = ("is_normal", "judged", "slower", "mfu")  # at a speed that is had
COUNTED = ("how_many", "fit", "fit_least", "which_hardware", "asks_if")
ROWS, NAMED = 6, 3
ZONES = 2  # of which one may be lost
TINY = 3e8  # weights
EACH, SOME = "each_sample", 1000.0  # the cue of what one costs; so many of which are told
WAITS = frozenset({"throughput_only", "amount_a_month"})  # signals of work that comes in batches
OPEN = 10  # times as many at most as at least: no count


def asks(shown: Shown) -> bool:
    """Whether machines, time or money are asked for a load of samples that are served."""
    said = shown.said
    if shown.trains or shown.of_else or said.method is not None or shown.has(*MEMORY, *WONDERS):
        return False
    if said.epochs is not None or said.batch_size is not None:  # of training, in whatever words
        return False
    counted = shown.has(COUNTS) or said.architecture in NO_TOKENS
    amount = said.samples is not None or said.run_hours is not None
    rate = said.requests_per_second or rate_told(shown.text)
    told = (rate is not None or amount) and tells_work(shown.text, said)
    rated = said.samples_per_second is not None or (counted and said.requests_per_second is not None)
    rated = rated or (told and rate is not None)
    paid = counted and amount and (said.budget_usd or said.credits_usd) is not None and said.task is None
    rated = rated or paid
    live = counted and said.concurrent_users is not None and shown.has("how_many", "live_sound")
    each = counted and shown.has(EACH) and not amount and rate is None
    tiny = _is_tiny(said) and shown.has(*COUNTED, "choice", "asks_bill")
    ranks = told and amount and (said.candidates or said.instances)
    return each or rated or live or bool(ranks) or tiny or ((counted or told) and amount and shown.has(*ASKS))


def _is_tiny(said: Profile) -> bool:
    """Whether so many requests a second are of a network too small to write text, of which no more was told."""
    named = said.model is not None or said.variant is not None or said.answer_tokens is not None
    return not named and (said.parameters or TINY) < TINY and said.requests_per_second is not None


def answer(question: Question) -> FactAnswer | None:
    """None where the text is of no such model, and no rate of its samples was said."""
    facts, shown = question.library.facts, shown_in(question.reading)
    served = _told_served(question, shown) or served_model(shown.text, question.said, facts)
    family = facts.families.get(question.said.model or "")
    if family is not None and not (family.in_samples or family.encoder):
        return None  # a model that writes, beside a word that is also the name of another: a canary release
    if served is None:
        return _unnamed(question)
    now = runs_now(question)
    waits = (
        now is None and not WAITS.isdisjoint(question.reading.signals)
    ) or "chip_hours" in question.reading.sought.units
    load = load_of(served, question.said, question.library.constants, rate_told(shown.text), waits=waits)
    if load is None and shown.has(EACH):  # what one of them costs
        many = SOME * CLIPS if served.model.unit == "clip" else SOME
        load = Load(None, many, None, question.library.constants.likely("batch_utilization"))
    if load is None:
        return None
    zones = ZONES if load.rate is not None and outlasts_zone(shown.text) else 1
    found = [one.times(zones) for one in ways(question, served, load, without=now.name if now else "")]
    if not found:
        return _by_seconds(served.model.name, unit_of(served), load)
    return _told(question, served, load, found, now)


def _told(question: Question, served: Served, load: Load, found: list[Way], now: Today | None) -> FactAnswer:
    lead = found[0]
    first = (
        _takes(question, served, load, found, now) if load.rate is not None else _job(question, served, load, found)
    )
    lines: list[Reason] = [comes_from(lead.chip, lead.rate, served), *of_work(question, served, load, lead)]
    if served.model.kind == "recommender":
        lines.append(LoadRanker(weights=question.said.parameters, taken=served.model.parameters))
    elif not served.is_sized and served.work is None:
        lines.append(LoadUsual(model=served.model.name))
    lines += _unheld(question, found)
    if load.passes > 1:
        lines.append(LoadLive(passes=load.passes))
    if question.said.latency_ms is not None:
        lines.append(LoadLatency(limit=question.said.latency_ms, busy=load.busy))
    if load.rate is not None and lead.rate.basis != "measured":
        lines.append(LoadMeasure(unit=unit_of(served), rate=shown_of(served, load.rate), busy=load.busy))
    return FactAnswer(headline=first, sentences=tuple(lines), table=_table(found, lead, load, served))


def _takes(question: Question, served: Served, load: Load, found: list[Way], now: Today | None) -> LoadTakes:
    lead = found[0]
    named = _is_named(question)
    rows = found[:NAMED] if named else found[:1]
    usd = Interval(lead.least, lead.machines, lead.most).times(lead.usd.likely / lead.machines)
    said = question.said.parameters or 0.0
    weights = said if served.model.kind == "recommender" and said > served.model.parameters else None
    saves = Interval(now.usd - usd.high, now.usd - usd.likely, now.usd - usd.low) if now else None
    part = hours_at_work(served, load, lead)
    return LoadTakes(
        rows=tuple(_line(way) for way in rows),
        unit=unit_of(served),
        rate=shown_of(served, load.rate or 0.0),
        a_day=a_day_of(served, load),
        model=served.model.name,
        steps=served.steps,
        side=served.side,
        busy=load.busy,
        purchase=lead.purchase,
        is_open=lead.most > OPEN * lead.least,
        usd_each=lead.usd_per_hour,
        taken=served.model.parameters if weights else None,
        weights=weights,
        enough=_enough(lead, shown_in(question.reading)),
        used=_used(lead, load),
        carried=_carried(lead, served, load),
        said_machines=_said_machines(lead),
        is_named=named,
        today=_name(now, question) if now else "",
        today_machines=now.machines if now else 0,
        today_usd=now.usd if now else 0.0,
        saves=saves if saves and saves.likely > 0 else None,
        work=served.work,
        part_hours=part,
        part_usd=part * lead.usd_per_hour,
        zones=lead.zones,
        more=-saves.likely if saves and saves.likely <= 0 else None,
        cites=(*(cite for way in rows for cite in way.cites), *(now.cites if now else ())),
    )


def _job(question: Question, served: Served, load: Load, found: list[Way]) -> JobOn:
    lead, named = found[0], _is_named(question)
    hours = lead.hours or Interval.exactly(0.0)
    others = [way for way in found[1:NAMED] if named and way.hours is not None]
    return JobOn(
        instance=lead.instance.id,
        chip=lead.chip.name,
        machines=lead.machines,
        least=lead.least,
        needed=lead.needed,
        most=lead.most,
        is_said=lead.is_said,
        part=lead.chips if lead.chips < lead.machines * lead.instance.count else None,
        hours=hours,
        chip_hours=hours.times(lead.chips),
        usd=lead.usd,
        usd_per_hour=lead.usd_per_hour,
        purchase=lead.purchase,
        asked_purchase=question.said.purchase or lead.purchase,
        unit=unit_of(served),
        number=shown_number(served, load),
        model=served.model.name,
        steps=served.steps,
        side=served.side,
        busy=load.busy,
        days=load.days,
        monthly=load.monthly,
        each_usd=lead.usd.times(1 / shown_number(served, load)) if shown_in(question.reading).has(EACH) else None,
        at_once=math.ceil(hours.times(lead.chips).likely / lead.instance.count / HOURS_PER_MONTH),
        hours_allowed=load.days * HOURS_PER_DAY if load.days else None,
        is_named=named,
        work=served.work,
        enough_usd=question.said.credits_usd or question.said.budget_usd,
        others=tuple(
            (way.instance.id, way.chip.name, way.machines, way.hours.likely, way.usd.likely)
            for way in others
            if way.hours is not None
        ),
        cites=(*lead.cites, *(cite for way in others for cite in way.cites)),
    )


def _told_served(question: Question, shown: Shown) -> Served | None:
    """A model whose cost the text tells; of encoders only where several machines are to be ranked for a job."""
    said, facts = question.said, question.library.facts
    work = told_work(shown.text, said, facts)
    family = facts.families.get(said.model or "")
    if work is None or (family is not None and (said.samples is None or not _ranks_kinds(question))):
        return None
    ranks = any(part.thing == "candidate" for one in question.reading.chains for part in one.parts)
    texts = said.samples is not None and rate_told(shown.text) is None
    return Served(as_model(work, ranks=ranks, texts=texts), True, None, None, 1.0, work)


def _ranks_kinds(question: Question) -> bool:
    """Whether chips of several kinds are to be ranked, which a job on the cheapest does not."""
    facts, said = question.library.facts, question.said
    chips = [facts.accelerators[name] for name in said.candidates if name in facts.accelerators]
    return len(chips) >= NAMED or len({chip.family for chip in chips}) > 1


def comes_from(chip: Accelerator, rate: Rate, served: Served) -> Reason:
    """What one chip does, and what that rests on."""
    unit = unit_of(served)
    if served.work is not None:
        return LoadByPeak(
            chip=chip.name,
            unit=unit,
            speed=rate.speed,
            peak=chip.bf16_dense_tflops.value,
            share=rate.row.published,
            eight=_in_eight(chip),
            cites=(rate.row.source,),
        )
    times = CLIP_SECONDS if unit == "hour" else 1.0
    return LoadFrom(
        chip=chip.name,
        unit=unit,
        speed=rate.speed.times(times),
        basis=rate.basis,
        other=rate.row.chip.name,
        other_model=rate.row.model,
        published=rate.row.published * times,
        software=rate.row.software,
        gain=rate.gain,
        steps=rate.row.steps,
        cites=(rate.row.source,),
    )


def _in_eight(chip: Accelerator) -> float | None:
    """Times the 16-bit peak; None where a chip is no faster in 8 bits."""
    eight = chip.fp8_dense_tflops
    times = eight.value / chip.bf16_dense_tflops.value if eight else 1.0
    return times if times > 1 else None


def _unheld(question: Question, found: list[Way]) -> list[Reason]:
    """What was named and has no row: no speed of its maker is held for such a model, or it does not hold it."""
    facts, said = question.library.facts, question.said
    rows = {way.instance.id for way in found} | {way.chip.id for way in found}
    now = runs_now(question)
    mine = now.name if now else ""
    left = [name for name in said.instances if name not in rows and name != mine]
    chips = [facts.accelerators[name] for name in said.candidates if name in facts.accelerators and name != mine]
    left += [chip.name for chip in chips if not any(is_named(way.chip, frozenset({chip.id})) for way in found)]
    return [LoadUnheld(names=tuple(left))] if left else []


def _unnamed(question: Question) -> FactAnswer | None:
    """By seconds of one sample, where so many a second were said of a model that is none of ours; None of text."""
    said = question.said
    family = question.library.facts.families.get(said.model or "")
    named = (said.model is not None or said.variant is not None) and not (family and family.in_samples)
    asked = shown_in(question.reading).has(*COUNTED, "choice", "buys_it")
    of_requests = _is_tiny(said) or bool(family and family.in_samples)
    rate = said.samples_per_second or (said.requests_per_second if of_requests else None)
    if rate is None or named or not asked:
        return None
    share = said.utilization or question.library.constants.likely("steady_utilization")
    return _by_seconds(family.name if family else "", "sample", Load(rate, None, None, share))


def _by_seconds(model: str, unit: str, load: Load) -> FactAnswer:
    """Chips = samples a second x seconds of one / the share they are busy, as a formula and at two times."""
    times = CLIP_SECONDS if unit == "hour" else 1.0
    wanted = load.rate or (load.number or 0.0) / ((load.days or 1.0) * HOURS_PER_DAY * SECONDS_PER_HOUR)
    first = LoadUnknown(
        model=model,
        unit=unit,
        rate=load.rate * times if load.rate else None,
        number=load.number,
        days=load.days,
        busy=load.busy,
        alone_ms=load.busy / wanted * MILLISECONDS_PER_SECOND,
        at_one=max(1, math.ceil(wanted / load.busy - SLIGHTLY)),
    )
    return FactAnswer(headline=first, questions=(LoadSeconds(unit=unit),))


def _table(found: list[Way], lead: Way, load: Load, served: Served) -> AnswerTable:
    """A row for each machine."""
    last = "usd_a_month" if load.rate is not None else "usd_of_job"
    times = CLIP_SECONDS if unit_of(served) == "hour" else 1.0
    rows = [
        AnswerRow(
            cells=(
                f"{way.machines} x {way.instance.id} ({way.chip.name})",
                way.rate.speed.likely * times,
                way.usd_per_hour,
                way.all_usd_per_hour if way.hours is None else way.hours.likely,
                way.usd.likely,
            ),
            cites=way.cites[:1],
            is_best=way is lead,
        )
        for way in found[:ROWS]
    ]
    middle = "all_hourly" if load.rate is not None else "run_hours"
    return AnswerTable(words="loads", columns=("machine", "each_second", "hourly", middle, last), rows=tuple(rows))


def _name(now: Today, question: Question) -> str:
    """The type of a machine, or the name of a chip."""
    chip = question.library.facts.accelerators.get(now.name)
    return chip.name if chip else now.name


def _said_machines(way: Way) -> int:
    return max(1, way.said_chips // way.instance.count)


def _used(way: Way, load: Load) -> Interval | None:
    chips = _said_machines(way) * way.instance.count
    return way.rate.speed.times(chips).inverse().times(load.rate or 0.0) if way.is_said and load.rate else None


def _carried(way: Way, served: Served, load: Load) -> float | None:
    chips = _said_machines(way) * way.instance.count
    return shown_of(served, way.rate.speed.likely * chips * load.busy) if way.is_said else None


def _enough(way: Way, shown: Shown) -> Enough | None:
    """Whether the machines that were said are enough, where that is asked, and not how many are."""
    if not way.is_said or shown.has("how_many"):
        return None
    said = _said_machines(way)
    if way.most <= said:
        return "yes"
    return "no" if way.least > said else "maybe"


def _line(way: Way) -> Line:
    each = way.all_usd_per_hour
    ends = way.machines, way.least, way.most
    return (way.instance.id, way.chip.name, *ends, way.instance.count, each, way.usd.likely)


def _is_named(question: Question) -> bool:
    said = question.said
    return bool(said.candidates or said.instances)


LOADS = Part(asks, answer)

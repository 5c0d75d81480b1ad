"""Whether a job that comes again is to move to another chip: what a run saves there, times the runs, against the
port."""

from __future__ import annotations

import math
from typing import Literal

from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.costed.lead import by_usd
from engine.forms.parts.estimate_reasons import EstimateRange
from engine.forms.parts.estimate_table import UNASKED
from engine.forms.parts.headline import model_of
from engine.forms.per_unit.rates import Question
from engine.forms.served.jobs import as_served, laid_out, options_of, questions_of
from engine.forms.served.jobs import asks as asks_of_job
from engine.forms.served.shown import Part, Shown, shown_in
from engine.options.named import is_named
from engine.options.option import CostedOption
from engine.options.problem import Problem
from engine.workload.conditions import FAMILIES
from engine.workload.samples import serves_samples
from knowledge.facts import Cloud, Facts, Purchase
from knowledge.units import HOURS_PER_MONTH, MONTHS_PER_YEAR

MOVES = "job_moves"  # the cue
SAVES = 0.02  # of the dollars of a run: less is no saving
Verdict = Literal["yes", "no", "dearer"]


class JobMoves(Reason, code="job_moves"):
    """Dollars of a run here and there, the runs of a year, the port, and the runs after which it is paid; "dearer"
    where a run there costs as much or more."""

    verdict: Verdict
    here: str
    here_chip: str
    here_usd: float
    there: str
    there_chip: str
    there_usd: Interval
    runs: float
    saved: float  # by all of them
    port_usd: Interval
    pays_off: float | None
    surely: bool  # even at the high end of the range there
    basis: str


class MoveSide(Reason, code="move_side"):
    """One of the two: the machines that end a run before the next, its hours on them and its dollars."""

    instance: str
    chip: str
    machines: int
    chips: int
    purchase: Purchase
    usd_per_hour: float
    hours: float
    usd: Interval
    precision: str


class JobRead(Reason, code="job_read"):
    """What a run reads and writes; an encoder writes nothing."""

    requests: float
    prompt: float
    answer: float | None
    model: str
    parameters: float
    assumed_size: bool


def asks(shown: Shown) -> bool:
    """Whether a move is asked about, of a job, and two machines are named."""
    named = set(shown.said.candidates) - FAMILIES | set(shown.said.instances)
    return shown.has(MOVES) and len(named) == 2 and asks_of_job(shown)


def answer(question: Question) -> FactAnswer | None:
    """None where one of the two does not do the job or is not sold."""
    shown, facts = shown_in(question.reading), question.library.facts
    served = as_served(shown, question)
    if serves_samples(served, facts):
        return None
    free = served.model_copy(update={"current_instances": (), "current_count": None})
    job, filled = laid_out(shown, free, question, in_time=False)
    here_name, there_name = _sides(shown)
    _, options = options_of(filled, question)
    there = _cheapest(options, there_name, facts)
    here = _cheapest(options, here_name, facts, there.cloud if there else None)
    if job is None or here is None or there is None:
        return None
    a_month = shown.said.runs_per_month or 0.0
    runs = shown.said.runs or a_month * MONTHS_PER_YEAR or 1.0
    allowed = HOURS_PER_MONTH / a_month if a_month > 1 else None  # the next run begins then
    text = JobRead(
        requests=job.requests,
        prompt=job.prompt,
        answer=job.answer,
        model=model_of(Problem(filled, question.library, question.day, brief=True)),
        parameters=filled.profile.parameters or 0.0,
        assumed_size=filled.reading.profile.parameters != shown.said.parameters,
    )
    rests = EstimateRange(basis=_weaker(here, there), cites=(*here.speed.cites[:1], *there.speed.cites[:1]))
    return FactAnswer(
        headline=_moves(here, there, runs),
        sentences=(_side(here, allowed), _side(there, allowed), text, rests),
        questions=questions_of(job),
        filled=filled,
    )


def _side(option: CostedOption, allowed: float | None) -> MoveSide:
    """As many machines as end a run in the time that it has, at the same dollars; one where nobody said how much."""
    hours = option.run.hours.likely * option.count
    machines = max(1, math.ceil(hours / allowed)) if allowed else option.count
    return MoveSide(
        instance=option.instance,
        chip=option.chip_name,
        machines=machines,
        chips=machines * option.chips // option.count,
        purchase=option.purchase,
        usd_per_hour=option.price.usd_per_hour.likely,
        hours=hours / machines,
        usd=option.run.usd,
        precision=option.serving.precision if option.serving else "",
        cites=(*option.price.cites[:1], *option.speed.cites[:1]),
    )


def _moves(here: CostedOption, there: CostedOption, runs: float) -> JobMoves:
    now, then, port = here.run.usd.likely, there.run.usd, there.port.usd
    saved = now - then.likely
    pays = port.likely / saved if saved > SAVES * now else None
    verdict: Verdict = "dearer" if pays is None else "yes" if pays <= runs else "no"
    return JobMoves(
        verdict=verdict,
        here=here.instance,
        here_chip=here.chip_name,
        here_usd=now,
        there=there.instance,
        there_chip=there.chip_name,
        there_usd=then,
        runs=runs,
        saved=saved * runs,
        port_usd=port,
        pays_off=pays,
        surely=port.high <= (now - then.high) * runs,
        basis=_weaker(here, there),
        cites=tuple(dict.fromkeys((*here.cites[:3], *there.cites[:3], *there.port.cites))),
    )


def _sides(shown: Shown) -> tuple[str, str]:
    """What it runs on, as the asker said, else what is named first; and the other."""
    said = shown.said
    named = [name for name in (*said.candidates, *said.instances) if name not in FAMILIES]
    today = [name for name in named if name in said.current_instances]
    first = today[0] if today else named[0]
    return first, next(name for name in named if name != first)


def _cheapest(
    options: list[CostedOption], name: str, facts: Facts, cloud: Cloud | None = None
) -> CostedOption | None:
    """On demand where it is sold so; in `cloud`, where it is sold there."""
    found = [
        one
        for one in options
        if one.instance == name or is_named(facts.accelerators[one.accelerator], frozenset({name}))
    ]
    found = [one for one in found if one.cloud == cloud] or found
    open_ways = [one for one in found if one.purchase not in UNASKED]
    plain = [one for one in open_ways if one.purchase == "on_demand"]
    return min(plain or open_ways, key=by_usd, default=None)


def _weaker(here: CostedOption, there: CostedOption) -> str:
    """What the less sure of both speeds is from."""
    return "extrapolated" if "extrapolated" in (here.speed.basis, there.speed.basis) else here.speed.basis


MOVE = Part(asks, answer)

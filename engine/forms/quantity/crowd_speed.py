"""Tokens a second in all, and for each, where so many requests run at once on the machines that were named.

tokens/s = requests at once / seconds between tokens (engine/serving/roofline.py); more than there is room for wait. A
rate of all that somebody measured is held against that, and against the bandwidth: each step reads the weights once.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal

from engine.answers.model import FactAnswer
from engine.base.evidence import Basis
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.parts.estimate_reasons import EstimateRange
from engine.forms.parts.hardware import Hardware
from engine.forms.parts.headline import model_of
from engine.forms.quantity.paced import of_length
from engine.forms.quantity.slots import Serving, context_of, is_alone, is_single, precision_on, serving, speculates
from engine.forms.served.told_serving import told_pace
from engine.options.assumptions import refill
from engine.options.problem import Problem
from engine.options.serving_plan import serving_run
from engine.serving.roofline import batch_held
from engine.speed.serving_model import served
from knowledge.facts import Accelerator
from knowledge.units import BYTES_PER_GB

SPEED = "token_speed"  # a cue
JUDGED = frozenset({"judged", "is_normal"})  # cues: whether what was measured is to be expected
FEW, MOST = 2, 5_000  # requests at once
_WHO = (
    r"(?:running|concurrent\w*|simultaneous\w*|parallel\w*|at once|in flight|streams?|sequences?|seqs?|requests?"
    r"|users?|people|students?|pupils?|devs?|developers?|engineers?|employees?|colleagues|agents?|chats?|sessions?|clients?"
    r"|gleichzeitig\w*|Nutzer\w*|Studierende\w*|Schüler\w*|Entwickler\w*|Anfragen|utilisateurs?|étudiants?|élèves?"
    r"|requêtes?|estudiantes?|alumnos?|usuarios?|usuários?|alunos?|студент\w*|пользовател\w*|запрос\w*"
    r"|个?(?:学生|用户|并发|请求)|名(?:学生|用户)|路并发|人|명|개)"
)
_CROWD = re.compile(
    rf"(?<![\w.,$])(\d{{1,4}})\s*(?:x\s*)?(?:[a-z-]+\s+){{0,1}}?{_WHO}(?![a-z])"
    r"|(?:batch(?: size)?(?: of)?|bs|concurrency(?: of)?|max[-_]num[-_]seqs)\s*[=:]?\s*(\d{1,4})(?![\w.,])",
    re.IGNORECASE,
)


Keeps = Literal["yes", "perhaps", "no"]
Told = Literal["impossible", "above", "within", "below"]


class CrowdSpeed(Reason, code="crowd_speed"):
    """`requests` at once of which `running` have room: tokens/s of all and of each; `context` tokens each, 0: usual.

    `asked`: each or all, whichever comes first.
    """

    model: str
    parameters: float
    precision: str
    chip: str
    chips: int
    requests: int
    running: int
    tokens_s: Interval
    each: Interval
    ttft_ms: float
    context: float
    prompt_tokens: float
    answer_tokens: float
    asked: str
    pace: float | None  # tokens/s that each is to have, where it was said
    keeps: Keeps | None  # whether each of them has it
    measured: float | None  # tokens/s of all that runs today, where it was said
    told: Told | None  # how that stands to the range; impossible: more than the bandwidth allows to be written
    most: float | None  # tokens/s of all that the bandwidth allows; None where it is not known


def crowd_said(asked: Asked) -> int:
    """How many at once; 0 where nobody says."""
    told = asked.profile.concurrent_users
    if told is None and (match := _CROWD.search(asked.reading.text)) is not None:
        told = int(match[1] or match[2])
    return told if told is not None and FEW <= told <= MOST else 0


def crowd_speed(asked: Asked) -> FactAnswer | None:
    """None where no speed with so many at once is asked of a model that writes text, on machines that are named."""
    crowd = crowd_said(asked)
    known = serving(asked) if crowd else None
    if known is None or not known.hardware or not asked.reading.hardware or asked.profile.tokens_per_day:
        return None
    sought, text = asked.reading.sought, asked.reading.text
    judged = bool(asked.profile.current_tokens_per_second) and not JUDGED.isdisjoint(asked.reading.cues)
    if not sought.units and not judged and not ("rate" in sought.predicates and SPEED in asked.reading.cues):
        return None
    each = "tokens_s_each" in sought.units or (not sought.units and is_alone(text))
    first = "each" if each and not is_single(text) else "all"
    lines = tuple(line for kind in known.hardware if (line := _line(known, kind, crowd, first)) is not None)
    if not lines:
        return None
    basis: Basis = "extrapolated"
    return FactAnswer(headline=lines[0], sentences=(*lines[1:], EstimateRange(basis=basis, cites=lines[0].cites[:2])))


def crowd_told(asked: Asked) -> FactAnswer | None:
    """The same only where a rate of all was measured, and whether it is to be expected is asked."""
    judged = asked.profile.current_tokens_per_second and not JUDGED.isdisjoint(asked.reading.cues)
    return crowd_speed(asked) if judged and (asked.profile.batch_size or 1) > 1 else None


def _line(known: Serving, kind: Hardware, crowd: int, first: str) -> CrowdSpeed | None:
    if kind.chip is None:
        return None
    chips, base = max(1, kind.said), known.problem
    precision = precision_on(known, kind.chip)
    problem = Problem(refill(base.filled, base.library, precision=precision), base.library, base.day, brief=True)
    context = context_of(known) or base.filled.reading.profile.tokens_per_sample
    run = of_length(serving_run(problem, kind.chip, chips), context)
    held = batch_held(run, problem.library.serving_fit.shares)
    if held < 1:
        return None
    running = min(crowd, int(held))
    at = served(replace(run, batch=float(running)), kind.chip.id, problem.library)
    everything = at.tokens_per_second.times(chips)
    each, pace = everything.times(1 / running), told_pace(base.filled.reading.text)
    measured = None if pace else base.filled.reading.profile.current_tokens_per_second
    most = (
        None if speculates(base.filled.reading.text) else _most(problem, kind.chip, chips, running, run.weight_bytes)
    )
    return CrowdSpeed(
        model=model_of(problem),
        parameters=problem.shape.parameters,
        precision=precision,
        chip=kind.name,
        chips=chips,
        requests=crowd,
        running=running,
        tokens_s=everything,
        each=each,
        pace=pace,
        keeps=_keeps(each, pace, all_run=running == crowd) if pace else None,
        measured=measured,
        told=_told(measured, everything, most) if measured else None,
        most=most,
        ttft_ms=at.ttft_ms,
        context=context or 0.0,
        prompt_tokens=run.input_tokens,
        answer_tokens=run.output_tokens,
        asked=first,
        cites=at.cites[:2],
    )


def _keeps(each: Interval, pace: float, *, all_run: bool) -> Keeps:
    if not all_run or each.high < pace:
        return "no"
    return "yes" if each.low >= pace else "perhaps"


def _most(problem: Problem, chip: Accelerator, chips: int, running: int, weight_bytes: float) -> float | None:
    """Running x bandwidth / bytes of the weights that a step reads: of experts at least those of one token."""
    if chip.hbm_gbps is None:
        return None
    return running * chips * chip.hbm_gbps.value * BYTES_PER_GB / (problem.shape.active_parameters * weight_bytes)


def _told(measured: float, expected: Interval, most: float | None) -> Told:
    if most is not None and measured > most:
        return "impossible"
    if measured > expected.high:
        return "above"
    return "within" if measured >= expected.low else "below"

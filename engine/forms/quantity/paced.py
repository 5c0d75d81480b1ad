"""Tokens a second in all on the machines that were named, where each user is to have a pace, and dollars a million.

The batch is the largest whose mean time between tokens keeps the pace (engine/serving/roofline.py), at the likely
speed and at both ends of its 80% interval; tokens/s in all = users x pace. $ a million = $ an hour / tokens an hour.
"""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.base.evidence import Basis
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.parts.estimate_reasons import EstimateRange
from engine.forms.parts.hardware import Hardware
from engine.forms.parts.headline import model_of
from engine.forms.quantity.bought import Bought, bought
from engine.forms.quantity.slots import Serving, pace_wanted, precision_on, serving
from engine.options.assumptions import refill
from engine.options.problem import Problem
from engine.options.serving_plan import Chosen, choose, serving_run
from engine.serving.roofline import ServingRun, batch_held, batch_within, pace_at, prefill_seconds, tpot_seconds
from engine.speed.serving_model import served
from knowledge.facts import Purchase
from knowledge.units import MILLION, SECONDS_PER_HOUR

PLAIN: tuple[Purchase, ...] = ("on_demand", "capacity_block")  # the first that is sold, where no way was said
_WAYS: tuple[tuple[Purchase, re.Pattern[str]], ...] = (  # as they are asked for
    (
        "on_demand",
        re.compile(r"on[- ]?demand|按需|オンデマンド|온디맨드|à la demande|bajo demanda|sob demanda", re.I),
    ),
    (
        "reserved_1yr",
        re.compile(r"(?<!\d)(?:1|one|ein|un)[- ]?(?:y(?:ea)?r?s?\b|jahr|an\b|año|ano\b)|一年|1년|1 ?год", re.I),
    ),
    (
        "reserved_3yr",
        re.compile(
            r"(?<!\d)(?:3|three|drei|trois|tres|três)[- ]?(?:y(?:ea)?r?s?\b|jahre|ans\b|años|anos)|三年|3년", re.I
        ),
    ),
    ("spot", re.compile(r"\bspot\b|竞价", re.I)),
    ("capacity_block", re.compile(r"capacity block", re.I)),
    ("savings_plan", re.compile(r"savings? plan", re.I)),
)
DOLLARS = "usd_mtok"


class Rate(NamedTuple):
    """Users at once and tokens a second of all, at the low end of the speed, the likely one and the high end."""

    users: Interval
    tokens_s: Interval
    cites: tuple[str, ...]
    extrapolated: bool


class WayCosts(NamedTuple):
    """Dollars a million tokens one way to buy, at the high, likely and low speed; `usd` an hour of all machines."""

    way: Purchase
    machines: int
    instance: str
    usd: float
    per_million: float
    low: float
    high: float


class PacedRate(Reason, code="paced_rate"):
    """Tokens a second of all users together, and what a million costs each way to buy; `pace` 0: none was said, and
    as many are served at once as there is room for. `dollars`: whether they are asked for, and come first."""

    model: str
    parameters: float
    precision: str
    chip: str
    chips: int
    pace: float
    users: Interval
    tokens_s: Interval
    prompt_tokens: float
    answer_tokens: float
    share: float
    ways: tuple[WayCosts, ...]
    unheld: tuple[Purchase, ...]  # ways to buy that were asked for, of which no price is held
    dollars: bool


def paced(asked: Asked) -> FactAnswer | None:
    """None where no speed in all or dollars a token are asked of a model on machines that are named."""
    known = serving(asked)
    if known is None or not known.hardware or not asked.reading.hardware:
        return None
    if asked.profile.concurrent_users or asked.profile.requests_per_second or asked.profile.tokens_per_day:
        return None  # traffic that is told: what it takes is costed elsewhere
    units, pace = asked.reading.sought.units, pace_wanted(asked)
    if pace is None and DOLLARS not in units:
        return None  # the speed of a full server is told there
    dollars = DOLLARS in units and "tokens_s" not in units[: units.index(DOLLARS)]
    lines = tuple(line for kind in known.hardware if (line := _line(known, kind, pace or 0.0, dollars=dollars)))
    if not lines:
        return None
    first, *others = lines
    basis: Basis = "measured" if not _rate_of(known, known.hardware[0], pace or 0.0).extrapolated else "extrapolated"
    return FactAnswer(headline=first, sentences=(*others, EstimateRange(basis=basis, cites=first.cites[:2])))


def _line(known: Serving, kind: Hardware, pace: float, *, dollars: bool) -> PacedRate | None:
    chips = max(1, kind.said)
    rate = _rate_of(known, kind, pace)
    if rate.tokens_s.high <= 0 or kind.chip is None:
        return None
    here = _at(known, kind)
    share = here.filled.reading.profile.utilization or 1.0
    wanted = _asked(here)
    costed = {one.way: _costs(one, rate.tokens_s, share, chips) for one in bought(here, kind, chips, wanted or PLAIN)}
    ways = tuple(costed.values()) if wanted else tuple(costed.values())[:1]
    return PacedRate(
        model=model_of(here),
        parameters=here.shape.parameters,
        precision=precision_on(known, kind.chip),
        chip=kind.name,
        chips=chips,
        pace=pace,
        users=rate.users,
        tokens_s=rate.tokens_s,
        prompt_tokens=here.profile.prompt_tokens or 0.0,
        answer_tokens=here.profile.answer_tokens or 0.0,
        share=share,
        ways=ways,
        unheld=tuple(way for way in wanted if way not in costed),
        dollars=dollars and any(way.low for way in ways),
        cites=rate.cites,
    )


def _at(known: Serving, kind: Hardware) -> Problem:
    problem = known.problem
    if kind.chip is None:
        return problem
    filled = refill(problem.filled, problem.library, precision=precision_on(known, kind.chip))
    return Problem(filled, problem.library, problem.day, brief=True)


def _asked(problem: Problem) -> tuple[Purchase, ...]:
    """The ways to buy that the text names, in this order; none where it names none."""
    text, said = problem.filled.reading.text, problem.filled.reading.profile.purchase
    return tuple(way for way, words in _WAYS if words.search(text) or way == said)


def _costs(one: Bought, speed: Interval, share: float, chips: int) -> WayCosts:
    """Of the chips alone, of a machine that has more of them: the others serve as much."""
    hourly = one.usd_per_chip_hour * chips

    def per_million(tokens_s: float) -> float:
        return hourly / (tokens_s * share * SECONDS_PER_HOUR) * MILLION if tokens_s > 0 else 0.0

    return WayCosts(
        way=one.way, machines=one.machines, instance=one.instance, usd=one.usd_per_hour,
        per_million=per_million(speed.likely), low=per_million(speed.high), high=per_million(speed.low),
    )  # fmt: skip


def _rate_of(known: Serving, kind: Hardware, pace: float) -> Rate:
    """The best of the ways to join the chips, by tokens a second in all."""
    problem, chips = _at(known, kind), max(1, kind.said)
    nothing = Rate(Interval.exactly(0.0), Interval.exactly(0.0), (), extrapolated=False)
    if kind.chip is None:
        return nothing
    if not pace and kind.types:
        return full_rate(problem, kind, chips) or nothing
    best = nothing
    for joined in (size for size in range(1, chips + 1) if chips % size == 0):
        run = serving_run(problem, kind.chip, joined)
        if batch_held(run, problem.library.serving_fit.shares) < 1:
            continue
        found = _rate(problem, kind.chip.id, run, pace, chips // joined)
        if found.tokens_s.likely > best.tokens_s.likely or found.tokens_s.high > best.tokens_s.high:
            best = found
    return best


def full_rate(problem: Problem, kind: Hardware, chips: int) -> Rate | None:
    """As serving plans fill a machine within the usual latency."""
    made = (choose(problem, one, 1) for one in kind.types if one.count >= chips)
    found = [one for one in made if isinstance(one, Chosen) and one.joined <= chips]
    best = max(found, key=lambda one: one.at.tokens_per_second.likely, default=None)
    if best is None:
        return None
    users = Interval.exactly(best.at.batch * (chips // best.joined))
    return Rate(users, best.at.tokens_per_second.times(chips), best.at.cites, best.at.extrapolated)


def _rate(problem: Problem, chip: str, run: ServingRun, pace: float, groups: int) -> Rate:
    fit = problem.library.serving_fit
    held = batch_held(run, fit.shares)
    most = min(held, problem.library.published_batch.get(run.platform, held))
    full = served(replace(run, batch=most), chip, problem.library)
    spread = full.tokens_per_second
    if not pace:
        users = Interval.exactly(most * groups)
        return Rate(users, spread.times(run.chips * groups), full.cites, full.extrapolated)
    factor = fit.factor(run.marks)
    ends = (factor * end / spread.likely for end in (spread.low, spread.likely, spread.high))
    found = [users_at(run, most, pace, at, fit.shares) * groups for at in ends]
    users = Interval(*found)
    return Rate(users, users.times(pace), full.cites, full.extrapolated)


def of_length(run: ServingRun, context: float | None) -> ServingRun:
    """The run where each request holds so many tokens, of which all but the last turn are cached from turns before.

    A turn of a chat asks no more than it is answered.
    """
    if context is None or context <= run.input_tokens + run.output_tokens:
        return run
    turn = min(run.input_tokens, run.output_tokens)
    return replace(run, kv_bytes=run.kv_bytes * context / (turn + run.output_tokens), input_tokens=turn)


def users_at(run: ServingRun, most: float, pace: float, factor: float, shares: dict[str, float]) -> float:
    """Users of one group that keep the pace where times are divided by `factor`; 0 where not even one does."""
    prefill, limit = prefill_seconds(run, shares), factor / pace
    if tpot_seconds(run, pace_at(run, 1.0, prefill, shares)) > limit:
        return 0.0
    batch = batch_within(run, most, prefill, lambda at: tpot_seconds(run, at) > limit, shares)
    return float(math.floor(batch))

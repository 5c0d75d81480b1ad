"""Tokens a second of a single stream on each machine that was named, and the cheapest that reaches a wanted pace.

One request reads every active weight for each token: tokens/s <= cards x bandwidth / bytes of those weights. What is
reached of that is fitted to published runs of one request (engine/speed/serving_model.py); of a card that nobody
measured it is a share (constant alone_bandwidth_share), less where launches and the exchange between cards take
longer. A draft that is right makes it some times as fast.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.parts.hardware import Hardware
from engine.forms.parts.headline import model_of
from engine.forms.quantity.bought import plainly
from engine.forms.quantity.crowd_speed import crowd_said, crowd_speed
from engine.forms.quantity.slots import Serving, alone_wanted, is_alone, is_single, precision_on, serving, speculates
from engine.memory.kv_cache import FULL_BITS
from engine.memory.training_states import BITS_PER_BYTE
from engine.options.assumptions import refill
from engine.options.problem import Problem
from engine.options.serving_plan import serving_run
from engine.options.too_small import memory_cite
from engine.serving.roofline import exchange_seconds
from engine.speed.serving_model import alone as alone_speed
from engine.workload.told_speeds import wanted_speed
from knowledge.facts import Accelerator
from knowledge.units import BYTES_PER_GB, gib

SHARE, TIMES = "alone_bandwidth_share", "speculative_times"  # constants
BUYS, JUDGES = frozenset({"which", "dollars", "fit", "able"}), frozenset({"judge", "slow"})  # predicates
SEVERAL, FOUR, SURELY = 2, "int4", "surely"
NARROWER = ("int8", FOUR)
IN_ALL, RATE = frozenset({"tokens_s"}), frozenset({"rate"})  # a unit; a predicate
PACED, CHOSEN = frozenset({"tokens_s_each"}), frozenset({"pick", "cheapest", "cards", "machines", "yes_no"})  # units


class StreamOn(Reason, code="stream_on"):
    """A single stream on one machine: tokens/s by the bandwidth, `drafted` those with a draft (None: none was said).

    `wanted` 0: no pace was said. `usd_per_hour` 0: no price is held. `holds`: whether the weights have room.
    """

    machine: str
    chips: int
    precision: str
    alone: Interval
    drafted: Interval | None
    most: float
    wanted: float
    usd_per_hour: float
    sold_as: str  # the type that has them, where none was named
    holds: bool


class StreamAlone(Reason, code="stream_alone"):
    """The first line where no pace is wanted, or one machine is asked about."""

    model: str
    parameters: float
    first: StreamOn
    how: str  # whether it reaches the pace that was said: surely, likely, perhaps, or "" where it does not


class StreamPick(Reason, code="stream_pick"):
    """The cheapest machine that reaches the wanted pace; `how`: surely, likely at the middle of its range, or only
    at its high end; "" where none does, and `best` is the fastest."""

    model: str
    parameters: float
    wanted: float
    best: StreamOn
    how: str
    drafted: bool


class StreamNarrow(StreamPick, code="stream_narrow"):
    """The same with the weights in 4 bits, where nobody said a precision and it is not surely reached."""


class StreamQuicker(Reason, code="stream_quicker"):
    """Of several machines the one that writes fastest to one request alone; `near`: the likely speed of the best
    and of the next is within the range of the other."""

    model: str
    parameters: float
    best: StreamOn
    rest: tuple[StreamOn, ...]
    near: bool


class StreamSum(Reason, code="stream_sum"):
    """Where the figures come from; `share` of the bandwidth, None where they are fitted; `times` with a draft."""

    weights_gb: float
    precision: str
    share: Interval | None
    times: Interval | None


def alone(asked: Asked) -> FactAnswer | None:
    """None where no single stream is spoken of, or no machine is named that a bandwidth is known of."""
    wanted = alone_wanted(asked.reading.text)
    other = wanted_speed(asked.reading.text)
    if other and wanted != other and wanted == asked.profile.current_tokens_per_second:
        wanted = None  # what one gets, where another speed is to be reached
    units, predicates = frozenset(asked.reading.sought.units), frozenset(asked.reading.sought.predicates)
    single = is_single(asked.reading.text) and (units == IN_ALL or (not units and predicates >= RATE))
    asks = single or (bool(units & PACED) and is_alone(asked.reading.text))
    chosen = bool(units & CHOSEN or predicates & BUYS) and not units - CHOSEN - PACED
    asks = (asks or (wanted is not None and chosen)) and predicates.isdisjoint(JUDGES)
    several = wanted is None and crowd_said(asked) and not is_single(asked.reading.text)  # "16 users, tok/s per user"
    known = serving(asked) if asks and not several else None
    if known is None:
        return None
    drafted = speculates(asked.reading.text)
    rows = _rows(known, wanted or 0.0, drafted=drafted)
    if not rows:
        return None
    model, parameters = model_of(known.problem), known.problem.shape.parameters
    first: Reason = StreamAlone(
        model=model, parameters=parameters, first=rows[0], how=_cheapest(rows[:1])[0], cites=rows[0].cites
    )
    rest: tuple[Reason, ...] = rows[1:]
    if wanted is not None and len(rows) >= SEVERAL:
        how, best = _cheapest(rows)
        first = picked = StreamPick(
            model=model, parameters=parameters, wanted=wanted, best=best, how=how, drafted=drafted, cites=best.cites
        )
        narrow = _narrow(known, wanted, picked, drafted=drafted) if how != SURELY else ()
        rest = (*narrow, *(one for one in rows if one != best))
    crowd = crowd_speed(asked)
    beside = (crowd.headline, *crowd.sentences[:-1]) if crowd and crowd.headline else ()
    return FactAnswer(headline=first, sentences=(*beside, *rest, _sum(known, drafted=drafted)))


def held_streams(asked: Asked) -> FactAnswer | None:
    """Of what is named by its speed alone: in the precision that was said, else the widest that has room there; of
    several the fastest first. None where no bandwidth is known, or nothing has room."""
    known = serving(asked)
    if known is None:
        return None
    said = bool(known.problem.filled.reading.profile.precision)
    for way in (known,) if said else (known, *(_in(known, bits) for bits in NARROWER)):
        rows = tuple(one for one in _rows(way, 0.0, drafted=False) if one.holds)
        if rows and len(rows) == len(way.hardware):
            return _told(way, sorted(rows, key=lambda one: -one.alone.likely))
    return None


def _told(known: Serving, rows: Sequence[StreamOn]) -> FactAnswer:
    model, parameters = model_of(known.problem), known.problem.shape.parameters
    first, *rest = rows
    if not rest:
        alone_there = StreamAlone(model=model, parameters=parameters, first=first, how="", cites=first.cites)
        return FactAnswer(headline=alone_there, sentences=(_sum(known, drafted=False),))
    best, second = first.alone, rest[0].alone
    quicker = StreamQuicker(
        model=model,
        parameters=parameters,
        best=first,
        rest=tuple(rest),
        near=best.low <= second.likely and best.likely <= second.high,
        cites=first.cites,
    )
    return FactAnswer(headline=quicker, sentences=(*rows, _sum(known, drafted=False)))


def _in(known: Serving, precision: str) -> Serving:
    base = known.problem
    narrow = Problem(refill(base.filled, base.library, precision=precision), base.library, base.day, brief=True)
    return known._replace(problem=narrow, precision=precision)


def _rows(known: Serving, wanted: float, *, drafted: bool) -> tuple[StreamOn, ...]:
    return tuple(one for kind in known.hardware if (one := _on(known, kind, wanted, drafted=drafted)))


def _narrow(known: Serving, wanted: float, first: StreamPick, *, drafted: bool) -> tuple[StreamNarrow, ...]:
    """In 4 bits the weights are half as long to read; chips that do not serve so are left out."""
    if known.problem.filled.reading.profile.precision:
        return ()
    four = _in(known, FOUR)
    kinds = tuple(one for one in known.hardware if one.chip is not None and four.problem.precision(one.chip) == FOUR)
    rows = _rows(four._replace(hardware=kinds), wanted, drafted=drafted)
    if not rows:
        return ()
    how, best = _cheapest(rows)
    told = first.model_dump() | {"best": best, "how": how, "cites": best.cites}
    return (StreamNarrow(**told),) if how else ()


def _on(known: Serving, kind: Hardware, wanted: float, *, drafted: bool) -> StreamOn | None:
    if kind.chip is None or kind.chip.hbm_gbps is None:
        return None
    chips, constants = max(1, kind.said), known.problem.constants
    precision = precision_on(known, kind.chip)
    here = known._replace(precision=precision)
    most = chips * kind.chip.hbm_gbps.value / _read_gb(here)
    reached = _reached(here, kind.chip, chips, most)
    price = plainly(known.problem, kind, chips)
    return StreamOn(
        machine=kind.type_said.id if kind.type_said else kind.name,
        chips=1 if kind.type_said else chips,
        precision=precision,
        alone=reached,
        drafted=reached.times(constants.spread(TIMES)) if drafted else None,
        most=most,
        wanted=wanted,
        usd_per_hour=price.usd_per_hour if price else 0.0,
        sold_as=price.instance if price and not kind.type_said else "",
        holds=gib(here.weight_gb) <= chips * kind.usable_gib,
        cites=tuple(dict.fromkeys((memory_cite(kind.chip), *(price.cites if price else ())))),
    )


def _reached(known: Serving, chip: Accelerator, chips: int, most: float) -> Interval:
    """Tokens/s as fitted; of a card that nobody rents out, at a share of the bandwidth where that hides the rest."""
    problem = known.problem
    run = replace(serving_run(problem, chip, chips), weight_bytes=known.bits / BITS_PER_BYTE)
    if _is_fitted(known, chip):
        fitted = alone_speed(run, chip.id, problem.library)
        return Interval(*(min(end, most) for end in (fitted.low, fitted.likely, fitted.high)))
    shares = problem.library.serving_fit.shares
    launched = shares[f"step_seconds.{run.platform}"] + run.shape.layers * shares[f"layer_seconds.{run.platform}"]
    return _shared(problem.constants.spread(SHARE), most, launched + exchange_seconds(run, 1.0, shares))


def _is_fitted(known: Serving, chip: Accelerator | None) -> bool:
    """Whether the chip is one of those that speeds are fitted for; of others only a data sheet is held."""
    return chip is not None and chip.id in known.problem.facts.accelerators


def _shared(share: Interval, most: float, fixed: float) -> Interval:
    """Tokens/s at a share of the bandwidth, where what every step takes beside reading is hidden by it, or is not."""
    read = 1 / (share.high * most)
    high = 1 / max(read, fixed)
    low = min(share.low * most, 1 / (read + fixed))
    return Interval(min(low, high), math.sqrt(min(low, high) * high), high)


def _read_gb(known: Serving) -> float:
    """GB of the weights that one token reads."""
    bits = known.bits if known.precision else FULL_BITS
    return known.problem.shape.active_parameters * bits / BITS_PER_BYTE / BYTES_PER_GB


def _cheapest(rows: tuple[StreamOn, ...]) -> tuple[str, StreamOn]:
    """Of those that hold the model: surely, else likely, else perhaps fast enough; else the fastest."""
    held = [one for one in rows if one.holds] or list(rows)
    for how in (SURELY, "likely", "perhaps"):
        fast = [one for one in held if _end(one, how) >= one.wanted]
        if fast:
            return how, min(fast, key=lambda one: (one.usd_per_hour or float("inf"), -one.alone.likely))
    return "", max(held, key=lambda one: _end(one, "perhaps"))


def _end(one: StreamOn, how: str) -> float:
    speed = one.drafted or one.alone
    return {"surely": speed.low, "likely": speed.likely}.get(how, speed.high)


def _sum(known: Serving, *, drafted: bool) -> StreamSum:
    constants = known.problem.constants
    return StreamSum(
        weights_gb=_read_gb(known),
        precision=known.precision,
        share=None if _is_fitted(known, known.hardware[0].chip) else constants.spread(SHARE),
        times=constants.spread(TIMES) if drafted else None,
        cites=(constants.entry(TIMES).source,) if drafted else (),
    )

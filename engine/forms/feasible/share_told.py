"""An engine is told which share of a card it may use, and it does not suit: that share is held against the sum.

What an engine may use of a card = the card's memory x the share; weights split over the cards and the cache of one
request have to fit in it, beside what the engine itself takes.
"""

from __future__ import annotations

from typing import cast

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.parts.hardware import Hardware
from engine.forms.parts.headline import ENGINE, LARGE_GIB, RAN_OUT, model_of
from engine.forms.parts.rows import Row, Work, most_at_once
from engine.forms.quantity.slots import Serving, serving
from engine.forms.served.told_serving import told_precisions
from engine.memory.ways import SERVING, Way
from engine.options.too_small import memory_cite
from knowledge.units import BYTES_PER_GIB

UNSAID = "bf16"  # what an engine loads where nobody says otherwise
HALF = 2  # where more than half of the usual room is left it is not the share
NARROWER: dict[str, tuple[Way, ...]] = {"bf16": ("fp8", "int4"), "fp8": ("int4",), "int8": ("int4",)}


class ShareTold(Reason, code="share_told"):
    """What the `share` leaves of each card, and what the weights and one request take of it; in GiB.

    `room` and `usual_room`: requests of so many tokens at the told and at the usual share. `narrower`: ways of fewer
    bits that leave room at the told share. `engine_gib`: what buffers and graphs take of a card besides.
    """

    way: Way
    model: str
    parameters: float
    chip: str
    said: int
    card_gib: float
    share: float
    allowed_gib: float
    taken_gib: float
    left_gib: float
    engine_gib: float
    tokens: float
    room: int
    usual: float
    usual_gib: float
    usual_left_gib: float
    usual_room: int
    narrower: tuple[Way, ...]


class ShareToldElse(Reason, code="share_told_else"):
    """What else takes memory where an engine runs out at its start."""


def share_told(asked: Asked, _stated: FactAnswer) -> FactAnswer | None:
    """None unless a share below the usual one is told where memory ran out, of a model on cards that hold it."""
    known = serving(asked) if not RAN_OUT.isdisjoint(asked.reading.cues) else None
    usual = asked.library.constants.likely("usable_hbm_share")
    if known is None or not known.share or known.share >= usual or len(known.hardware) != 1:
        return None
    kind = known.hardware[0]
    if not kind.said or kind.chip is None or kind.chip.family != "gpu" or known.precision not in SERVING:
        return None
    said = asked.profile.precision or told_precisions(asked.reading.text)
    way = cast("Way", known.precision if said else known.problem.shape.native_precision or UNSAID)
    made = _of(known, way, kind, usual)
    if made is None:
        return None
    return FactAnswer(headline=made, sentences=(ShareToldElse(),), whole=True, of_told=True)


def _of(known: Serving, way: Way, kind: Hardware, usual: float) -> ShareTold | None:
    """None where the cards do not hold it at the usual share either, or the engine has room enough as it is."""
    share = known.share or usual
    full, told = _row(known, way, kind, usual), _row(known, way, kind, share)
    each = full.over(kind.said) if full.fits else None
    if each is None:
        return None
    spread = full.work.constants.spread(ENGINE)
    engine = spread.likely if kind.chip_gib >= LARGE_GIB else spread.low
    taken = each.core_bytes * kind.core.per_chip / BYTES_PER_GIB
    allowed, wide = kind.chip_gib * share, kind.chip_gib * usual
    if allowed - taken > (wide - taken) / HALF or wide - taken < engine:
        return None  # it is not the share that it lacks, or that alone does not bring enough
    eased = [one for one in NARROWER.get(way, ()) if full.work.computes(kind.chip, one)] if kind.chip else []
    return ShareTold(
        way=way,
        model=model_of(known.problem),
        parameters=known.problem.shape.parameters,
        chip=kind.name,
        said=kind.said,
        card_gib=kind.chip_gib,
        share=share,
        allowed_gib=allowed,
        taken_gib=taken,
        left_gib=max(0.0, allowed - taken),
        engine_gib=engine,
        tokens=full.work.plan.context or 0.0,
        room=most_at_once(told) if told.fits else 0,
        usual=usual,
        usual_gib=wide,
        usual_left_gib=wide - taken,
        usual_room=most_at_once(full),
        narrower=tuple(one for one in eased if _row(known, one, kind, share).fits),
        cites=(memory_cite(kind.chip),) if kind.chip else (),
    )


def _row(known: Serving, way: Way, kind: Hardware, share: float) -> Row:
    """The same cards, of which an engine may use that share."""
    core = kind.core._replace(usable=kind.core.total * share)
    hardware = kind._replace(core=core)
    work = Work(way, known.problem, 1.0)
    return Row(work, hardware, work.room(hardware), None)

"""How many cards so many live streams of sound take: by published first chunks and real-time factors, else unknown.

At least: streams x real-time factor / how fast the card is against the one that was measured. At most: streams over
those that one card gives their first chunk in time where all start at once.
"""

from __future__ import annotations

import math
import re

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.per_unit.rates import Question
from engine.forms.served.by_card import between_bounds, cheapest_card
from engine.forms.served.shown import Part, Shown, shown_in
from engine.options.named import is_named
from engine.workload.conditions import FAMILIES
from knowledge.facts import Accelerator, StreamSpeed

LIVE = "live_sound"  # the cue
KINDS = frozenset({"voices", "speech"})  # kinds of work
_MS = re.compile(r"(\d{2,5})\s?ms\b|(\d{2,5})ms", re.IGNORECASE)


class StreamsTake(Reason, code="streams_take"):
    """Cards for so many streams, at least by throughput and at most where all start at once (0: one alone is late);
    what was measured on `other`: streams at once within the time, milliseconds there and at one more step, the best
    real-time factor; and how fast the card is against it, None where it is the same. Dollars of an hour of one card,
    0 where no price is known."""

    streams: int
    chip: str
    least: int
    most: int
    limit: float | None
    other: str
    software: str
    name: str
    held: int
    held_ms: float
    late: int | None
    late_ms: float | None
    rtf: float
    slowest: float | None
    fastest: float | None
    usd_per_hour: float
    usd_of_all: float
    instance: str
    region: str


class StreamsUnknown(Reason, code="streams_unknown"):
    """Nobody published how many one card carries."""

    streams: int
    chip: str
    limit: float | None


class StreamsMeasure(Reason, code="streams_measure"):
    """How to find the number."""

    streams: int
    limit: float | None


def asks(shown: Shown) -> bool:
    """Whether it is asked how many cards so many live streams take."""
    counts = shown.has("how_many", "fit", "fit_least", "choice", "which_hardware")
    return shown.has(LIVE) and counts and bool(shown.said.concurrent_users) and not shown.trains


def answer(question: Question) -> FactAnswer | None:
    """None where the text is of no speech."""
    facts, shown = question.library.facts, shown_in(question.reading)
    domains = question.reading.domains
    known = next((one for one in facts.stream_speeds.values() if one.domain in domains), None)
    words = frozenset(shown.said.candidates) - FAMILIES
    chip = next((one for one in facts.accelerators.values() if words and is_named(one, words)), None)
    if known is None and KINDS.isdisjoint(domains):
        return None
    streams = int(shown.said.concurrent_users or 0)
    found = _MS.search(shown.text)
    limit = shown.said.latency_ms or (float(found[1] or found[2]) if found else None)
    measure = StreamsMeasure(streams=streams, limit=limit)
    told = _take(question, known, chip, streams, limit) if known and chip else None
    if told is not None:
        return FactAnswer(headline=told, sentences=(measure,))
    return FactAnswer(
        headline=StreamsUnknown(streams=streams, chip=chip.name if chip else "", limit=limit), sentences=(measure,)
    )


def _take(
    question: Question, known: StreamSpeed, chip: Accelerator, streams: int, limit: float | None
) -> StreamsTake | None:
    base = question.library.facts.accelerators[known.accelerator]
    ratio = between_bounds(base, chip)
    if ratio is None:
        return None
    kept = [row for row in known.rows if limit is None or row[1] <= limit]
    held = kept[-1] if kept else known.rows[0]
    late = next((row for row in known.rows if row[0] > held[0]), None) if kept else None
    rtf = min(row[2] for row in known.rows)
    own = chip.id == base.id
    rate = cheapest_card(question, lambda one: one.accelerator == chip.id and one.count == 1)
    least = math.ceil(streams * rtf / (1.0 if own else ratio.high))
    return StreamsTake(
        streams=streams,
        chip=chip.name,
        least=least,
        most=math.ceil(streams / held[0]) if kept and limit else 0,
        limit=limit,
        other=base.name,
        software=known.software,
        name=known.name,
        held=held[0] if kept else 0,
        held_ms=held[1],
        late=late[0] if late else None,
        late_ms=late[1] if late else None,
        rtf=rtf,
        slowest=None if own else ratio.low,
        fastest=None if own else ratio.high,
        usd_per_hour=rate.usd_per_hour if rate else 0.0,
        usd_of_all=rate.usd_per_hour * least if rate else 0.0,
        instance=rate.instance.id if rate else "",
        region=rate.region if rate else "",
        cites=(known.source, *(rate.cites if rate else ())),
    )


STREAMS = Part(asks, answer)

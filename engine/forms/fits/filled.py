"""How full a card is while a model is served: what of it are weights, and what the engine reserved for its cache."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, cast

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.parts.headline import model_of
from engine.memory.kv_cache import FULL_BITS, Precision, weight_bits, weight_bytes
from engine.options.named import SAME_CARD, called_by, is_named
from engine.options.problem import Problem
from engine.workload.phases import phases_said
from engine.workload.question import FormCues
from knowledge.units import gib

ENGINE_SOURCE = "vllm-concurrency-8031"
ELSE = ("asks_time", "asks_cost", "price_strong", "vs", "compare", "token_speed", "mfu", "memory_error")  # cues
PLAIN = {"fp16": 16.0, "fp32": FULL_BITS}
MOSTLY = 0.75  # of what is taken: then it is weights, and no reserve
MIB = 1024
_FULL = re.compile(  # "39G / 40G", "38012MiB / 40960MiB", "129 of 144 GiB"
    r"(?<![A-Za-z0-9_.])(\d{1,6}(?:\.\d+)?)\s?(gib|gb|g|mib|mb|m)?\s?(?:/|(?:out )?of)\s?(?:the )?"
    r"(\d{1,6}(?:\.\d+)?)\s?(gib|gb|g|mib|mb|m)(?![a-z])",
    re.IGNORECASE,
)
LEAST = 0.6  # of a card that is full
JUDGED, WHY = frozenset({"judged", "asks_good"}), frozenset({"asks_cause", "asks_why"})  # cues
ENGINES = frozenset({"vllm", "sglang", "lmdeploy"})  # libraries
SHARE = "usable_hbm_share"  # the constant


class Full(NamedTuple):
    """Gigabytes that are taken, of those that a card has."""

    taken: float
    card: float


class CardFilled(Reason, code="card_filled"):
    """So much is taken on each of `chips` cards (0: not said); the model's weights there, 0 where its size is not
    known; `mostly`: they are most of it."""

    taken: float
    card: float
    chips: int
    model: str
    precision: str
    weights: float
    each: float
    mostly: bool
    of_all: bool  # what is taken is of all the cards together
    left: float  # GB of them
    reserved: float  # what an engine takes by default of as much
    asks: Literal["", "normal", "why"]


class CacheGrows(Reason, code="cache_grows"):
    """What grows with requests and what does not, and what every card has for itself."""


def told_full(text: str) -> tuple[Full, ...]:
    """How full cards are said to be, each once, in GB."""
    found = (_in_gb(match) for match in _FULL.finditer(text) if match[2] or "." in match[1] or "/" not in match[0])
    return tuple(dict.fromkeys(one for one in found if LEAST * one.card < one.taken <= one.card))


def _in_gb(match: re.Match[str]) -> Full:
    card_unit = match[4].lower()
    unit = (match[2] or match[4]).lower()
    taken, card = float(match[1]), float(match[3])
    return Full(taken / MIB if unit[0] == "m" else taken, card / MIB if card_unit[0] == "m" else card)


def asks_of_full(seen: FormCues) -> bool:
    """Whether a question is asked of cards that a served model fills."""
    serves = seen.profile.task == "inference" or (seen.profile.task is None and seen.has("serving_words"))
    engine = seen.says("taken_gb") and not ENGINES.isdisjoint(seen.profile.libraries)
    return serves and seen.asks and not seen.has(*ELSE) and (engine or bool(told_full(seen.text)))


def by_full(problem: Problem) -> FactAnswer | None:
    """None where no such figures are told, or the work is training."""
    reading = problem.filled.reading
    full = told_full(reading.text) or _by_engine(problem)
    if not full or "inference" not in phases_said(reading):
        return None
    first, *others = (_told(problem, one) for one in full)
    grows = CacheGrows(cites=(ENGINE_SOURCE,))
    if first.mostly and first.asks != "normal":
        return FactAnswer(headline=grows, sentences=(first, *others))
    return FactAnswer(headline=first, sentences=(grows, *others))


def _by_engine(problem: Problem) -> tuple[Full, ...]:
    """What an engine that is named is seen to take of the one card whose memory is known."""
    said = problem.filled.reading.profile
    if not said.taken_gb or ENGINES.isdisjoint(said.libraries):
        return ()
    chips = {chip.hbm_gib.value for chip in called_by(problem.facts, frozenset(said.candidates) - {"gpu"})}
    card = said.chip_memory_gb or (chips.pop() if len(chips) == 1 else 0.0)
    return (Full(said.taken_gb, card),) if LEAST * card < said.taken_gb <= card else ()


def _cards(problem: Problem, full: Full) -> int:
    """How many cards of that memory, or of a part of it, there are; 0 where nobody said it."""
    reading, known = problem.filled.reading, problem.facts.accelerators.values()
    for one in reading.hardware:
        sizes = (chip.hbm_gib.value for chip in known if is_named(chip, {one.id}))
        if one.chips and any(abs(size / full.card - 1) <= SAME_CARD for size in sizes):
            return one.chips
    return reading.profile.accelerator_count or 0


def _told(problem: Problem, full: Full) -> CardFilled:
    said = problem.filled.reading.profile
    chips = _cards(problem, full)
    precision = said.precision or "bf16"
    sized = bool(said.parameters or said.variant)
    bits = PLAIN.get(precision) or weight_bits(cast("Precision", precision), problem.constants)
    weights = gib(weight_bytes(problem.shape, bits)) if sized else 0.0
    asked = set(problem.filled.reading.cues)
    largest = max((chip.hbm_gib.value for chip in called_by(problem.facts, frozenset(said.candidates))), default=0.0)
    of_all = chips > 1 and 0 < largest < full.card * (1 - SAME_CARD)
    each = weights / (chips if chips and not of_all else 1)
    return CardFilled(
        taken=full.taken,
        card=full.card,
        chips=chips,
        model=model_of(problem) if sized else "",
        precision=precision,
        weights=weights,
        each=each,
        mostly=each >= MOSTLY * full.taken,
        of_all=of_all,
        left=full.card - full.taken,
        reserved=full.card * problem.constants.likely(SHARE),
        asks="normal" if asked & JUDGED else "why" if asked & WHY else "",
        cites=(ENGINE_SOURCE,),
    )

"""Tensor parallelism over a number of cards that is told: whether that number divides the attention heads.

Every card holds whole heads of each kind: cards divide the attention heads, and the key-value heads divide by the
cards or the cards by them. A pipeline splits by layers, whose number need not divide.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.base.measures import unit
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.parts.hardware import Hardware, meant
from engine.forms.parts.headline import model_of
from engine.forms.parts.rows import Work
from engine.memory.placement import shares
from engine.memory.ways import Way, in_all
from engine.options.problem import Problem
from engine.options.too_small import memory_cite
from engine.workload.flops import is_of_size
from knowledge.units import gib

_DEGREE = re.compile(
    r"(?:\btensor[-_ ]?parallel(?:ism)?(?:[-_ ]?(?:size|degree))?|\btp(?:[-_ ]?(?:size|degree))?)"
    r"\s*(?:=|:|of|is|set to|over|across|on|with|\()?\s*(\d{1,3})\b(?!\s*(?:[a-z]*\s)?(?:b|gb|gib|k)\b)",
    re.IGNORECASE,
)
_NAMES = re.compile(
    r"\btensor[-_ ]?parallel|\btp[-_ ]?(?:size|degree|=|\d)|\bmodel[-_ ]parallel|\bmp[-_]size", re.IGNORECASE
)
_HEADS = re.compile(
    r"\b(?:attention |query |q )?heads?\s*(?:\(|=|:|is|are|of)?\s*(?P<behind>\d{1,3})\b"
    r"|\b(?P<before>\d{1,3})\s*(?:attention|query|q)?[ -]?heads?\b",
    re.IGNORECASE,
)
_OF_HEADS = re.compile(r"\b(?:attention |kv |key-value |query )?(?:num_)?heads?\b", re.IGNORECASE)
CHIP = unit(chip=1)
ENGINES = frozenset({"vllm", "sglang", "tgi", "tensorrt-llm", "lmdeploy"})  # which split every layer
SERVED: tuple[Way, ...] = ("bf16", "int8", "int4")
MOST_ALLOWED = 7  # numbers in one line
NEVER = frozenset({"training_words"})  # cues: ZeRO and FSDP split without heads
RAN_OUT = frozenset({"no_room", "memory_error"})  # cues
OF_MEMORY = frozenset({
    "fits_there", "fits_partly", "fits_shorter", "too_small_there", "memory_needed", "chips_needed",
})  # fmt: skip
ELSE = frozenset({"slow", "why", "rate", "hours", "dollars", "compare"})  # predicates of another question
SINGLE, PAIR = 1, 2


class HeadsShared(Reason, code="heads_shared"):
    """Whether `count` cards share `heads` (0: not known); `allowed`: the numbers that do, `smaller`: the largest of
    them that is had. `on_smaller`: ways of serving that fit on it, `in_turn`: on all of them as a pipeline.

    `held` models have known heads, of which `divide` many divide by `count`; `alike`: most models of a bare size have
    so many heads, and the answer is the same for all of them.
    """

    model: str
    parameters: float
    heads: int
    kv_heads: int
    count: int
    shared: bool
    allowed: tuple[int, ...]
    smaller: int
    chip: str
    on_smaller: tuple[str, ...]
    in_turn: tuple[str, ...]
    tried: bool  # whether some way was asked of memory at all
    told: bool  # the heads were told
    alike: bool
    held: int
    divide: int


class _Heads(NamedTuple):
    heads: int
    kv_heads: int
    told: bool
    alike: bool


def heads_shared(asked: Asked, stated: FactAnswer) -> FactAnswer | None:
    """None unless tensor parallelism or heads are spoken of beside a number of cards; where the number divides, None
    unless that is what is asked."""
    text, said, cues = asked.reading.text, asked.profile, asked.reading.cues
    by_tensors = _NAMES.search(text) or _OF_HEADS.search(text)
    engine = not ENGINES.isdisjoint(said.libraries) and said.task == "inference"
    roomy = stated.headline is not None and stated.headline.code in OF_MEMORY
    if not (by_tensors or (engine and roomy)) or not NEVER.isdisjoint(cues):
        return None
    if not ELSE.isdisjoint(asked.reading.sought.predicates) and not _OF_HEADS.search(text):
        return None
    count = _count(asked)
    known = _heads(asked, count)
    named = by_tensors is not None or bool(known and known.heads)
    if count <= SINGLE or not named or (known is None and not _OF_HEADS.search(text)):
        return None
    problem = asked.problem
    heads, kv_heads = (known.heads, known.kv_heads) if known else (0, 0)
    shared = bool(heads) and shares(count, heads, kv_heads or None)
    degree = _DEGREE.search(text) is not None
    if shared and not (_OF_HEADS.search(text) or (degree and not asked.reading.hardware)):
        return None
    allowed = tuple(one for one in range(1, heads + 1) if shares(one, heads, kv_heads or None)) if heads else ()
    smaller = max((one for one in allowed if one <= count), default=0)
    kind = next(iter(meant(problem, alone=True)), None) if _is_sized(asked) else None
    chip = kind.chip if kind is not None else None
    models = [one.heads for one in asked.facts.models.values() if one.heads]
    first = HeadsShared(
        model=model_of(problem),
        parameters=problem.shape.parameters if _is_sized(asked) else 0.0,
        heads=heads,
        kv_heads=kv_heads,
        count=count,
        shared=shared,
        allowed=allowed[:MOST_ALLOWED],
        smaller=smaller,
        chip=kind.name if kind is not None else "",
        on_smaller=_on(problem, kind, smaller),
        in_turn=_in_turn(problem, kind, count),
        tried=kind is not None,
        told=bool(known and known.told),
        alike=bool(known and known.alike),
        held=len(models),
        divide=sum(one % count == 0 for one in models),
        cites=(*((memory_cite(chip),) if chip else ()), *((problem.shape.source,) if problem.shape.source else ())),
    )
    if stated.headline is None or stated.headline.code not in OF_MEMORY:
        return FactAnswer(headline=first, whole=True)
    return FactAnswer(headline=first, sentences=(stated.headline, *stated.sentences), table=stated.table, whole=True)


def _count(asked: Asked) -> int:
    """The degree that is told; else the last number of cards, which the split is over; else that of the profile."""
    text = asked.reading.text
    if (found := _DEGREE.search(text)) is not None:
        return int(found[1])
    near = _NAMES.search(text) or _OF_HEADS.search(text)
    chips = [one for one in asked.reading.measured.measures if one.units[0] == CHIP and one.value % 1 == 0]
    sizes = {asked.profile.chip_memory_gb}
    chips = [one for one in chips if one.value not in sizes]
    if near is not None and len(chips) >= PAIR:
        nearest = min(chips, key=lambda one: abs(one.at - near.start()))
        return int(nearest.value)
    return int(asked.profile.accelerator_count or (chips[0].value if chips else 0))


def _is_sized(asked: Asked) -> bool:
    return asked.profile.parameters is not None or asked.problem.shape.model is not None


def _heads(asked: Asked, count: int) -> _Heads | None:
    """Those told; else of the model; else of most published ones of that size, if all of them answer the same."""
    found = _HEADS.search(asked.reading.text)
    told = int(found["behind"] or found["before"]) if found else 0
    shape = asked.problem.shape if _is_sized(asked) else None
    named = shape is not None and shape.model is not None and shape.heads is not None
    if told:
        same = named and shape is not None and shape.heads == told
        return _Heads(told, (shape.kv_heads or 0) if same and shape else 0, not same, alike=False)
    if named and shape is not None:
        return _Heads(shape.heads or 0, shape.kv_heads or 0, told=False, alike=False)
    size = asked.profile.parameters
    if size is None or asked.reading.unheld:
        return None
    kin = Counter(
        (one.heads, one.kv_heads) for one in asked.facts.models.values() if one.heads and is_of_size(one, size)
    )
    verdicts = {shares(count, heads, kv_heads) for heads, kv_heads in kin}
    if len(verdicts) != SINGLE:
        return None
    (heads, kv_heads), _ = kin.most_common(1)[0]
    return _Heads(heads or 0, kv_heads or 0, told=False, alike=True)


def _on(problem: Problem, kind: Hardware | None, count: int) -> tuple[str, ...]:
    if kind is None or count < SINGLE:
        return ()
    failed = not RAN_OUT.isdisjoint(problem.filled.reading.cues)  # there, in 16 bits
    works = (Work(way, problem, 1.0) for way in SERVED[1 if failed else 0 :])
    return tuple(one.way for one in works if one.alone_on(kind, count) is not None)


def _in_turn(problem: Problem, kind: Hardware | None, count: int) -> tuple[str, ...]:
    """By layers, each card its share of them."""
    if kind is None:
        return ()
    works = (Work(way, problem, 1.0) for way in SERVED)
    return tuple(one.way for one in works if gib(in_all(one.need())) <= kind.usable_gib * count)

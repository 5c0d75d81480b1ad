"""A model in bits that no engine on the cards computes in, as its file is called: "Q6_K", "6-bit", "5.0 bpw".

GiB = weights x bits / 8 + the cache of the requests that were said, which llama.cpp and ExLlama keep in 16 bits.
"""

from __future__ import annotations

import math
import re

from engine.answers.model import FactAnswer
from engine.base.measures import unit
from engine.base.reason import Reason
from engine.forms.fits.taken import TakenNeeds, TakenOn
from engine.forms.form import Asked
from engine.forms.parts.hardware import meant
from engine.forms.parts.headline import model_of
from engine.forms.parts.rows import Work
from engine.forms.quantity.slots import serving
from engine.memory.kv_cache import KV_BYTES, cache_bytes
from engine.memory.training_states import BITS_PER_BYTE
from engine.memory.ways import Way
from engine.options.too_small import memory_cite
from knowledge.units import BYTES_PER_GB, BYTES_PER_GIB, gib

_BITS = re.compile(
    r"\b(?P<name>i?q(?P<q>[234568])(?:_k(?:_[smlx]{1,3})?|_[01]|_xx?s|_x?s|_[ms]|_nl)?)\b"
    r"|\b(?P<bpw>[2-8](?:\.\d+)?(?=[\s-]?bpw\b)|[1-7]\.\d{1,2}(?=[\s-]?bits?\b))|\b(?P<plain>[2356])[\s-]?bits?\b|\bint(?P<int>[2356])\b",
    re.IGNORECASE,
)
FIT = frozenset({"fit", "used", "at_once", "able"})  # predicates
CLASSES = (24, 48, 80)  # GB of a card, where none is named
WAY: Way = "int8"
FORM, COUNTS, RAM = "fit", "how_many", "ram_usable_share"  # the last a constant


class InBits(Reason, code="in_bits"):
    """`total` of `weights` and of the cache of `requests` of `context` tokens; `usable` on each of the `cards` that
    were named, 0 where none were, `takes` of them, and `classes`: how many cards of so many GB it takes."""

    name: str
    bits: float
    model: str
    parameters: float
    weights: float
    cache: float
    total: float
    requests: float
    context: float
    chip: str
    cards: int
    usable: float
    takes: int
    counts: bool  # how many is asked
    mixed: bool  # cards of several kinds, on all of which `usable` is told
    ram: float  # GB of the host, as told; 0: not told
    beside: float  # GiB that the cards do not hold, and that this RAM does; 0: nothing, or it does not
    classes: tuple[tuple[int, int], ...]


def _people(asked: Asked) -> float:
    """Those it is for, of whom each may have a request: "for 5 people"; 0 where nobody said."""
    told = asked.reading.measured.measures
    return next((one.value for one in told if one.units[0] in (unit(person=1), unit(at_once=1))), 0.0)


def in_bits(asked: Asked, stated: FactAnswer) -> FactAnswer | None:
    """None unless such a format is named of a model that is served, and memory is asked for; nor where the size of
    the file was told, by which the first line goes."""
    found = _BITS.search(asked.reading.text)
    wants = asked.reading.form == FORM or not FIT.isdisjoint(asked.reading.sought.predicates)
    by_file = isinstance(stated.headline, TakenOn | TakenNeeds)
    if found is None or not wants or by_file or (known := serving(asked)) is None:
        return None
    digit = found["q"] or found["plain"] or found["int"] or found["bpw"]
    shape, constants = known.problem.shape, known.problem.constants
    bits = float(digit) if found["bpw"] else constants.likely(f"gguf_bits_{digit}")
    plan = Work(WAY, known.problem, 1.0).plan
    context = plan.context or constants.likely("serving_context_tokens")
    requests = plan.requests or _people(asked) or constants.likely("serving_batch")
    weights = gib(shape.parameters * bits / BITS_PER_BYTE)
    cache = gib(cache_bytes(shape, context * requests, KV_BYTES))
    total = weights + cache
    kind = next((one for one in meant(known.problem, alone=True) if one.chip or one.mixed), None)
    share, said = constants.likely("usable_hbm_share"), asked.profile
    usable = kind.usable_gib if kind else (said.chip_memory_gb or 0.0) * share
    cards = max(1, kind.said if kind else said.accelerator_count or 1) if usable else 0
    rest = max(0.0, total - usable * cards)
    held = (said.ram_gb or 0.0) * BYTES_PER_GB / BYTES_PER_GIB * constants.likely(RAM)
    first = InBits(
        name=found["name"].upper() if found["name"] else f"{digit} bits",
        bits=bits,
        model=model_of(known.problem),
        parameters=shape.parameters,
        weights=weights,
        cache=cache,
        total=total,
        requests=requests,
        context=context,
        chip=kind.name if kind else f"{said.chip_memory_gb:g} GB" if usable else "",
        cards=cards,
        usable=usable * cards if kind is not None and kind.mixed else usable,
        takes=math.ceil(total / usable) if usable else 0,
        counts=COUNTS in asked.reading.cues,
        mixed=kind is not None and kind.mixed,
        ram=said.ram_gb or 0.0,
        beside=rest if usable and rest <= held else 0.0,
        classes=() if usable else tuple((one, math.ceil(total / (one * share))) for one in CLASSES),
        cites=(memory_cite(kind.chip),) if kind and kind.chip else (),
    )
    below = (stated.headline, *stated.sentences) if stated.headline is not None else ()
    return FactAnswer(headline=first, sentences=below, table=stated.table, whole=True)

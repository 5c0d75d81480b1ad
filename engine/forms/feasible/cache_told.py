"""An engine says how many tokens its cache holds, and more are wanted, where no machine is named: what brings them.

GiB of cache = tokens x 2 x layers x KV heads x head dimension x 2 bytes; in FP8 the same room holds twice as many.
"""

from __future__ import annotations

import re

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.feasible.cache_refused import EIGHT, KIBI, REFUSED, tokens_told
from engine.forms.form import Asked
from engine.forms.parts.headline import model_of
from engine.forms.quantity.slots import Serving, memory_share, serving
from engine.memory.kv_cache import KV_BYTES
from engine.workload.flops import kv_bytes_per_token
from knowledge.units import gib

CACHE = re.compile(r"\bkv[-_ ]?cache\b|max[-_ ]?(?:seq|model)[-_ ]?len", re.IGNORECASE)
WANTS = re.compile(
    r"\b(?:larger|bigger|longer|more|need|needs|wants?|exceed\w*|only|holds?|increase)\b", re.IGNORECASE
)
TWO = 2


class CacheTold(Reason, code="cache_told"):
    """`seen` tokens held of `wanted`; `kib` of a token in 16 bits, 0 where no model is known; `share` of the memory
    that the engine may use, 0 where nobody said, and `usual`, what it may be told instead."""

    model: str
    parameters: float
    seen: float
    wanted: float
    ratio: float
    narrow: float  # in FP8
    kib: float
    seen_gib: float
    wanted_gib: float
    short_gib: float
    weights_gib: float
    precision: str
    share: float
    usual: float


class CacheToldOrder(Reason, code="cache_told_order"):
    """What to do first, and what each costs."""


def cache_told(asked: Asked, _stated: FactAnswer) -> FactAnswer | None:
    """None unless two numbers of tokens are told, one of a cache that holds fewer than are wanted."""
    text = asked.reading.text
    numbers = sorted(set(tokens_told(asked)))
    refused = REFUSED in asked.reading.cues or (CACHE.search(text) is not None and WANTS.search(text) is not None)
    if not refused or len(numbers) != TWO or asked.profile.concurrent_users:
        return None
    known = _known(asked)
    if known is not None and known.hardware:
        return None
    seen, wanted = numbers
    each = kv_bytes_per_token(known.problem.shape, KV_BYTES) if known else 0.0
    narrow = kv_bytes_per_token(known.problem.shape, EIGHT) if known else 0.0
    first = CacheTold(
        model=model_of(known.problem) if known else "",
        parameters=known.problem.shape.parameters if known else 0.0,
        seen=seen,
        wanted=wanted,
        ratio=wanted / seen,
        narrow=seen * (each / narrow if narrow else KV_BYTES / EIGHT),
        kib=each / KIBI,
        seen_gib=gib(seen * each),
        wanted_gib=gib(wanted * each),
        short_gib=gib((wanted - seen) * each),
        weights_gib=gib(known.weight_gb) if known else 0.0,
        precision=known.precision if known else "",
        share=memory_share(asked) or 0.0,
        usual=asked.library.constants.likely("usable_hbm_share"),
        cites=(known.problem.shape.source,) if known and known.problem.shape.source else (),
    )
    return FactAnswer(headline=first, sentences=(CacheToldOrder(),), whole=True, of_told=True)


def _known(asked: Asked) -> Serving | None:
    several = {"variant", "parameters"} & asked.reading.ambiguous.keys()
    return None if several else serving(asked)

"""A sum of somebody's for the cache, "2*64*2048*14848*80*2 = 623 GB", against the model's own keys and values.

The layers and a width are found among the factors; two of the 2s are the key with the value and the bytes; what is
left is tokens. A model that shares key-value heads (GQA, MQA) keeps kv_heads x head_dim numbers a layer, no width.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.parts.headline import model_of
from engine.forms.quantity.kv import BYTES_PER_KIB
from engine.forms.quantity.slots import serving
from engine.workload.flops import Shape, kv_bytes_per_token
from knowledge.units import BYTES_PER_GB

_FACTOR = r"\d[\d,]*"
_TIMES = r"\s*[*×·x]\s*"
_PRODUCT = re.compile(
    rf"({_FACTOR}(?:{_TIMES}{_FACTOR}){{3,}})\s*(?:bytes?|B)?\s*(?:=|≈|~|==|->|:)\s*"
    r"(?:about |~)?([\d.,]+)\s*([KMGT])(i?)B",
    re.IGNORECASE,
)
_CAP = re.compile(r"max[-_ ]num[-_ ]seqs|max[-_ ]batch[-_ ]size|max[-_ ]running", re.IGNORECASE)
_STEP = re.compile(r"\d\s*[*×·x]\s*\d", re.IGNORECASE)
_POWER = {"k": 1, "m": 2, "g": 3, "t": 4}
_TWO, _FULL = 2, 2.0
_RIGHT = 1.1  # times the claim may be off and still be right


class KvClaim(Reason, code="kv_claim"):
    """The cache of `tokens` as it is and as it was claimed; `width_used`: of that sum, 0 where it is right."""

    model: str
    tokens: float
    actual_gb: float
    claimed_gb: float
    width: int
    width_used: int
    heads: int
    kv_heads: int


class KvClaimSum(Reason, code="kv_claim_sum"):
    """What a token takes; `capped`: the number of requests in the sum is a limit of the engine's."""

    layers: int
    width: int
    value_bytes: float
    kib_per_token: float
    capped: bool


class _Read(NamedTuple):
    tokens: float
    width: int
    value_bytes: float


def is_read(words: str) -> bool:
    """Whether a stretch is part of the sum, or the limit that stands in it."""
    return "=" in words or _CAP.search(words) is not None or _STEP.search(words) is not None


def kv_claim(asked: Asked) -> FactAnswer | None:
    """None where no such sum stands in the text, or its factors are not those of the model."""
    match = _PRODUCT.search(asked.reading.text)
    known = serving(asked) if match is not None else None
    if match is None or known is None:
        return None
    shape = known.problem.shape
    read = _read(Counter(int(one.replace(",", "")) for one in re.findall(_FACTOR, match[1])), shape)
    if read is None:
        return None
    unit = (1024 if match[4] else 1000) ** _POWER[match[3].lower()]
    claimed = float(match[2].replace(",", "")) * unit / BYTES_PER_GB
    each = kv_bytes_per_token(shape, read.value_bytes)
    actual = each * read.tokens / BYTES_PER_GB
    is_right = max(actual, claimed) <= _RIGHT * min(actual, claimed)
    cites = (shape.source,) if shape.source else ()
    first = KvClaim(
        model=model_of(known.problem),
        tokens=read.tokens,
        actual_gb=actual,
        claimed_gb=claimed,
        width=shape.kv_width,
        width_used=0 if is_right else read.width,
        heads=shape.heads or 0,
        kv_heads=shape.kv_heads or 0,
        cites=cites,
    )
    summed = KvClaimSum(
        layers=round(shape.layers * shape.caching_share),
        width=shape.kv_width,
        value_bytes=read.value_bytes,
        kib_per_token=each / BYTES_PER_KIB,
        capped=_CAP.search(asked.reading.text) is not None,
    )
    return FactAnswer(headline=first, sentences=(summed,))


def _read(factors: Counter[int], shape: Shape) -> _Read | None:
    """Tokens, width and bytes of a sum; None where layers or width are not among its factors."""
    head = shape.kv_width // shape.kv_heads if shape.kv_heads else 0
    widths = ((shape.kv_width,), (shape.hidden,), (shape.query_width,), (shape.kv_heads, head), (shape.heads, head))
    if not factors[shape.layers]:
        return None
    factors[shape.layers] -= 1
    of_width = next((one for one in widths if all(part and factors[part] for part in one)), None)
    if of_width is None:
        return None
    factors.subtract(part for part in of_width if part)
    twos = min(_TWO, factors[_TWO])
    factors[_TWO] -= twos
    tokens = math.prod(factor**times for factor, times in factors.items() if times > 0)
    width = math.prod(part for part in of_width if part)
    return _Read(float(tokens), width, _FULL if twos == _TWO else 1.0) if twos else None

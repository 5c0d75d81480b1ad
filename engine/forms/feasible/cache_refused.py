"""An engine refused a context, as its cache holds fewer tokens: what the memory holds, read in chunks or in one pass.

Before it allots its cache an engine runs one pass of the longest prompt it may have to read at once:
tokens x (3 hidden + 3 MLP / cards) x 2 bytes on each card; with prompts read in chunks that is a chunk's.
"""

from __future__ import annotations

import re

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.parts.hardware import Hardware
from engine.forms.parts.headline import model_of
from engine.forms.quantity.kv import tokens_held
from engine.forms.quantity.slots import Serving, serving
from engine.memory.kv_cache import KV_BYTES
from engine.options.too_small import memory_cite
from engine.workload.flops import Shape, kv_bytes_per_token
from knowledge.units import gib

REFUSED = "cache_refused"  # the cue
BUFFERS = "prefill_buffers"  # the constant: copies of the hidden state and of the MLP's inner state in one pass
EIGHT = 1.0  # bytes of a key or a value in FP8
FEWEST, MOST = 512.0, 4e6  # tokens of a context
_TOKENS = re.compile(
    r"(?<![\w.$])(\d{1,3}(?:[, ]\d{3})+|\d{3,7})(?![\w%]|\.\d)|(?<![\w.])(\d{1,4})\s?k(?![a-z])", re.IGNORECASE
)
KIBI = 1024


class CacheRefused(Reason, code="cache_refused"):
    """Tokens of cache on `chips`, in 16 and in 8 bits: prompts read in chunks, or `wanted` tokens in one pass, which
    takes `pass_gib` on each. `seen`: what the engine says it holds, 0 where nobody told; `wanted` 0: likewise.
    """

    model: str
    parameters: float
    precision: str
    chip: str
    chips: int
    wanted: float
    seen: float
    pass_gib: float
    wide: float
    narrow: float
    wide_at_once: float
    narrow_at_once: float
    weights_gib: float
    usable_gib: float  # of all cards
    share: float

    @property
    def verdict(self) -> str:
        """`none`: the weights leave nothing; `chunks`: where prompts are read in them; `eight`: with that cache."""
        if not self.wide:
            return "none"
        if not self.wanted:
            return "told"
        if self.wide_at_once >= self.wanted:
            return "whole"
        if self.wide >= self.wanted:
            return "chunks"
        return "eight" if self.narrow >= self.wanted else "short"


class CacheLevers(Reason, code="cache_levers"):
    """What gives it more room; `kib`: of a token in 16 bits."""

    kib: float
    share: float


def cache_refused(asked: Asked, _stated: FactAnswer) -> FactAnswer | None:
    """None where no engine refused, or no machine is named."""
    several = {"variant", "parameters"} & asked.reading.ambiguous.keys()
    if several or REFUSED not in asked.reading.cues or (known := serving(asked)) is None or not known.hardware:
        return None
    kind = known.hardware[0]
    shape, said = known.problem.shape, known.problem.filled.reading.profile
    numbers = tokens_told(asked)
    wanted = max((*numbers, float(said.sequence_length or 0)), default=0.0)
    seen = min((one for one in numbers if one < wanted), default=0.0)
    taken = pass_bytes(shape, wanted, max(1, kind.said), known.problem.constants.likely(BUFFERS))
    weights = (memory_cite(kind.chip),) if kind.chip else ()
    share = known.share or known.problem.constants.likely("usable_hbm_share")
    headline = CacheRefused(
        model=model_of(known.problem),
        parameters=shape.parameters,
        precision=known.precision,
        chip=kind.name,
        chips=max(1, kind.said),
        wanted=wanted,
        seen=seen,
        pass_gib=gib(taken),
        wide=tokens_held(known, kind, KV_BYTES).likely,
        narrow=tokens_held(known, kind, EIGHT).likely,
        wide_at_once=_beside(known, kind, taken, KV_BYTES),
        narrow_at_once=_beside(known, kind, taken, EIGHT),
        weights_gib=gib(known.weight_gb),
        usable_gib=kind.chip_gib * share * max(1, kind.said),
        share=share,
        cites=(*weights, *((shape.source,) if shape.source else ())),
    )
    kib = kv_bytes_per_token(shape, KV_BYTES) / KIBI
    return FactAnswer(headline=headline, sentences=(CacheLevers(kib=kib, share=share),), whole=True, of_told=True)


def pass_bytes(shape: Shape, tokens: float, cards: int, copies: float) -> float:
    """Bytes of one pass over so many tokens on each of the cards that share it."""
    return tokens * copies * (shape.hidden + shape.mlp_width / cards) * KV_BYTES


def tokens_told(asked: Asked) -> list[float]:
    """Every number of tokens that is told: not the names of chips, and not what they have of memory."""
    text = asked.reading.text
    for one in asked.reading.hardware:
        text = text.replace(one.words, " ")
    found = []
    for plain, thousands in _TOKENS.findall(text):
        value = float(re.sub(r"[, ]", "", plain)) if plain else float(thousands) * KIBI
        if FEWEST <= value <= MOST:
            found.append(value)
    return found


def _beside(known: Serving, kind: Hardware, taken: float, value_bytes: float) -> float:
    """Tokens that are left beside such a pass on each card."""
    chips, each = max(1, kind.said), kv_bytes_per_token(known.problem.shape, value_bytes)
    spread = min(chips, known.problem.shape.kv_heads or chips)
    return max(0.0, tokens_held(known, kind, value_bytes).likely - taken * spread / each)

"""How many tokens of keys and values cards hold beside the weights, and how many sequences of a length that is.

tokens = (cards x (GiB x share - what the engine takes) - weights) / (2 x layers x KV heads x head dimension x bytes)
(Kwon et al. 2023); a cache is split over no more cards than there are KV heads.
"""

from __future__ import annotations

import math
import re
from typing import Any

from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.parts.hardware import Hardware
from engine.forms.parts.headline import model_of
from engine.forms.quantity.slots import Serving, context_of, lengths_said, pace_wanted, serving
from engine.options.too_small import memory_cite
from engine.workload.flops import kv_bytes_per_token
from knowledge.units import BYTES_PER_GIB, gib

BYTES_PER_KIB = 1024
_TOTAL = re.compile(r"max[-_ ](?:batch[-_ ])?total[-_ ]tokens|max[-_ ]total[-_ ]tokens", re.IGNORECASE)
ASKS = frozenset({"which", "fit"})  # predicates
USUAL_SHARE, BESIDE = "usable_hbm_share", "engine_beside_gib"  # constants


class Cached(Reason):
    """Tokens of cache on `chips` at a share of their memory; `is_said`: whether that share was said.

    `cache_bits`: of a key or value, `cache_said` whether that was; 0 tokens where the weights leave no room.
    """

    model: str
    parameters: float
    precision: str
    cache_bits: int
    chip: str
    chips: int
    share: float
    is_said: bool
    tokens: Interval
    left_gib: float  # beside the weights, on all of them together
    needs_gib: float  # the weights
    apart: float  # tokens where each card keeps the cache of requests of its own; 0 where that is no more


class KvTokens(Cached, code="kv_tokens"):
    """The first line."""


class SequencesHeld(Cached, code="sequences_held"):
    """Sequences of `context` tokens at once, the fewest, the likely number and the most."""

    context: float
    assumed: bool  # nobody said how long they are
    fewest: int
    sequences: int
    most: int
    apart_fewest: int  # with data-parallel attention
    apart_most: int
    also: tuple[tuple[float, int], ...] = ()  # other lengths that were said, and the likely number of each


class KvSum(Reason, code="kv_sum"):
    """How it is worked out; `beside`: GiB a card that the engine takes for itself."""

    chips: int
    card_gib: float
    share: float
    beside: Interval
    weights_gib: float
    kib_per_token: float
    layers: int
    cache_bits: int
    cache_said: bool
    other_tokens: float  # with the cache in `other_bits` where nobody said its precision, else 0
    other_bits: int
    windowed: float  # the share of the layers that keep a short window alone; 0: none
    copied: bool  # the cache stands on more cards than it has heads


def kv_tokens(asked: Asked) -> FactAnswer | None:
    """On the first of the machines that were named; None without one."""
    known = serving(asked)
    if known is None or not known.hardware:
        return None
    if context_of(known) and not pace_wanted(asked):
        return sequences(asked)
    return FactAnswer(headline=KvTokens(**_told(known, known.hardware[0])), sentences=_others(known))


def total_tokens(asked: Asked) -> FactAnswer | None:
    """The tokens of a setting that limits those of all requests at once, where its value is asked for."""
    if _TOTAL.search(asked.reading.text) is None or not ASKS.intersection(asked.reading.sought.predicates):
        return None
    known = serving(asked)
    if known is None or not known.hardware:
        return None
    return FactAnswer(headline=KvTokens(**_told(known, known.hardware[0])), sentences=_others(known))


def sequences(asked: Asked) -> FactAnswer | None:
    """None where each is to have a pace: then speed decides before memory."""
    known = serving(asked)
    if known is None or not known.hardware or pace_wanted(asked) or asked.profile.latency_ms:
        return None
    lengths = lengths_said(asked.reading.text)
    length, *other = lengths if len(lengths) > 1 else (context_of(known),)
    first, *more = (_held(known, kind, length) for kind in known.hardware)
    also = tuple((at, _held(known, known.hardware[0], at).sequences) for at in other if at)
    return FactAnswer(
        headline=first.model_copy(update={"also": also}), sentences=(*more, _sum(known, known.hardware[0]))
    )


def _others(known: Serving) -> tuple[Reason, ...]:
    more = tuple(KvTokens(**_told(known, kind)) for kind in known.hardware[1:])
    return (*more, _sum(known, known.hardware[0]))


def _held(known: Serving, kind: Hardware, said: float | None) -> SequencesHeld:
    length = said or known.problem.constants.likely("serving_context_tokens")
    told = _told(known, kind)
    tokens: Interval = told["tokens"]
    few, likely, most = (math.floor(at / length) for at in (tokens.low, tokens.likely, tokens.high))
    times = told["apart"] / tokens.likely if tokens.likely else 0.0
    return SequencesHeld(
        **told,
        context=length,
        assumed=said is None,
        fewest=few,
        sequences=likely,
        most=most,
        apart_fewest=math.floor(tokens.low * times / length),
        apart_most=math.floor(tokens.high * times / length),
    )


def _told(known: Serving, kind: Hardware) -> dict[str, Any]:
    chips = max(1, kind.said)
    tokens = tokens_held(known, kind, known.cache_bytes)
    left = tokens.likely / _spread(known, chips)
    kept = known.problem.shape.full_attention_share / known.problem.shape.caching_share
    return {
        "model": model_of(known.problem),
        "parameters": known.problem.shape.parameters,
        "precision": known.precision,
        "cache_bits": round(known.cache_bytes * 8),
        "chip": kind.name,
        "chips": chips,
        "share": _share(known),
        "is_said": known.share is not None,
        "tokens": tokens,
        "left_gib": gib(left * kept * kv_bytes_per_token(known.problem.shape, known.cache_bytes)),
        "needs_gib": gib(known.weight_gb),
        "apart": left if _spread(known, chips) < 1 else 0.0,
        "cites": _cites(known, kind),
    }


def _sum(known: Serving, kind: Hardware) -> KvSum:
    chips, shape = max(1, kind.said), known.problem.shape
    other = 0.0 if known.cache else 2.0 if known.cache_bytes < 2 else 1.0 if known.wide else 0.0
    return KvSum(
        chips=chips,
        card_gib=kind.chip_gib,
        share=_share(known),
        beside=known.problem.constants.spread(BESIDE),
        weights_gib=gib(known.weight_gb),
        kib_per_token=kv_bytes_per_token(shape, known.cache_bytes) / BYTES_PER_KIB,
        layers=round(shape.layers * shape.caching_share),
        cache_bits=round(known.cache_bytes * 8),
        cache_said=bool(known.cache),
        other_tokens=tokens_held(known, kind, other).likely if other else 0.0,
        other_bits=round(other * 8),
        windowed=1 - shape.full_attention_share / shape.caching_share,
        copied=chips > (shape.kv_heads or chips),
        cites=_cites(known, kind),
    )


def tokens_held(known: Serving, kind: Hardware, value_bytes: float) -> Interval:
    """Tokens of keys and values beside the weights, less what the engine takes: much, likely, little."""
    chips, shape = max(1, kind.said), known.problem.shape
    spread = _spread(known, chips)
    each = kv_bytes_per_token(shape, value_bytes)
    beside = known.problem.constants.spread(BESIDE)

    def held(taken_gib: float) -> float:
        free = chips * (kind.chip_gib * _share(known) - taken_gib) * BYTES_PER_GIB - known.weight_gb
        return max(0.0, free * spread / each)

    kept = (
        shape.full_attention_share / shape.caching_share
    )  # of the layers; of the others an engine drops what is behind their window
    return Interval(held(beside.high), held(beside.likely) / kept, held(beside.low) / kept)


def _spread(known: Serving, chips: int) -> float:
    """The share of the cards' memory that holds different tokens under tensor parallelism."""
    return min(chips, known.problem.shape.kv_heads or chips) / chips


def _share(known: Serving) -> float:
    return known.share or known.problem.constants.likely(USUAL_SHARE)


def _cites(known: Serving, kind: Hardware) -> tuple[str, ...]:
    source = known.problem.shape.source
    return (*((memory_cite(kind.chip),) if kind.chip else ()), *((source,) if source else ()))

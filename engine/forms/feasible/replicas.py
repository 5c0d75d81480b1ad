"""One model split over cards, against copies of it on the fewest cards that hold one.

Tensor parallelism exchanges two results a layer and token between its cards; copies exchange nothing. So where fewer
cards hold a model with room for its cache, copies give more tokens a second in all.
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
from engine.options.too_small import memory_cite
from engine.workload.conditions import FAMILIES
from knowledge.units import gib

SPLITS, COPIES = "splits_one", "copies_of_it"  # cues
ASKS = frozenset({"slow", "why", "compare", "rate", "judge"})  # predicates
ELSE = frozenset({"fit", "used", "dollars", "at_once"})  # predicates of another question
NORMAL = frozenset({"is_normal", "judged", "asks_good"})  # cues
NVLINK = "link_beyond_pcie"  # the constants
SPREAD = "copy_cache_tokens"
_DEGREE = re.compile(
    r"\btp[\s_=-]*(\d{1,2})\b|tensor[-_ ]parallel(?:ism|[-_ ]size)?(?:\s+(?:of|on))?[\s=:]*(\d{1,2})\b|\bTP\b", re.I
)


class Replicas(Reason, code="replicas"):
    """`copies` on `each` cards of the `cards` that there are; with `split` no fewer cards hold one.

    `large`: the cards of one copy it is set against, `small` of the others, 0 where none were told; `tokens` of cache
    beside each copy; `in_four`: cards that hold it in 4 bits.
    """

    model: str
    precision: str
    weights_gib: float
    chip: str
    cards: int
    each: int
    copies: int
    large: int
    parameters: float
    tokens: float
    in_four: int
    fours: int  # copies in 4 bits
    links: bool  # more than PCIe joins the cards
    fast: bool  # whether the chip computes in FP8
    normal: bool  # whether it is asked if that is normal
    why: bool
    split: bool


class SplitTakes(Reason, code="split_takes"):
    """What tensor parallelism costs and is for, and how to run copies; `links` and the rest as above."""

    links: bool
    copies: int
    fast: bool
    in_four: int
    fours: int  # copies in 4 bits; 0 where these bring none
    chip: str


class CopyOnEach(Reason, code="copy_on_each"):
    """The same where no card is named."""

    model: str
    parameters: float
    precision: str
    weights_gib: float
    normal: bool


def replicas(asked: Asked, _stated: FactAnswer) -> FactAnswer | None:
    """None unless a model is served over several cards, and its speed or copies of it are spoken of."""
    reading = asked.reading
    cues, wants = set(reading.cues), set(reading.sought.predicates)
    told = _DEGREE.findall(reading.text)
    degrees = sorted({int(one or other) for one, other in told if one or other})
    splits = SPLITS in cues or bool(told)
    if not splits or not ELSE.isdisjoint(wants) or not (ASKS & wants or COPIES in cues or len(degrees) > 1):
        return None
    named = {one.id for one in reading.hardware} - FAMILIES
    known = serving(asked) if len(named) <= 1 or told else None  # of two cards one is slower: nothing is split
    if known is None:
        return None
    kinds = [kind for kind in known.hardware if kind.chip is not None]
    cards = max([*degrees, *(kind.said for kind in kinds), 2])
    if len({kind.chip.id for kind in kinds if kind.chip}) > 1:
        kinds.sort(key=lambda kind: -kind.chip_gib)  # of forms of one card that with the most memory
    if not kinds:
        own = CopyOnEach(
            model=model_of(known.problem),
            parameters=known.problem.shape.parameters,
            precision=known.precision,
            weights_gib=gib(known.weight_gb),
            normal=not NORMAL.isdisjoint(cues),
        )
        return FactAnswer(headline=own, whole=True)
    ran = SPLITS in cues and not degrees  # on one card, as it is slower on several
    first = _told(known, kinds[0], cards, degrees, asked, ran=ran)
    takes = SplitTakes(
        links=first.links,
        copies=0 if first.split else first.copies,
        fast=first.fast,
        in_four=first.in_four,
        fours=first.fours if first.in_four < first.each else 0,
        chip=first.chip,
    )
    return FactAnswer(headline=first, sentences=(takes,), whole=True)


def _told(known: Serving, kind: Hardware, cards: int, degrees: list[int], asked: Asked, *, ran: bool) -> Replicas:
    held_by_one = ran and gib(known.weight_gb) < kind.usable_gib
    each = 1 if held_by_one else _fewest(known, kind, cards)
    cues = set(asked.reading.cues)
    small = next((one for one in degrees if each <= one < cards), each)
    in_four = _fewest(known._replace(precision="int4"), kind, cards)
    held = tokens_held(known, kind._replace(said=small), known.cache_bytes)
    chip, beyond = kind.chip, asked.library.constants.likely(NVLINK)
    return Replicas(
        model=model_of(known.problem),
        parameters=known.problem.shape.parameters,
        precision="fp16" if chip and not chip.has_bf16 and known.precision == "bf16" else known.precision,
        weights_gib=gib(known.weight_gb),
        chip=kind.name,
        cards=cards,
        each=small,
        copies=cards // small,
        split=cards // small <= 1,
        large=max((one for one in degrees if one > small), default=cards),
        tokens=held.likely,
        in_four=in_four,
        fours=cards // in_four,
        links=bool(chip and chip.interconnect_gbps and chip.interconnect_gbps.value >= beyond),
        fast=bool(chip and chip.fp8_dense_tflops),
        normal=not NORMAL.isdisjoint(cues),
        why=not {"why", "slow"}.isdisjoint(asked.reading.sought.predicates),
        cites=((memory_cite(chip),) if chip else ()),
    )


def _fewest(known: Serving, kind: Hardware, cards: int) -> int:
    """The fewest cards, by doubling, that hold the weights and a long request; all of them where none do."""
    count, least = 1, known.problem.constants.likely(SPREAD)
    while count < cards and tokens_held(known, kind._replace(said=count), known.cache_bytes).likely < least:
        count *= 2
    return min(count, cards)

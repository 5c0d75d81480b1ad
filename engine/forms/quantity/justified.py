"""Whether a machine that costs so many times another is worth it: the ratio of what the work waits for against it.

Generating text waits for memory bandwidth, prompts and training for math. $ a unit = ratio of price / ratio of speed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, NamedTuple

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.parts.hardware import Hardware, meant
from engine.forms.quantity.bought import plainly
from knowledge.facts import Accelerator

PAIR, NEAR = 2, 0.15
WORTH = frozenset({"worth", "value"})  # units
Bound = Literal["bandwidth", "math", "both"]
_WORDS = {"half": 0.5, "twice": 2.0, "double": 2.0, "triple": 3.0, "thrice": 3.0}
_TIMES = (
    r"(?:(?<![\w.])(\d(?:[.,]\d+)?)\s*(?:x|×|times|-?fach\w*|fois|veces|раза?|倍|배)"
    r"|(half|twice|double|triple|thrice))"
)
_PRICE = r"(?:price|\bpay|\bpaid|cost|rate|money|dollars|\$|preis|prix|precio|цен\w+|价|料金|가격)"
_RATIO = re.compile(
    rf"{_TIMES}(?:\W+\w+){{0,4}}?\W+\w*{_PRICE}|{_PRICE}\w*(?:\W+\w+){{0,3}}?\W*{_TIMES}|{_TIMES}\s*(?:的)?{_PRICE}"
    rf"|worth\W+(?:\w+\W+){{0,2}}?{_TIMES}",
    re.IGNORECASE,
)
_DECODES = re.compile(
    r"decod|bandwidth|generat|token rate|memory[- ]bound|解码|带宽|генерац|ancho de banda", re.IGNORECASE
)
_COMPUTES = re.compile(r"prefill|compute[- ]bound|training|pretrain|embedding|预填充|训练", re.IGNORECASE)
NAMES = {  # a generation by its name, as people say it of its usual card
    "blackwell": ("b200", "b300", "gb200"), "hopper": ("h100-sxm", "h200"), "ampere": ("a100-80", "a100-40"),
}  # fmt: skip


class Ratio(NamedTuple):
    """One card over the other: bandwidth, 16-bit math, memory, and $ an hour (0: not held of both)."""

    chip: str
    bandwidth: float
    math: float
    memory: float
    price: float


class JustifiedBy(Reason, code="justified_by"):
    """The first line: at `price` times the hour (told, else held), what a token costs against `base`.

    `bound`: what the work is said to wait for; `speed`: that ratio; `unit`: price / speed.
    """

    chip: str
    base: str
    bound: Bound
    price: float
    told: bool
    speed: float
    math: float
    unit: float
    unit_math: float
    chip_gbps: float
    base_gbps: float


class PriceClaim(Reason, code="price_claim"):
    """The first line: an hour of one card over that of another, as told and as held on demand; `near`: the same."""

    chip: str
    base: str
    told: float
    held: float
    near: bool
    usd: float
    base_usd: float


class RatiosOf(Reason, code="ratios_of"):
    """The other cards against the same one."""

    base: str
    ratios: tuple[Ratio, ...]


class BeyondRatio(Reason, code="beyond_ratio"):
    """What makes it faster than its data sheet's ratio, and what to measure."""

    bound: Bound


def justified(asked: Asked) -> FactAnswer | None:
    """None where it is not two cards, or neither a ratio of prices is told nor both prices are held."""
    text = asked.reading.text
    told = price_ratio(text)
    if WORTH.isdisjoint(asked.reading.sought.units) or told is None:
        return None
    kinds = [kind for kind in meant(asked.problem, alone=True, at_most=6) if kind.chip and kind.chip.hbm_gbps]
    kinds = list({kind.chip.id: kind for kind in kinds if kind.chip}.values())
    if len(kinds) < PAIR:
        return None
    chip, base = _sides(kinds, text, dearer=told > 1)
    bound: Bound = "bandwidth" if _DECODES.search(text) else "math" if _COMPUTES.search(text) else "both"
    ratio = _ratio(asked, chip, base)
    speed = ratio.math if bound == "math" else ratio.bandwidth
    first = JustifiedBy(
        chip=chip.name,
        base=base.name,
        bound=bound,
        price=told,
        told=True,
        speed=speed,
        math=ratio.math,
        unit=told / speed,
        unit_math=told / ratio.math,
        chip_gbps=_gbps(chip),
        base_gbps=_gbps(base),
        cites=_cites((chip, base)),
    )
    others = tuple(_ratio(asked, kind, base) for kind in kinds if kind not in (base,))
    rest = (RatiosOf(base=base.name, ratios=others, cites=_cites(kinds)), BeyondRatio(bound=bound))
    return FactAnswer(headline=first, sentences=rest)


def price_claim(asked: Asked) -> FactAnswer | None:
    """Whether one card costs so many times another, as somebody says; None where both prices are not held."""
    text = asked.reading.text
    told = price_ratio(text)
    if told is None or "judge" not in asked.reading.sought.predicates:
        return None
    kinds = [kind for kind in meant(asked.problem, alone=True) if kind.chip and kind.chip.hbm_gbps]
    kinds = list({kind.chip.id: kind for kind in kinds if kind.chip}.values())
    if len(kinds) != PAIR:
        return None
    chip, base = _sides(kinds, text, dearer=told > 1)
    prices = [plainly(asked.problem, side, 1) for side in (chip, base)]
    known = [price for price in prices if price is not None]
    if len(known) != PAIR:
        return None
    usd, other = (price.usd_per_chip_hour for price in known)
    first = PriceClaim(
        chip=chip.name,
        base=base.name,
        told=told,
        held=usd / other,
        near=abs(usd / other / told - 1) <= NEAR,
        usd=usd,
        base_usd=other,
        cites=tuple(dict.fromkeys(cite for price in known for cite in price.cites)),
    )
    others = RatiosOf(base=base.name, ratios=(_ratio(asked, chip, base),), cites=_cites((chip, base)))
    return FactAnswer(headline=first, sentences=(others,))


def price_ratio(text: str) -> float | None:
    """How many times the price of the other is; None where nobody says."""
    match = _RATIO.search(text)
    if match is None:
        return None
    number = next((group for group in match.groups() if group and group[0].isdigit()), None)
    word = next((group for group in match.groups() if group and not group[0].isdigit()), "")
    return float(number.replace(",", ".")) if number else _WORDS.get(word.lower())


def _sides(kinds: list[Hardware], text: str, *, dearer: bool) -> tuple[Hardware, Hardware]:
    """The card the ratio is of, and the one it is over: a generation that its price is said of, else the newer."""
    at = _RATIO.search(text)
    sentence = text[text.rfind(".", 0, at.start()) + 1 if at else 0 :].lower()
    named = {one for word, ids in NAMES.items() if word in sentence for one in ids}
    dear = next((kind for kind in kinds if kind.chip and kind.chip.id in named), None)
    order = sorted(kinds, key=lambda kind: kind.chip.hbm_gbps.value if kind.chip and kind.chip.hbm_gbps else 0.0)
    first = dear or (order[-1] if dearer else kinds[0])
    others = [kind for kind in kinds if kind is not first]
    return first, min(others, key=lambda kind: _gbps(kind)) if dearer else others[0]


def _gbps(kind: Hardware) -> float:
    return kind.chip.hbm_gbps.value if kind.chip and kind.chip.hbm_gbps else 0.0


def _ratio(asked: Asked, kind: Hardware, base: Hardware) -> Ratio:
    one, other = _chip(kind), _chip(base)
    prices = [plainly(asked.problem, side, 1) for side in (kind, base)]
    known = [price.usd_per_hour / _count(asked, price.instance) for price in prices if price]
    return Ratio(
        chip=one.name,
        bandwidth=_gbps(kind) / _gbps(base),
        math=one.bf16_dense_tflops.value / other.bf16_dense_tflops.value,
        memory=one.hbm_gib.value / other.hbm_gib.value,
        price=known[0] / known[1] if len(known) == PAIR else 0.0,
    )


def _count(asked: Asked, instance: str) -> int:
    return asked.facts.instances[instance].count


def _chip(kind: Hardware) -> Accelerator:
    if kind.chip is None:
        raise ValueError("only cards that are known are compared")
    return kind.chip


def _cites(kinds: Iterable[Hardware]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(kind.chip.hbm_gbps.source for kind in kinds if kind.chip and kind.chip.hbm_gbps))

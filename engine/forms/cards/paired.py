"""Two cards for a kind of work: the figures of both, and how much faster one is by what bounds that work."""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.base.reason import Reason
from engine.forms.cards.sides import PAIR, CardSide, bandwidth_over, card_sides, compute_over
from engine.forms.form import Asked
from engine.forms.kinds.kind import Work
from knowledge.facts import Phase

Range = tuple[float, float]
Bound = Literal["compute", "both"]
SPOKEN = frozenset({"whisper", "asr", "tts", "speech"})  # kinds that read at once and write token by token
PLAIN = frozenset({"trees", "gpu-tables"})  # kinds bound by memory and by what is written of them
NEAR = 1.05  # times, up to which one is as fast
RUNNING: Phase = "running"  # work that neither trains nor serves a model


class CardFigures(NamedTuple):
    """GiB, TFLOP/s at 16 bits and GB/s of a card, and USD of the cheapest hour of one on demand; 0 where none is."""

    name: str
    gib: float
    tflops: float
    gbps: float
    usd: float


class PairFigures(Reason, code="pair_figures"):
    """The faster first. `times` are what bounds the work: 16-bit math, or that and the memory bandwidth (`both`).

    `price`: times the other's hour, where both are rented; `worth`: whether the faster does more for a dollar, less
    or as much.
    """

    faster: CardFigures
    slower: CardFigures
    work: str
    bound: Bound
    compute: Range
    bandwidth: Range
    times: Range
    price: float | None
    worth: str


def paired(work: Work, asked: Asked) -> PairFigures | None:
    """None unless two cards are named, one of each."""
    sides = card_sides(asked)
    plain = not PLAIN.isdisjoint(kind.id for kind in work.kinds)
    if plain or work.phase == RUNNING or work.memory(RUNNING):
        return None  # matrix math bounds nothing of it
    if len(sides) != PAIR or any(side.number > 1 for side in sides):
        return None
    faster, slower = sorted(sides, key=lambda side: (-side.tflops[1], -side.gbps[1]))
    compute, bandwidth = compute_over(faster, slower), bandwidth_over(faster, slower)
    spoken = not SPOKEN.isdisjoint(kind.id for kind in work.kinds)
    bound: Bound = "both" if spoken else "compute"
    times = (min(*compute, *bandwidth), max(*compute, *bandwidth)) if spoken else compute
    one, other = _figures(faster, asked), _figures(slower, asked)
    price = one.usd / other.usd if one.usd and other.usd else None
    return PairFigures(
        faster=one,
        slower=other,
        work=work.name,
        bound=bound,
        compute=compute,
        bandwidth=bandwidth,
        times=times,
        price=price,
        worth=_worth(times, price),
        cites=tuple(dict.fromkeys(chip.hbm_gbps.source for side in (faster, slower) for chip in side.chips)),
    )


def _worth(times: Range, price: float | None) -> str:
    """By the whole range, so that what is doubtful is called as much."""
    if price is None:
        return ""
    return "more" if times[0] > price * NEAR else "less" if times[1] * NEAR < price else "like"


def _figures(side: CardSide, asked: Asked) -> CardFigures:
    return CardFigures(side.name, side.gib[1], side.tflops[1], side.gbps[1], _hour(side, asked))


def _hour(side: CardSide, asked: Asked) -> float:
    """On the clouds that were said, of a machine with one of them if there is one."""
    book, clouds = asked.library.prices(asked.day), asked.profile.clouds
    ids = {chip.id for chip in side.chips}
    rates: list[tuple[bool, float]] = []
    for thing in asked.facts.instances.values():
        if thing.accelerator not in ids or (clouds and thing.cloud not in clouds):
            continue
        quote = book.near(thing, "on_demand", asked.profile.region)
        if quote is not None:
            rates.append((thing.count > 1, quote.usd_per_hour.likely / thing.count))
    return min(rates)[1] if rates else 0.0

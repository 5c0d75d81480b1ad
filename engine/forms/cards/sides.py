"""The cards that a question sets against each other, and their figures over all cards of a name."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.forms.form import Asked
from engine.options.named import called
from engine.workload.conditions import FAMILIES
from knowledge.facts import Accelerator, Generation

Range = tuple[float, float]
TESTED = "nvidia"  # the vendor on whose cards such programs are tried
PAIR = 2
MOBILE = re.compile(
    r"laptop|notebook (?:gpu|card|computer|version)|(?:gaming|my|a) notebook\b", re.IGNORECASE
)  # a number is then the card of that name in one
FASTER_ACCUMULATE = 2.0  # FP16 over FP32 accumulation, on a card that halves the rate of the latter
PEERS = 0.03  # a share within which figures are the same


class CardSide(NamedTuple):
    """One name: every card it means, and how many of them were said."""

    word: str
    chips: tuple[Accelerator, ...]
    number: int = 1

    @property
    def name(self) -> str:
        """In full where it is one card; else the name that they share."""
        return self.chips[0].name if len(self.chips) == 1 else self.word

    @property
    def chip(self) -> Accelerator:
        return self.chips[0]

    @property
    def gib(self) -> Range:
        held = [chip.hbm_gib.value for chip in self.chips]
        return min(held), max(held)

    @property
    def gbps(self) -> Range:
        held = [chip.hbm_gbps.value for chip in self.chips]
        return min(held), max(held)

    @property
    def tflops(self) -> Range:
        """At 16 bits with FP32 accumulation, as it is trained."""
        held = [chip.bf16_dense_tflops.value for chip in self.chips]
        return min(held), max(held)


def card_sides(asked: Asked) -> tuple[CardSide, ...]:
    """The GPUs that were named, in the order of the text; those of its first line alone, where it names several."""
    listed = {one.id: one for one in reversed(asked.reading.hardware)}
    sides = []
    mobile = MOBILE.search(asked.reading.text) is not None
    for word in asked.profile.candidates:
        found = tuple(chip for chip in called(asked.facts, word) if chip.family == "gpu")
        if mobile and not word.endswith("m"):  # of a card whose laptop form is not known nothing is told
            found = tuple(chip for chip in asked.facts.accelerators.values() if chip.id == f"{word}m")
        if word not in FAMILIES and found:
            one = listed.get(word)
            sides.append(CardSide(word, found, (one.chips if one else None) or 1))
    text = asked.reading.text
    title = text.strip().partition("\n")[0]
    said = {one.id: one.words for one in asked.reading.hardware}
    gone = {entry.id for entry in asked.reading.unavailable} | {
        o.id for o in asked.reading.hardware if o.role == "out"
    }
    sides = [side for side in sides if side.word not in gone]
    sides.sort(key=lambda side: _place(said.get(side.word, side.word), text))
    first = tuple(side for side in sides if side.word in said and said[side.word] in title)
    return first if len(first) >= PAIR else tuple(sides)


def _place(words: str, text: str) -> int:
    """Where in the text it is named; beyond its end where it is written otherwise there."""
    return text.find(words) % (len(text) + 1)


def is_owned(side: CardSide, asked: Asked) -> bool:
    """Whether nothing that can be rented here has it: it is bought, or at hand."""
    ids = {chip.id for chip in side.chips}
    return not any(thing.accelerator in ids for thing in asked.facts.instances.values())


def compute_over(one: CardSide, other: CardSide) -> Range:
    """The matrix math at 16 bits of one over the other: between FP16 and FP32 accumulation, and over all cards."""
    as_trained = [a.bf16_dense_tflops.value / b.bf16_dense_tflops.value for a in one.chips for b in other.chips]
    at_most = [_fastest(a) / _fastest(b) for a in one.chips for b in other.chips]
    return min(*as_trained, *at_most), max(*as_trained, *at_most)


def at_most(side: CardSide) -> float:
    """TFLOP/s at 16 bits in the faster way to accumulate, of the fastest card of the name."""
    return max(map(_fastest, side.chips))


def halves(one: CardSide, other: CardSide) -> bool:
    """Whether one of them runs math that accumulates in FP32 at half rate and the other does not."""
    return any(a.half_rate != b.half_rate for a in one.chips for b in other.chips)


def bandwidth_over(one: CardSide, other: CardSide) -> Range:
    return one.gbps[0] / other.gbps[1], one.gbps[1] / other.gbps[0]


def plain_over(one: CardSide, other: CardSide) -> float | None:
    """The FP32 math without matrix units of one over the other; None where it is not known of both."""
    mine, theirs = one.chip.fp32_tflops, other.chip.fp32_tflops
    return mine.value / theirs.value if mine and theirs else None


def generation(side: CardSide, asked: Asked) -> Generation | None:
    return asked.facts.generations.get(side.chip.generation or "")


def _fastest(chip: Accelerator) -> float:
    return chip.bf16_dense_tflops.value * (FASTER_ACCUMULATE if chip.half_rate else 1.0)

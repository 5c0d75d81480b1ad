"""What more cards bring, out of the seconds of a step on few and on many that somebody measured."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.base.constants import Constants
from engine.base.reason import Reason
from engine.workload.conditions import FAMILIES
from engine.workload.question import FormCues
from knowledge.units import MILLISECONDS_PER_SECOND

USUAL = "scaling_share"  # the constant
BEYOND = 1.02  # of the number of cards: more is no measurement of the same batch on each
SEVERAL = 2  # kinds of card, of which another sum is told
SOURCES = ("torch-ddp-docs", "goyal-2017")
_WORDS = {
    "one": 1, "single": 1, "a": 1, "two": 2, "dual": 2, "both": 2, "three": 3, "four": 4, "quad": 4, "six": 6,
    "eight": 8, "sixteen": 16,
}  # fmt: skip
_STEP = r"(?:it|its|iters?|iterations?|steps?|batch(?:es)?)(?![a-z])"
_SECONDS = r"(ms|milliseconds?|s|secs?|seconds?)"
_TIME = re.compile(
    r"(?<![\w.,])(\d[\d,]*(?:\.\d+)?)\s*" + _SECONDS + r"\s*(?:/|per|an?|each|for (?:an?|one|each))\s*" + _STEP, re.I
)
_RATE = re.compile(
    r"(?<![\w.,])(\d[\d,]*(?:\.\d+)?)\s*" + _STEP + r"\s*(?:/|per|an?|each)\s*s(?:ec|econd)?s?\b", re.I
)
_NUMBER = "|".join(_WORDS)
_NAME = r"(?!with|on|at|and|for|to|of|in|per|using|each|every)[a-z][\w-]*"
_CARDS = re.compile(
    rf"(?<![\w.])(?:(\d{{1,3}})|({_NUMBER}))(?:\s*[x×]\s*{_NAME}|\s*(?:{_NAME}\s+){{0,2}}?(?:gpus?|cards?))(?![a-z])",
    re.IGNORECASE,
)
_BATCH = re.compile(r"\b(?:batch(?:[\s_-]*size)?|bs)(?:\s*(?:of|is|=|:))?\s*(\d{1,6})(?![\d.])", re.IGNORECASE)
_ENDS = re.compile(r"[,;\n]|\.\s|\.$")


class Scaling(Reason, code="scaling"):
    """Samples a second on `few` and on `many` cards, 0 where no batch was said; `times`: as fast; `share` of linear.

    `split`: the batch grew with the cards, so it is of all of them; `whole`: it stayed, and is of all of them, since
    more than linear is not to be had. Else `batch` is taken for that of each card.
    """

    few: int
    many: int
    linear: float  # `many` / `few`
    batch: int
    samples: int  # of one step on `many`
    split: bool
    whole: bool
    before: float
    after: float
    times: float
    share: float


class ScalingElse(Reason, code="scaling_else"):
    """The same where the batch that was said is of all cards together."""

    batch: int
    after: float
    times: float


class ScalingLoss(Reason, code="scaling_loss"):
    """Where the rest goes, and what brings it back; `poor`: less than is usual inside one machine."""

    poor: bool


def least_usual(constants: Constants) -> float:
    """The share of the number of cards below which they bring too little inside one machine."""
    return constants.spread(USUAL).low


def asks_of_scaling(seen: FormCues) -> bool:
    """Whether the seconds of a step are told for two numbers of cards."""
    return len(set(seen.profile.candidates) - FAMILIES) < SEVERAL and steps_on(seen.text) is not None


def of_scaling(text: str, constants: Constants) -> FactAnswer | None:
    """None where the text tells no such pair.

    In data parallel each card takes a batch of its own: samples a step = batch x cards. Where the batches grow with
    the cards, they are of all together.
    """
    told = steps_on(text)
    if told is None:
        return None
    few, many = told
    more = many.cards / few.cards
    split = bool(few.batch and many.batch and many.batch == few.batch * more)
    same = few.batch == many.batch or few.batch is None or many.batch is None
    if not (split or same):
        return None  # other batches on each: nobody knows whether of a card or of all
    each = more * few.seconds / many.seconds
    whole = not split and each > more * BEYOND
    times = each / more if whole else each
    batch = few.batch or many.batch or 0
    first = Scaling(
        few=few.cards,
        many=many.cards,
        linear=more,
        batch=batch,
        samples=batch * many.cards,
        split=split,
        whole=whole,
        before=batch * (1 if split or whole else few.cards) / few.seconds,
        after=batch * (more if split else 1 if whole else many.cards) / many.seconds,
        times=times,
        share=times / more,
        cites=SOURCES[:1],
    )
    other = ScalingElse(batch=batch, after=batch / many.seconds, times=few.seconds / many.seconds)
    rest = ScalingLoss(poor=first.share < least_usual(constants), cites=SOURCES)
    return FactAnswer(headline=first, sentences=(*(() if split or whole else (other,)), rest), of_told=True)


class StepOn(NamedTuple):
    """`seconds` of a step on `cards`; the `batch` that was said with it, if one was."""

    cards: int
    batch: int | None
    seconds: float


def steps_on(text: str) -> tuple[StepOn, StepOn] | None:
    """The step on the fewest and on the most cards; None where not two numbers of cards have one."""
    found: dict[int, StepOn] = {}
    begins = 0
    times = sorted((*_timed(text),), key=lambda one: one[0])
    told: list[tuple[int | None, int | None, float]] = []
    for first, last, seconds in times:
        ended = _ENDS.search(text, last)
        behind = text[last : ended.start() if ended else len(text)]
        before = text[begins:first]
        told.append((_cards(before, behind), _batch(before, behind), seconds))
        begins = last + len(behind)
    if sum(cards is None for cards, _, _ in told) > 1:
        return None
    for cards, batch, seconds in told:
        known = cards or 1  # "on H100", beside "on 2x H100"
        found.setdefault(known, StepOn(known, batch, seconds))
    few, many = min(found, default=0), max(found, default=0)
    return (found[few], found[many]) if few < many else None


def _timed(text: str) -> list[tuple[int, int, float]]:
    """Where each time of a step begins and ends, and its seconds."""
    times = [
        (one.start(), one.end(), _number(one[1]) / (MILLISECONDS_PER_SECOND if one[2][0] in "mM" else 1.0))
        for one in _TIME.finditer(text)
    ]
    rates = [(one.start(), one.end(), 1 / _number(one[1])) for one in _RATE.finditer(text) if _number(one[1])]
    return [one for one in (*times, *rates) if one[2] > 0]


def _cards(before: str, behind: str) -> int | None:
    found = [*_CARDS.finditer(behind)][:1] or [*_CARDS.finditer(before)][-1:]
    return (int(found[0][1]) if found[0][1] else _WORDS[found[0][2].lower()]) or None if found else None


def _batch(before: str, behind: str) -> int | None:
    found = [*_BATCH.finditer(behind)][:1] or [*_BATCH.finditer(before)][-1:]
    return int(found[0][1]) or None if found else None


def _number(digits: str) -> float:
    return float(digits.replace(",", ""))

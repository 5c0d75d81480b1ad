"""Whether it is the hardware, where somebody saw one machine so many times slower than another.

A machine takes between 1 / (ratio of memory bandwidths) and 1 / (ratio of 16-bit math) times as long as the other.
"""

from __future__ import annotations

import re

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.fleets.paces import paces, times_told
from engine.forms.form import Asked
from engine.forms.own.machines import Machine, machines

TWO, LEAST = 2, 1.15  # machines; times slower that are worth a word
MARGIN, UNUSED = 1.5, 1.2  # times beyond what the hardware says, and below it
SHARE = re.compile(r"(?<![\d./])1\s*/\s*(\d{1,3})(?:th)?(?![\d/])", re.IGNORECASE)
TIMES = re.compile(r"(?<![\w.])(\d{1,3}(?:\.\d+)?)\s*(?:x|×|times)\s*(slower|faster|as slow|as fast|more|less)", re.I)
SLOWER = re.compile(r"\bslow|\bworse|\bbehind\b|\bless\b|lower", re.IGNORECASE)
ASKS = re.compile(
    r"\b(?:why|expected|normal|wrong|supposed|makes? sense|reason|how come|should(?:n't)?)\b", re.IGNORECASE
)
TOKENS = re.compile(r"\btok(?:en)?s?\b|\bllama|\bmistral|\bqwen|\bllm\b|\bgpt", re.IGNORECASE)
AWS = "aws"


class RatioSeen(Reason, code="ratio_seen"):
    """`slow` was seen to take `seen` times as long as `fast`; by the data sheets it takes `low` to `high` times.

    `verdict`: hardware, software, unused (the fast one gains less than it could); `neuron`: the slow one is of AWS
    and compiles for a fixed batch.
    """

    slow: str
    fast: str
    seen: float
    low: float
    high: float
    slow_gbps: float
    fast_gbps: float
    slow_tflops: float
    fast_tflops: float
    verdict: str
    neuron: bool
    tokens: bool


class RatioCheck(Reason, code="ratio_check"):
    """What to check, in which order."""

    neuron: bool
    tokens: bool


def ratio_seen(asked: Asked) -> FactAnswer | None:
    """None unless two machines are named, one is said to be so many times slower, and whether or why is asked."""
    text, every = asked.reading.text, machines(asked)
    typed = {one.chip.id for one in every if one.type}
    named = [one for one in every if one.type or one.chip.id not in typed]
    if len(named) != TWO or named[0].chip.id == named[1].chip.id or not ASKS.search(text):
        return None
    found = _seen(text, named)
    if found is None:
        return None
    slow, fast, seen = found
    if seen < LEAST or slow.chip.hbm_gbps is None or fast.chip.hbm_gbps is None:
        return None
    read = fast.chip.hbm_gbps.value * fast.cards / (slow.chip.hbm_gbps.value * slow.cards)
    computed = fast.chip.bf16_dense_tflops.value * fast.cards / (slow.chip.bf16_dense_tflops.value * slow.cards)
    low, high = sorted((read, computed))
    neuron, tokens = slow.chip.vendor == AWS, TOKENS.search(text) is not None
    first = RatioSeen(
        slow=slow.name,
        fast=fast.name,
        seen=seen,
        low=low,
        high=high,
        slow_gbps=slow.chip.hbm_gbps.value * slow.cards,
        fast_gbps=fast.chip.hbm_gbps.value * fast.cards,
        slow_tflops=slow.chip.bf16_dense_tflops.value * slow.cards,
        fast_tflops=fast.chip.bf16_dense_tflops.value * fast.cards,
        verdict="software" if seen > high * MARGIN else "unused" if seen * UNUSED < low else "hardware",
        neuron=neuron,
        tokens=tokens,
        cites=tuple(dict.fromkeys((slow.chip.hbm_gbps.source, fast.chip.hbm_gbps.source))),
    )
    return FactAnswer(headline=first, sentences=(RatioCheck(neuron=neuron, tokens=tokens),), whole=True, of_told=True)


def _seen(text: str, named: list[Machine]) -> tuple[Machine, Machine, float] | None:
    """The slow one, the fast one, and how many times as long the slow one takes."""
    own = paces(text, named)
    seconds = [one.seconds for one in own] if len(own) == TWO else times_told(text)
    if len(seconds) == TWO and all(seconds) and seconds[0] != seconds[1]:
        order = [one.machine for one in own] if len(own) == TWO else named
        pairs = sorted(zip(seconds, order, strict=True), key=lambda pair: -pair[0])
        return pairs[0][1], pairs[1][1], pairs[0][0] / pairs[1][0]
    if match := SHARE.search(text):
        slow = _before(text[: match.start()], named)
        return (slow, _other(slow, named), float(match[1])) if slow else None
    if match := TIMES.search(text):
        first = _before(text[: match.start()], named)
        if first is None:
            return None
        is_slow = SLOWER.search(match[2]) is not None
        slow = first if is_slow else _other(first, named)
        return slow, _other(slow, named), float(match[1])
    return None


def _before(text: str, named: list[Machine]) -> Machine | None:
    """The last that a text names, by its whole name or by its line: "inf2"."""
    low = text.lower()

    def place(one: Machine) -> int:
        line = one.type.id.partition(".")[0] if one.type else one.chip.name.split()[1].lower()
        return low.rfind(line)

    last = max(named, key=place)
    return last if place(last) >= 0 else None


def _other(one: Machine, named: list[Machine]) -> Machine:
    return next(other for other in named if other is not one)

"""The ways to buy that a bill names, each with how many machines are bought so: "3 on demand and 2 on spot"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.forms.money.said import ways_said
from engine.forms.ways.own_ways import MENTIONS
from engine.workload.profile import Reading
from knowledge.facts import Purchase

_NUMBER = re.compile(r"(?<![\w.,-])(\d{1,3})(?![\w.,%-])")


class Way(NamedTuple):
    """`number` of machines bought so; None: as many as are named."""

    purchase: Purchase
    number: int | None


def ways_told(reading: Reading, first_end: int) -> tuple[Way, ...]:
    """The ways in the order of the text where each has its own number, all but the first behind the machine that ends
    at `first_end`; else those that are named; () where none is."""
    out = reading.ruled_out.get("purchase", ())
    text = reading.text
    spots = sorted((found.start(), found.end(), way) for way, one in MENTIONS.items() for found in one.finditer(text))
    named = [way for way in ways_said(frozenset(reading.cues)) if way not in out]
    if len(spots) > 1 and len({way for _, _, way in spots}) == len(spots) == len(named):
        counts = [_NUMBER.findall(text[end:start]) for (_, end, _), (start, _, _) in pairwise(spots)]
        if all(len(one) == 1 for one in counts) and spots[0][0] >= first_end:
            own = [None, *(int(one[0]) for one in counts)]
            return tuple(Way(way, count) for (_, _, way), count in zip(spots, own, strict=True))
    if not named and (way := reading.profile.purchase) is not None:
        named = [way]
    return tuple(Way(way, None) for way in named)


def numbers_of_ways(ways: Sequence[Way]) -> set[str]:
    """The numbers that these ways have used."""
    return {str(way.number) for way in ways if way.number is not None}

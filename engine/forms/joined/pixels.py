"""Two sizes of pictures in one question: how many times the pixels, and what of memory and time grows by that."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.kinds.kind import work_of
from engine.workload.phases import phases_said

PAIR = 2
OF_SIZE = frozenset({"fit", "able", "effect", "slow", "hours", "why", "rate", "how"})  # predicates it has part in
GB = re.compile(r"(?<![\w.])(\d{1,3}(?:\.\d+)?)\s*(?:gb|gib|g)\b", re.IGNORECASE)
_BY = re.compile(
    r"(?<![\w.])(\d{2,5})\s*(?:px)?\s*[x×*]\s*(\d{2,5})(?:\s*px)?(?![\w.]*\d|\s*(?:gb|gib|mb|gpu))", re.I
)
_NAMED = re.compile(
    r"height['\"]?\s*[:=]\s*(\d{2,5})\W{1,6}width['\"]?\s*[:=]\s*(\d{2,5})"
    r"|width['\"]?\s*[:=]\s*(\d{2,5})\W{1,6}height['\"]?\s*[:=]\s*(\d{2,5})",
    re.I,
)
_LINES = re.compile(
    r"(?<![\w.])(480|540|544|720|1080|1440|2160)\s*p(?![a-z0-9])|(?<![\w.])([48])k(?=\s*(?:video|image|frame|resol|picture|photo|footage))",
    re.I,
)
_EDGES = re.compile(
    r"(?<![\w.])(\d{3,4})\s*(?:px|pixels?|resolution)?\s*(?:to|->|→|instead of|vs\.?|versus|and|or)\s*(\d{3,4})\s*"
    r"(?:px|pixels?|resolution|res\b|images?)",
    re.I,
)
WIDE = {480: 854, 540: 960, 544: 960, 720: 1280, 1080: 1920, 1440: 2560, 2160: 3840}
LEAST, MOST = 32, 20_000


class Picture(NamedTuple):
    """Edges in pixels, as they were told."""

    one: int
    other: int

    @property
    def pixels(self) -> int:
        return self.one * self.other


def told_pictures(text: str) -> tuple[Picture, ...]:
    """In the order of the text, each size once."""
    found: list[tuple[int, Picture]] = []
    for match in _BY.finditer(text):
        found.append((match.start(), Picture(int(match[1]), int(match[2]))))
    for match in _NAMED.finditer(text):
        edges = [int(one) for one in match.groups() if one]
        found.append((match.start(), Picture(*edges)))
    for match in _LINES.finditer(text):
        lines = int(match[1]) if match[1] else {"4": 2160, "8": 4320}[match[2]]
        found.append((match.start(), Picture(WIDE.get(lines, lines * 16 // 9), lines)))
    for match in _EDGES.finditer(text):
        found += [(match.start(group), Picture(int(match[group]), int(match[group]))) for group in (1, 2)]
    fit = [(at, one) for at, one in sorted(found) if min(one) >= LEAST and max(one) <= MOST]
    return tuple(dict.fromkeys(one for _, one in fit))


class PixelsTimes(Reason, code="pixels_times"):
    """`times` as many pixels in `more` as in `less`."""

    less: tuple[int, int]
    more: tuple[int, int]
    times: float


class PixelsRoom(Reason, code="pixels_room"):
    """On a card of `card_gb` it has room only while activations took at most `most_gb` at the smaller size."""

    times: float
    card_gb: float
    most_gb: float
    told_gb: float  # what the smaller size is said to take, or to run on, in all; 0: not said
    grown_gb: float  # the same if it were all activations
    trains: bool


def pixels(asked: Asked) -> FactAnswer | None:
    """None unless two sizes of pictures are told, and memory, time or what it changes is asked."""
    text, sought = asked.reading.text, frozenset(asked.reading.sought.predicates)
    told = told_pictures(text)
    if len(told) != PAIR or (sought and not sought & OF_SIZE):
        return None
    less, more = sorted(told, key=lambda one: one.pixels)
    times = more.pixels / less.pixels
    if times == 1:
        return None
    cards = [float(one) for one in GB.findall(text)]
    card = cards[-1] if cards else asked.profile.chip_memory_gb or 0.0
    before = cards[0] if len(cards) > 1 and cards[0] < card else 0.0
    work = work_of(asked.reading, asked.library)
    trains = "inference" not in phases_said(asked.reading) and not (work and work.phase == "inference")
    room = (
        PixelsRoom(
            times=times, card_gb=card, most_gb=card / times, told_gb=before, grown_gb=before * times, trains=trains
        )
        if card
        else None
    )
    first = PixelsTimes(less=(less.one, less.other), more=(more.one, more.other), times=times)
    return FactAnswer(headline=first, sentences=(room,) if room else ())

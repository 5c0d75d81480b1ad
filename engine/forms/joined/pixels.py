"""Two sizes of pictures in one question: how many times the pixels, and what of memory and time grows by that."""

from __future__ import annotations

import re

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.joined.told_pixels import told_pictures
from engine.forms.kinds.kind import work_of
from engine.workload.phases import phases_said

PAIR = 2
OF_SIZE = frozenset({"fit", "able", "effect", "slow", "hours", "why", "rate", "how"})  # predicates it has part in
GB = re.compile(r"(?<![\w.])(\d{1,3}(?:\.\d+)?)\s*(?:gb|gib|g)\b", re.IGNORECASE)


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

"""What the tests of this folder read with."""

from __future__ import annotations

from engine.base.measures import Measured
from engine.reading.document import laid_out
from engine.reading.measures.read import measured
from engine.reading.read import understand
from engine.reading.sentences import sentences
from tests.engine.reading.test_read import vocabulary


def of(text: str) -> Measured:
    """What a text measures."""
    _, slots = understand(text, vocabulary())
    return measured(laid_out(text, vocabulary()), sentences, slots.profile, slots.words)


def amounts(text: str) -> list[tuple[float, str]]:
    """The value of each amount and its plainest unit: "3 images an hour" is (3, "h-1 image+1")."""
    shown = of(f"{text}, what does it cost?").measures
    return [
        (round(one.value, 6) or one.value, " ".join(f"{name}{power:+d}" for name, power in one.units[0]))
        for one in shown
    ]


def asked(text: str) -> list[tuple[str, str, str]]:
    """What is wanted, per what, and of which thing."""
    return [(one.wants, one.per, one.thing) for one in of(text).goals]

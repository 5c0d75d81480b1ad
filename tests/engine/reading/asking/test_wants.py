"""What turns ask of the machines before them."""

from __future__ import annotations

from typing import Any

import pytest

from engine.reading.asking.turn import whole
from engine.reading.asking.wants import Wants, wants
from engine.reading.document import lay_out
from engine.workload.profile import Profile
from tests.engine.reading.test_read import vocabulary


def wanted(text: str) -> Wants | None:
    alone = whole(text, vocabulary())
    return wants(lay_out(text, vocabulary(), Profile(), in_thread=True), alone, alone)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("spot?", {"way": "spot"}),
        ("und als Reservierung?", {"way": "reserved_1yr"}),
        ("3 yrs?", {"way": "reserved_3yr"}),
        ("what if we commit for three years", {"way": "reserved_3yr"}),
        ("用竞价实例呢", {"way": "spot"}),
        ("no upfront", {"way": "on_demand", "free": True}),
        ("and without paying upfront", {"way": "on_demand", "free": True}),
        ("which of those can i get in europe", {"place": "europe"}),
        ("et sur azure ?", {"clouds": ("azure",)}),
        ("we'd rather rent. where do I get those", {"asks": frozenset({"where"})}),
        ("how often do those get killed", {"asks": frozenset({"reclaimed"})}),
        ("as CO2 in ireland", {"asks": frozenset({"emitted"}), "place": "eu-west-1"}),
        ("too expensive!", {"asks": frozenset({"less"})}),
        ("und geliehen?", {"asks": frozenset({"hour"})}),
    ],
)
def test_they_are_read_by_any_words(text: str, said: dict[str, Any]) -> None:
    assert wanted(text) == Wants(**said)


@pytest.mark.parametrize(
    "text", ["with 32k samples", "and on an H100?", "how many hours for 1B tokens", "thanks", "carbon matters most"]
)
def test_turns_that_say_other_things_ask_nothing_of_it(text: str) -> None:
    assert wanted(text) is None

"""Another number of the same machines that is asked about: "the docs use four nodes, would three do?"."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from engine.reading.words.numbers import Number
from engine.reading.words.patterns import Match
from engine.workload.profile import Equipment

MACHINES = "machines"  # the value of a phrase that counts them
USUAL = 8  # chips of a machine whose number was not told


def recounted(
    hardware: tuple[Equipment, ...],
    found: Iterable[tuple[Match, int]],
    numbers: Iterable[Number],
    text: str,
    machines: Collection[float],
) -> tuple[tuple[Equipment, ...], tuple[Match, ...]]:
    """The hardware with the number that is asked, and the phrases that say so.

    `found`: phrases of another number, with where each begins in the text; `machines`: numbers of machines that stand
    in it, of which the largest is that of what was told.
    """
    counted = [one for one in hardware if one.chips or one.machines]
    if len(counted) != 1 or len({one.id for one in hardware}) != 1:
        return hardware, ()
    told = counted[0]
    behind = text.find(told.words) + len(told.words)
    last = next((match for match, start in reversed([*found]) if start >= behind and told.words in text), None)
    if last is None or not told.chips:
        return hardware, ()
    number = next((one.value for one in numbers if last.first <= one.first < last.last), 1.0)
    chips, nodes = round(number), None
    if last.value == MACHINES:
        of_told = told.machines or round(max(machines, default=0.0))
        each = told.chips // of_told if of_told > 1 or told.machines else min(told.chips, USUAL)
        chips, nodes = round(number) * each, round(number)
    if chips == told.chips or not chips:
        return hardware, ()
    asked = told.model_copy(update={"chips": chips, "machines": nodes, "role": "asked"})
    return tuple(asked if one is told else one for one in hardware), (last,)

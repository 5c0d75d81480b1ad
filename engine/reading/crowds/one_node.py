"""One machine of several that are had: "6 nodes, each with 4x L40S: what can one node serve?" asks of four cards."""

from __future__ import annotations

import re
from itertools import pairwise

from engine.workload.profile import Equipment, Profile

ONE_NODE = "on_one_node"  # the cue
SEVERAL = 2
NUMBER = re.compile(r"\d+")


def of_one_node(profile: Profile, hardware: tuple[Equipment, ...]) -> tuple[Profile, tuple[Equipment, ...]]:
    """The chips of one machine, where several machines of as many chips were said; else both as they are."""
    total = profile.accelerator_count or 0
    each = next((chips for item in hardware if (chips := _of_each(item.words, total))), 0)
    if not each:
        return profile, hardware
    one = tuple(
        item.model_copy(update={"chips": each, "machines": 1}) if item.chips in (total, each) else item
        for item in hardware
    )
    counts = {"accelerator_count": each}
    counts |= {"instance_count": 1} if profile.instance_count else {}
    counts |= {"current_count": each} if profile.current_count == total else {}
    return profile.model_copy(update=counts), one


def _of_each(words: str, total: int) -> int:
    """The chips of a machine, where the number of machines stands before them; 0 where that is not all of them."""
    numbers = [int(number) for number in NUMBER.findall(words)]
    pairs = [(machines, chips) for machines, chips in pairwise(numbers) if machines >= SEVERAL]
    return next((chips for machines, chips in pairs if machines * chips == total), 0)

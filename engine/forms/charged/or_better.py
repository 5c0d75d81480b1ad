"""The cheapest of a generation of chips, or of a chip or generation "or newer": over every chip that it means."""

from __future__ import annotations

import re

from engine.options.named import called
from engine.workload.conditions import FAMILIES
from engine.workload.profile import Reading
from knowledge.facts import Accelerator, Facts

LOWEST = frozenset({"cheapest_of", "money_cheapest"})  # cues
CHEAPEST = "cheapest_of"
OF_WORK = frozenset({"parameters", "model", "tokens", "samples", "task", "method", "tokens_per_day"})  # slots
VENDOR = "nvidia"
_NEWER = re.compile(
    r"\b(?:or|and|oder|und|ou|et|o|y|e)\s+(?:newer|better|later|above|up|upwards?|higher|faster|neuer\w*|besser\w*|"
    r"(?:plus\s)?r[ée]cent\w*|mieux|mejor\w*|superior\w*|(?:más\s)?nuev\w*|migliore|più\s\w+)\b|"
    r"\b(?:at least|minimum|min\.?|no older than|not older than|mindestens|au moins|al menos|almeno)\b|"
    r"(?<=[a-z\d])\+(?!\d)|以上|или новее",
    re.IGNORECASE,
)


def over_all(reading: Reading, facts: Facts) -> Reading | None:
    """The question with every chip that is meant; None where no generation, and nothing better than a chip, is."""
    said, cues = reading.profile, frozenset(reading.cues)
    if LOWEST.isdisjoint(cues) or said.instances or not OF_WORK.isdisjoint(said.stated()):
        return None
    newer = _NEWER.search(reading.text) is not None
    named = _generations(reading.text, facts)
    sold = {thing.accelerator for thing in facts.instances.values()}
    chips = [chip for chip in facts.accelerators.values() if chip.id in sold and chip.is_usual_gpu]
    if named:
        least = min(named)
        meant = [chip for chip in chips if (own := _age(chip, facts)) and (own in named or (newer and own >= least))]
    elif newer and len(said.candidates) == 1 and not FAMILIES.issuperset(said.candidates):
        bases = called(facts, said.candidates[0])
        meant = [chip for chip in chips if any(_is_no_less(chip, base) for base in bases)]
    else:
        return None
    if not meant:
        return None
    profile = said.model_copy(update={"candidates": tuple(sorted(chip.id for chip in meant))})
    cues_then = tuple(dict.fromkeys((*reading.cues, CHEAPEST)))
    words = {slot: word for slot, word in reading.words.items() if slot != "candidates"}  # "gpu" is every one of them
    return reading.model_copy(update={"profile": profile, "cues": cues_then, "words": words})


def _generations(text: str, facts: Facts) -> set[tuple[int, int]]:
    """The ages of those that are named."""
    return {
        _number(one.capability)
        for one in facts.generations.values()
        if one.vendor == VENDOR and re.search(rf"\b{re.escape(one.name.split()[0])}\b", text, re.IGNORECASE)
    }


def _age(chip: Accelerator, facts: Facts) -> tuple[int, int] | None:
    kind = facts.generations.get(chip.generation or "")
    return _number(kind.capability) if kind is not None and kind.vendor == VENDOR else None


def _number(capability: str) -> tuple[int, int]:
    """ "3.5 to 3.7" begins at 3.5; "12.0" is newer than "9.0"."""
    parts = re.match(r"(\d+)\.(\d+)", capability)
    return (int(parts[1]), int(parts[2])) if parts else (0, 0)


def _is_no_less(chip: Accelerator, base: Accelerator) -> bool:
    """Whether it has at least the memory, the bandwidth and the 16-bit math."""
    return (
        chip.hbm_gib.value >= base.hbm_gib.value
        and chip.hbm_gbps.value >= base.hbm_gbps.value
        and chip.bf16_dense_tflops.value >= base.bf16_dense_tflops.value
    )

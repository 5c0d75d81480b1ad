"""Whether a word of a program's own people is nearer to the chip than a row on all chips with one software.

"xFormers is written for CUDA" holds for NVIDIA GPUs as a whole; what its maintainers say of Blackwell decides there.
"""

from __future__ import annotations

from engine.answers.support import chips_asked, features_named, held, row_of
from engine.base.of_facts import once
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.workload.equipment import of_asked
from knowledge.facts import Facts, ProjectSupport

RUNS = "yes"  # a level


def is_nearer(row: ProjectSupport, first: Reason, asked: Asked, *, of_part: bool) -> bool:
    """`first`: what stands first, of a feature; `of_part`: the row is of a part that was not named, which decides
    only where it does not simply run and the whole is said to."""
    if row.on in of_all(asked.facts) or (of_part and (row.level == RUNS or first.values.get("answer") != RUNS)):
        return False
    feature = next((one for one in asked.facts.features.values() if one.name == first.values.get("feature")), None)
    if feature is None or feature not in features_named(row.name, asked.facts):
        return False
    chips = chips_asked(of_asked(asked.reading), asked.facts)
    there = [(chip, row_of(feature, chip, asked.facts)) for chip in chips]
    return bool(there) and all(one and one.software in (chip.software, chip.family) for chip, one in there)


def is_held(name: str, asked: Asked) -> bool:
    """Whether a program of that name is a feature of which something is held on the chips that were asked about."""
    chips = chips_asked(of_asked(asked.reading), asked.facts)
    return any(held(feature, chips, asked.facts) for feature in features_named(name, asked.facts))


@once
def of_all(facts: Facts) -> frozenset[str]:
    """What rows on all chips with one software, or of a family, are kept by."""
    return frozenset(name for chip in facts.accelerators.values() for name in (chip.software, chip.family))

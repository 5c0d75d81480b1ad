"""A number format that a chip does not compute: what it has instead, and which chips have it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.answers.support import chips_asked, features_named, held, rented
from engine.base.reason import Reason
from engine.forms.per_unit.rates import Question
from engine.workload.question import FormCues
from knowledge.facts import Accelerator, Facts, Feature

HAS = frozenset({"native", "good"})
FLOATS = frozenset({"bf16", "fp16", "fp8", "fp4"})
TOLD = 5  # chips that have it, the oldest first
LITTLE = 2  # slots of a workload, the format among them
FAILS = "format_error"  # a cue


class FormatInstead(Reason, code="format_instead"):
    """The formats that the chips have, and the chips on sale that have the one they lack; each list is joined."""

    lacked: str
    chips: str
    formats: str
    having: str
    more: bool  # newer ones than those have it too


def is_of_format(seen: FormCues) -> bool:
    """A number format and a chip, in the words of an error."""
    named = seen.specific + seen.instances > 0 and seen.says("precision")
    sized = seen.says("parameters") or seen.says("model") or seen.says("tokens")
    return named and not sized and seen.workload_slots <= LITTLE and seen.has(FAILS)


def formats(asked: Question) -> Iterator[FormatInstead]:
    """For each format that was named and that none of the chips has."""
    facts = asked.library.facts
    chips = chips_asked(asked.said, facts)
    for lacked in features_named(asked.reading.text, facts):
        if lacked.kind != "precision" or not chips or _having(lacked, chips, facts):
            continue
        software = {chip.software for chip in chips}
        alike = tuple(chip for chip in rented(facts) if chip.software in software)
        others = [
            one for one in facts.features.values() if one.kind == "precision" and one.id in FLOATS - {lacked.id}
        ]
        instead = [one.name for one in others if len(_having(one, chips, facts)) == len(chips)]
        having = sorted(_having(lacked, alike, facts), key=lambda chip: (chip.released, chip.name))
        if instead or having:
            cites = tuple(dict.fromkeys(entry.row.source for entry in held(lacked, alike, facts)))[:2]
            yield FormatInstead(
                lacked=lacked.name,
                chips=", ".join(chip.name for chip in chips),
                formats=", ".join(instead),
                having=", ".join(chip.name for chip in having[:TOLD]),
                more=len(having) > TOLD,
                cites=cites,
            )


def _having(feature: Feature, chips: tuple[Accelerator, ...], facts: Facts) -> tuple[Accelerator, ...]:
    entries = held(feature, chips, facts)
    return tuple(chip for entry in entries if entry.row.level in HAS for chip in entry.chips)

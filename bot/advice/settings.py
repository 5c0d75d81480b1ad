"""Slots set beside a text, in a form or behind `--set`, instead of what it says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pydantic import ValidationError
from rapidfuzz import fuzz, process

from bot.wording.errors import UserError
from engine.workload.profile import SLOTS, Profile, Reading
from engine.workload.said import said_also
from knowledge.facts import Facts

EXAMPLES = 6
NEAREST = 3  # values offered for one that is not known
WRITTEN = frozenset({"credits_until"})  # slots whose values are written in one form


def override(reading: Reading, settings: Mapping[str, str], facts: Facts) -> Reading:
    """The reading with slots set beside its text.

    Raises:
        UserError: a slot or a value that does not exist.
    """
    said: dict[str, object] = {}
    for slot, value in settings.items():
        if slot not in SLOTS:
            near = process.extractOne(slot, SLOTS, scorer=fuzz.ratio, score_cutoff=60)
            raise UserError("unknown_slot", slot=slot, near=near[0] if near else None, slots=SLOTS)
        listed = Profile.model_fields[slot].default == ()
        said[slot] = tuple(value.split(",")) if listed else value
        known = _known_values(slot, facts)
        for name in value.split(",") if listed else (value,):
            if known and name not in known:
                likely = process.extract(name, known, scorer=fuzz.ratio, limit=NEAREST, score_cutoff=60)
                listed_near = [entry[0] for entry in likely] or sorted(known)[:EXAMPLES]
                raise UserError("unknown_value", slot=slot, value=name, is_near=bool(likely), near=listed_near)
        try:
            Profile.model_validate({slot: said[slot]})
        except ValidationError as error:
            if slot in WRITTEN:
                raise UserError("bad_form", slot=slot, value=value) from None
            raise UserError("bad_value", slot=slot, value=value, because=error.errors()[0]["msg"]) from None
    return reading.model_copy(update={"profile": said_also(reading.profile, said), "by_hand": True})


def _known_values(slot: str, facts: Facts) -> tuple[str, ...]:
    """The values of a slot that names something held here; () for one that may say anything of its kind."""
    held: dict[str, Iterable[str]] = {
        "dataset": facts.text_sets,
        "region": (*facts.regions, *facts.areas),
        "model": facts.families,
        "variant": facts.models,
        "providers": facts.providers,
        "candidates": dict.fromkeys(
            (
                *(str(term.value) for term in facts.terms if term.slot == "candidates"),
                *facts.accelerators,
                *(chip.family for chip in facts.accelerators.values()),
            )
        ),
    }
    return tuple(held.get(slot, ()))

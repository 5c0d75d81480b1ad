"""Slots set beside a text, in a form or behind `--set`, instead of what it says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, get_args, get_origin

from pydantic import ValidationError
from rapidfuzz import fuzz, process

from bot.advice.typed.told_rate import SLOT, problem, without_slip
from bot.advice.typed.typed_number import respelled, scaled
from bot.wording.errors import UserError
from engine.base.constants import Constants
from engine.prices.areas import JOINT, joined
from engine.workload.profile import SLOTS, Profile, Reading
from engine.workload.said import said_also
from knowledge.facts import Facts, names_of
from knowledge.names import key

MOST = 10**15  # of anything that is counted
EXAMPLES = 6
NEAREST = 3  # values offered for one that is not known
TYPES = frozenset({"instances", "current_instances"})  # lists sell types that are not among the facts
SIZES = ("parameters", "active_parameters")
SCALED = frozenset({*SIZES, "tokens", "tokens_per_day"})  # slots that people write as 70B or 10M
WRITTEN = frozenset({"credits_until"})  # slots whose values are written in one form


def override(reading: Reading, settings: Mapping[str, str], facts: Facts) -> Reading:
    """The reading with slots set beside its text.

    Raises:
        UserError: a slot or a value that does not exist, or a rate that its chip has never cost.
    """
    said: dict[str, object] = {}
    for slot, value in settings.items():
        if slot not in SLOTS:
            near = process.extractOne(slot, SLOTS, scorer=fuzz.ratio, score_cutoff=60)
            raise UserError("unknown_slot", slot=slot, near=near[0] if near else None, slots=SLOTS)
        said[slot] = spelled(slot, value, facts)
        try:
            read = Profile.model_validate({slot: said[slot]})
        except ValidationError as error:
            if (right := respelled(value)) is not None:
                raise UserError("decimal_comma", value=f"{slot}={value}", right=f"{slot}={right}") from None
            if slot in WRITTEN:
                raise UserError("bad_form", slot=slot, value=value) from None
            raise UserError("bad_value", slot=slot, value=value, because=error.errors()[0]["msg"]) from None
        require_sensible(slot, value, read, facts)
    profile = said_also(reading.profile, said)
    if SLOT in settings and (odd := problem(profile, settings[SLOT], facts)) is not None:
        raise odd
    return without_slip(reading.model_copy(update={"profile": profile, "by_hand": True}), facts)


def spelled(slot: str, text: str, facts: Facts) -> str | tuple[str, ...]:
    """What was set, a value that is known as it is written here: "AWS", "on demand", "P5.48xlarge".

    Raises:
        UserError: a name that is not known.
    """
    if slot == "region" and JOINT in text:
        return joined([_spelled(slot, part.strip(), facts) for part in text.split(JOINT)])
    listed = Profile.model_fields[slot].default == ()
    parts = tuple(_spelled(slot, part.strip(), facts) for part in text.split(",")) if listed else ()
    return parts if listed else _spelled(slot, text.strip(), facts)


def _spelled(slot: str, name: str, facts: Facts) -> str:
    if slot in SCALED:
        return scaled(name)
    known = _known_values(slot, facts)
    if slot in TYPES:
        found = names_of(facts).instance(name)
        return found.id if found else name
    for value in known or _literals(Profile.model_fields[slot].annotation):
        if key(value) == key(name):
            return value
    if known:
        likely = process.extract(name, known, scorer=fuzz.ratio, limit=NEAREST, score_cutoff=60)
        near = [entry[0] for entry in likely] or sorted(known)[:EXAMPLES]
        raise UserError("unknown_value", slot=slot, value=name, is_near=bool(likely), near=near)
    return name


def _literals(kind: Any) -> tuple[str, ...]:
    """The words that a type allows, at any depth."""
    if get_origin(kind) is Literal:
        return tuple(value for value in get_args(kind) if isinstance(value, str))
    return tuple(value for part in get_args(kind) for value in _literals(part))


def require_sensible(slot: str, value: object, read: Profile, facts: Facts) -> None:
    """
    Raises:
        UserError: it is a number so large that sums of such numbers leave what a float can tell apart, or it is the
            size of a model with its unit left out.
    """
    number = getattr(read, slot)
    if isinstance(number, int | float) and number > MOST:
        raise UserError("too_much", slot=slot, value=value, most=MOST)
    if slot in SIZES and number is not None:
        require_size(number, facts)


def require_size(parameters: float, facts: Facts) -> None:
    """
    Raises:
        UserError: no model is so small; a unit was left out.
    """
    if parameters < Constants(facts).likely("smallest_parameters"):
        raise UserError("too_small_a_model", parameters=parameters)


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

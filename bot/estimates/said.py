"""What is said beside the files: `--set` and `--on`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pydantic import ValidationError
from rapidfuzz import fuzz, process

from bot.advice.typed.settings import require_sensible, spelled
from bot.inputs.measurement import number, unknown_machine
from bot.wording.errors import UserError
from engine.configs.keys import machines
from engine.estimates.run import SETUP_SLOTS, Run, with_said
from engine.workload.profile import SLOTS, Profile
from knowledge.facts import Facts, names_of

BESIDE = frozenset(
    {
        "accelerator_count",
        "candidates",
        "clouds",
        "epochs",
        "instance_count",
        "instances",
        "parameters",
        "purchase",
        "region",
        "samples",
        "sequence_length",
        "tokens",
        "tokens_per_sample",
    }
)
_COUNTED = re.compile(r"^(?:(\d+)\s*(?:x\s*|\s+))?(.*?)(?::(\d+))?$")
_NUMBER = re.compile(r"[\d.,_]+\s*[a-z]?", re.I)


def said_too(run: Run, settings: Mapping[str, str], on: str | None, facts: Facts) -> Run:
    """The run with `settings` (slot -> value) and the machines of `on` said instead.

    Raises:
        UserError: a slot or value that does not exist, or a machine nobody knows.
    """
    values: dict[str, object] = {}
    counts: dict[str, int] = {}
    for slot, text in settings.items():
        if slot in SETUP_SLOTS:
            counts[slot] = int(number(text, f"--set {slot}"))
        elif slot in SLOTS:
            values[slot] = _value(slot, text, facts)
        else:
            near = process.extractOne(slot, (*SLOTS, *SETUP_SLOTS), scorer=fuzz.ratio, score_cutoff=60)
            raise UserError("unknown_slot", slot=slot, near=near[0] if near else None, slots=(*SLOTS, *SETUP_SLOTS))
    if on:
        values |= machines_on(on, facts)
    if not values and not counts:
        return run
    return with_said(run, _profile(values, facts), counts, values)


def said_beside(run: Run, profile: Profile, facts: Facts) -> Run:
    """The run with the machines and the data that a sentence beside the files names."""
    said = {slot: value for slot, value in profile.stated().items() if slot in BESIDE}
    if said.get("candidates") == ("gpu",) and run.names_machines:
        del said["candidates"]  # "the cheapest GPU for this": those of the files are placed too
    if profile.current_instances and not {"instances", "candidates"} & said.keys():  # "we have 8 A100"
        types = tuple(name for name in profile.current_instances if name in facts.instances)
        said["instances" if types else "candidates"] = types or profile.current_instances
        if profile.current_count:
            said["instance_count" if types else "accelerator_count"] = profile.current_count
    return with_said(run, Profile.model_validate(said), {}, said) if said else run


def _value(slot: str, text: str, facts: Facts) -> object:
    if _NUMBER.fullmatch(text) and not text.isdecimal():
        value = number(text, f"--set {slot}")
        return int(value) if value.is_integer() else value
    return spelled(slot, text, facts)


def _profile(values: Mapping[str, object], facts: Facts) -> Profile:
    for slot, value in values.items():
        try:
            read = Profile.model_validate({slot: value})
        except ValidationError as error:
            because = error.errors()[0]["msg"]
            shown = ", ".join(value) if isinstance(value, tuple) else value
            raise UserError("bad_value", slot=slot, value=shown, because=because) from None
        require_sensible(slot, value, read, facts)
    return Profile.model_validate(dict(values))


def machines_on(on: str, facts: Facts) -> dict[str, object]:
    """The slots that `p5.48xlarge`, `2 x p5.48xlarge`, `8xH100` or `H100:8` says.

    Raises:
        UserError: nobody knows such a machine.
    """
    found = _COUNTED.match(on.strip())
    count = int(found[1] or found[3] or 0) if found else 0
    name = found[2] if found else on
    instance = names_of(facts).instance(name)
    if instance is not None:
        return {"instances": (instance.id,), "instance_count": count or 1}
    chip = machines.chip(name, facts)
    if chip is None:
        raise unknown_machine(name, facts)
    return {"candidates": (chip,), **({"accelerator_count": count} if count else {})}

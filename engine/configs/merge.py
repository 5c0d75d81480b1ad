"""Several files of one job as one reading: a training config, a DeepSpeed JSON, a launcher's file, a job file."""

from __future__ import annotations

from collections.abc import Sequence

from engine.configs.keys.found import Fields, Found
from engine.configs.keys.machines import chips_of, workers
from engine.configs.keys.reading import Clash, ConfigReading, Factor
from engine.configs.keys.work_out import Result, work_out
from engine.configs.syntax.entries import ConfigError
from knowledge.facts import Facts

_MACHINES = frozenset(
    {
        "nodes",
        "per_node",
        "devices",
        "accelerator",
        "instance_type",
        "cloud",
        "region",
        "spot",
        "time_limit",
        "managed",
    }
)
_TRAINING_ORDER = ("training", "deepspeed", "launch", "job")
_MACHINE_ORDER = ("job", "launch", "training", "deepspeed")


def merge(readings: Sequence[ConfigReading], facts: Facts) -> ConfigReading:
    """One reading of all. How it is trained is said by the training config first, on what by the job file first.

    Where two files say different things of one field, the first in that order counts and both are in `clashes`.

    Raises:
        ConfigError: there is none to merge.
    """
    if not readings:
        raise ConfigError("nothing_to_merge")
    if len(readings) == 1:
        return readings[0]
    said = [(reading.kind, Found(*found)) for reading in readings for found in reading.fields]
    fields, clashes = Fields(), [clash for reading in readings for clash in reading.clashes]
    for implied in (False, True):
        for is_machine, order in ((False, _TRAINING_ORDER), (True, _MACHINE_ORDER)):
            for wanted in order:
                for kind, found in said:
                    if kind == wanted and (found.field in _MACHINES) is is_machine and (not found.key) is implied:
                        clashes += _clash(fields.get(found.field), found)
                        fields.put(found)
    clashes += _devices(fields)
    result = work_out(fields, facts)
    clashes = [clash for clash in clashes if not _is_same_count(clash, result, facts)]
    first = min(readings, key=lambda reading: _TRAINING_ORDER.index(reading.kind))
    keys = {found.field: _named(found.file, found.key) for found in fields if found.key}
    return ConfigReading(
        format=first.format,
        kind=first.kind,
        files=tuple(file for reading in readings for file in reading.files),
        formats=tuple(dict.fromkeys(name for reading in readings for name in reading.formats)),
        profile=result.profile,
        training=result.training,
        derived=result.derived,
        from_keys=keys | {slot: keys[field] for slot, field in result.slots.items() if field in keys},
        used=_listed(readings, "used"),
        unused=_listed(readings, "unused"),
        left_open={
            _named(reading.files[0], key): value for reading in readings for key, value in reading.left_open.items()
        },
        clashes=tuple(clashes),
        unknown_machines=result.unknown,
        fields=tuple((*found,) for found in fields),
    )


def _clash(held: Found | None, other: Found) -> list[Clash]:
    """What two keys say differently; what a library implies clashes with nothing."""
    if held is None or not other.key or not held.key or held.value == other.value:
        return []
    if isinstance(held.value, tuple) or isinstance(other.value, tuple) or None in (held.value, other.value):
        return []
    return [Clash(field=held.field, used=_factor(held), other=_factor(other))]


def _devices(fields: Fields) -> list[Clash]:
    """The total a launcher says gives way to the machines of the job file, where the two are not the same."""
    total, each, nodes = fields.get("devices"), fields.get("per_node"), fields.get("nodes")
    if total is None or each is None or total.file == each.file:
        return []
    machines = (fields.count("per_node") or 1) * (fields.count("nodes") or 1)
    if fields.count("devices") == machines:
        return []
    fields.drop("devices")
    key = _named(each.file, " x ".join(found.key for found in (nodes, each) if found is not None))
    return [Clash(field="devices", used=Factor(name="devices", value=machines, key=key), other=_factor(total))]


def _is_same_count(clash: Clash, result: Result, facts: Facts) -> bool:
    """Chips of a job file and processes of a launcher that are one machine: 16 chips with 32 cores."""
    profile = result.profile
    each = workers([facts.instances[name] for name in profile.instances], profile.candidates, facts)
    sides = (Found(clash.field, side.value, side.key) for side in (clash.used, clash.other))
    chips, processes = (chips_of(side, each) for side in sides)
    return each > 1 and chips is not None and chips == processes


def _factor(found: Found) -> Factor:
    return Factor(name=found.field, value=found.value, key=_named(found.file, found.key))


def _listed(readings: Sequence[ConfigReading], which: str) -> tuple[str, ...]:
    return tuple(_named(reading.files[0], key) for reading in readings for key in getattr(reading, which))


def _named(file: str, key: str) -> str:
    return f"{file}: {key}" if file and key else key

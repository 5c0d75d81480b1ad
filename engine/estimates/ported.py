"""What a config would have to change for a chip it was not written for, and what that port takes once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from engine.answers.support import row_of
from engine.base.computed import Computed
from engine.base.interval import Interval
from engine.configs.keys.reading import ConfigReading
from engine.estimates.estimate import Estimate
from engine.library import Library
from engine.options.assumptions import fill
from engine.options.named import called_by
from engine.options.port import port
from engine.workload.profile import Reading
from knowledge.facts import Accelerator, Facts

NEEDS = "needs_"  # of a field that is read for the feature it asks for
ASKED_BY = {"deepspeed_file": "deepspeed", "load_8bit": "bitsandbytes"}  # fields that ask for a feature as well
QUANTIZED = ("load_4bit", "quantization_bits", "method")
OF_BITSANDBYTES = re.compile(r"8-?bit|paged|bnb", re.I)  # an optimizer that comes with it
ABSENT = ("none", "limited")


class Piece(Computed):
    """A part of the config that does not run on the chip as it is; `key` asks for it."""

    feature: str
    name: str
    key: str
    level: str
    evidence: str
    source: str


class Ported(Computed):
    """What the dollars of a run leave out. `weeks` and `usd` are None where the files name the chip themselves."""

    chip: str
    pieces: tuple[Piece, ...] = ()
    weeks: Interval | None = None  # engineer-weeks, to production
    usd: Interval | None = None
    cites: tuple[str, ...] = ()


def ported(made: Estimate, reading: ConfigReading, library: Library) -> Ported | None:
    """None where the code runs as it is: on a GPU, and on the chip that the files are written for."""
    chosen = made.chosen
    if chosen is None or chosen.chip.family == "gpu":
        return None
    written = _is_written_for(chosen.chip, reading, library.facts)
    absent = ("none",) if written else ABSENT
    pieces = tuple(piece for piece in _pieces(made, reading, chosen.chip, library.facts) if piece.level in absent)
    if written:
        return Ported(chip=chosen.chip.name, pieces=pieces) if pieces else None
    cloud = chosen.instance.cloud if chosen.instance else "aws"
    profile = made.run.profile.model_copy(update={"clouds": (cloud,), "task": made.profile.task})
    found = port(fill(Reading(profile=profile), library), chosen.chip, cloud, library)
    return Ported(chip=chosen.chip.name, pieces=pieces, weeks=found.weeks, usd=found.usd, cites=found.cites)


def _is_written_for(chip: Accelerator, reading: ConfigReading, facts: Facts) -> bool:
    """Whether the files themselves name such a chip, or are in a framework that is at home there."""
    profile = reading.profile
    types = [facts.instances[name].accelerator for name in profile.instances if name in facts.instances]
    chips = [facts.accelerators[name] for name in types] or called_by(facts, frozenset(profile.candidates))
    return any(named.family == chip.family for named in chips) or (
        chip.family == "tpu" and profile.framework == "jax"
    )


def _pieces(made: Estimate, reading: ConfigReading, chip: Accelerator, facts: Facts) -> Iterator[Piece]:
    """Every feature that a key asks for and of which something is held, in the order of the files."""
    for name, key in _asked(made, reading, reading.from_keys).items():
        feature = facts.features.get(name)
        row = row_of(feature, chip, facts) if feature else None
        if feature and row:
            yield Piece(
                feature=feature.id,
                name=feature.name,
                key=key,
                level=row.level,
                evidence=row.evidence,
                source=row.source,
            )


def _asked(made: Estimate, reading: ConfigReading, keys: Mapping[str, str]) -> dict[str, str]:
    """Feature -> the key that asks for it; a library that starts the training has none."""
    found = dict.fromkeys(reading.formats, "")
    if made.profile.method == "qlora":
        found["qlora"] = next((keys[field] for field in QUANTIZED if field in keys), "")
    if OF_BITSANDBYTES.search(made.run.setup.optimizer or ""):
        found.setdefault("bitsandbytes", keys.get("optimizer", ""))
    for field, key in keys.items():
        if field.startswith(NEEDS):
            found.setdefault(field.removeprefix(NEEDS), key)
        elif field in ASKED_BY:
            found.setdefault(ASKED_BY[field], key)
    return found

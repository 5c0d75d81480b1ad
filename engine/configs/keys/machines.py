"""Machines as job files name them: chips, instance types and slices, in the spelling of schedulers and catalogs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.configs.keys.found import Found
from knowledge.facts import Facts, Instance, names_of

_LITEPOD = re.compile(
    r"tpu-?(v\d+)(?:-?(litepod|lite-podslice|lite-device|lite|e|p|i))?(?:-slice|-podslice)?(?:-(\d+))?"
)
_PROCESSES = re.compile(r"nproc_?per_?node|num_processes|trainer\.devices")
_SOCKETS = (
    "sxm",
    "sxm2",
    "sxm4",
    "sxm5",
    "sxm6",
    "nvlink",
    "nvl",
    "pcie",
)  # they say how a chip is put in, not which
_CORES_PER_CHIP = {
    "v2": 2,
    "v3": 2,
    "v4": 2,
    "v5p": 2,
}  # these slices are named after TensorCores, later ones after chips


def chip(name: str, facts: Facts) -> str | None:
    """The candidate a chip's name means, as questions name it: `h100` of `H100-80GB`, `a100` of `A100`."""
    for form in _forms(name):
        value = _terms(facts).get(form)
        if value is not None:
            return value
    for form in (name, *_forms(name)):
        found = names_of(facts).chips(form)
        if len(found) == 1:
            return found[0].id
    return None


def instance(name: str, facts: Facts) -> Instance | None:
    """The instance type, also as SageMaker writes it."""
    return names_of(facts).instance(name)


def workers(types: Sequence[Instance], candidates: Sequence[str], facts: Facts) -> int:
    """Processes on each chip of the first machine that is named: two or more where cores have memory of their own."""
    named = [held.accelerator for held in types] or [
        held.id for name in candidates for held in names_of(facts).chips(name)
    ]
    return facts.accelerators[named[0]].workers if named else 1


def chips_of(found: Found | None, each: int) -> int | None:
    """The chips that a key counts: launchers count processes, of which every chip has `each`."""
    value = found.value if found is not None else None
    if found is None or isinstance(value, bool) or not isinstance(value, int | float) or value < 1:
        return None
    return -(-int(value) // each) if _PROCESSES.search(found.key.casefold().replace("-", "_")) else int(value)


def tpu_slice(name: str) -> tuple[str, int | None] | None:
    """A TPU slice as Google names it: (`tpu v5e`, 16) of `tpu-v5litepod-16`, (`tpu v4`, 16) of `tpu-v4-32`."""
    found = _LITEPOD.fullmatch(name.strip().casefold().removeprefix("cloud-"))
    if found is None:
        return None
    version, kind, size = found.groups()
    if kind is not None and kind.startswith("lite"):
        kind = "e"
    generation = version + (kind or "")
    cores = _CORES_PER_CHIP.get(generation, 1)
    return f"tpu {generation}", int(size) // cores if size else None


def _forms(name: str) -> Iterator[str]:
    """The name, then without its vendor, then without its memory."""
    slice_ = tpu_slice(name)
    if slice_ is not None:
        yield slice_[0]
    words = [word for word in re.split(r"[\s_:-]+", name.strip().casefold()) if word]
    bare = [word for word in words if word not in ("nvidia", "tesla", "amd", "gpu", "aws", *_SOCKETS)]
    inner = [word for word in words if word not in _SOCKETS]
    for chosen in (words, inner, bare):
        yield " ".join(chosen)
        yield "-".join(chosen)
        yield "".join(chosen)
    short = [word for word in bare if not re.fullmatch(r"\d+gb?", word)]
    if short != bare and short[:1] != ["a100"]:  # an A100 has either memory; of the others it only repeats
        yield " ".join(short)


def _terms(facts: Facts) -> dict[str, str]:
    """Candidates by every word of questions for them."""
    return {
        word.casefold(): str(term.value) for term in facts.terms if term.slot == "candidates" for word in term.words
    } | {str(term.value): str(term.value) for term in facts.terms if term.slot == "candidates"}

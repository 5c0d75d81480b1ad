"""Data sets that configs name and whose published size is held."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.estimates.run import Run
from knowledge.facts import Facts, TextSet

_COUNT = re.compile(r"(?<=[-_])(\d{1,3}(?:\.\d)?)(k|m)(?=$|[-_.])", re.I)
_LENGTHS = frozenset({"4", "8", "16", "32", "64", "128", "256", "512"})
_TIMES = {"k": 1e3, "m": 1e6}
_SIGNS = re.compile(r"[^a-z0-9]+")


class KnownData(NamedTuple):
    """The run with the size of its data said, and the sets that say it; none where one of them is not held."""

    run: Run
    sets: tuple[TextSet, ...] = ()
    by_name: tuple[str, int] | None = None  # a set that is not held, and the samples its name states


def with_known_data(run: Run, facts: Facts) -> KnownData:
    """Samples and their length, or tokens, of all sets together; what was said of the data counts before it."""
    profile, setup = run.profile, run.setup
    if profile.tokens or profile.samples or setup.max_steps or not setup.datasets:
        return KnownData(run)
    named = _by_name(facts)
    sets = tuple(found for name in setup.datasets if (found := _known(name, named)))
    if not sets and len(setup.datasets) == 1 and (count := samples_in(setup.datasets[0])):
        sized = profile.model_copy(update={"samples": min(count, setup.samples_each or count)})
        return KnownData(run.model_copy(update={"profile": sized}), by_name=(setup.datasets[0], count))
    if len(sets) < len(setup.datasets):
        return KnownData(run)
    said: dict[str, object] = {"tokens": sum(each.tokens for each in sets) * (profile.epochs or 1.0)}
    if all(each.samples for each in sets):
        used = [min(each.samples or 0, setup.samples_each or each.samples or 0) for each in sets]
        samples = sum(used)
        tokens = sum(each.tokens * of / (each.samples or 1) for each, of in zip(sets, used, strict=True))
        full = profile.sequence_length if setup.padded and not setup.packing else None
        said = {"samples": samples, "tokens_per_sample": profile.tokens_per_sample or full or tokens / samples}
    return KnownData(run.model_copy(update={"profile": profile.model_copy(update=said)}), sets)


def samples_in(name: str) -> int | None:
    """The samples a data set's name states: 114,000 of `OpenThoughts-114k`. Powers of two are lengths (`-32k`)."""
    found = _COUNT.search(name.rpartition("/")[2])
    if found is None or found[1] in _LENGTHS:
        return None
    return round(float(found[1]) * _TIMES[found[2].casefold()])


def _by_name(facts: Facts) -> dict[str, TextSet]:
    return {_flat(name): each for each in facts.text_sets.values() for name in (each.id, each.name, *each.aliases)}


def _known(name: str, named: dict[str, TextSet]) -> TextSet | None:
    """By its whole name, without its publisher, and as torchtune calls its functions."""
    bare = name.rpartition("/")[2]
    forms = (name, bare, bare.rpartition(".")[2].removesuffix("_dataset"))
    return next((found for form in forms if (found := named.get(_flat(form)))), None)


def _flat(name: str) -> str:
    return _SIGNS.sub(" ", name.casefold()).strip()

"""Which things that can be rented a question is about."""

from __future__ import annotations

from engine.pricing import PriceBook
from engine.profile import Profile, Reading
from engine.scene import is_named
from knowledge.facts import PURCHASES_IN_ORDER, Accelerator, Facts, Instance


def meant(reading: Reading, facts: Facts, book: PriceBook, limit: int) -> tuple[Instance, ...]:
    """The types named; for a chip named, the type of each cloud that carries as many chips as were said, else usually."""
    profile = reading.profile
    named = [facts.instances[name] for name in profile.instances if name in facts.instances]
    held = {instance.accelerator for instance in named}
    chips = [chip for chip in _chips(profile, facts) if chip.id not in held and not (named and _family_only(profile, chip))]
    for chip in chips:
        types = [instance for instance in facts.instances.values() if instance.accelerator == chip.id]
        priced = [instance for instance in types if _priced(instance, book)]
        for cloud in dict.fromkeys(instance.cloud for instance in priced or types[:1]):
            if not profile.clouds or cloud in profile.clouds:
                named.append(_usual([one for one in priced or types if one.cloud == cloud], chip, profile))
    return tuple(_once(named))[:limit]


def unknown(reading: Reading, facts: Facts) -> tuple[str, ...]:
    """Types named that nothing is recorded about."""
    return tuple(name for name in reading.profile.instances if name not in facts.instances)


def machines(profile: Profile, instance: Instance) -> int | None:
    """How many of `instance` were said, by instances or by chips."""
    if profile.instance_count:
        return profile.instance_count
    return -(-profile.accelerator_count // instance.count) if profile.accelerator_count else None


def _once(instances: list[Instance]) -> list[Instance]:
    return list({instance.id: instance for instance in instances}.values())


def _chips(profile: Profile, facts: Facts) -> list[Accelerator]:
    """In the order named; the generic "gpu" means no chip in particular."""
    found: dict[str, Accelerator] = {}
    for word in profile.candidates:
        if word != "gpu":
            found |= {chip.id: chip for chip in facts.accelerators.values() if is_named(chip, {word})}
    return list(found.values())


def _family_only(profile: Profile, chip: Accelerator) -> bool:
    """Named by its family alone, beside a type that says which one is meant."""
    return chip.family in profile.candidates


def _priced(instance: Instance, book: PriceBook) -> bool:
    return any(book.quotes(instance, purchase) for purchase in PURCHASES_IN_ORDER)


def _usual(types: list[Instance], chip: Accelerator, profile: Profile) -> Instance:
    """A slice of as many chips as were said; else the single TPU chip, and the whole machine of anything else."""
    exact = next((one for one in types if one.count == profile.accelerator_count), None)
    if exact:
        return exact
    pick = min if chip.family == "tpu" else max
    return pick(types, key=lambda one: one.count)

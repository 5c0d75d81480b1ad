"""What is known of a feature on a chip: a library, a method, a number format, a link."""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.base.computed import Computed
from engine.base.of_facts import once
from engine.options.named import called_by, is_named
from engine.workload.profile import Profile
from knowledge.facts import Accelerator, Facts, Feature, Figure, Support


class HeldSupport(Computed):
    """One row, and the chips that were asked about it holds for. `tflops`: a peak published in that number format."""

    row: Support
    chips: tuple[Accelerator, ...]
    tflops: float | None = None


def features_named(text: str, facts: Facts) -> tuple[Feature, ...]:
    """The features a text names, in its order; of names within one another the longest."""
    words, names = _features(facts)
    return tuple({words[word].id: words[word] for word in names.findall(text.casefold())}.values())


@once
def _features(facts: Facts) -> tuple[dict[str, Feature], re.Pattern[str]]:
    """The features by each of their names, and what finds these: hundreds, asked for several times a question."""
    words = {
        word: feature for feature in facts.features.values() for word in (*feature.aliases, feature.name.lower())
    }
    longest_first = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return words, re.compile(rf"(?<![a-z0-9_-])(?:{longest_first})(?![a-z0-9_-])")


def chips_asked(profile: Profile, facts: Facts) -> tuple[Accelerator, ...]:
    """The chips of what was named; "GPU" alone means any."""
    types = [
        facts.instances[name] for name in (*profile.instances, *profile.current_instances) if name in facts.instances
    ]
    chips = {thing.accelerator: facts.accelerators[thing.accelerator] for thing in types}
    wanted = frozenset(profile.candidates) | frozenset(profile.current_instances)
    rented = {thing.accelerator for thing in facts.instances.values()}
    for chip in called_by(facts, wanted):
        generic = chip.family in wanted and chip.id not in rented  # of a family, those that somebody rents out
        if not (generic and not is_named(chip, wanted - {chip.family})):
            chips.setdefault(chip.id, chip)
    return tuple(chips.values())


def row_of(feature: Feature, chip: Accelerator, facts: Facts) -> Support | None:
    """The row of the chip itself, else of its generation, of chips with its software, or of its family; for a number
    format also the chip's own figure."""
    rows = {(row.software, row.feature): row for row in facts.support}
    own = rows.get((chip.id, feature.id)) or _by_figure(feature, chip)
    names = (chip.generation, chip.software, chip.family)
    return own or next((row for name in names if name and (row := rows.get((name, feature.id)))), None)


def _by_figure(feature: Feature, chip: Accelerator) -> Support | None:
    """A chip whose peak in a format is published computes in it; at the rate of BF16 that gains nothing."""
    figure = _figure(feature, chip)
    if figure is None:
        return None
    gains = figure.value > chip.bf16_dense_tflops.value
    return Support(
        software=chip.id,
        feature=feature.id,
        level="native" if gains else "limited",
        evidence="",
        as_of=str(figure.checked_on),
        source=figure.source,
        where=figure.where,
        checked_on=figure.checked_on,
        grade=figure.grade,
    )


def _figure(feature: Feature, chip: Accelerator) -> Figure | None:
    return {"fp8": chip.fp8_dense_tflops, "fp4": chip.fp4_dense_tflops}.get(feature.id)


def held(feature: Feature, chips: Iterable[Accelerator], facts: Facts) -> tuple[HeldSupport, ...]:
    """What is held about a feature on some chips, one entry for all chips with the same row."""
    found: dict[tuple[object, ...], tuple[Support, list[Accelerator]]] = {}
    for chip in chips:
        row = row_of(feature, chip, facts)
        if row:
            key = row.level, row.evidence or chip.id, row.as_of
            found.setdefault(key, (row, []))[1].append(chip)
    return tuple(_entry(feature, row, same) for row, same in found.values())


def _entry(feature: Feature, row: Support, chips: list[Accelerator]) -> HeldSupport:
    figure = None if row.evidence else _figure(feature, chips[0])
    return HeldSupport(row=row, chips=tuple(chips), tflops=figure.value if figure else None)


def nearest(
    feature: Feature | None, chips: tuple[Accelerator, ...], facts: Facts
) -> tuple[Feature, tuple[HeldSupport, ...]] | None:
    """What is held that comes nearest: a like feature on the same chips, else the feature on others."""
    likes = [facts.features[name] for name in feature.near] if feature else [facts.features["pytorch"]]
    for like in likes:
        entries = held(like, chips, facts)
        if entries:
            return like, entries
    entries = held(feature, rented(facts), facts) if feature else ()
    return (feature, entries) if feature and entries else None


def rented(facts: Facts) -> tuple[Accelerator, ...]:
    """The chips that somebody rents out."""
    return tuple(
        {thing.accelerator: facts.accelerators[thing.accelerator] for thing in facts.instances.values()}.values()
    )

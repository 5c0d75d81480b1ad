"""Lists of a profile: candidate chips and instances, the clouds named, and the place meant; how a turn of a thread
changes them; and several sizes of card that are a choice."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from engine.reading.document import Document, Mention
from engine.reading.negation import lacked
from engine.reading.rates import Values
from engine.reading.shopping.groups import BESIDE, GROUPS, INCLUDED, left_out
from engine.reading.vocabulary import Vocabulary
from engine.reading.words.chip_variants import is_its_own, of_memory
from engine.reading.words.numbers import Number
from engine.reading.words.patterns import Match
from engine.workload.profile import Equipment
from knowledge.facts import COMPARED, SPECIALISTS

_GENERIC = "gpu"  # only an option when it is weighed, not when it is merely scarce
_CORRECTIONS = 20  # considered in one text
_NEAR = 3  # tokens between a card and its gigabytes
_EACH = frozenset({"per", "each"})
_WITH = 2  # tokens between a card and RAM that is its own: "with", "("
_BESIDE = 2  # characters between a card and its gigabytes: "V100 (32GB)"
MOST_GB = 600  # of one chip
_OR_ELSE, _CHOICE = frozenset({"or", "还是", "或", "或者", "oder", "ou"}), 7  # before another choice, and so near
# What stands within a list of them.
_JOINS = _OR_ELSE | frozenset({",", "/", "and", "&", "、", "和", "und", "et", "y"})
_APART = frozenset({"than", "vs", "versus"})  # between two places that are set against each other
_SIZES = "card_sizes"  # the cue: cards of several sizes are a choice


def clouds_named(document: Document, mentions: list[Mention], out: Collection[str] = ()) -> list[Mention]:
    """Clouds named outright, each once; a correction keeps the later. "Any cloud" is none that is ruled `out`."""
    idle = document.where("other_meaning")  # "a lambda of 0.1" is no cloud
    mentions = [m for m in mentions if m.value not in SPECIALISTS or idle.isdisjoint(range(m.first, m.last))]
    denied = left_out(document.classes, document.ends_clause)
    for words, meant in GROUPS.items():
        if document.classes.get(words) and words not in denied:
            match = next(iter(document.classes[words].values()))
            if words == "every_cloud" and mentions and INCLUDED.isdisjoint(one.norm for one in document.tokens):
                continue  # "anywhere in the US on AWS"
            document.covered.update(range(match.first, match.last))
            named = [m for m in mentions if m.value not in meant] if words in BESIDE else []
            return [
                *named,
                *(Mention("clouds", cloud, match.first, match.last) for cloud in meant if cloud not in out),
            ]
    return _once(_replaced(document, mentions))


def options(
    document: Document, by_slot: dict[str, list[Mention]], ruled: dict[str, list[str]], vocabulary: Vocabulary
) -> tuple[list[Mention], list[Mention]]:
    """Chips and instances on the table. A generation makes its family's bare name redundant."""
    instances = list(by_slot.get("instances", []))
    known = {str(m.value).lower() for m in instances}
    for at, token in enumerate(document.tokens):
        name = vocabulary.types.get(token.norm, token.norm)
        if token.kind == "instance" and name.lower() not in known:
            instances.append(Mention("instances", name, at, at + 1))
        if token.kind == "instance":
            document.covered.add(at)
    chips = by_slot.get("candidates", [])
    instances += _machines_apart(document, chips)
    instances.sort(key=lambda m: m.first)
    within = {at for mention in instances for at in range(mention.first, mention.last)}
    chips = [m for m in chips if not within.issuperset(range(m.first, m.last))]
    chips = _once(_replaced(document, _on_the_table(document, chips)))
    narrowed = {name for m in chips for name in vocabulary.broader(str(m.value))}
    chips = [m for m in chips if m.value not in narrowed]
    out = set(ruled.get("candidates", ()))
    return [m for m in chips if m.value not in out], _once(_replaced(document, instances))


def _machines_apart(document: Document, chips: list[Mention]) -> list[Mention]:
    """Machines with the same chip, where several are named: "p5en and p5e" are not one H200."""
    named: dict[object, dict[str, Mention]] = {}
    for chip in chips:
        machine = document.value_at("machine_of", chip.first)
        if machine is not None:
            named.setdefault(chip.value, {})[machine] = Mention("instances", machine, chip.first, chip.last)
    return [mention for apart in named.values() if len(apart) > 1 for mention in apart.values()]


def lines_beside(document: Document, listed: list[Mention], every: list[Mention]) -> list[Mention]:
    """The lines of machines that are named beside their chip, the only one: "32 A100 on p4d"."""
    others = [m for m in every if m not in listed and document.at("machine_of", m.first)]
    return [m for m in others if [m.value] == [one.value for one in listed]]


def _on_the_table(document: Document, chips: list[Mention]) -> list[Mention]:
    """Without words that are not proposals: "GPU hours", "GPUs are scarce here"."""
    idle = {chip: document.where("idle_candidate", chip) for chip in {str(m.value) for m in chips}}
    scarce = document.where("capacity", "tight")
    missed = lacked(document)
    no = {at for at in document.classes.get("negator", {}) if document.tokens[at].norm in ("no", "zero")}
    return [
        m
        for m in chips
        if idle[str(m.value)].isdisjoint(range(m.first, m.last))
        and not (m.value == _GENERIC and scarce.issuperset(range(m.first, m.last)))
        and missed.isdisjoint(range(m.first, m.last))
        and not (m.first - 1 in no and _listed_after(document, m.first - 1, no))
    ]


def _listed_after(document: Document, at: int, no: set[int]) -> bool:
    """Whether a "no" goes on a list of them: "no H100, no H200 anywhere" puts neither on the table."""
    return (
        at >= 2 and document.tokens[at - 1].norm in (",", "and", "&", "/") and any(n in no for n in range(at - 5, at))
    )


def _replaced(document: Document, mentions: list[Mention]) -> list[Mention]:
    """ "H100, no wait, A100": the one right before the correction goes."""
    marks = sorted(document.classes.get("correction", {}).values(), key=lambda m: m.first)[:_CORRECTIONS]
    gone: set[int] = set()
    for mark in marks:
        after = [m for m in mentions if 0 <= m.first - mark.last <= 2]
        before = [i for i, m in enumerate(mentions) if m.last <= mark.first and mark.first - m.last <= 3]
        if after and before:
            gone.add(before[-1])
    return [m for i, m in enumerate(mentions) if i not in gone]


def _once(mentions: list[Mention]) -> list[Mention]:
    seen: dict[object, Mention] = {}
    for mention in mentions:
        seen.setdefault(mention.value, mention)
    return list(seen.values())


def of_own(document: Document, sizes: list[Mention], hardware: tuple[Equipment, ...]) -> list[Mention]:
    """The gigabytes of cards that are asked about or owned; of others where no other are said."""
    theirs = [document.text.find(one.words) + len(one.words) for one in hardware if one.role in ("quoted", "out")]
    others = [
        size for size in sizes if any(0 <= document.tokens[size.first].start - end <= _BESIDE for end in theirs)
    ]
    if len(others) == len(sizes):
        return sizes
    document.covered.update(at for size in others for at in range(size.first, size.last))
    return [size for size in sizes if size not in others]


def of_memory_said(
    document: Document,
    values: Values,
    hardware: tuple[Equipment, ...],
    sizes: list[Mention],
    named: list[Mention],
    vocabulary: Vocabulary,
) -> tuple[Equipment, ...]:
    """The hardware with the one of several cards of a name whose gigabytes were said, as in the lists of `values`.

    Gigabytes of all the cards together ("4 x A6000 = 192 GB") are of no single one, and are dropped.
    """
    chips = [chip for chip in named if chip.value != _GENERIC]
    count = values.get("accelerator_count") or values.get("current_count") or 1
    meant: dict[str, str] = {}
    for chip in chips:
        near = [size for size in sizes if 0 <= size.first - chip.last <= _NEAR]
        near = near or [size for size in sizes if size.last == chip.first]  # "an 80GB A100 or a 32GB V100"
        near = near or (sizes if len(chips) == 1 else [])
        if near and isinstance(near[0].value, float) and isinstance(count, int):
            word, together = of_memory(vocabulary.variants, str(chip.value), near[0].value, count)
            meant[str(chip.value)] = word
            if together and not _is_of_each(document, near[0]):
                for slot in ("chip_memory_gb", "taken_gb"):
                    if values.get(slot) == near[0].value:
                        values.pop(slot)
    for slot in ("candidates", "current_instances"):
        if values.get(slot):
            values[slot] = tuple(dict.fromkeys(meant.get(name, name) for name in values[slot]))  # type: ignore[union-attr]
    return tuple(one.model_copy(update={"id": meant.get(one.id, one.id)}) for one in hardware)


def _is_of_each(document: Document, size: Mention) -> bool:
    """Whether gigabytes are said of each card: "two 3090s, 48GB of VRAM per GPU"."""
    return any(token.norm in _EACH for token in document.tokens[size.last : size.last + _NEAR])


def ram_of_cards(
    sizes: list[Mention], chips: list[Mention], vocabulary: Vocabulary
) -> tuple[list[Mention], list[Mention]]:
    """Of gigabytes of RAM those that are of a card ("Quadro RTX 4000 8GB ram"), as its memory; and a host's."""
    named = [chip for chip in chips if chip.value != _GENERIC]
    own = []
    for size in sizes:
        beside = next((chip for chip in named if 0 <= size.first - chip.last <= _WITH), None)
        if any(chip.value in vocabulary.shared for chip in named) or (
            beside is not None and is_its_own(vocabulary.variants, str(beside.value), float(size.value))
        ):
            own.append(size)
    return [replace(size, slot="chip_memory_gb") for size in own], [size for size in sizes if size not in own]


def place(document: Document, by_slot: dict[str, list[Mention]], vocabulary: Vocabulary) -> list[Mention]:
    """Cities and nicknames as regions: AWS's there, unless the text speaks of another cloud only, or names machines
    that only another sells."""
    clouds = {str(m.value) for m in by_slot.get("clouds", [])} or set(document.before.clouds)
    if not clouds:
        named = [str(m.value) for m in by_slot.get("instances", [])] or list(document.before.instances)
        clouds = {cloud for one in named for cloud in vocabulary.sold_by.get(one, ())}
    if not clouds:
        chips = [str(m.value) for m in by_slot.get("candidates", [])]
        if chips and all(chip.startswith("tpu") for chip in chips) and not by_slot.get("instances"):
            clouds = {"gcp"}
    order: list[str] = list(COMPARED)
    if clouds and "aws" not in clouds:
        order.sort(key=lambda cloud: cloud not in clouds)
    spots: dict[tuple[int, int], dict[str, Mention]] = {}
    for mention in by_slot.get("place", []):
        spots.setdefault((mention.first, mention.last), {})[vocabulary.regions[str(mention.value)]] = mention
    regions: list[Mention] = []
    for choices in spots.values():
        for cloud in order:
            if cloud in choices:
                mention = choices[cloud]
                regions.append(Mention("region", mention.value, mention.first, mention.last))
                break
    return regions


def exclude(values: Values, slot: str, listed: tuple[str, ...], vocabulary: Vocabulary) -> None:
    """Take excluded values out; excluding a family excludes its generations."""
    now = values.get(slot)
    if isinstance(now, tuple):
        out = {v for v in now if v in listed or not set(vocabulary.broader(v)).isdisjoint(listed)}
        values[slot] = tuple(v for v in now if v not in out)
    elif now in listed:
        values.pop(slot)


def change_list(
    values: Values, slot: str, new: tuple[str, ...], document: Document, moves: frozenset[str], vocabulary: Vocabulary
) -> None:
    """Add to, replace or take from a list slot."""
    now = values.get(slot, ())
    kept = now if isinstance(now, tuple) else ()
    removed = _removed(document, slot)
    if removed:
        exclude(values, slot, tuple(removed), vocabulary)
        remaining = values.get(slot, ())
        kept = remaining if isinstance(remaining, tuple) else ()
        new = tuple(v for v in new if v not in removed)
    if slot == "candidates" and kept and all(_is_scarce(document, value) for value in new):
        return  # "no H100 to be had" proposes nothing
    if _replaces(document, slot, moves):
        if not kept and slot != "clouds" and not removed:
            values.pop("instances" if slot == "candidates" else "candidates", None)
        kept = kept if removed else ()
    new = tuple(v for v in new if v not in {name for h in kept for name in vocabulary.broader(h)})
    added = {name for v in new for name in vocabulary.broader(v)}
    values[slot] = tuple(dict.fromkeys((*(v for v in kept if v not in added), *new)))


def _is_scarce(document: Document, chip: str) -> bool:
    """Whether a chip is named only to say that it cannot be had."""
    scarce = document.where("capacity", "tight")
    named = [m for m in document.matches if m.slot == "candidates" and m.value == chip]
    return bool(named) and all(scarce.issuperset(range(m.first, m.last)) for m in named)


def _replaces(document: Document, slot: str, moves: frozenset[str]) -> bool:
    """Whether what is named takes the place of what was there."""
    if slot == "clouds":
        return "add" not in moves or "replace" in moves or not _has(document, "and_also")
    if _has(document, "instead"):
        return True
    if "add" in moves:
        return False
    return "replace" in moves


def _has(document: Document, name: str) -> bool:
    return bool(document.classes.get(name))


def _removed(document: Document, slot: str) -> set[str]:
    """Values named right after a word that removes ("drop the TPUs", "replace A100 with H100")."""
    removed: set[str] = set()
    for match in document.matches:
        if match.slot != slot:
            continue
        taken = document.ending("taken_away", match.first, 1)
        if taken is not None:
            removed.add(str(match.value))
    return removed


def is_sold_by(name: str, clouds: tuple[str, ...], vocabulary: Vocabulary) -> bool:
    sold = vocabulary.sold_by.get(name)
    return sold is None or not sold.isdisjoint(clouds)


def take(document: Document, number: Number, last: int) -> None:
    document.numbers.remove(number)
    document.aside.update(range(number.first, last))


def sites(
    document: Document, by_slot: dict[str, list[Mention]], vocabulary: Vocabulary
) -> tuple[list[Mention], list[Mention]]:
    """Regions before areas: "West Europe" is a region, not all of Europe; an area set against a region stays. Then
    every place."""
    places = [*by_slot.get("region", []), *place(document, by_slot, vocabulary)]
    exact = [mention for mention in places if mention.value in vocabulary.regions]
    named = {at for one in exact for at in range(one.first, one.last)}
    areas = [one for one in places if one not in exact and named.isdisjoint(range(one.first, one.last))]
    against = [one for one in areas if any(_are_set_apart(document, one, two) for two in exact)]
    return [one for one in places if one in exact or one in against] or places, places


def _are_set_apart(document: Document, one: Mention, two: Mention) -> bool:
    first, last = sorted((one, two), key=lambda mention: mention.first)
    between = [token.norm for token in document.tokens[first.last : last.first]]
    return first.last <= last.first and not _APART.isdisjoint(between)


def gigabytes_after(document: Document, number: Number, most: float) -> int | None:
    """Where the unit of gigabytes behind a number ends; None where it is no such number."""
    unit = document.at("gigabytes", number.last)
    if unit is None or number.money or number.scale != 1 or not 0 < number.value <= most:
        return None
    return unit.last


def with_others(document: Document, mentions: list[Mention]) -> list[Mention]:
    """The memory of a card, and as `document.memories` what stands beside it as another choice: "16 or 24 GB"."""
    cards = [mention for mention in mentions if mention.slot == "chip_memory_gb"]
    for card in cards[1:]:
        if card.value != cards[0].value and _is_choice(document, cards[0].last, card.first):
            mentions = [mention for mention in mentions if mention is not card]
            document.memories.append(float(card.value))
            document.covered.update(range(card.first, card.last))
    for number in list(document.numbers):
        unit = gigabytes_after(document, number, MOST_GB)
        if unit is None or document.at("not_memory", unit) is not None:
            continue
        if not cards and _opens_choice(document, unit):
            cards = [Mention("chip_memory_gb", number.value, number.first, unit)]
            mentions = [*mentions, *cards]
        elif not cards or number.value == cards[0].value or not _is_beside(document, cards[0], number, unit):
            continue
        else:
            document.memories.append(number.value)
            document.covered.update(range(number.first, unit))
        take(document, number, unit)
    if cards and document.memories:
        document.matches.append(Match("cue", _SIZES, cards[0].first, cards[0].last))
    return mentions


def _is_beside(document: Document, card: Mention, number: Number, after: int) -> bool:
    """Whether gigabytes are another choice beside those of a card, behind or before them."""
    before = number.first < card.first
    return _is_list(document, after, card.first) if before else _is_choice(document, card.last, number.first)


def _opens_choice(document: Document, after: int) -> bool:
    """Whether other gigabytes of a card follow as a choice: "16gb or 24gb vram", "(40G, 60G or 80G)"."""
    behind = [number for number in document.numbers if number.first >= after]
    listed = [number for number in behind if _is_list(document, after, number.first)]
    ends = [end for number in listed if (end := gigabytes_after(document, number, MOST_GB)) is not None]
    if not ends or not any(document.tokens[at].norm in _OR_ELSE for at in range(after, ends[-1])):
        return False
    return len(ends) > 1 or document.at("memory_after", ends[-1]) is not None


def _is_choice(document: Document, first: int, last: int) -> bool:
    """Whether an "or" stands shortly before, behind the other gigabytes, or nothing but the rest of their list."""
    since = max(first, last - _CHOICE)
    if any(document.tokens[at].norm in _OR_ELSE for at in range(since, last)):
        return True
    return _is_list(document, first, last)


def _is_list(document: Document, first: int, last: int) -> bool:
    """Whether nothing stands between but gigabytes and what joins them: "12 GB, 16 GB and 24 GB"."""
    between = document.tokens[first:last]
    return bool(between) and all(
        token.kind == "number" or token.norm in _JOINS or document.at("gigabytes", at) is not None
        for at, token in enumerate(between, first)
    )


def count_beside(document: Document, machine: Mention, counted: list[Mention]) -> Mention | None:
    """The number inside or right beside a machine's name; "(g5.12xlarge, 4x A10G)" counts its cards, not machines."""
    typed = machine.slot == "instances"
    own = [
        m
        for m in counted
        if not (typed and machine.last <= m.first and document.near("candidates", m.first, m.last + 1))
    ]
    return next((m for m in own if m.first <= machine.first < m.last), None) or next(
        (m for m in own if 0 <= m.first - machine.last <= 1 or 0 <= machine.first - m.last <= 1), None
    )

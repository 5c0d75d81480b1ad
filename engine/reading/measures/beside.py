"""What is told without a number, and what several amounts say together: rhythms, data sets, epochs, "each"."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from engine.base.measures import times, unit
from engine.base.named_terms import is_of_terms
from engine.reading.measures.spans import TAKES
from engine.reading.measures.text import HARDWARE, Amount, Text, Told, Words, norm
from engine.reading.measures.words import ADJECTIVES, DAY, hardware_at, is_each
from engine.workload.profile import Profile

# Slots that describe what is told a pace or a time of, and are no amounts of work.
_ASIDE = (
    "parameters", "active_parameters", "sequence_length", "image_side", "chip_memory_gb", "precision", "latency_ms",
    "lora_rank", "ram_gb", "taken_gb", "model", "variant", "batch_size", "data_gb",
)  # fmt: skip
_YEARS = frozenset({"term_1yr", "term_3yr"})  # also said of a time
_TERMS = frozenset({"reserved_1yr", "reserved_3yr", "savings_plan"})
_DATA = ("image", "sample", "token", "step")  # of which an epoch has so many
_WORKDAYS, _A_YEAR = 5 / 7, 365.0


def rhythms(text: Text, found: Told) -> Iterator[Amount]:
    """How often without a number, and all hours: "nightly", "24/7", "on weekdays"."""
    taken = {at for one in found for at in range(one.first, one.last)}
    has_rate = any(power < 0 for one in found for own in one.units[:1] for name, power in own if name == "day")
    for match in text.classes.get("measure_always", {}).values():
        if match.first in taken:
            continue
        yield Amount(DAY, (unit(h=1, day=-1),), match.first, match.last, "always")
        break
    for match in text.classes.get("measure_weekdays", {}).values():
        if match.first not in taken:
            yield Amount(_WORKDAYS, ((),), match.first, match.last, role="of")
            break
    else:
        yield from _per_workday(text, found)
    for match in text.classes.get("measure_rhythm", {}).values():
        asks = text.at("measure_cost", match.last) is not None or text.ending("measure_cost", match.first, 1)
        if match.first not in taken and not asks and not has_rate and text.at("measure_asks", match.last) is None:
            yield Amount(1 / float(match.value), (unit(run=1, day=-1),), match.first, match.last, "run")
            break


def _per_workday(text: Text, found: Told) -> Iterator[Amount]:
    """Of what is told of a workday, "10 hours per weekday", that it is no day of a weekend, where it is not told how
    many of these there are."""
    behind = (text.at("measure_period", number.last) for number in text.numbers)
    counted = any(match is not None and match.value == 1 for match in behind)
    for match in text.classes.get("measure_workday", {}).values():
        per_day = any(one.first < match.first and match.last <= one.last and _is_of_day(one) for one in found)
        if per_day and not counted:
            yield Amount(_WORKDAYS, ((),), match.first, match.last, role="of")
            return


def _is_of_day(one: Amount) -> bool:
    return any(dict(own).get("day") == -1 for own in one.units)


def each_has(text: Text, found: Told) -> Iterator[Amount]:
    """ "3 engineers each keep a g5.xlarge": one machine of each."""
    own = any(text.at("measure_own", at) is not None and _is_named(text, at) for at in range(len(text.tokens)))
    each = own or any(is_each(text, at) for at in range(len(text.tokens)))
    things = [one for one in found if set(dict(one.units[0])) & HARDWARE and dict(one.units[0]).get("h") is None]
    has = any(one.value != 1 for one in things)  # "each use one g5.xlarge" is one of each
    if each and not has and any(one.thing == "person" for one in found):
        yield Amount(1.0, (unit(machine=1, person=-1), unit(chip=1, person=-1)), 0, 0)


def _is_named(text: Text, at: int) -> bool:
    """Whether "their" stands before a machine or chip."""
    return any(hardware_at(text, here) is not None for here in range(at + 1, at + 1 + ADJECTIVES))


def of_data(text: Text, profile: Profile, words: Words) -> Iterator[Amount]:
    """The samples of a data set that is named: those of one epoch, where epochs are told."""
    said = words.get("samples", "")
    if profile.samples and said and not any(mark.isdigit() for mark in said.replace(profile.dataset or "", "")):
        at = next((at for at, token in enumerate(text.tokens) if text.text[token.start :].startswith(said)), 0)
        units = [times(unit(**{thing: 1}), own, -1) for own in (unit(epoch=1), ()) for thing in ("image", "sample")]
        yield Amount(float(profile.samples), tuple(units), at, at + 1, "sample")


def taken_together(text: Text, found: list[Amount]) -> list[Amount]:
    """Where a thing is counted twice, the number beside a time is what takes it: "1,000 images take 11 min, what do
    50,000 images cost?" has a time of one.
    """
    kept = list(found)
    for one, after in pairwise(found):
        if one not in kept or after not in kept:
            continue  # in one already
        if one.units[0] in (unit(h=1), unit(day=1)) and _is_for(text, one, after):
            one, after = after, one  # "11 h for 200M rows"
        things = [own for own in one.units if len(own) == 1 and own[0][1] == 1]
        between = range(min(one.last, after.last), max(one.first, after.first))
        takes = after.first < one.first or any(text.at("measure_takes", at) for at in between)
        near = len(between) <= TAKES and not any(map(text.ends_sentence, between))
        if not things or one.thing in ("", *HARDWARE) or unit(h=1) not in after.units or not (takes and near):
            continue
        others = [other for other in found if other is not one and one.thing == other.thing]
        others = [other for other in others if all(power > 0 for name, power in other.units[0] if name == one.thing)]
        if not others:
            continue
        each = times(unit(h=1), things[0], -1)
        hours = after.value * (DAY if after.units[0] == unit(day=1) else 1.0)
        units = (each, times(each, unit(chip=1)), times(each, unit(machine=1)))
        first, last = min(one.first, after.first), max(one.last, after.last)
        kept[kept.index(one)] = Amount(hours / one.value, units, first, last)
        kept.remove(after)
    return kept


def _is_for(text: Text, span: Amount, thing: Amount) -> bool:
    """Whether a time is said for so many of a thing: "11 h for 200M rows", "3 hours, 5M rows"."""
    return thing.first - span.last == 1 and norm(text, span.last) in ("for", ",")


def of_epochs(found: list[Amount]) -> list[Amount]:
    """Where epochs are told, so much data may be that of each."""
    if not any(one.thing == "epoch" for one in found):
        return found
    data = [unit(**{thing: 1}) for thing in _DATA]
    return [
        one._replace(units=(*one.units, times(one.units[0], unit(epoch=1), -1))) if one.units[0] in data else one
        for one in found
    ]


def says_terms(text: Text) -> bool:
    """Whether it names a reservation or a plan; "1-year" does beside "on demand"."""
    bought = {match.value for match in text.matches if match.slot == "purchase"}
    told = {str(match.value) for match in text.matches if match.slot == "cue" and is_of_terms(match.value)}
    spans = text.classes.get("measure_period", {}).values()
    billed = "on_demand" in bought and any(float(one.value) < _A_YEAR for one in spans)  # for so many days
    return not billed and bool(bought & _TERMS or told - _YEARS or (told and "on_demand" in bought))


def deadline(text: Text, profile: Profile, words: Words) -> Amount | None:
    """Hours until all shall be done, where days of the week tell them: "from Friday 18:00 to Monday 8:00"."""
    said = words.get("deadline_days", "")
    starts = (at for at, token in enumerate(text.tokens) if said and text.text[token.start :].startswith(said))
    first = next(starts, None)
    if not profile.deadline_days or first is None:
        return None
    end = text.tokens[first].start + len(said)
    last = next((at for at in range(first, len(text.tokens)) if text.tokens[at].start >= end), len(text.tokens))
    return Amount(profile.deadline_days * DAY, (unit(h=1),), first, last)


def aside(text: Text, profile: Profile, words: Words) -> set[int]:
    """The tokens of what only describes: sizes, lengths, precisions."""
    told = [words[slot] for slot in _ASIDE if slot in words and profile.says(slot)]
    positions = set()
    for number in text.numbers:
        stretch = text.slice(number.first, number.last + 1)
        if any(stretch in one or text.slice(number.first, number.last) in one.split() for one in told):
            positions.add(number.first)
    for name in ("gigabytes", "terabytes", "precision"):
        positions.update(number.first for number in text.numbers if text.at(name, number.last) is not None)
    return positions

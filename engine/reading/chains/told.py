"""What chains of amounts set: the slots of the profile that they reach, and which other readings they replace.

The amounts of a text are those with a noun, and those that another reader gave a slot ("batch size 64" is of a step).
A slot is set where at least two amounts join, or where nobody else read the only one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.reading.chains.amounts import GROUP, Amount, Text, amounts, is_grouped
from engine.reading.chains.join import Chain, chains, settled
from engine.reading.words.patterns import Match
from engine.workload.profile import Chained, Part

# What a slot that another reader filled counts, and per what.
_OF_SLOTS: Mapping[str, tuple[str, str, float]] = {
    "epochs": ("epoch", "", 0.0),
    "steps": ("step", "", 0.0),
    "batch_size": ("sample", "step", 0.0),
    "samples": ("sample", "", 0.0),
    "tokens": ("token", "", 0.0),
    "tokens_per_sample": ("token", "sample", 0.0),
    "answer_tokens": ("token", "answer", 0.0),
    "requests_per_second": ("request", "", 1.0),
    "concurrent_users": ("at_once", "", 0.0),
}
_LENGTHS = ("sequence_length",)  # which are those of an answer where none is told
_WORK = frozenset({"tokens", "samples", "steps", "flops", "data_gb"})  # what says how much is computed
_ASKED = ("candidate", "request", "sample", "prompt")  # what a service is asked for, by the second
_PROCESSED = frozenset({"sample", "image", "event"})  # what stands in a store, and is worked off
_PASSES = frozenset({"step", "epoch"})  # what goes over samples that are told themselves
_MILLION = 1e6  # tokens; fewer that stand alone are those of a text
_MANY_HOURS = 100  # of sound; fewer may be those of a run
_GIGA, _TERA = 1.0, 1000.0  # gigabytes
_MANY = 1000  # samples; fewer that stand alone may be parts of one ("81 frames")
_NEAR = 5  # tokens
_SMALL = 2  # amounts that join, at least
CHIP_HOUR = "chip_hour"  # the thing: an hour of a chip, at hand or billed
SOUND = "sound_hour"  # the thing: an hour of sound as data
TABLE, TABLE_GB, CHIP_HOURS = "table_values", "table_gb", "chip_hours"  # what is set beside the slots of the profile


class Said(NamedTuple):
    """One value for one slot as another reader has it, and its tokens."""

    slot: str
    value: float
    first: int
    last: int


class Work(NamedTuple):
    """What the text is about: whether a model learns, whether from its own answers, whether it serves."""

    trains: bool
    generates: bool
    serves: bool


class Told(NamedTuple):
    """A slot and its value, the chain it came from, and the tokens of all its amounts."""

    slot: str
    value: float
    chain: Chain
    sure: bool = True  # several amounts say so; of one alone another reader may know better

    @property
    def spans(self) -> tuple[tuple[int, int], ...]:
        return tuple((part.first, part.last) for part in self.chain.parts)

    @property
    def shown(self) -> Chained:
        """The same as a Reading keeps it."""
        parts = tuple(
            Part(value=one.value, thing=one.thing, per=one.per, seconds=one.seconds) for one in self.chain.parts
        )
        return Chained(slot=self.slot, value=self.value, parts=parts)


class Joined(NamedTuple):
    """What chains set, and the readings of others that stay beside it."""

    told: tuple[Told, ...]
    kept: tuple[bool, ...]  # of each reading of others, in their order


def joined(text: Text, said: Sequence[Said], work: Work) -> Joined:
    """What chains set, where it is sure or nobody else read it; without what others made of the same numbers."""
    had = {one.slot for one in said}
    at_hand = _at_hand(text)
    chains_told = [*told(text, said, work), *_table_size(text), *at_hand, *_sound(text)]
    # a number with a noun behind it is no size of a model: "12 milhões de imagens"
    taken = [(one.first, one.last) for one in said if one.slot != "parameters"]
    set_by: list[Told] = []
    for one in chains_told:
        free = one.slot not in had and not any(_overlap(span, other) for span in one.spans for other in taken)
        if one.slot == CHIP_HOURS and not (had | {chain.slot for chain in chains_told}) & _WORK:
            continue  # they are all the work that is told
        if one.sure or free:
            set_by.append(one)
    return Joined(tuple(set_by), tuple(_stays(one, set_by) for one in said))


def _stays(one: Said, set_by: Sequence[Told]) -> bool:
    """Whether another's reading stays: no chain sets its slot, or made something else of its number."""
    if any(one.slot == chain.slot for chain in set_by):
        return False
    if one.slot in ("samples", "tokens_per_sample") and any(chain.slot == "tokens" for chain in set_by):
        return False  # which are these times one another and more
    if one.slot == "epochs" and any("step" in chain.chain.things for chain in set_by if chain.slot == "tokens"):
        return False  # "500 steps, that is 2 epochs": the steps are all of them
    thing, per, _ = _OF_SLOTS.get(one.slot, ("", "", 0.0))
    parts = [part for chain in set_by for part in chain.chain.parts]
    return not any(
        _overlap((part.first, part.last), (one.first, one.last)) and not (part.is_a(thing) and part.per == per)
        for part in parts
    )


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def told(text: Text, said: Sequence[Said], work: Work) -> list[Told]:
    """The slots that chains set, each once."""
    most = _most(text)
    known = [one for one in settled(_all(text, said, work), most) if one.per != one.thing]  # "per sample: 8192"
    found: dict[str, Told] = {}
    for one in (*_trained(known, work), *_served(known, work), *_tables(known)):
        found.setdefault(one.slot, one)
    return list(found.values())


def _at_hand(text: Text) -> list[Told]:
    """Hours of chips or machines that are granted or billed: "5,000 hours of V100", "11,480 instance-hours"."""
    found = []
    for number in text.numbers:
        unit = text.at("chip_hours", number.last + (text.norm(number.last) == "-"))
        if unit is not None and not number.money and not _is_parted(text, unit):
            thing = CHIP_HOUR if unit.value == "chips" else "machine_hour"
            value = number.value * (GROUP if is_grouped(text, number) else 1.0)
            amount = Amount(value, thing, (thing,), (), "", 0.0, number.first, unit.last)
            found.append(Told(CHIP_HOURS, value, Chain((amount,))))
    return found[:1]


def _is_parted(text: Text, unit: Match) -> bool:
    """Whether a dash with a blank before it stands within: "one H100 - hours?" asks for hours."""
    return any(text.norm(at) == "-" and not text.tokens[at].glued for at in range(unit.first, unit.last))


def _table_size(text: Text) -> list[Told]:
    """Gigabytes of embedding tables: "1.1 TB of fp32 embeddings", "embedding tables of 600 GB"."""
    for number in text.numbers:
        size = text.at("table_size", number.last)
        named = text.ending("table_named", number.first)
        unit = size or (named and (text.at("gigabytes", number.last) or text.at("terabytes", number.last)))
        if unit:
            times = float(unit.value) if size else _GIGA if unit.slot == "gigabytes" else _TERA
            first = named.first if named and not size else number.first
            amount = Amount(number.value * times, "table_gb", ("table_gb",), (), "", 0.0, first, unit.last)
            return [Told(TABLE_GB, amount.value, Chain((amount,)))]
    return []


def _sound(text: Text) -> list[Told]:
    """Hours that are data, as the clips that such models hear: many of them beside sound, which nothing takes."""
    clips = next(iter(text.classes.get("of_sound", {}).values()), None)
    for number in text.numbers if clips is not None else ():
        unit = text.at("hours_in", number.last + (text.norm(number.last) == "-"))
        value = number.value * (GROUP if is_grouped(text, number) else 1.0)
        if unit is None or float(unit.value) != 1 or number.money or value < _MANY_HOURS:
            continue
        spent = any(text.ending("hours_spent", at) for at in (number.first, number.first - 1))
        if clips is not None and not spent and text.at("chip_hours", unit.first) is None:
            near = (text.at("of_sound", at) for at in (unit.last, unit.last + 1))
            last = next((sound.last for sound in near if sound), unit.last)
            if _comes_again(text, unit.last):
                continue  # so many hours every day are a rate
            hours = Amount(value, SOUND, (SOUND,), (), "", 0.0, number.first, last)
            each = Amount(float(clips.value), "sample", ("sample",), (), SOUND, 0.0, number.first, last)
            return [Told("samples", hours.value * each.value, Chain((hours, each)))]
    return []


def _comes_again(text: Text, at: int) -> bool:
    """Whether a period stands right behind: "of meetings every day", "of calls a week"."""
    for here in range(at, min(at + _NEAR, len(text.tokens))):
        per = text.at("chain_per", here)
        if text.at("chain_rhythm", here) or (per is not None and text.at("chain_time", per.last)):
            return True
    return False


def _most(text: Text) -> dict[str, float]:
    phrases = text.classes.get("thing", {}).values()
    return {str(match.value): float(str(most)) for match in phrases if (most := dict(match.implies).get("most"))}


def _all(text: Text, said: Sequence[Said], work: Work) -> list[Amount]:
    """The amounts with a noun, and those of slots whose numbers have none; a name before a number says more."""
    own = amounts(text)
    other = [
        Amount(one.value * _grouped(text, one), thing, (thing,), (), per, seconds, one.first, one.last, one.slot)
        for one in said
        if one.slot in _OF_SLOTS
        for thing, per, seconds in (_OF_SLOTS[one.slot],)
    ]
    kept = [mine for mine in own if not any(_says_more(one, mine) for one in other)]
    mine = [one for one in other if not any(_meet(one, other) for other in kept)]
    lengths = [one for one in said if one.slot in _LENGTHS]
    if work.generates and lengths and not any(one.is_a("token") for one in (*kept, *mine)):
        one = lengths[0]
        mine.append(Amount(one.value, "token", ("token",), (), "answer", 0.0, one.first, one.last, one.slot))
    return sorted([*kept, *mine], key=lambda one: one.first)


def _grouped(text: Text, one: Said) -> float:
    """1,000 where a dot parts the thousands of a rate that another reader took for three decimals: "12.000 QPS"."""
    inside = (number for number in text.numbers if one.first <= number.first < one.last)
    whole = one.slot == "requests_per_second" and any(is_grouped(text, number) for number in inside)
    return GROUP if whole and one.value < GROUP else 1.0


def _says_more(one: Amount, mine: Amount) -> bool:
    """Whether a name before the number, which another reader knows, says what it is: "answers of 300"."""
    return one.first < mine.number < one.last and (mine.labelled or mine.thing == "at_once")


def _meet(one: Amount, other: Amount) -> bool:
    return _overlap((one.first, one.last), (other.first, other.last))


def _trained(known: Sequence[Amount], work: Work) -> Iterator[Told]:
    """Tokens of a run, or what they are worked out from: samples and the tokens of each."""
    if not work.trains:
        return
    for one in known:
        if not one.per and one.thing in ("epoch", "step"):
            yield Told(f"{one.thing}s", one.value, Chain((one,)), sure=False)
        if one.is_a("sample") and one.per == "step" and not work.generates:
            yield Told("batch_size", one.value, Chain((one,)), sure=not one.slot)
    for chain in chains(known, "token"):
        things = [part.thing for part in chain.parts]
        few = len(chain.parts) < _SMALL and chain.value < _MILLION
        if chain.seconds or few:
            continue
        if len(chain.parts) < _SMALL:
            yield Told("tokens", chain.value, chain, sure="letter" in things)
            return
        if len(chain.parts) == _SMALL and chain.parts[0].is_a("sample"):
            first, last = chain.parts
            yield Told("samples", first.value, Chain((first,)))
            yield Told("tokens_per_sample", last.value, Chain((last,)))
        else:
            yield Told("tokens", chain.value, chain)
        return
    for chain in chains(known, "answer" if work.generates else "sample"):
        if not chain.seconds and chain.parts[-1].per != "step":  # of those the engine makes samples or passes
            several = len(chain.parts) >= _SMALL
            if several or chain.value >= _MANY:
                yield Told("samples", chain.value, chain, sure=several)
            return


def _served(known: Sequence[Amount], work: Work) -> Iterator[Told]:
    """Requests a second, how many at once, and what each of them reads."""
    if work.trains:
        return
    for kind in _ASKED:
        rates = [chain for chain in chains(known, kind) if chain.seconds and not chain.parts[-1].is_a("answer")]
        if rates:
            first = rates[0]
            several = len(first.parts) >= _SMALL
            yield Told("requests_per_second", first.value / first.seconds, first, sure=several)
            break
    for chain in chains(known, "sample"):
        each = chain.parts[-1]
        several = len(chain.parts) >= _SMALL and _PASSES.isdisjoint(chain.things)
        if several and not chain.seconds and each.thing in _PROCESSED and chain.value >= _MANY:
            yield Told("samples", chain.value, chain)  # 2,000 slides of 15,000 tiles each
            break
    for one in known:
        if one.thing in _PROCESSED and not one.per and not one.seconds and one.value >= _MANY:
            yield Told("samples", one.value, Chain((one,)), sure=False)  # so many to be processed
            break
    steps = next((one for one in known if one.thing == "step" and not one.per and not one.slot), None)
    if steps is not None:  # of an image that diffusion makes
        yield Told("steps", steps.value, Chain((steps,)), sure=False)
    asks = {part for kind in _ASKED for one in chains(known, kind) if one.seconds for part in one.parts}
    for chain in chains(known, "at_once"):
        if not chain.seconds and asks.isdisjoint(chain.parts):  # who asks so often is counted there
            yield Told("concurrent_users", float(round(chain.value)), chain, sure=len(chain.parts) >= _SMALL)
            break


def _tables(known: Sequence[Amount]) -> Iterator[Told]:
    for chain in (*chains(known, "dim"), *chains(known, "table_value")):
        if len(chain.parts) >= _SMALL or chain.parts[-1].thing == "table_value":
            yield Told(TABLE, chain.value, chain)
            return

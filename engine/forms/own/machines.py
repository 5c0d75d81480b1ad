"""The cards and machines of a question as its sums use them: chip, number, where they are named, an hour's price."""

from __future__ import annotations

from typing import NamedTuple

from engine.base.interval import Interval
from engine.forms.form import Asked, question_of
from engine.forms.picked.amounts import Amount, hourly
from engine.forms.served.by_card import between_bounds, cheapest_card
from engine.options.named import called, usual_forms
from engine.workload.profile import Equipment, Reading
from knowledge.facts import Accelerator, Facts, Instance
from knowledge.units import WATTS_PER_KW

OUT = "out"  # the role of what cannot be had
POWER, HOST = "power_share_of_tdp", "host_power_share"  # constants
NODES, NODE = ("node", "dgx", "hgx"), "chips_per_machine"  # words of machines with all chips one holds; a constant
TIMES = " x "  # between a number and a name
REACH = 60  # characters between a machine and its price


class Machine(NamedTuple):
    """`cards` in all of a chip, of a type or not; `at`, `end`: where it is named; `said`: how many was."""

    chip: Accelerator
    cards: int
    type: Instance | None
    at: int
    end: int
    said: bool

    @property
    def name(self) -> str:
        """The type where one was named."""
        return self.type.id if self.type else self.chip.name

    @property
    def units(self) -> int:
        """How many of what its name names."""
        return max(1, round(self.cards / self.type.count)) if self.type else self.cards

    @property
    def memory_gib(self) -> float:
        """Of all its cards; 0 where that of one is not known."""
        return self.cards * (self.chip.hbm_gib.value if self.chip.hbm_gib else 0.0)


class Hour(NamedTuple):
    """What an hour of one card costs: said by the asker or held, of which type, and where that is from."""

    amount: float
    sign: str
    told: bool
    instance: str
    cites: tuple[str, ...]


def machines(asked: Asked) -> list[Machine]:
    """Those of a question."""
    return named_in(asked.reading, asked.facts)


def named_in(reading: Reading, facts: Facts) -> list[Machine]:
    """In the order of the text, each chip and number once; a type in the place of the chip beside it."""
    text = reading.text.replace("×", "x")  # as the words of a machine are kept
    found: list[Machine] = []
    for one in reading.hardware:
        kind = facts.instances.get(one.id)
        chip = facts.accelerators[kind.accelerator] if kind else next(iter(usual_forms(called(facts, one.id))), None)
        at = text.find(one.words)
        if at < 0 and TIMES in one.words:
            at = text.find(one.words.rpartition(TIMES)[2])  # "H20 x8", whose words are "8 x H20"
        if chip is None or one.role == OUT or at < 0:
            continue
        count = (one.chips or kind.count * (one.machines or 1)) if kind else one.chips or _of_nodes(one, facts)
        if kind and one.id in text:
            at = text.find(one.id)
        said = (one.chips or one.machines) is not None
        new = Machine(chip, count, kind, at, at + len(one.id if kind else one.words), said)
        twins = [old for old in found if old.chip.id == chip.id and (old.cards == count or not old.said)]
        if kind and twins and not twins[-1].type:
            found[found.index(twins[-1])] = new._replace(at=twins[-1].at)
        elif not any((old.chip.id, old.cards, old.type) == (chip.id, count, kind) for old in found):
            found.append(new)
    return sorted(found, key=lambda one: one.at)


def _of_nodes(one: Equipment, facts: Facts) -> int:
    """Chips of so many machines that are known to hold eight: "3 DGX H100"."""
    nodes = one.machines and any(word in one.words.lower() for word in NODES)
    return round((one.machines or 0) * facts.constants[NODE].value.likely) if nodes else 1


def hour_of(machine: Machine, asked: Asked, every: list[Machine]) -> Hour | None:
    """Of one card: as said behind its name, else the cheapest on demand of its type, or of its chip."""
    mine = told_hours(asked.reading.text, every).get(every.index(machine)) if machine in every else None
    if mine is not None:
        return Hour(
            _of_card(mine, machine, asked), mine.sign or "$", True, machine.type.id if machine.type else "", ()
        )
    return held_hour(machine, asked)


def told_hours(text: str, every: list[Machine]) -> dict[int, Amount]:
    """What the asker says that an hour costs, by the place of the machine in the list: of the name before it; of the
    only chip, wherever it stands."""
    told = {int(at): one for at, one in hourly(text, {str(at): one.end for at, one in enumerate(every)}).items()}
    if not told and len({one.chip.id for one in every}) == 1:
        alone = hourly(text, {"0": 0}, reach=len(text))
        told = {0: alone["0"]} if alone else {}
    return told


def held_hour(machine: Machine, asked: Asked) -> Hour | None:
    """By the prices of the day."""

    def is_wanted(one: Instance) -> bool:
        if machine.type:
            return one.id == machine.type.id
        return one.accelerator == machine.chip.id

    found = cheapest_card(question_of(asked), is_wanted)
    if found is None:
        return None
    return Hour(found.usd_per_hour, "$", False, found.instance.id, found.cites)


def _of_card(told: Amount, machine: Machine, asked: Asked) -> float:
    """Of a price that may be for all cards of a machine: the one of the two that is nearer to what one card costs."""
    if machine.cards == 1:
        return told.amount
    held = held_hour(machine, asked)
    whole = told.amount / machine.cards
    if held is None:
        return told.amount
    return min((told.amount, whole), key=lambda usd: max(usd / held.amount, held.amount / usd))


def of_all(told: float, machine: Machine, held: Hour | None) -> float:
    """What an hour of all cards costs, of a price that may be for one or for all: the nearer to what is held."""
    if machine.cards == 1 or held is None:
        return told
    whole = held.amount * machine.cards
    return min((told, told * machine.cards), key=lambda usd: max(usd / whole, whole / usd))


def times_as_fast(known: Machine, other: Machine) -> Interval | None:
    """All cards of one over all cards of the other, between what bounds them; None of other makers."""
    if known.chip.id == other.chip.id:
        return Interval.exactly(other.cards / known.cards)
    ratio = between_bounds(known.chip, other.chip)
    return ratio.times(other.cards / known.cards) if ratio else None


def kilowatts(machine: Machine, asked: Asked) -> float | None:
    """While it works, with its share of the host; None where the watts of the card are not held."""
    if machine.chip.tdp_w is None:
        return None
    constants = asked.library.constants
    return (
        machine.cards * machine.chip.tdp_w.value * (constants.likely(POWER) + constants.likely(HOST)) / WATTS_PER_KW
    )

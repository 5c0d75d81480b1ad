"""The machine of least price that has the memory the first line tells of, where a machine or a card is asked for.

It stands in the first paragraph, whatever made the line: what is usual of a kind of work, what is reported of a
project, a figure that was told, or a sum over a model.
"""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.domains.as_said import AsSaid
from engine.forms.domains.of_kind import Decides, Machine
from engine.forms.domains.room import AmountTakes, Room, Taken
from engine.forms.domains.wishes import ran_out
from engine.forms.fits.taken import TakenNeeds, TakenOn
from engine.forms.form import Asked, Form
from engine.forms.kinds.kind import NOMINAL
from engine.forms.parts.fit_reasons import (
    ChipsNeeded,
    FitsPartly,
    FitsShorter,
    FitsThere,
    MemoryNeeded,
    OnNamed,
    TooSmallThere,
)
from engine.forms.parts.rows import Rented, Work, quoted, sold_here
from engine.forms.reported.reported_reasons import ReportedMachine, ReportedMemory, ReportedOn, ReportedRoom
from engine.forms.reported.reports import reports_of
from engine.forms.reported.room import machine
from engine.forms.smallest.each_card import with_each_card
from engine.memory.ways import SERVING, Way
from knowledge.facts import Accelerator
from knowledge.units import BYTES_PER_GB, gib

ASKED = "asks_machine"  # the cue
BUYS, OTHERS = "on_demand", frozenset({"price", "carbon", "commitment", "chat", "compare"})  # a way; forms
LONG = "pretraining"  # a way, for which the machine that just holds it is none to take
USABLE = "usable_hbm_share"  # the constant
ONE = 1


class MachineFor(Reason, code="machine_for"):
    """`machines` of a type that hold it by the `way`, or, where that is "", one card of at least `least_gib`."""

    instance: str
    machines: int
    chips: int
    chip: str
    gib: float
    usd_per_hour: float
    purchase: str
    way: str
    least_gib: float


class NoMachineFor(Reason, code="no_machine_for"):
    """No card that is sold has so much: the largest of them."""

    least_gib: float
    chip: str
    gib: float


def with_machine(form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer]:
    """The answer with the machine in its first paragraph, where one is asked for and the line names none."""
    first = stated.headline
    if form.id in OTHERS or first is None or asked.reading.by_hand or stated.verdict_below:
        return form, stated
    stated = with_each_card(stated)
    if ASKED not in asked.reading.cues:
        return form, stated
    of_told = isinstance(first, ReportedRoom) and first.told_gb  # the line below is of less
    told = (None if of_told else _told(stated)) or _made(first, stated, asked)
    if told is None:
        return form, stated
    rest = tuple(line for line in stated.sentences if line is not told)
    return form, stated.model_copy(update={"beside_first": (*stated.beside_first, told), "sentences": rest})


def _told(stated: FactAnswer) -> Reason | None:
    """The line on a machine that stands below already."""
    return next((line for line in stated.sentences if isinstance(line, ReportedMachine | Machine)), None)


def _made(first: Reason, stated: FactAnswer, asked: Asked) -> Reason | None:
    if isinstance(first, ReportedRoom) and first.told_gb:
        return card_with(_holding_gib(first.told_gb, asked), asked)
    if isinstance(first, ReportedRoom | ReportedMemory | ReportedOn):
        reports = next(iter(reports_of(asked.reading, asked.facts)), None)
        return next(machine(reports, asked.problem), None) if reports else None
    if isinstance(first, OnNamed):
        return _of_model(first, asked)
    if isinstance(first, MemoryNeeded):
        way = first.ways[0].way if first.ways and not first.asks_type else None
        return _holding(way, asked) if way else None
    lines = (first, *stated.sentences) if isinstance(first, Decides) else (first,)
    least = next((least for line in lines if (least := _least_gib(line, asked))), 0.0)
    return card_with(least, asked) if least else None


def _least_gib(first: Reason, asked: Asked) -> float:
    """What one card has to have by the first line; 0 where it tells of no card."""
    if isinstance(first, Room):
        return (first.whole or first.comfortable) * NOMINAL
    if isinstance(first, Taken):
        return first.comfortable * NOMINAL
    if isinstance(first, AmountTakes):
        return first.gb * NOMINAL
    if isinstance(first, AsSaid):
        return first.least * NOMINAL
    if isinstance(first, TakenNeeds) or (isinstance(first, TakenOn) and first.taken_gb > first.usable_gib):
        return _holding_gib(first.taken_gb, asked)
    return 0.0


def _holding_gib(taken_gb: float, asked: Asked) -> float:
    """The memory of a card of which so much is usable."""
    return gib(taken_gb * BYTES_PER_GB) / asked.problem.constants.likely(USABLE)


def _of_model(first: OnNamed, asked: Asked) -> Reason | None:
    """Of the way that was said, else of the first that fails there, which is asked about."""
    if first.instead or (isinstance(first, FitsThere) and first.instance and not first.ran_out):
        return None
    if not isinstance(first, ChipsNeeded | FitsPartly | FitsShorter | FitsThere | TooSmallThere):
        return None
    if isinstance(first, ChipsNeeded) and not ran_out(asked.reading):
        return None  # how many of that chip is what is asked
    way = first.asked.way if first.asked else next((held.way for held in first.every), None)
    return _holding(way, asked) if way and way != LONG and not first.host_short else None


def _holding(way: Way, asked: Asked) -> MachineFor | None:
    """The machines of least price that hold it."""
    problem = asked.problem
    work = Work(way, problem, 1.0)
    types = sold_here(problem)
    if way in SERVING:
        types = tuple(one for one in types if work.computes(problem.chip(one), way)) or types
    found = work.rented(types, ONE if way in SERVING else None)  # a copy that is served stays on one machine
    if found is None or found.quote is None:
        return None
    return _line(found, problem.chip(found.instance), way)


def _line(found: Rented, chip: Accelerator, way: str, least_gib: float = 0.0) -> MachineFor:
    quote = found.quote
    return MachineFor(
        instance=found.instance.id,
        machines=found.machines,
        chips=found.machines * found.instance.count,
        chip=chip.name,
        gib=chip.hbm_gib.value,
        usd_per_hour=found.usd_per_hour or 0.0,
        purchase=quote.purchase if quote else BUYS,
        way=way,
        least_gib=least_gib,
        cites=quote.cites if quote else (),
    )


def card_with(least_gib: float, asked: Asked) -> Reason | None:
    """The machine of least price with a card of at least so much; that none is sold with so much."""
    problem = asked.problem
    held: list[tuple[float, str, Rented]] = []
    most, name = 0.0, ""
    for instance in sold_here(problem):
        chip, quote = problem.chip(instance), quoted(problem, instance)
        if chip.hbm_gib.value > most:
            most, name = chip.hbm_gib.value, chip.name
        if quote is not None and chip.hbm_gib.value >= least_gib:
            held.append((quote.usd_per_hour.likely, instance.id, Rented(instance, ONE, quote)))
    if held:
        found = min(held)[2]
        return _line(found, problem.chip(found.instance), "", least_gib)
    return NoMachineFor(least_gib=least_gib, chip=name, gib=most) if name else None

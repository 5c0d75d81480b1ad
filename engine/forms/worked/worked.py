"""The sum that the asker's own amounts make, where their units leave one way to put them together.

Everything that was told is used, at most a price, the hours of a day and the chips of a machine are added. Where a
number is left over, or two ways are as near, there is no such sum, and other forms answer.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator

from engine.answers.model import FactAnswer
from engine.answers.rank_prices import RankedPrice
from engine.arithmetic.solve import Factor, Solution, Term, solve
from engine.base.measures import Goal, Measure, Unit, times
from engine.forms.chat import CHAT
from engine.forms.decline import DECLINE
from engine.forms.form import Asked, Form
from engine.forms.own.machines import Machine
from engine.forms.registry import form_named
from engine.forms.worked.as_told import AN_HOUR as USD_AN_HOUR
from engine.forms.worked.as_told import alike, at_rates, of_all, unused_hours
from engine.forms.worked.factors import (
    CHIP,
    DAY,
    HARDWARE,
    HOUR,
    MACHINE,
    MONTH,
    PERSON,
    REPEATS,
    USD,
    is_count,
    is_factor,
    is_likely,
    of_machine,
    plain,
    share_of,
    targets,
    thing_of,
)
from engine.forms.worked.prices import Prices
from engine.forms.worked.run_elsewhere import CarriedOver, carried, named
from engine.forms.worked.tells import tells
from engine.forms.worked.unsized_load import unsized_load
from engine.forms.worked.whole_job import is_job, unpaced, whole_job
from engine.forms.worked.worked_reasons import Piece, Sum, WorkedOut, WorkedSides, WorkedWays
from knowledge.units import HOURS_PER_DAY

ON_ONE = re.compile(r"\s*on (?:an?|one|a single)\s", re.IGNORECASE)  # behind a time
SILENT = frozenset({CHAT.id, "carbon", "choose", "support"})  # who asks for advice asks for no sum
ADVISES = frozenset({"choose", "support"})  # of these a job whose pace is told is none
BILL = "asks_bill"  # the cue
ADVICE = frozenset({"advise", "choice", "which_hardware", "cuts_bill", "wants_less", "picks_one", "open_question"})
BUSY, TOKEN = "steady_utilization", "token"
CHIP_HOUR = times(CHIP, HOUR)
SAYS_NOTHING = HARDWARE | {"day"}  # units of what alone makes no sum: how many machines, how often
ENERGY = "energy_asked"  # a cue
NOT_SUMMED = frozenset({"carbon", "commitment", "support", "chat"})
# First lines that tell the same: at the least of all prices, or by the data sheets of both cards.
CARRIED = frozenset({"run_estimate", "by_ratio"})  # codes of hours that are carried to another chip already
ESTIMATE = "estimate"  # the form
SAME = frozenset({"hours_bought", "hours_there", "dollars_there", "two_times", "own_or_rent", "owned_or_rent"})
OF_MODELS = frozenset({"run_estimate"})  # first lines with the hours that were told, and a size that was not
UNPRICED = frozenset({"payback", "things"})
BESIDE = frozenset({"saved", "payback", "worth"})  # which stand beside other questions, or are words of others
PERIODS = frozenset({"hour", "day", "week", "month", "quarter", "year"})
WAYS = 4
LEAST = frozenset({"usd", "hours", "count", "chip_hours", "days"})  # of which less is better
TERMS = frozenset({"reserved_1yr", "reserved_3yr", "savings_plan"})  # paid for all hours, used or not


def with_worked(form: Form, stated: FactAnswer, asked: Asked) -> tuple[Form, FactAnswer]:
    """The form and the answer; the sum instead, where there is one that the first line does not tell."""
    silent = form.id in SILENT and not _asks_bill(form, asked)
    if (
        (silent and not (form.id in ADVISES and is_job(asked.once(worked))))
        or asked.reading.by_hand
        or asked.reading.intent == "followup"
    ):
        return form, stated
    answer = asked.once(worked)
    sized = stated.headline is None or stated.headline.values.get("assumed_parameters") is None
    sums_it = sized and _code(stated) in CARRIED and answer is not None and isinstance(answer.headline, CarriedOver)
    told = (
        sums_it
        or (_code(stated) in SAME and not is_job(answer))
        or (answer is not None and tells(stated, answer) and _code(stated) not in OF_MODELS)
    )
    told_none = unsized_load(stated, asked) or unpaced(stated, asked) if answer is None else None
    if told_none is not None:
        return form_named("explain"), told_none
    if answer is None or told or _ranks(form, asked):
        return form, stated
    kept = form.id == ESTIMATE and _code(stated) in CARRIED  # hours of the work, which a turn goes on with
    return (form if kept else form_named("explain")), answer


def _asks_bill(form: Form, asked: Asked) -> bool:
    """Whether dollars are asked for in so many words, though the hardware alone would be advised on."""
    cues = set(asked.reading.cues)
    wasted = any(goal.idle for goal in asked.reading.measured.goals[:1])
    return form.id == "choose" and (wasted or (BILL in cues and ADVICE.isdisjoint(cues)))


def _code(stated: FactAnswer) -> str:
    return stated.headline.code if stated.headline is not None else ""


def _ranks(form: Form, asked: Asked) -> bool:
    """Whether the cheapest of all is asked for, which a list of prices tells."""
    return form.id == "price" and asked.profile.priority == "cost"


def worked(asked: Asked) -> FactAnswer | None:
    """None unless every number of the text is used, and the first thing asked for comes out."""
    told = asked.reading.measured
    if asked.reading.form not in NOT_SUMMED and (job := whole_job(asked, named(asked))) is not None:
        return job
    if not told.whole or not told.goals or told.terms or asked.reading.form in NOT_SUMMED:
        return None
    if ENERGY in asked.reading.cues:
        return None  # kilowatt-hours follow from watts
    machines = named(asked)
    priced = any(one.role in ("lost", "against") for one in told.measures)  # of machines, though none is named
    if asked.reading.form == DECLINE.id and not machines and not priced:
        return None
    if len({(one.chip.id, one.type) for one in machines}) > 1:
        paid = told.goals[0].wants in UNPRICED  # of these no price or speed of one machine is
        sides = by_side(asked, machines) or asked.once(carried)
        return sides or (Sums(asked, None, told.measures).answer() if paid else None)
    measures = at_rates(told, unused_hours(told))
    if machines and any(USD_AN_HOUR in one.units for one in measures):
        listed = (row for row in Prices(asked, machines[0]).rows if row.quote.purchase == "on_demand")
        measures = of_all(measures, max((row.usd_per_chip_hour for row in listed), default=0.0))
    return Sums(asked, machines[0] if machines else None, measures).answer()


def _is_per(one: Measure, goal: Goal) -> bool:
    """Whether a bare number is only what a price is asked by."""
    return one.units[0] == () and round(one.value * goal.scale, 9) == 1


def by_side(asked: Asked, machines: list[Machine]) -> FactAnswer | None:
    """The first sum of each machine that is named, where what differs is told as often as there are machines, in
    their order; what is told once is of all."""
    measures = alike(asked.reading.measured.measures)
    kinds = Counter(one.units[0] for one in measures)
    speeds = {own for own in kinds if {"h", "usd"} & dict(own).keys()}  # what is that of one machine alone
    if any(number not in (1, len(machines)) for number in kinds.values()) or not speeds:
        return None
    if any(kinds[own] == 1 for own in speeds):
        return None
    sides: list[WorkedOut] = []
    for place, machine in enumerate(machines):
        mine, seen = [], Counter[Unit]()
        for one in measures:
            if kinds[one.units[0]] == 1 or seen[one.units[0]] == place:
                mine.append(one)
            seen[one.units[0]] += 1
        made = Sums(asked, machine, tuple(mine)).answer()
        if made is None or not isinstance(made.headline, WorkedOut):
            return None
        sides.append(made.headline)
    first = sides[0].sums[0]
    least = min(sides, key=lambda one: one.sums[0].value) if first.wants in LEAST else None
    cites = tuple(dict.fromkeys(cite for one in sides for cite in one.cites))
    headline = WorkedSides(sides=tuple(sides), least=least.named if least else "", cites=cites)
    return FactAnswer(headline=headline, of_told=True, whole=True)


class Sums:
    """The sums of one question, of one machine, over the amounts that are told of it."""

    def __init__(self, asked: Asked, machine: Machine | None, measures: tuple[Measure, ...]) -> None:
        self.asked, self.measures = asked, measures
        self.prices = Prices(asked, machine) if machine is not None else None
        counted = next((one for one in measures if one.units[0] == MACHINE), None)
        if counted is not None and self.prices is not None:
            self.prices.as_machines(counted.words)
        owned = any(dict(own).get("person") == -1 for one in self.measures for own in one.units)
        self.each = owned and any(dict(one.units[0]).get("person") == 1 for one in self.measures)
        text = asked.reading.text
        timed = (one for one in measures if any(("h", 1) in own for own in one.units))
        self.of_one = any(ON_ONE.match(text, one.at + len(one.words)) for one in timed)  # "4 min each on an A10G"
        self.paid: RankedPrice | None = None
        self.done: set[float] = set()  # hours until all is done, which say how many and not what these cost

    def answer(self) -> FactAnswer | None:
        """The sums in the order in which they are asked for; None where the first has none."""
        found: list[Sum] = []
        for goal in self.asked.reading.measured.goals:
            many = 0 if self.done else next((max(one.whole, one.at_busy) for one in found if one.wants == "count"), 0)
            made = self._sum(goal, many)
            if made is not None:
                found.append(made)
            elif not found and goal.wants not in BESIDE:
                return None
        if not found:
            return None
        priced = any(piece.kind == "price" for one in found for piece in one.pieces)
        paid = self.prices.paid(self.paid) if priced and self.prices and self.paid else None
        first = WorkedOut(
            sums=tuple(found), named=self.prices.name if self.prices else "", paid=paid,
            unheld_way=self.prices.unheld if self.prices and paid else None,
            cites=(self.paid.quote.source,) if paid and self.paid else (),
        )  # fmt: skip
        if (people := self._people()) and paid and found[0].wants == "usd":
            first = first.model_copy(update={"people": people, "usd_of_all": found[0].value * people})
        ways = self._ways(found) if paid else None
        return FactAnswer(headline=first, sentences=(ways,) if ways else (), of_told=True, whole=True)

    def _people(self) -> int:
        """How many were told of whom nothing says whether each has a machine, where hours of a day are told."""
        people = [one.value for one in self.measures if one.units[0] == PERSON]
        daily = any(one.units[0] == times(HOUR, DAY, -1) for one in self.measures)
        alone = len(people) == 1 and daily and not self.each and self._count() == 0
        return int(people[0]) if alone and people[0] > 1 else 0

    def _sum(self, goal: Goal, count: int) -> Sum | None:
        if goal.wants in ("saved", "worth"):
            return None
        if goal.wants == "usd" and count and not dict(goal.unit).keys() - {"usd", "day"}:
            return self._of_count(goal, count)
        for target, scale, kept in targets(goal, self.measures):
            solution = solve(self._terms(goal), target, scale)
            if solution is not None and self._is_enough(solution) and is_likely(kept, solution.value):
                return self._shown(kept, solution)
        return None

    def _is_enough(self, solution: Solution) -> bool:
        """Whether two told amounts go in, or one with a price, and no time is multiplied with a time."""
        told = [one for one in solution.factors if one.name.startswith("told")]
        amounts = [one for one in told if self._is_amount(one)]
        priced = any(one.name == "price" for one in solution.factors)
        squared = any(sum(one.unit == own and one.power > 0 for one in told) > 1 for own in (HOUR, DAY))
        return bool(amounts) and (len(told) > 1 or priced) and not squared

    def _is_amount(self, one: Factor) -> bool:
        """Whether it says how much: not how many machines, or how often, which alone makes no sum."""
        if not one.unit:
            return not self.measures[int(one.name.partition(":")[2])].units[0]  # a share, not "5 seeds"
        return one.unit == DAY or not SAYS_NOTHING.issuperset(dict(one.unit))

    def _of_count(self, goal: Goal, count: int) -> Sum | None:
        """Dollars of so many, which are on all the time unless hours of a day are told."""
        if "day" not in dict(goal.unit):
            goal = Goal(wants="usd", unit=times(USD, DAY, -1), scale=1 / MONTH, per="month")
        hardware = MACHINE if self._by_machine() else CHIP
        hours = [
            Term(one.value, one.units, (1,), f"told:{at}")
            for at, one in enumerate(self.measures)
            if one.units[0] == times(HOUR, DAY, -1)
        ]
        terms = [Term(float(count), (hardware,), (1,), "machines"), *hours, *self._fills(float(count), one=False)]
        solution = solve(terms, goal.unit, goal.scale)
        return None if solution is None else self._shown(goal, solution)

    def _count(self) -> float:
        """How many machines or chips were told; 0 where no number was, or one, as whoever tells what one does."""
        told = next((one.value for one in self.measures if is_count(one)), 0.0)
        return told if told > 1 else 0.0

    def _by_machine(self) -> bool:
        return self.prices is not None and self.prices.type is not None

    def _terms(self, goal: Goal) -> list[Term]:
        """What was told, as it may go into this sum, and what is added where it is needed."""
        found = [term for at, one in enumerate(self.measures) if (term := self._term(at, one, goal)) is not None]
        return [*found, *self._fills(self._count(), one=not any(map(is_count, self.measures)))]

    def _term(self, at: int, one: Measure, goal: Goal) -> Term | None:
        name = f"told:{at}"
        if goal.per == TOKEN and (dict(one.units[0]).keys() == {"person"} or _is_per(one, goal)):
            return None  # how many ask at once; "1 Mio. Tokens jeweils"
        if one.role == "against" or (one.between and one.value in self.done):
            return None
        if goal.wants == "usd" and one.units == (HOUR,) and any(CHIP_HOUR in told.units for told in self.measures):
            return None  # "57,600 GPU hours in 15 days": a time until when, which changes no dollars
        if one.role:
            return share_of(name, one, goal)
        alone = goal.wants in ("hours", "days")  # what one of them waits
        strip = (*REPEATS, *(("person",) if (self.each or alone) and goal.per != "person" else ()))
        units = plain(one.units, strip)
        if self.prices is not None and self.prices.line and self.prices.line in one.words.lower():
            units = tuple(of_machine(own) for own in units)
        first = dict(units[0])
        if units == ((),):
            told_once = any(name in dict(one.units[0]) for name in REPEATS) and goal.per == "run"
            return None if told_once else Term(one.value, units, (1,), name)
        if one.value == 1 and first == {"request": 1}:
            return None  # "one at a time"
        if first == {goal.per: 1} and goal.wants == "usd" and one.value * goal.scale == 1:
            return None  # "per 1M tokens"
        if first.keys() == {"person"} and goal.per != "person":
            return None
        powers: tuple[int, ...] = (1, -1)
        if is_factor(first, goal):
            powers = (1,)
        elif is_count(one) and goal.enough:
            return None  # which is what is asked about
        elif is_count(one) and self.of_one and one.value > 1:
            powers = (-1,) if goal.wants in ("hours", "days") else (0,)  # which share the work
        elif is_count(one):
            powers = (1, -1, 0) if one.value != 1 else (1, 0)
        elif goal.wants == "usd" and first.get(goal.per) == 1 and first.get("day") == -1:
            powers = (0, -1)  # a load does not change what one of it costs, unless dollars of all are told
        beside = is_count(one) and sum(map(is_count, self.measures)) == 1
        return Term(one.value, units, powers, name, filled=powers[0] == 0, beside=beside)

    def _fills(self, count: float, *, one: bool) -> Iterator[Term]:
        """What may be added: one machine, the chips of it, the hours of a day, a price."""
        yield Term(float(HOURS_PER_DAY), (times(HOUR, DAY, -1),), (0, 1, -1), "always", filled=True)
        if self.prices is None:
            return
        if one:
            units = (MACHINE, CHIP) if self._by_machine() else (CHIP, MACHINE)
            yield Term(1.0, units, (1, 0, -1), "one", filled=True)
        if self.prices.type is not None and self.prices.type.count > 1:
            per = times(CHIP, MACHINE, -1)
            yield Term(float(self.prices.type.count), (per,), (0, 1, -1), "chips_each", filled=True)
        if any("usd" in dict(own) and "h" in dict(own) for told in self.measures for own in told.units):
            return  # the asker tells the price
        if any(CHIP_HOUR in told.units for told in self.measures):
            count = 0.0  # so many hours of chips, whatever they stand in
        self.paid = self.prices.row(count)
        if self.paid is not None:
            usd = self.prices.usd(self.paid, count)
            per = times(times(USD, HOUR, -1), MACHINE if self._by_machine() else CHIP, -1)
            yield Term(usd, (per,), (0, 1, -1), "price", filled=True)

    def _shown(self, goal: Goal, solution: Solution) -> Sum:
        pieces = tuple(piece for one in solution.factors if (piece := self._piece(one)) is not None)
        whole = at_busy = 0
        busy = 0.0
        against = next((one.value for one in self.measures if one.role == "against" and goal.per == "hour"), 0.0)
        if goal.wants == "count":
            whole = max(1, math.ceil(round(solution.value, 6)))
            until = {one.value for one in solution.factors if one.unit == HOUR and one.power < 0}
            in_time = bool(until)
            self.done |= until
            if not in_time and not any(one.role == "busy" for one in self.measures):
                busy = self.asked.library.constants.likely(BUSY)
                at_busy = max(1, math.ceil(round(solution.value / busy, 6)))
        return Sum(
            wants=goal.wants, value=solution.value, per=goal.per, thing=goal.thing or thing_of(goal.unit),
            by=1 / goal.scale if goal.per and "day" not in dict(goal.unit) else 1.0,
            by_month="day" in dict(goal.unit) and goal.per not in PERIODS,
            whole=whole, at_busy=at_busy, busy=busy, pieces=pieces,
            told=int(self._count()) if goal.enough else 0,
            against=against, less=1 - solution.value / against if against else 0.0,
        )  # fmt: skip

    def _piece(self, one: Factor) -> Piece | None:
        kind, _, at = one.name.partition(":")
        if kind == "one" or (kind == "told" and not self.measures[int(at)].words):
            return None
        measure = self.measures[int(at)] if kind == "told" else None
        rest = measure is not None and bool(measure.role) and one.value != measure.value
        words = measure.words if measure is not None else ""
        hours = one.value if measure is not None and measure.between else 0.0
        return Piece(kind=kind, words=words, value=one.value, divides=one.power < 0, rest=rest, hours=hours)

    def _ways(self, found: list[Sum]) -> WorkedWays | None:
        """What the dollars are in the other ways to buy the same type."""
        own = self.paid
        first = next((one for one in found if one.wants == "usd"), None)
        if first is None or own is None or self.prices is None or all(one.kind != "price" for one in first.pieces):
            return None
        always = any(
            one.kind == "always" or (one.value == HOURS_PER_DAY and one.kind == "told") for one in first.pieces
        )
        others = [row for row in self.prices.other_ways(own) if always or row.quote.purchase not in TERMS]
        ways = tuple(
            (row.quote.purchase, row.quote.seen.likely, first.value * row.quote.seen.likely / own.quote.seen.likely)
            for row in others
        )
        cites = tuple(dict.fromkeys(row.quote.source for row in others))
        told = first.model_copy(update={"pieces": ()})
        return WorkedWays(first=told, ways=ways[:WAYS], cites=cites[:WAYS]) if ways else None

"""The price that a sum takes: of the type or chip that is named, in the way that is said, else on demand."""

from __future__ import annotations

import math

from engine.answers.rank_prices import RankedPrice, instances_asked, lines_named, ranked, ways_out
from engine.forms.form import Asked, question_of
from engine.forms.own.machines import NODE, NODES, Machine
from engine.forms.worked.worked_reasons import Paid
from engine.options.named import is_named
from knowledge.facts import Instance, Purchase

USUAL = "us"  # the area whose prices count where no place is said
PAID_WHOLE = 1.01  # times a chip-hour: more is paid for chips that stand idle
FEW = 2  # types of a line whose name means the larger: "p4d", "trn1"


class Prices:
    """What is sold of a machine or chip that a question names."""

    def __init__(self, asked: Asked, machine: Machine) -> None:
        self.asked, self.machine = asked, machine
        self.line, self.type = self._line()
        self.unheld: Purchase | None = None  # the way that is asked about, of which no price is held
        self._rows: tuple[RankedPrice, ...] | None = None
        self.of_all: tuple[RankedPrice, ...] = ()  # of every cloud, where none was said; known with the rows

    @property
    def name(self) -> str:
        """The type where one is meant, else the chip."""
        return self.type.id if self.type is not None else self.machine.chip.name

    def as_machines(self, words: str) -> None:
        """The machines that a chip's name counts are the smallest with it: "an L4 instance"; nodes have eight."""
        if self.type is None and self.rows:
            node = any(word in words.lower() for word in NODES)
            least = self.asked.library.constants.likely(NODE) if node else 1
            types = [
                row.instance for row in self.rows if row.instance.count >= least and row.quote.purchase == "on_demand"
            ]
            self.type = min(types, key=lambda one: (one.count, one.id), default=None)

    def row(self, count: float) -> RankedPrice | None:
        """The cheapest for so many machines or chips."""
        wanted = self.asked.profile.purchase or "on_demand"
        for way in dict.fromkeys((wanted, "on_demand")):
            fits = [row for row in self.rows if row.quote.purchase == way]
            if fits:
                self.unheld = wanted if way != wanted else None
                best = min(fits, key=lambda row: (self.usd(row, count), -row.instance.count))
                whole = self.usd(best, count) > best.usd_per_chip_hour * PAID_WHOLE
                if (
                    not whole or self.asked.profile.cadence == "repeated"
                ):  # runs are costed on the cloud that is assumed
                    return best
                others = [row for row in self.of_all if row.quote.purchase == way]  # in machines of fewer, elsewhere
                return min((best, *others), key=lambda row: (self.usd(row, count), -row.instance.count))
        return None

    def usd(self, row: RankedPrice, count: float) -> float:
        """USD an hour of one machine, or of one of so many chips, whose machines are paid for whole; of one of any
        number where `count` is 0."""
        if self.type is not None:
            return row.quote.seen.likely
        if not count:
            return row.usd_per_chip_hour
        return math.ceil(round(count / row.instance.count, 6)) * row.quote.seen.likely / count

    def paid(self, row: RankedPrice) -> Paid:
        """The same as it is shown."""
        by_machine = self.type is not None
        return Paid(
            instance=row.instance.id, chip=row.chip, by="machine" if by_machine else "chip",
            usd_per_hour=row.quote.seen.likely / (1 if by_machine else row.instance.count),
            way=row.quote.purchase, region=row.quote.region, seen_on=row.quote.held_on,
        )  # fmt: skip

    def other_ways(self, own: RankedPrice) -> tuple[RankedPrice, ...]:
        """The same type bought in other ways, each once."""
        found: dict[Purchase, RankedPrice] = {}
        for row in self.rows:
            if row.instance.id == own.instance.id and row.quote.purchase != own.quote.purchase:
                found.setdefault(row.quote.purchase, row)
        return tuple(found.values())

    @property
    def rows(self) -> tuple[RankedPrice, ...]:
        """Every current price, the cheapest first."""
        if self._rows is None:
            asked, said = self.asked, self.asked.profile
            word = [one.id for one in asked.reading.hardware if self.machine.chip.id.startswith(one.id)]
            words = tuple(word) or (self.machine.chip.id,)
            types_named = (self.type.id,) if self.type is not None else ()
            named = {"candidates": words, "accelerator_count": None, "instances": types_named}
            lines = lines_named(asked.reading) if self.type is None else set()
            types = instances_asked(said.model_copy(update=named), lines, asked.facts)
            out, way = ways_out(asked.reading), said.purchase or "on_demand"
            usual = said.region or (None if said.clouds or said.providers else USUAL)
            found = ranked(types, asked.library, asked.day, usual, None, without=out)
            if not any(row.is_current and row.quote.purchase == way for row in found):
                found = ranked(types, asked.library, asked.day, said.region, None, without=out)
            chips = {chip.id for chip in asked.facts.accelerators.values() if is_named(chip, set(words))}
            rows = tuple(row for row in found if row.is_current and row.instance.accelerator in chips)
            home = question_of(asked).filled.profile.clouds  # said, or assumed as everywhere
            self.of_all = rows
            self._rows = tuple(row for row in rows if not home or row.instance.cloud in home) or rows
        return self._rows

    def _line(self) -> tuple[str, Instance | None]:
        """The line that was named and the type that it means, of one with few types: "6 p4d" are six machines."""
        if self.machine.type is not None:
            return "", self.machine.type
        found = []
        for line in sorted(lines_named(self.asked.reading), key=self.asked.reading.text.lower().find):
            types = [one for one in self.asked.facts.instances.values() if line and one.line == line]
            if 0 < len(types) <= FEW:
                found.append((line, max(types, key=lambda one: one.count)))
        # of several lines that of this chip, else the first
        return min(found, key=lambda one: one[1].accelerator != self.machine.chip.id, default=("", None))

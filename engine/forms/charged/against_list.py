"""A price that somebody pays or was quoted against what is listed: a machine's or a chip's, on demand and by term."""

from __future__ import annotations

from dataclasses import replace

from engine.answers.mentioned import meant
from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.money.rows import Priced, bound, cites_of, priced, rows_of, said_of
from engine.forms.parts.asked_on import AskedOn
from engine.forms.parts.price_table import price_table
from engine.workload.profile import Reading
from knowledge.facts import Purchase
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH

OWN, LISTED = frozenset({"own_price"}), frozenset({"against_list"})  # cues
PAID = ("current_usd_per_hour", "current_usd_per_month")  # slots
TERMS: tuple[Purchase, ...] = ("reserved_1yr", "savings_plan", "reserved_3yr")
OF_WORK = frozenset({"parameters", "model", "tokens", "samples", "tokens_per_day", "requests_per_second"})  # slots
EQUAL = 0.005  # as a share: what is told is rounded


class AgainstList(Reason, code="against_list"):
    """USD an hour that are paid, of one chip (`by_chip`) or machine, and of a month where that was told.

    `less`: by which share it is below on demand, negative above it. `term`: the cheapest rate of a term that is held,
    or of the one that is named, with `term_less`.
    """

    paid: float
    month: float | None
    by_chip: bool
    machines: int
    less: float
    equal: bool
    one: Priced
    term: Priced | None
    term_less: float | None
    month_list: float
    month_gap: float


def against_list(asked: AskedOn) -> FactAnswer | None:
    """None unless one price is told as somebody's own, and it is asked how it stands against what is listed."""
    cues, said = frozenset(asked.reading.cues), asked.profile
    if not ((OWN & cues or any(map(said.says, PAID))) and LISTED & cues) or not OF_WORK.isdisjoint(said.stated()):
        return None
    paid = _paid(asked.reading, int(said.instance_count or 1))
    if paid is None:
        return None
    usd, by_chip, month = paid
    plain = said.model_copy(update={"purchase": None, "budget_usd": None})
    wanted = said_of(asked)
    asked = bound(replace(asked, reading=asked.reading.model_copy(update={"profile": plain})), wanted)
    types = meant(asked.reading, asked.facts, asked.library.prices(asked.day), 1)
    free = rows_of(asked, types, ("on_demand",), said.region)
    if not types or not free:
        return None
    terms = tuple(way for way in TERMS if way in wanted.ways) or TERMS
    term = next((row for way in terms for row in rows_of(asked, types, (way,), said.region)), None)
    hour = free[0].usd_per_chip_hour if by_chip else free[0].quote.seen.likely
    owed = (term.usd_per_chip_hour if by_chip else term.quote.seen.likely) if term else None
    machines = int(said.instance_count or 1)
    told = AgainstList(
        paid=usd,
        month=month,
        by_chip=by_chip,
        machines=machines,
        less=1 - usd / hour,
        equal=abs(usd / hour - 1) < EQUAL,
        one=priced(free[0]),
        term=priced(term) if term else None,
        term_less=1 - usd / owed if owed else None,
        month_list=hour * machines * HOURS_PER_MONTH,
        month_gap=abs(hour - usd) * machines * HOURS_PER_MONTH,
        cites=cites_of([free[0], *([term] if term else [])]),
    )
    table = price_table([free[0], *([term] if term else [])])
    return FactAnswer(headline=told, table=table, of_told=True, whole=True)


def _paid(reading: Reading, machines: int) -> tuple[float, bool, float | None] | None:
    """USD an hour of one machine or chip, whether of a chip, and of a month of all machines where that is told."""
    found: list[tuple[float, bool, float | None]] = []
    for one in reading.measured.measures:
        parts = dict(one.units[0])
        if parts.get("usd") == 1 and parts.get("h") == -1:
            found.append((one.value, "chip" in parts, None))
        elif parts.get("usd") == 1 and parts.get("day") == -1:
            each = one.value / HOURS_PER_DAY / (1 if "machine" in parts else machines)
            found.append((each, False, each * machines * HOURS_PER_MONTH))
    return found[0] if len(found) == 1 else None

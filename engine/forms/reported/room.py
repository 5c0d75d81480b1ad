"""Whether the cards that were named are enough by what is reported of the project."""

from __future__ import annotations

from collections.abc import Iterator

from engine.forms.kinds.kind import NOMINAL
from engine.forms.parts.hardware import Hardware
from engine.forms.reported.reported_reasons import Level, ReportedMachine, ReportedMemory, ReportedRoom
from engine.forms.reported.reports import Reports, ran_on_gb, told
from engine.options.problem import Problem
from knowledge.facts import Facts, ProjectReport
from knowledge.units import BYTES_PER_GB, gib

SHOWN = 3  # reports in one sentence
INFERENCE = "inference"  # the phase
LESS = 0.7  # of a card: what ran on no more needs a smaller one
DOES = frozenset({"enough", "used", "needed"})  # what a report of memory says that did


def does_at(row: ProjectReport, facts: Facts) -> float:
    """The memory of each card with which it ran, by a report; 0 where it does not say."""
    if row.memory_gb:
        return row.memory_gb if row.memory_is in DOES else 0.0
    return ran_on_gb(row, facts)


def failed_at(row: ProjectReport) -> float:
    """The memory of each card with which it ran out; 0 where the report is of none."""
    return row.memory_gb or 0.0 if row.memory_is == "too_little" else 0.0


def _holds(kind: Hardware, gb: float, row: ProjectReport) -> bool:
    """Whether a card has so much: of one that ran on a card of that size the nominal one, of a use all of it.

    A figure with decimals was read off, whatever it is called: no card is sold by it.
    """
    measured = row.memory_is == "used" or not float(gb).is_integer()
    return kind.chip_gib >= (gb if measured else gb * NOMINAL)


def room_by_training(reports: Reports, kind: Hardware, facts: Facts) -> ReportedRoom | None:
    """Of inference that nobody reports: its training ran on such a card, and takes more; None where that needed
    more, or several cards that may have shared the model."""
    trained = [row for row in reports.rows if row.phase != INFERENCE and does_at(row, facts)]
    rows = [row for row in trained if _holds(kind, does_at(row, facts), row) and row.memory_is != "needed"]
    row = min(rows, key=lambda row: does_at(row, facts), default=None)
    return _told(reports, kind, row, "trained", facts, ran_out=False) if row else None


def room(reports: Reports, kind: Hardware, facts: Facts, *, ran_out: bool) -> ReportedRoom | None:
    """None where nobody reports memory, nor a card of known memory. A minimum that its authors state decides."""
    rows = _of_one_phase(reports, facts)
    ran = [(does_at(row, facts), row) for row in rows if does_at(row, facts)]
    failed = [(failed_at(row), row) for row in rows if failed_at(row)]
    needed = [(gb, row) for gb, row in ran if row.memory_is == "needed" and row.said_by == "authors"]
    least = min(ran, key=lambda one: one[0], default=None)
    most = max(failed, key=lambda one: one[0], default=None)
    level: Level = "nobody"
    row = least[1] if least else None
    if fitting := [one for one in ran if _holds(kind, *one)]:
        level, row = "enough", max(fitting, key=lambda one: (one[0] <= kind.chip_gib, one[0]))[1]
    elif needed:
        level, row = "needs_more", min(needed, key=lambda one: one[0])[1]
    elif most is not None and kind.chip_gib * NOMINAL <= most[0]:
        level, row = "ran_out", most[1]
    if row is None:
        return None
    return _told(reports, kind, row, level, facts, ran_out=ran_out)


def needed(reports: Reports, kind: Hardware, facts: Facts) -> ReportedRoom | None:
    """Whether a card is needed, by the least that others report; None where none of them had as much as it has."""
    rows = _of_one_phase(reports, facts)
    ran = [(does_at(row, facts), row) for row in rows if row.memory_gb and does_at(row, facts)]
    least = min(ran, key=lambda one: one[0], default=None)  # a card alone may be of more memory than it is known by
    if least is None or not _holds(kind, *least):
        return None
    failed = [row for row in rows if least[0] * NOMINAL > failed_at(row) > 0]
    level: Level = "not_needed" if least[0] <= kind.chip_gib * LESS else "as_much"
    told_of = _told(reports, kind, least[1], level, facts, ran_out=False)
    out = max(failed, key=failed_at, default=None) if level == "as_much" else None
    return told_of if out is None else told_of.model_copy(
        update={"failed": told(out, facts), "cites": tuple(dict.fromkeys((*told_of.cites, out.cite)))}
    )  # fmt: skip


def on_fewer(told_of: ReportedRoom) -> ReportedRoom:
    """Of several cards whose need is asked about: as not needed, where it is reported to have run on fewer."""
    fewer = told_of.level == "enough" and 0 < told_of.report.chips < told_of.said
    return told_of.model_copy(update={"level": "not_needed"}) if fewer else told_of


def _told(
    reports: Reports, kind: Hardware, row: ProjectReport, level: Level, facts: Facts, *, ran_out: bool
) -> ReportedRoom:
    report = told(row, facts)
    if not report.gb:
        report = report.model_copy(update={"gb": ran_on_gb(row, facts), "gb_is": "card"})
    return ReportedRoom(
        name=reports.name,
        card=kind.name,
        card_gib=kind.chip_gib,
        said=kind.said,
        level=level,
        ran_out=ran_out,
        report=report,
        cites=(row.cite,),
    )


def as_told(made: ReportedRoom, taken: float) -> ReportedRoom:
    """The same against the gigabytes of each card that the asker tells of, where others ran it in less."""
    if made.level != "enough" or made.card_gib >= gib(taken * BYTES_PER_GB):
        return made
    return made.model_copy(update={"level": "told", "told_gb": taken})


def _of_one_phase(reports: Reports, facts: Facts) -> list[ProjectReport]:
    """Those of the nearest phase of which any memory is known: what training ran on tells nothing of fine-tuning."""
    known = [row for row in reports.rows if does_at(row, facts) or failed_at(row)]
    return [row for row in known if row.phase == known[0].phase]


def memory(reports: Reports, facts: Facts) -> ReportedMemory | None:
    """What each card needs, by those who say it; None where nobody does."""
    rows = [row for row in reports.rows if row.memory_gb]
    rows = sorted(rows, key=lambda row: row.memory_is == "too_little")[:SHOWN]
    if not rows:
        return None
    cites = tuple(dict.fromkeys(row.cite for row in rows))
    return ReportedMemory(name=reports.name, reports=tuple(told(row, facts) for row in rows), cites=cites)


def machine(reports: Reports, problem: Problem) -> Iterator[ReportedMachine]:
    """The cheapest machine with one card of what is reported to be enough; None where that was measured on several,
    which may have shared the model."""
    rows = _of_one_phase(reports, problem.facts)
    ran = [row for row in rows if does_at(row, problem.facts)]
    least = min(ran, key=lambda row: does_at(row, problem.facts), default=None)
    shared = least is not None and (least.chips or 1) > 1 and least.memory_is in (None, "used")
    if least is None or shared:
        return
    gb = does_at(least, problem.facts)
    gb = gb / NOMINAL if least.memory_is == "used" else gb  # what is used has to be there
    failed = max((failed_at(row) for row in rows if failed_at(row) >= gb), default=0.0)
    yield from machine_with(failed / NOMINAL**2 if failed else gb, problem)  # more than what it ran out on


def machine_with(gb: float, problem: Problem) -> Iterator[ReportedMachine]:
    """The cheapest machine on demand with one GPU of at least so many GB."""
    priced = []
    for instance in problem.facts.instances.values():
        chip = problem.facts.accelerators[instance.accelerator]
        fits = chip.hbm_gib.value >= gb * NOMINAL and chip.family == "gpu" and not chip.arm_host
        if not fits or instance.count != 1 or not problem.is_here(instance):
            continue
        if quote := problem.prices.near(instance, "on_demand"):
            priced.append((quote.usd_per_hour.likely, instance.id, chip, quote))
    if priced:
        usd, name, chip, quote = min(priced, key=lambda one: one[:2])
        yield ReportedMachine(
            instance=name,
            chip=chip.name,
            gib=chip.hbm_gib.value,
            usd_per_hour=usd,
            region=quote.region,
            day=str(quote.observed_on),
            cites=(*quote.cites, chip.hbm_gib.source),
        )

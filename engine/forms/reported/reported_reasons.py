"""What is said of reports: each carries the thread it is from as its source."""

from __future__ import annotations

from typing import Literal

from engine.base.computed import Computed
from engine.base.reason import Reason

Level = Literal["enough", "trained", "needs_more", "ran_out", "nobody", "not_needed", "as_much", "told"]


class Reported(Computed):
    """One report. `gb` of each card and `hours` are 0, `chip` and `of` empty where nothing was said; `day` is ISO."""

    phase: str
    of: str
    by: str
    day: str
    gb: float
    gb_is: str
    chips: int
    chip: str
    hours: float
    hours_of: str


class ReportedRoom(Reason, code="reported_room"):
    """Whether the cards that were named are enough by what is reported; `report` decides it.

    `not_needed`, `as_much`: whether such a card is needed was asked, and others did with far less, or with no less;
    `failed` is where one with less ran out. `trained`: inference is asked, and its training ran in less. `nobody`
    reports so little memory; `report` is then the least that is. `ran_out`: the asker saw that they are not. `told`:
    others ran it there, and the asker tells of `told_gb` of each card, which is more than it has.
    """

    name: str
    card: str
    card_gib: float
    said: int
    level: Level
    ran_out: bool
    report: Reported
    failed: Reported | None = None
    told_gb: float = 0.0


class ReportedMemory(Reason, code="reported_memory"):
    """What is reported to be enough, used or needed, of each card."""

    name: str
    reports: tuple[Reported, ...]


class ReportedTime(Reason, code="reported_time"):
    """What is reported of the time it takes."""

    name: str
    reports: tuple[Reported, ...]


class ReportedOn(Reason, code="reported_on"):
    """What it was run on, where neither memory nor time is reported."""

    name: str
    reports: tuple[Reported, ...]


class ReportedThere(Reason, code="reported_there"):
    """The hours of a report on the cards that were named, by the data sheets of both: `low` by one bound, `high` by
    the other. By the number of cards alone where they are the same."""

    hours: float
    chips: int
    chip: str
    there: int
    target: str
    low: float
    high: float
    is_same: bool


class ReportedSession(Reason, code="reported_session"):
    """Hours of a report on the card of a free service, beside what a session there lasts at most."""

    low: float
    high: float
    target: str
    session: float


class ReportedCost(Reason, code="reported_cost"):
    """What the hours of a report cost on the cards it is of, or `instead` of them on others that can be rented;
    `usd` a chip-hour on demand, `low` and `high` of all."""

    hours: float
    hours_of: str
    chips: int
    chip: str
    instead: str
    usd: float
    low: float
    high: float
    instance: str
    region: str
    day: str


class ReportedMachine(Reason, code="reported_machine"):
    """The cheapest machine with a card of the memory that is reported to be enough."""

    instance: str
    chip: str
    gib: float
    usd_per_hour: float
    region: str
    day: str


class TimeUnreported(Reason, code="time_unreported"):
    """How long it takes was asked, and nobody reports it."""

    name: str


class NoReportOf(Reason, code="no_report_of"):
    """The first line where the next version of a work was asked about, and reports are `held` of that one alone."""

    name: str
    held: str


class WhatIsReported(Reason, code="what_is_reported"):
    """Below another answer: what is reported of that very project. `asked`: the phase that no report is of."""

    name: str
    asked: str
    reports: tuple[Reported, ...]


class ReportsAlone(Reason, code="reports_alone"):
    """A doubt: how many reports it rests on."""

    count: int


class WhichSetting(Reason, code="which_setting"):
    """What would settle it."""

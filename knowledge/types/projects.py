"""What public projects report of their own runs: on which cards, with how much memory, for how long."""

from __future__ import annotations

from datetime import date
from typing import Literal

from pydantic import Field

from knowledge.types.base import Fact

ReportPhase = Literal["training", "fine_tuning", "lora", "inference"]
MemoryIs = Literal["used", "enough", "needed", "too_little"]
HoursOf = Literal["run", "stage", "epoch", "sample"]
SupportLevel = Literal["yes", "beta", "partly", "no"]
RUN_AS = frozenset({"cpu", "multi-gpu", "multi-node"})  # what a program is asked to run on beside chips


class ProjectReport(Fact):
    """One setting that somebody reported in an issue thread of a project: its source is that thread.

    `memory_gb` is of each card: used as measured, enough (it ran on a card of that size), needed (said to be the
    least), or too little (it ran out there). `hours` are of the clock.
    """

    repository: str = Field(pattern=r"^[\w.-]+/[\w.-]+$")
    aliases: tuple[str, ...] = ()  # names beside that of the repository
    phase: ReportPhase
    of: str = Field(default="", max_length=70)  # which variant, data, stage, resolution or batch
    chips: int | None = Field(default=None, gt=0)
    chip: str | None = None  # as questions name it: an accelerator, or the name that several share
    chip_gb: float | None = Field(default=None, gt=0)
    memory_gb: float | None = Field(default=None, gt=0)
    memory_is: MemoryIs | None = None
    hours: float | None = Field(default=None, gt=0)
    hours_of: HoursOf | None = None
    said_by: Literal["authors", "user"]
    issue: int = Field(gt=0)
    said_on: date
    checked_on: date

    @property
    def name(self) -> str:
        """What people call the project."""
        return self.repository.partition("/")[2]

    @property
    def day(self) -> date:
        """The day it is known of."""
        return self.said_on

    @property
    def cite(self) -> str:
        """The id its thread is cited by."""
        return f"{REPORT}{self.repository}#{self.issue}"


class ProjectKind(Fact):
    """Which kind of work a project is, by the id of a domain: sorted by what it says of itself."""

    repository: str = Field(pattern=r"^[\w.-]+/[\w.-]+$")
    kind: str


class ProjectSupport(Fact):
    """Whether a program runs on a kind of chip, as its maintainers or documents say or a user found.

    `on`: a chip, a generation, chips with one software or a family, as in `Support`; or how it is run: on a CPU, on
    several GPUs of one machine, on several machines. `of`: a part of it or a model that it runs.
    """

    repository: str = Field(pattern=r"^[\w.-]+/[\w.-]+$")
    aliases: tuple[str, ...] = ()  # names beside that of the repository
    of: str = Field(default="", max_length=60)
    on: str
    level: SupportLevel
    evidence: str = Field(max_length=130)
    version: str = ""  # since which this is so, if said
    said_by: Literal["maintainers", "docs", "user"]
    said_in: str = Field(pattern=r"^([\w.-]+/[\w.-]+#\d+|https://\S+)$")  # a thread, or a page
    said_on: date | None = None  # None: a page without a day of its own
    checked_on: date

    @property
    def name(self) -> str:
        """What people call the program."""
        return self.aliases[0] if self.aliases else self.repository.partition("/")[2]

    @property
    def day(self) -> date:
        """The day it is known of."""
        return self.said_on or self.checked_on

    @property
    def cite(self) -> str:
        """The id its thread or page is cited by."""
        return f"{REPORT}{self.said_in}"


REPORT = "report:"  # before the thread, in the ids of such sources
THREADS = "project-threads"  # the source of what is counted over all of them

"""Which reports of the projects that a question names speak of what it asks, those that tell most first."""

from __future__ import annotations

from dataclasses import dataclass

from engine.base.of_facts import once
from engine.forms.reported.reported_reasons import Reported
from engine.options.named import called, usual_forms
from engine.workload.phases import phases_said
from engine.workload.profile import NamedProject, Reading
from knowledge.facts import Accelerator, Facts, ProjectReport

TRAINED: dict[str, tuple[str, ...]] = {  # what is asked -> the phases that answer it, the nearest first
    "pretraining": ("training",),
    "fine_tuning": ("fine_tuning", "lora", "training"),
    "full": ("fine_tuning", "training"),  # adapters take a part of its memory
    "lora": ("lora", "fine_tuning"),
    "training": ("training", "fine_tuning", "lora"),
    "inference": ("inference",),
}
RUNS = frozenset({"run_on", "runs_it", "support"})  # cues
USED = "of_others"  # the cue: what was used for it is asked
ADAPTERS, FULL = frozenset({"lora", "qlora"}), "full"


@dataclass(frozen=True)
class Reports:
    """What is reported of the projects of one name. `asked`: the phase that is asked, empty where none was said;
    `speaks`: whether any report is of it. `later`: the work of that name that was asked about and that none is of."""

    name: str
    later: str
    asked: str
    speaks: bool
    rows: tuple[ProjectReport, ...]
    near: bool = False  # they are of about the amount that was said

    @property
    def cites(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(row.cite for row in self.rows))


def reports_of(reading: Reading, facts: Facts, *, models: bool = False) -> tuple[Reports, ...]:
    """Of each project that is named and of which anything is reported: those of the very phase that is asked first,
    then in the order of the text. `models`: also of those that published models are called by, where no sum of ours
    tells what is asked."""
    theirs = reading.model_projects if models or USED in reading.cues else ()
    found = [one for project in (*reading.projects, *theirs) if (one := _of_project(project, reading, facts))]
    return tuple(sorted(found, key=lambda one: bool(one.asked) and one.rows[0].phase not in TRAINED[one.asked][:1]))


def _of_project(project: NamedProject, reading: Reading, facts: Facts) -> Reports | None:
    held = _by_repository(facts)
    places = (one for name in project.repositories for one in held.get(name, ()))
    rows = [row for _, row in sorted(places, key=_place)]
    if not rows:
        return None
    asked = _asked(reading)
    near = TRAINED.get(asked, ())
    of_it = [row for row in rows if row.phase in near]
    rows = sorted(of_it, key=lambda row: (near.index(row.phase), *_order(row))) or sorted(rows, key=_order)
    return Reports(project.name, project.other, asked, bool(of_it) or not asked, tuple(rows))


@once
def _by_repository(facts: Facts) -> dict[str, list[tuple[int, ProjectReport]]]:
    """The reports of each repository, with their places among all."""
    found: dict[str, list[tuple[int, ProjectReport]]] = {}
    for at, row in enumerate(facts.reports):
        found.setdefault(row.repository, []).append((at, row))
    return found


def _place(one: tuple[int, ProjectReport]) -> int:
    return one[0]


def _asked(reading: Reading) -> str:
    said, phases = reading.profile, phases_said(reading)
    if said.method in ADAPTERS:
        return "lora"
    if said.method == FULL and said.task != "pretraining":
        return FULL
    if said.task in ("pretraining", "fine_tuning"):
        return said.task
    if not phases and not RUNS.isdisjoint(reading.cues):
        return "inference"  # "how much memory to run it?"
    return next(iter(phases)) if len(phases) == 1 else ""


def _order(row: ProjectReport) -> tuple[bool, bool, int]:
    """The word of its authors first, then what tells most, then the newest."""
    return row.said_by != "authors", not (row.memory_gb or row.hours), -row.said_on.toordinal()


def chips_of(row: ProjectReport, facts: Facts) -> tuple[Accelerator, ...]:
    """The cards a report may be of: several where it did not say which memory they have."""
    if row.chip is None:
        return ()
    found = usual_forms(called(facts, row.chip))
    same = [chip for chip in found if row.chip_gb and abs(chip.hbm_gib.value / row.chip_gb - 1) <= SAME_CARD]
    return tuple(sorted(same or found, key=lambda chip: chip.hbm_gib.value))


def ran_on_gb(row: ProjectReport, facts: Facts) -> float:
    """The memory of each card that a report is of, the least it may be; 0 where it is not known."""
    return row.chip_gb or min((chip.hbm_gib.value for chip in chips_of(row, facts)), default=0.0)


def told(row: ProjectReport, facts: Facts) -> Reported:
    """A report as it is worded."""
    chips = chips_of(row, facts)
    memory = f" {row.chip_gb:g} GB" if row.chip_gb and row.chip else ""
    name = chips[0].name if len(chips) == 1 else f"{_shared(chips) or row.chip or ''}{memory}"
    return Reported(
        phase=row.phase,
        of=row.of,
        by=row.said_by,
        day=row.said_on.isoformat(),
        gb=row.memory_gb or 0.0,
        gb_is=row.memory_is or "",
        chips=row.chips or 0,
        chip=name.removeprefix("NVIDIA "),
        hours=row.hours or 0.0,
        hours_of=row.hours_of or "",
    )


def _shared(chips: tuple[Accelerator, ...]) -> str:
    """The words that the names of several cards begin with."""
    names = [chip.name.split() for chip in chips]
    same = [words[0] for words in zip(*names, strict=False) if len(set(words)) == 1] if names else []
    return " ".join(same).removesuffix(" GB")


SAME_CARD = 0.1  # a share within which two figures are of one card's memory: 24 GB report 22.35 GiB

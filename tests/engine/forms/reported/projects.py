"""Two made-up projects, and an advisor who holds what was reported of them."""

from __future__ import annotations

from datetime import date
from typing import Any

from bot.advice.advisor import Advisor
from knowledge.facts import Facts, ProjectReport
from tests.day import DAY


def report(repository: str = "lab/ZoraMesh", **said: Any) -> ProjectReport:
    """A report of the authors on full training, if nothing else is said."""
    usual: dict[str, Any] = {
        "phase": "training", "said_by": "authors", "issue": 7, "said_on": date(2024, 5, 6), "checked_on": DAY,
    }  # fmt: skip
    return ProjectReport(repository=repository, **{**usual, **said})


REPORTS = (
    report(phase="fine_tuning", memory_gb=40, memory_is="needed"),
    report(phase="fine_tuning", chips=4, chip="a10g", memory_gb=24, memory_is="too_little", said_by="user", issue=9),
    report(of="512 px", chips=8, chip="v100", hours=48, hours_of="run", issue=11),
    report(phase="inference", memory_gb=8, memory_is="used", hours=0.01, hours_of="sample", chip="rtx-3090", chips=1),
    report("group/TIDY", chips=2, chip="a100", said_by="user", issue=3),
)


_ADVISORS: dict[tuple[ProjectReport, ...], Advisor] = {}  # compiled once: a vocabulary takes a second


def told_by(facts: Facts, *reports: ProjectReport) -> Advisor:
    """An advisor with these reports, of the usual two projects if none are given."""
    held = reports or REPORTS
    if held not in _ADVISORS:
        _ADVISORS[held] = Advisor(facts.model_copy(update={"reports": held}), DAY)
    return _ADVISORS[held]

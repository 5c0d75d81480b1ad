"""How many jobs a run takes where each may last so long: hours of the run / hours of a job, rounded up.

The hours are those that were told (of the clock, or of chips over the number of them), else the estimate of the
machines that were named.
"""

from __future__ import annotations

import math
import re

from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.parts.estimate_reasons import RunEstimate
from engine.forms.reported.reported_reasons import ReportedThere
from knowledge.units import HOURS_PER_DAY

JOBS = "jobs"  # the unit
_UNIT = (
    r"(hours?|hrs?|h|std|stunden?|heures?|horas?|ч(?:ас\w*)?|小时|時間|시간"
    r"|days?|d|tage?n?|jours?|d[ií]as?|дн\w+|天|日)"
)
_LENGTH = rf"(?<![\w.])(\d{{1,4}}(?:[.,]\d+)?)\s*-?\s*{_UNIT}(?![a-z])"
_LIMIT = (
    r"(?:wall[- ]?time|wall[- ]?clock (?:limit|cap)|time[- ]?limit|limit\w*|\bcap\b|capped|max(?:imum)?|partition"
    r"|scheduler|queue (?:kills?|limit)|kills?(?: \w+)? at|preempt\w*|session\w*|slots?"
    r"|grenze|zeitlimit|limite|tope|лимит\w*|上限|限制|制限|제한)"
)
_WALLTIME = re.compile(
    rf"{_LENGTH}\s*(?:\w+\s+){{0,1}}?{_LIMIT}|{_LIMIT}(?:\W+\w+){{0,4}}?\W*{_LENGTH}", re.IGNORECASE
)
_OF_CHIPS = re.compile(
    r"(\d[\d,]*(?:\.\d+)?)\s*(k)?\s*(?:gpu|card|chip|tpu|[a-z]{1,3}\d{2,4})[\s-]*(?:hours?|hrs?|h)\b", re.IGNORECASE
)
_SESSIONS = re.compile(r"\bsessions?\b", re.IGNORECASE)
_ANY = re.compile(_LENGTH, re.IGNORECASE)
_DAYS = ("d", "t", "j", "д", "天", "日")
_THOUSAND = 1000.0


class JobsChained(Reason, code="jobs_chained"):
    """Jobs of at most `walltime` hours each for a run of `hours`; `told`: whether the hours were, else estimated.

    `chip_hours` and `chips` where they are of chips together; `fewest` and `most` by the ends of the range.
    """

    jobs: int
    fewest: int
    most: int
    hours: float
    low: float
    high: float
    walltime: float
    chips: int
    chip_hours: float
    told: bool
    last: float  # hours of the last one


class JobsUnknown(Reason, code="jobs_unknown"):
    """How long the whole run is, nobody said, and it is not known: what one job may last was."""

    walltime: float
    name: str


class SaveAndResume(Reason, code="save_and_resume"):
    """What a chain of jobs needs."""


def jobs(asked: Asked, made: FactAnswer | None = None) -> FactAnswer | None:
    """None where no number of jobs is asked, or no limit of one is told; `made`: what was worked out of the run."""
    text, units = asked.reading.text, asked.reading.sought.units
    sessions = "requests" in units and asked.profile.task != "inference" and _SESSIONS.search(text) is not None
    if JOBS not in units and not sessions:
        return None
    limit = walltime(text)
    if limit is None:
        return None
    told = _told(asked, text, limit)
    if told is not None:
        hours, chips, chip_hours = told
        spread, is_told = Interval.exactly(hours), True
    elif made is not None and (estimated := _estimated(made)) is not None:
        spread, chips, chip_hours, is_told = estimated, 0, 0.0, False
    else:
        name = next((one.name for one in asked.reading.projects), "")
        return FactAnswer(headline=JobsUnknown(walltime=limit, name=name), sentences=(SaveAndResume(),), unsure=False)
    count = math.ceil(spread.likely / limit)
    return FactAnswer(
        headline=JobsChained(
            jobs=count,
            fewest=math.ceil(spread.low / limit),
            most=math.ceil(spread.high / limit),
            hours=spread.likely,
            low=spread.low,
            high=spread.high,
            walltime=limit,
            chips=chips,
            chip_hours=chip_hours,
            told=is_told,
            last=spread.likely - (count - 1) * limit,
        ),
        sentences=(SaveAndResume(),),
    )


def _estimated(made: FactAnswer) -> Interval | None:
    """Hours of the run on the machines that were named: as estimated, else carried over from a report."""
    lines = [line for line in (made.headline, *made.sentences) if line is not None]
    carried = next((line for line in lines if isinstance(line, ReportedThere)), None)
    if carried is not None:
        return Interval(carried.low, math.sqrt(carried.low * carried.high), carried.high)
    return made.headline.hours if isinstance(made.headline, RunEstimate) else None


def walltime(text: str) -> float | None:
    """Hours that one job may last, as told."""
    match = _WALLTIME.search(text)
    return _hours(match[1] or match[3], match[2] or match[4]) if match else None


def length_told(text: str) -> float | None:
    """Hours of the first stretch of time that is told beside no limit of a job; None without one."""
    spans = [match.span() for match in _WALLTIME.finditer(text)]
    found = (one for one in _ANY.finditer(text) if not any(a <= one.start() and one.end() <= b for a, b in spans))
    return next((_hours(one[1], one[2]) for one in found), None)


def _told(asked: Asked, text: str, limit: float) -> tuple[float, int, float] | None:
    """Hours of the run, and the chips and chip-hours they are of."""
    match = _OF_CHIPS.search(text)
    chips = asked.profile.accelerator_count or next((one.chips for one in asked.reading.hardware if one.chips), None)
    if match is not None and chips:
        of_chips = float(match[1].replace(",", "")) * (_THOUSAND if match[2] else 1.0)
        return of_chips / chips, chips, of_chips
    hours = length_told(text)
    return (hours, 0, 0.0) if hours and hours != limit else None


def _hours(amount: str, unit: str) -> float:
    is_days = unit.lower().startswith(_DAYS)
    return float(amount.replace(",", ".")) * (HOURS_PER_DAY if is_days else 1.0)

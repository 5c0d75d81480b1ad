"""From which day on a Capacity Block can be booked that starts on a day which is told, what it costs, and when."""

from __future__ import annotations

import re
from datetime import date, timedelta

from engine.answers.mentioned import machines, meant
from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.library import Library
from engine.prices.capacity_blocks import block_hours
from engine.workload.hours.told_times import span_in
from engine.workload.profile import Reading
from engine.workload.question import FormCues
from knowledge.units import DAYS_PER_WEEK, HOURS_PER_DAY

WAY = "capacity_block"
LAST_DAY = 28  # that every month has
TYPES = 3
_AHEAD = re.compile(
    r"how (?:far|long|early|soon|many (?:days|weeks))\b[^.?!]{0,30}\b(?:ahead|advance|before|early|book|reserve)"
    r"|\bwhen (?:can|could|do|should|must|may) (?:i|we|you)\b[^.?!]{0,20}\b(?:book|reserve|buy|order)"
    r"|\bin advance\b|\bwie (?:weit|lange|früh)[^.?!]{0,40}(?:voraus|vorher|buchen)|提前多久",
    re.IGNORECASE,
)
_UP_FRONT = re.compile(r"\b(?:up[\s-]?front|pre-?paid|pre-?pay|in advance|im voraus)\b|预付", re.IGNORECASE)
_MONTHS = (
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
)  # fmt: skip
_MONTH = (
    r"(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)(?:uary|ruary|ch|il|ust|tember|ober|ember)?(?![a-z])\.?"
)
_PART = r"(?:\b(mid|early|beginning of|start of|late|end of)[\s-]+(?:of\s+)?)"
_DAY_FIRST = re.compile(
    r"\b(\d{1,2})(?:st|nd|rd|th|\.)?\s+(?:of\s+)?" + _MONTH + r"(?:,?\s+(20\d\d))?", re.IGNORECASE
)
_MONTH_FIRST = re.compile(r"\b" + _MONTH + r"\s+(\d{1,2})(?!\d)(?:st|nd|rd|th)?(?:,?\s+(20\d\d))?", re.IGNORECASE)
_PART_OF = re.compile(_PART + _MONTH + r"(?:,?\s+(20\d\d))?", re.IGNORECASE)
_DAYS = {"mid": 15, "early": 1, "beginning of": 1, "start of": 1, "late": 25, "end of": 25}
_FOR = r"\bfor\s+"


class BookedAhead(Reason, code="booked_ahead"):
    """A block that starts on `start` (empty where no day is told) is sold from `opens` on, `lead` days ahead.

    `open_now`: that day is past. `usd` for `machines` of `instance` for `days`, 0 where no price or no span is known.
    """

    lead: float
    weeks: float
    start: str
    opens: str
    open_now: bool
    past: bool
    instance: str
    machines: int
    days: float
    usd: float
    usd_per_hour: float


class PaidUpFront(Reason, code="paid_up_front"):
    """What is paid on the day a block is booked: `usd` for `machines` of `instance` for `days`."""

    instance: str
    machines: int
    days: float
    usd: float


def asks_booking(seen: FormCues) -> bool:
    """Whether it is asked how early a Capacity Block is booked."""
    block = "capacity block" in seen.text.casefold().replace("-", " ")
    goes_on = seen.profile.purchase == WAY and seen.says("run_hours") and bool(_UP_FRONT.search(seen.text))
    return (block and bool(_AHEAD.search(seen.text)) and seen.hardware_named > 0) or (bool(seen.before) and goes_on)


def booking_ahead(reading: Reading, library: Library, day: date) -> FactAnswer | None:
    """None where it is not asked how early, or no type of the chip is sold so."""
    said, book, constants = reading.profile, library.prices(day), library.constants
    ahead, up_front = bool(_AHEAD.search(reading.text)), bool(_UP_FRONT.search(reading.text))
    if said.purchase != WAY or not (ahead or (up_front and said.run_hours)):
        return None
    lead = constants.likely("block_lead_days")
    start = start_day(reading.text, day)
    opens = start - timedelta(days=lead) if start else None
    hours = said.run_hours or span_in(reading.text, _FOR)
    priced = [
        (machines(said, thing) or 1, thing, quote)
        for thing in meant(reading, library.facts, book, TYPES)
        if (quote := book.near(thing, WAY, said.region)) is not None
    ]
    if not priced:
        return None
    count, thing, quote = priced[0]
    paid = block_hours(hours, constants) if hours else 0.0
    usd = paid * count * quote.usd_per_hour.likely
    if not ahead:
        cites = (constants.entry("block_lead_days").source, quote.source)
        days = paid / HOURS_PER_DAY
        return FactAnswer(headline=PaidUpFront(instance=thing.id, machines=count, days=days, usd=usd, cites=cites))
    told = BookedAhead(
        lead=lead,
        weeks=lead / DAYS_PER_WEEK,
        start=str(start or ""),
        opens=str(opens or ""),
        open_now=opens is not None and opens <= day,
        past=start is not None and start <= day,
        instance=thing.id,
        machines=count,
        days=paid / HOURS_PER_DAY,
        usd=usd,
        usd_per_hour=quote.usd_per_hour.likely,
        cites=(constants.entry("block_lead_days").source, quote.source),
    )
    return FactAnswer(headline=told, of_told=True)


def is_prepaid(words: str) -> bool:
    """Whether words ask what is paid up front, which the first line tells."""
    return _UP_FRONT.search(words) is not None


def names_month(words: str) -> bool:
    """Whether words are of a day that the answer reads."""
    return any(pattern.search(words) for pattern in (_PART_OF, _DAY_FIRST, _MONTH_FIRST))


def start_day(text: str, today: date) -> date | None:
    """The day that is told, "mid January" as the 15th, the next of that name; None where no month is told."""
    if found := _PART_OF.search(text):
        return _next(_DAYS[found[1].casefold()], found[2], found[3], today)
    if found := _DAY_FIRST.search(text):
        return _next(int(found[1]), found[2], found[3], today)
    if found := _MONTH_FIRST.search(text):
        return _next(int(found[2]), found[1], found[3], today)
    return None


def _next(number: int, month: str, year: str | None, today: date) -> date:
    at = _MONTHS.index(month.casefold()[:3]) + 1
    days = max(1, min(number, LAST_DAY)) if number > LAST_DAY or number < 1 else number
    told = date(int(year) if year else today.year, at, days)
    return told if year or told > today else told.replace(year=told.year + 1)

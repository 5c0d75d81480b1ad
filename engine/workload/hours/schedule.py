"""How many hours machines are on in all: a time that is told, and the part of it in which they run.

hours = days of the time x days on of seven / 7 x hours on of each x the share that is told. Days of a time between
dates are counted one by one where its year is told.
"""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import NamedTuple

from engine.base.of_texts import read_once
from knowledge.units import DAYS_PER_WEEK, HOURS_PER_DAY, HOURS_PER_MONTH, HOURS_PER_YEAR

_NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "twelve": 12, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "acht": 8, "zehn": 10, "deux": 2,
    "trois": 3,
    "quatre": 4, "cinq": 5, "dix": 10, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6, "due": 2, "tre": 3,
    "sei": 6, "dois": 2, "duas": 2, "três": 3, "half": 0.5, "halbes": 0.5, "halber": 0.5, "halben": 0.5, "medio": 0.5,
    "demi": 0.5, "mezzo": 0.5, "meio": 0.5, "半": 0.5,
}  # fmt: skip
_N = rf"(?:(?<![\w.,$€-])\d+(?:[.,]\d+)?|\b(?:{'|'.join(_NUMBERS)})\b|半)"
_HOUR = r"(?:h|hrs?|hours?|std|stunden?|heures?|horas?|ore|час\w*|小时|時間)(?!\w)"
_DAY = r"(?:days?|d|tage?n?|jours?|d[ií]as?|giorn[io]|дн\w+|день|天|日間?|nights?|nächten?|nuits?|noches?)(?![a-z])"
_UNITS = (
    (HOURS_PER_DAY, "day", _DAY),
    (
        DAYS_PER_WEEK * HOURS_PER_DAY, "week",
        r"(?:weeks?|wks?|wochen?|semaines?|semanas?|settiman[ae]|недел\w+)\b|周|週間?",
    ),
    (HOURS_PER_MONTH, "month", r"(?:months?|mos?|monate?n?|mois|m[eê]s(?:es|i|e)?|месяц\w*)\b|个月|か月|ヶ月"),
    (3 * HOURS_PER_MONTH, "quarter", r"(?:quarters?|quartale?|trimestres?)\b"),
    (HOURS_PER_YEAR, "year", r"(?:years?|yrs?|jahre?[ns]?|ans?|ann[éeoi]e?s?|a[ñn]os?|год\w*|лет)\b|年"),
)  # fmt: skip
_EACH = r"(?:/|per|an?|each|every|pro|am|par|por|al|ao|à|в|на|the)"
_ONE = rf"(?:{_EACH}|the (?:whole|full|entire)|one|eine?[nrms]?|im|in|le|el|il)"
_ON = r"(?:days?|(?:work|week|working|business) ?days?|nights?|tag|arbeitstag|werktag|jour|d[íi]a|giorno|день|天)s?"
_A_DAY = re.compile(
    rf"({_N})\s?-?{_HOUR}\s*{_EACH}\s*(?={_ON}\b)|({_N})\s?-?{_HOUR}\s(?:daily|täglich)", re.IGNORECASE
)
_OF_EACH = re.compile(
    rf"({_N})\s?{_HOUR}\s?(?:each|jeweils|chacun\w*|cada un\w)|(?:je|jeweils)\s({_N})\s?{_HOUR}", re.IGNORECASE
)
_CLOCK = re.compile(
    r"(?<![\w:$.-])(\d{1,2})(?::00)?\s?(am|h|uhr)?\s?(?:-|–|to|till|until|bis|à|a)\s?"
    r"(\d{1,2})(?::00)?\s?(pm|h|uhr)?(?![\w%])",
    re.IGNORECASE,
)
_NAMES = (
    r"mon(?:days?)?|montags?|lun(?:di|es|ed[iì])?|segunda", r"tues?(?:days?)?|dienstags?|mar(?:di|tes|ted[iì])|terça",
    r"wed(?:nesdays?)?|mittwochs?|mercredi|mi[eé]rcoles|quarta",
    r"thu(?:rs?)?(?:days?)?|donnerstags?|jeudi|jueves|quinta",
    r"fri(?:days?)?|freitags?|ven(?:dredi)?|vie(?:rnes)?|sexta", r"sat(?:urdays?)?|samstags?|samedi|s[aá]bados?",
    r"sun(?:days?)?|sonntags?|dimanche|domingos?",
)  # fmt: skip
_NAME = rf"(?:{'|'.join(f'(?:{one})' for one in _NAMES)})"
_RANGE = re.compile(rf"\b({_NAME})\s?(?:-|–|to|thru|through|bis|au|à|a)\s?({_NAME})\b", re.IGNORECASE)
_LIST = re.compile(rf"\b{_NAME}(?:\s?(?:,|\+|&|/|and|und|et|y|e)\s?{_NAME}\b)+", re.IGNORECASE)
_WORKDAYS = re.compile(
    r"\b(?:weekdays?|workdays?|(?:working|work|business)\sdays?|arbeitstag\w*|werktag\w*|jours?\souvr\w*"
    r"|d[íi]as?\s(?:laborable|h[áa]bil|[úu]te?i[sl])\w*|mo\s?[-–]\s?fr)\b|будн\w*|周一到周五|工作日|平日",
    re.IGNORECASE,
)
_WEEKENDS = re.compile(
    r"\b(?:(?:every|each|on|at|jedes|am|chaque|cada|le|los|nos|nei) (?:the )?)?"
    r"(?:weekends|every weekend|wochenenden?|week-ends?|fins? de semana|fines de semana)\b"
    r"|\b(?:every|each|only on the|only) weekend\b|周末|週末|выходн\w*",
    re.IGNORECASE,
)
_SO_MANY = re.compile(
    rf"({_N})\s(?:(?:work|week)days|(?:working|work|business) days|arbeitstagen?|werktagen?)\b(?!\s?{_EACH}\s)",
    re.IGNORECASE,
)
_NOT = re.compile(
    r"\b(?:not|nicht|pas|no|except|excluding|excl|without|außer|ohne|sauf|salvo|off)\b[\w\s]{0,12}$", re.I
)
_OF_WEEK = re.compile(
    rf"({_N})\s*(?:out\s)?(?:of|von|sur|de)\s*(?:7|seven|sieben|sept|siete)\s*(?:{_DAY})?"
    rf"|({_N})\s*{_DAY}\s*(?:{_EACH}|a la|alla|die)\s*(?:week|woche|semaine|semana|settimana|wk|неделю)\b"
    rf"|({_N})\s?x\s?(?:a|per)\sweek\b",
    re.IGNORECASE,
)
_OF_MONTH = re.compile(
    rf"({_N})\s*(?:{_DAY}|workdays?|working days)\s*{_EACH}\s*(?:month|monat|mois|mes|m[eê]s|mese)\b", re.IGNORECASE
)
_SHARE = re.compile(
    r"(\d+(?:[.,]\d+)?)\s?%\s?(?:of\s(?:the\s|an?\s)?(?=(?:time|hours?|days?|month|week|year|"
    r"\d+\s?(?:days?|weeks?|hours?|months?))\b)"
    r"|der zeit|du temps|del tiempo|do tempo|del tempo)(?:time|hours)?",
    re.IGNORECASE,
)
_ALL = re.compile(
    r"24\s?[/x]\s?7|24\s?h(?:ours?)?\s?/\s?24|always[- ]on|non[- ]?stop|a?round[- ]the[- ]clock"
    r"|rund um die uhr|en continu"
    r"|all day(?: long)?|день и ночь|круглосуточно|(?<![\w.])24\s?h(?:ours?|rs)?(?:\s?(?:a|per|/)\s?day)?(?!\w)",
    re.IGNORECASE,
)
_MONTHS = (
    "jan(?:uary|uar|vier)?|enero", "feb(?:ruary|ruar)?|f[ée]vrier|febrero", "mar(?:ch|s|zo)?|märz",
    "apr(?:il)?|avril|abril",
    "may|mai|mayo", "june?|juni|juin|junio", "july?|juli|juillet|julio", "aug(?:ust)?|ao[uû]t|agosto",
    "sept?(?:ember)?|septembre|septiembre", "oct(?:ober)?|okt(?:ober)?|octobre|octubre",
    "nov(?:ember)?|novembre|noviembre",
    "dec(?:ember)?|dez(?:ember)?|d[ée]cembre|diciembre",
)  # fmt: skip
_MONTH = rf"(?:{'|'.join(f'(?:{one})' for one in _MONTHS)})"
_YEAR = r"(?:,?\s?(20\d\d))?"
_DATE = rf"(?:({_MONTH})\.?\s?(\d{{1,2}})(?:st|nd|rd|th)?|(\d{{1,2}})(?:\.|st|nd|rd|th)?\s?({_MONTH}))"
_FROM_TO = re.compile(rf"\b{_DATE}{_YEAR}\s?(?:-|–|to|till|until|through|bis|au)\s?{_DATE}\b{_YEAR}", re.IGNORECASE)
_DAY_TO_DAY = re.compile(
    rf"(?<!\d)(\d{{1,2}})\.?\s?(?:-|–|bis|to|au|al|a)\s?(?:zum\s)?(\d{{1,2}})\.?\s?(?:de\s)?({_MONTH})\b{_YEAR}",
    re.IGNORECASE,
)
_FROM_DAY = re.compile(rf"\b({_MONTH})\.?\s(\d{{1,2}})\s?[-–]\s?(\d{{1,2}})\b{_YEAR}", re.IGNORECASE)
_ISO = re.compile(r"\b(20\d\d)-(\d\d)-(\d\d)\s?(?:-|–|to|until|bis|till)\s?(20\d\d)-(\d\d)-(\d\d)\b", re.IGNORECASE)
_A_WEEK = re.compile(
    rf"\b(?:week (?:of|from|starting|beginning)(?: the)? {_DATE}{_YEAR}"
    rf"|(?:first|second|third|last|1st) week (?:of|in) {_MONTH}\b{_YEAR}"
    r"|(?:next|coming|nächsten?)\s(?:week|woche)\b|la semana que viene|la semaine prochaine)",
    re.IGNORECASE,
)  # fmt: skip
_QUARTER = re.compile(r"\bq([1-4])\s?(?:of\s)?(?:/\s?)?(20\d\d)?\b", re.IGNORECASE)
_WHOLE_MONTH = re.compile(rf"\b({_MONTH})\s(?:of\s)?(20\d\d)\b", re.IGNORECASE)
_WEEKEND = re.compile(
    r"\b(?:over|during|for|this|next|one|a|the)\s(?:(?:next|whole|coming|this|the|a)\s)?weekend\b"
    r"(?:\s?\(?sat\w*\s?[+&]\s?sun\w*\)?)?",
    re.I,
)
_TERM = re.compile(
    r"\b(?:1|3|one|three|ein|drei|un)[- ]?(?:y(?:ea)?rs?|y|jahre?s?|ans?|año|ano)s?\b[- ]?"
    r"(?:(?:no|all|partial)[- ]?upfront|(?:compute |convertible )?(?:reserv\w*|commit\w*|terms?|cuds?|savings|sps?\b"
    r"|ris?\b|plan|contract)|(?:and|vs|or|&|/|,)\s?[13][- ]?y\w*)",
    re.IGNORECASE,
)
_MONTHLY = re.compile(
    r"\b(?:monthly|monatlich\w*|mensuel\w*|mensual\w*|mensal\w*|mensile)\b|/mo\b|/month\b|每月|月额|月額",
    re.IGNORECASE,
)
_YEARLY = re.compile(r"\b(?:yearly|annual(?:ly)?|jährlich\w*|annuel\w*|anual\w*)\b|/yr\b", re.IGNORECASE)
_PAST = r"(?!\w*\s?(?:ago|old|later|earlier|ahead))"
# Of the longest unit first: so many of it, and one of it.
_SO_LONG = tuple(
    (hours, unit, re.compile(rf"({_N})(?:\s(?:an?|of an?|une?))?[\s-]*(?:{words}){_PAST}", re.IGNORECASE))
    for hours, unit, words in reversed(_UNITS)
)
_ONE_LONG = tuple(
    (hours, unit, re.compile(rf"(?:(?<!\w){_ONE}\s+|/\s?)(?:{words}){_PAST}", re.IGNORECASE))
    for hours, unit, words in reversed(_UNITS)
)
_HOURS = re.compile(rf"({_N})\s?{_HOUR}", re.IGNORECASE)
_A_UNIT = re.compile(rf"\s*{_EACH}\s")
WORKDAYS, WEEKEND_DAYS, NOON, MONTHS_PER_QUARTER = 5, 2, 12, 3
_COMMON_YEAR = 2027  # any year of 365 days


class Schedule(NamedTuple):
    """`hours` of each machine in a `unit` of time, or in all where that is ""; `whole`: hours of the time itself.

    `days`: on which it runs, of `of_day` hours each; `share`: the part of them that was told; `begins`: of a time by
    dates whose year is told; `words`: where each part of it stands.
    """

    hours: float
    unit: str
    whole: float
    days: float
    of_day: float
    share: float
    begins: date | None
    words: tuple[tuple[int, int], ...]

    @property
    def at(self) -> int:
        return min(start for start, _ in self.words)


class _Rest:
    """The text with what was read of it blanked."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.words: list[tuple[int, int]] = []

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.search(self.text)
        if found is not None:
            self.mark(found)
        return found

    def mark(self, found: re.Match[str]) -> None:
        self.words.append(found.span())
        self.text = f"{self.text[: found.start()]}{' ' * len(found[0])}{self.text[found.end() :]}"


class _Window(NamedTuple):
    hours: float
    unit: str
    begins: date | None = None


@read_once
def schedule(text: str) -> Schedule | None:
    """None where nothing but a plain time is told, or none: engine/workload/hours/told_spans.py reads those."""
    rest = _Rest(_TERM.sub(lambda match: " " * len(match[0]), text))
    try:
        dated = _dated(rest)
    except ValueError:  # "February 30"
        return None
    of_month = rest.take(_OF_MONTH)
    of_day = _hours_a_day(rest)
    workdays = rest.take(_SO_MANY)
    on = _days_of_week(rest)
    share = float(found[1].replace(",", ".")) / 100 if (found := rest.take(_SHARE)) else 1.0
    parted = of_day is not None or on is not None or share < 1 or bool(of_month or workdays)
    window = dated or (_Window(_number(workdays[1]) * HOURS_PER_DAY, "") if workdays else None)
    window = window or _window(rest, parted=parted)
    is_half = window is not None and window.unit == "half"
    if window is None or not (dated or parted or is_half):
        return None
    rest.take(_ALL)
    days = window.hours / HOURS_PER_DAY
    if of_month:
        days = min(days, _number(of_month[1]) * days / (HOURS_PER_MONTH / HOURS_PER_DAY))
    elif on is not None:
        days = _counted(window.begins, days, on) if window.begins else days * len(on) / DAYS_PER_WEEK
    each = of_day if of_day is not None else float(HOURS_PER_DAY)
    unit = "" if is_half else window.unit
    return Schedule(
        days * each * share, unit, window.hours, days, each, share, window.begins, tuple(sorted(rest.words))
    )


def _number(words: str) -> float:
    return _NUMBERS.get(words.casefold()) or float(words.replace(",", "."))


def _hours_a_day(rest: _Rest) -> float | None:
    found = rest.take(_A_DAY) or rest.take(_OF_EACH)
    if found:
        hours = _number(found[1] or found[2])
        return hours if 0 < hours < HOURS_PER_DAY else None
    if _on_days(rest.text) and (found := _HOURS.search(rest.text)):
        hours = _number(found[1])
        if hours < HOURS_PER_DAY and not _A_UNIT.match(rest.text[found.end() :]):
            rest.mark(found)
            return hours
    for found in _CLOCK.finditer(rest.text):
        begins, ends = int(found[1]), int(found[3])
        marked = found[2] or found[4] or _on_days(rest.text)
        if marked and 0 < begins <= HOURS_PER_DAY and 0 < ends <= HOURS_PER_DAY:
            later = ends + NOON if (found[4] or "").lower() == "pm" and ends < NOON else ends
            rest.mark(found)
            return float(later - begins if later > begins else later + NOON - begins)
    return None


def _on_days(text: str) -> bool:
    return any(one.search(text) for one in (_WORKDAYS, _RANGE, _LIST))


def _days_of_week(rest: _Rest) -> tuple[int, ...] | None:
    """Days of each week, Monday is 0; a bare number of them counts from Monday."""
    if found := rest.take(_OF_WEEK):
        many = int(_number(next(one for one in found.groups() if one)))
        return tuple(range(min(many, DAYS_PER_WEEK)))
    if found := rest.take(_RANGE):
        begins, ends = _weekday(found[1]), _weekday(found[2])
        on = tuple((begins + one) % DAYS_PER_WEEK for one in range((ends - begins) % DAYS_PER_WEEK + 1))
    elif found := rest.take(_LIST):
        on = tuple({_weekday(one[0]) for one in re.finditer(rf"\b{_NAME}\b", found[0], re.IGNORECASE)})
    elif found := rest.take(_WORKDAYS):
        on = tuple(range(WORKDAYS))
    elif found := rest.take(_WEEKENDS):
        on = tuple(range(WORKDAYS, DAYS_PER_WEEK))
    else:
        return None
    off = _NOT.search(rest.text[: found.start()])
    return tuple(one for one in range(DAYS_PER_WEEK) if one not in on) if off else on


def _weekday(name: str) -> int:
    return next(n for n, words in enumerate(_NAMES) if re.fullmatch(words, name, re.IGNORECASE))


def _counted(begins: date, days: float, on: tuple[int, ...]) -> float:
    return float(sum((begins + timedelta(one)).weekday() in on for one in range(round(days))))


def _window(rest: _Rest, *, parted: bool) -> _Window | None:
    """So many units of time, a unit of it, or a month where hours of a day alone are told."""
    for hours, unit, pattern in _SO_LONG:
        if found := rest.take(pattern):
            many = _number(found[1])
            return _Window(many * hours, "half" if many < 1 else unit if many == 1 and unit != "day" else "")
    for hours, unit, pattern in _ONE_LONG:
        if rest.take(pattern):
            return _Window(float(hours), unit)
    if rest.take(_YEARLY):
        return _Window(float(HOURS_PER_YEAR), "year")
    if rest.take(_MONTHLY) or (parted and not _HOURS.search(rest.text)):
        return _Window(float(HOURS_PER_MONTH), "month")
    return None


def _dated(rest: _Rest) -> _Window | None:
    """A time between dates, a week, a month or a quarter by its name; where no year is told one of 365 days."""
    if found := rest.take(_ISO):
        begins, ends = (date(*(int(found[n]) for n in range(one, one + 3))) for one in (1, 4))
        return _Window(float((ends - begins).days * HOURS_PER_DAY), "", begins) if ends > begins else None
    if found := rest.take(_FROM_TO):
        year = int(found[5] or found[10] or 0)
        begins, ends = _day(found, 1, year), _day(found, 6, year)
        ends = ends if ends > begins else ends.replace(year=ends.year + 1)
        return _Window(float((ends - begins).days * HOURS_PER_DAY), "", begins if year else None)
    if (found := _DAY_TO_DAY.search(rest.text)) and int(found[2]) > int(found[1]):
        rest.mark(found)
        begins = date(int(found[4] or _COMMON_YEAR), _month(found[3]), int(found[1]))
        hours = float((int(found[2]) - int(found[1])) * HOURS_PER_DAY)
        return _Window(hours, "", begins if found[4] else None)
    if (found := rest.take(_FROM_DAY)) and int(found[3]) > int(found[2]):
        return _Window(float((int(found[3]) - int(found[2])) * HOURS_PER_DAY), "")
    if rest.take(_A_WEEK):
        return _Window(float(DAYS_PER_WEEK * HOURS_PER_DAY), "")
    if found := rest.take(_WEEKEND):
        return _Window(float(WEEKEND_DAYS * HOURS_PER_DAY), "")
    for pattern, months in ((_QUARTER, MONTHS_PER_QUARTER), (_WHOLE_MONTH, 1)):
        if found := rest.take(pattern):
            year = int(found[2] or 0)
            first = (int(found[1]) - 1) * MONTHS_PER_QUARTER + 1 if months > 1 else _month(found[1])
            begins = date(year or _COMMON_YEAR, first, 1)
            ends = date(begins.year + (first + months > NOON), (first + months - 1) % NOON + 1, 1)
            return _Window(float((ends - begins).days * HOURS_PER_DAY), "", begins if year else None)
    return None


def _day(found: re.Match[str], at: int, year: int) -> date:
    name, day = found[at] or found[at + 3], found[at + 1] or found[at + 2]
    return date(year or _COMMON_YEAR, _month(name), int(day))


def _month(name: str) -> int:
    return next(n for n, words in enumerate(_MONTHS, 1) if re.fullmatch(words, name, re.IGNORECASE))

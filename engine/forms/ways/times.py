"""How long machines run, each time that a text tells with where it stands: "168 hours", "a week", "12 h a day"."""

from __future__ import annotations

import re
from datetime import date
from typing import NamedTuple

from engine.forms.ways.schedule import schedule
from engine.forms.ways.spans import ALWAYS
from knowledge.units import DAYS_PER_WEEK, HOURS_PER_DAY, HOURS_PER_MONTH, HOURS_PER_YEAR

_DAY = float(HOURS_PER_DAY)
_UNITS = (  # the first that fits; each with its hours
    (
        r"(?:gpu|chip|node|instance)?[- ]?(?:hours?|hrs?|h|std|stunden?|heures?|horas?|or[ae]|час\w*|godzin\w*|"
        r"saat)\b|小时|時間|시간", 1.0, "hour",
    ),
    (r"(?:days?|d|tage?n?|jours?|d[ií]as?|giorn[io]|дн\w+|день|dni|dzień|gün|gun)\b|天|日間|일", _DAY, "day"),
    (
        r"(?:weeks?|wks?|wochen?|semaines?|semanas?|settiman[ae]|недел\w+|tydzie[nń]|tygodni\w*|hafta)\b|周|週間|주",
        DAYS_PER_WEEK * _DAY, "week",
    ),
    (
        r"(?:months?|mos?|monate?n?|mois|m[eê]s(?:es|i|e)?|месяц\w*|miesi[aąeę]c\w*|ay)\b|个月|か月|ヶ月|개월|달(?!러)",
        float(HOURS_PER_MONTH), "month",
    ),
    (r"(?:quarters?|quartale?|trimestres?)\b", 3 * HOURS_PER_MONTH, "quarter"),
    (
        r"(?:years?|yrs?|jahre?n?|ans?|ann[éeoi]e?s?|a[ñn]os?|год\w*|лет|rok|lata|y[ıi]l)\b|年|년",
        float(HOURS_PER_YEAR), "year",
    ),
)  # fmt: skip
_ALL = r"(?:all|(?:the |a )?(?:whole|full|entire)|tout le|todo el|(?:den )?ganzen?)"
_ONE = (
    rf"(?:(?:an?|one|per|each|every|{_ALL}|eine?[nrms]?|im|pro|une?"
    r"|par|una?|por|al|uma?|в|за|na|za|bir|her)\s+|[/一每1한매]\s*)"
)
_AMOUNT = r"(?<![\w.,$€])(\d[\d,]*(?:\.\d+)?)\s?-?\s*"
_TERM = re.compile(
    r"\b(?:1|3|one|three)[- ]?(?:y(?:ea)?rs?|y)\b[- ](?:reserv\w*|commit\w*|term|cuds?|savings|ris?\b|plan|contract)",
    re.IGNORECASE,
)
_MONTHLY = re.compile(
    r"\b(?:monthly|monatlich\w*|mensuel\w*|mensual\w*|mensal\w*|mensile|miesi[eę]cznie|ayl[ıi]k|ayda)\b"
    r"|月额|月額|월간|매월|/mo\b",
    re.IGNORECASE,
)
_QUARTERLY = re.compile(r"\b(?:quarterly|vierteljährlich\w*|trimestriel\w*|trimestral\w*)\b", re.IGNORECASE)
_YEARLY = re.compile(
    r"\b(?:yearly|annual(?:ly)?|jährlich\w*|annuel\w*|anual\w*|rocznie|y[ıi]ll[ıi]k)\b|연간", re.IGNORECASE
)
_PAST = r"(?!\w*\s?(?:ago|old|later))"
_FOUND = tuple(
    (re.compile(rf"(?:{_AMOUNT}|(?P<one>(?<!\w){_ONE}))(?:{words}){_PAST}", re.IGNORECASE), hours, unit)
    for words, hours, unit in _UNITS
)


class Told(NamedTuple):
    """`hours` of each machine; `unit`: the one month, week or day that they are, "" of any other number."""

    hours: float
    unit: str
    at: int


def times(text: str, today: date | None = None) -> tuple[Told, ...]:
    """In the order of the text; a time of a year that is told counts where it is not before `today`."""
    plain = _TERM.sub(lambda match: " " * len(match[0]), text)
    plan = schedule(text)
    if plan is not None and (plan.begins is None or (today is not None and plan.begins >= today)):
        return (Told(plan.hours, plan.unit, plan.at),)
    found: dict[int, Told] = {}
    for pattern, hours, unit in _FOUND:
        for match in pattern.finditer(plain):
            if unit == "hour" and match["one"]:
                continue  # "an hour" is a rate
            number = 1.0 if match["one"] else float(match[1].replace(",", ""))
            found.setdefault(match.end(), Told(number * hours, unit if number == 1 else "", match.start()))
    told = tuple(sorted(found.values(), key=lambda one: one.at))
    if told:
        return told
    if _QUARTERLY.search(plain):
        return (Told(HOURS_PER_YEAR / 4, "quarter", 0),)
    if _YEARLY.search(plain):
        return (Told(float(HOURS_PER_YEAR), "year", 0),)
    always = ALWAYS.search(plain)
    return (Told(float(HOURS_PER_MONTH), "month", 0),) if always or _MONTHLY.search(plain) else ()

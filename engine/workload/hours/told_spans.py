"""How long machines are on, as a text tells it: all the time, hours of a day, a week, or once for 168 hours."""

from __future__ import annotations

import re
from datetime import date
from typing import Literal, NamedTuple

from engine.base.of_texts import read_once
from engine.workload.hours.schedule import WEEKEND_DAYS, WORKDAYS, schedule
from knowledge.units import (
    DAYS_PER_WEEK,
    HOURS_PER_DAY,
    HOURS_PER_MONTH,
    HOURS_PER_YEAR,
    MONTHS_PER_YEAR,
    WEEKS_PER_MONTH,
)

Period = Literal["month", "year", ""]
ALWAYS = re.compile(
    r"24\s?[/x]\s?7|24\s?h(?:ours?)?\s?/\s?24"
    r"|(?:never|not|n't|don.t)\s(?:ever\s)?(?:(?:get|gets|be|being|been|is|are)\s)?(?:switch|turn|shut|stop|power)\w*"
    r"|\bnever\s(?:go(?:es)?|get|are|is|come)?\s?(?:off|down)\b|\b(?:stays?|left|kept|permanently)\s(?:on|running)\b"
    r"|always[- ]on|non[- ]?stop|a?round[- ]the[- ]clock|leave\s(?:it|them)\s(?:on|running)"
    r"|rund um die uhr|durchlauf\w*|durchgehend"
    r"|nie\s(?:ab|aus)\w*|jamais|sans\s(?:arrêt|interruption)|en continu|sin\s(?:parar|apagar\w*)"
    r"|nunca\s(?:lo\s|la\s|a\s|o\s)?(?:apag|deslig|par)\w*|sem\s(?:parar|desligar)|sempre\s(?:acces|ligad|on)\w*"
    r"|mai\sspegn\w*|senza\sspegn\w*|круглосуточно|не\sвыключа\w*|全天|一直开|不关机",
    re.IGNORECASE,
)
_YEAR = re.compile(
    r"\byear\w*|\bannual\w*|\bjahr\w*|\ban(?:née)?s?\b|\baños?\b|\banos?\b|\bann[oi]\b|\bгод\w*|年", re.I
)
_MONTH = re.compile(
    r"\bmonth\w*|\bmonat\w*|\bmois\b|\bmensual\w*|\bmes\b|\bmês\b|\bmes[ei]\b|\bмесяц\w*|每月|月", re.I
)
TERM = re.compile(  # the years of a commitment
    r"\b(?:1|3|one|three|eine?[mns]?|drei|une?|trois|un[oa]?|tres?|três|uma?)[- ]?"
    r"(?:y(?:ea)?rs?|y|jahre?[ns]?|jährig\w*|ans?|années?|años?|anos?|ann[oi]|год\w*|лет)\b|[13]\s?[年년]"
    r"|\b(?:reserv|commit)\w*\s(?:for|of)\sa\syear\b",
    re.IGNORECASE,
)
_HOUR = r"(?:h|hrs?|hours?|std|stunden|heures|horas|ore|час\w*|小时)"
DAILY = re.compile(
    rf"(?<![\w.,])(\d+(?:[.,]\d+)?)\s?{_HOUR}\s*(?:/|per|an?|each|every|pro|am|par|por|al|ao|в|на)\s*"
    r"(?:day|tag|arbeitstag|werktag|jour|día|dia|giorno|день|天|weekday|workday|night|工作日"
    r"|(?:work|working|business) day)",
    re.IGNORECASE,
)
_WEEK = re.compile(
    r"mon(?:day)?s?\s?(?:-|–|to|through|thru|till|until)\s?fri\w*|weekdays?|workdays?"
    r"|(?:working|work|business|week)[ -]days?"
    r"|\b(?:no|not on|except|excluding|without|off on|off at)(?: the)? weekend\b"
    r"|arbeitstag\w*|werktag\w*|jours?\souvr\w*|d[íi]as?\s(?:laborable|h[áa]bil|[úu]te?i[sl])\w*"
    r"|montags?\sbis\sfreitags?|mo\s?[-–]\s?fr\b"
    r"|lundi\sau\svendredi|lunes\sa\sviernes|segunda\sa\ssexta|lun\w*\sa\sven\w*|пн\s?[-–]\s?пт|будн\w*|周一到周五|工作日",
    re.IGNORECASE,
)
_WEEKEND = re.compile(
    r"(?:\b(?P<kept>includ\w*|incl\.?|also|even|auch|inklusive|plus|and|und|et|y|e)\s(?:on\s|at\s|am\s|le\s|los\s)?)?"
    r"(?:(?<!this )(?<!next )(?<!one )(?<!a )\b(?:weekends|week-ends)\b|\bonly\s(?:on\s|at\s)?(?:the\s)?weekend\b"
    r"|\bweekend[- ]only\b|\bsat(?:urday)?s?\s?(?:\+|&|and|/|-|to)\s?sun(?:day)?s?\b"
    r"|\b(?:nur|jedes|am)\s(?:am\s)?wochenende\b|\bwochenends\b|\ban\swochenenden\b|\bsa\s?(?:\+|&|und|/)\s?so\b"
    r"|\ble\sweek-?end\b|\b(?:los\s)?fines?\sde\ssemana\b|\bfins?\sde\ssemana\b|\bnei\sweekend\b|выходн\w*|周末|週末)",
    re.IGNORECASE,
)  # days of it alone, of each week
_OFF = re.compile(
    r"\b(?:except|excluding|excl|not|no|never|off|without|minus|outside|but not|außer|ohne|nicht|sauf|hors|salvo|"
    r"menos|tranne)\b[\w\s]{0,18}$",
    re.IGNORECASE,
)
_NOT_ONLY = re.compile(r"\b(?:not|nicht|pas|no)\s(?:just|only|nur|seulement|solo)\b[\w\s]{0,6}$", re.IGNORECASE)
_HOURS = re.compile(rf"(?<![\w.,])(?!24\s?h)\d+(?:[.,]\d+)?\s?{_HOUR}(?![\w/])", re.IGNORECASE)
_DAYS = re.compile(
    r"(?<![\w.,])(?P<days>\d{1,2})[\s-]*(?:(?P<work>working|work|business|week)[\s-]?)?"
    r"(?:days?|tagen?|arbeitstagen?|jours|días|dias|giorni|дн\w+|天)"
    r"\s*(?P<per>per|an?|each|every|in a|of the|pro|par|por|a la|alla|в|/)?"
    r"\s*(?P<of>week|woche|semaine|semana|settimana|недел\w*|month|monat)?",
    re.IGNORECASE,
)
_ONCE = re.compile(
    r"(?<![\w.,$€£])(\d+(?:[.,]\d+)?)\s*(?:(h|hrs?|hours?|std|stunden|heures|horas|ore|час\w*|小时)"
    r"|(d|days?|tagen?|tage|jours|días|dias|giorni|дн\w+|天)|(weeks?|wochen|semaines|semanas|settimane|недел\w*|周))(?![\w/])"
    r"(?!\s*(?:per|an?|each|every|pro|par|por|/)\s)",
    re.IGNORECASE,
)
_ON_DAYS = re.compile(
    rf"(?:{_WEEK.pattern}|{_WEEKEND.pattern.replace('?P<kept>', '?:')})\W{{0,2}}"
    rf"(?:\s?(?:only|for|at|je|jeweils|nur|pendant|durante)\s)?\s?(\d+(?:[.,]\d+)?)\s?{_HOUR}(?!\w)"
    rf"|(?<![\w.,])(\d+(?:[.,]\d+)?)\s?{_HOUR}\s(?:(?:only|on|an|am|nur|every|each|les|los|nos|em|nei)\s){{0,2}}"
    rf"(?:{_WEEK.pattern}|{_WEEKEND.pattern.replace('?P<kept>', '?:')})",
    re.IGNORECASE,
)  # hours of such days, with no "a day": "werktags 8 Stunden"
_SPELT = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "eight": 8, "ten": 10, "twelve": 12, "zwei": 2, "drei": 3,
    "vier": 4, "sechs": 6, "deux": 2, "trois": 3, "quatre": 4, "dos": 2, "tres": 3, "cuatro": 4, "seis": 6,
}  # fmt: skip
_WEEKS = re.compile(rf"\b({'|'.join(_SPELT)})\s(?:weeks|wochen|semaines|semanas)\b", re.IGNORECASE)
_BY_DAYS = re.compile(rf"(?<![\w.])(\d+(?:[.,]\d+)?)\s?{_HOUR}\s?[x×*]\s?(\d+)\s?d(?:ays?)?\b", re.IGNORECASE)
WEEKS_PER_YEAR = 52
_DAY = float(HOURS_PER_DAY)
_UNITS = (  # the first that fits; each with its hours
    (
        r"(?:gpu|chip|node|instance)?[- ]?(?:hours?|hrs?|h|std|stunden?|heures?|horas?|or[ae]|час\w*|godzin\w*|"
        r"saat|uur|uren|timm?[ea]r?|hodin\w*)\b|小时|時間|시간", 1.0, "hour",
    ),
    (
        r"(?:days?|d|tage?n?|jours?|d[ií]as?|giorn[io]|дн\w+|день|dni|dzień|gün|gun|dag(?:en|ar|e)?|dygn)\b|"
        r"天|日間|일", _DAY, "day",
    ),
    (
        r"(?:weeks?|wks?|wochen?|semaines?|semanas?|settiman[ae]|недел\w+|tydzie[nń]|tygodni\w*|hafta|weken|veckor?|vecka|uger?|uker?)\b|周|週間|주",
        DAYS_PER_WEEK * _DAY, "week",
    ),
    (
        r"(?:months?|mos?|monate?n?|mois|m[eê]s(?:es|i|e)?|месяц\w*|miesi[aąeę]c\w*|ay|maand(?:en)?|månad(?:er)?|måned(?:er)?|měsíc\w*|bulan)\b|个月|か月|ヶ月|개월|달(?!러)",
        float(HOURS_PER_MONTH), "month",
    ),
    (r"(?:quarters?|quartale?|trimestres?)\b", 3 * HOURS_PER_MONTH, "quarter"),
    (
        r"(?:years?|yrs?|jahre?n?|ans?(?!\s+h(?:ou)?rs?\b)|ann[éeoi]e?s?|a[ñn]os?|год\w*|лет|rok|lata|y[ıi]l|jaar|jaren|år)\b|年|년",
        float(HOURS_PER_YEAR), "year",
    ),
)  # fmt: skip
_ALL = r"(?:all|(?:the |a )?(?:whole|full|entire)|tout le|todo el|(?:den )?ganzen?)"
_ONE = (
    rf"(?:(?<!\w)(?:an?|one|per|each|every|{_ALL}|eine?[nrms]?|im|pro|une?"
    r"|par|una?|por|al|uma?|в|за|na|za|bir|her)\s+|(?<!\w)[/1한매]\s*"
    r"|(?<![十百千一二三四五六七八九\d])[一每]\s*)"  # beside other signs without a blank: "租一个月"
)
_AMOUNT = r"(?<![\w.,$€])(\d[\d,]*(?:\.\d+)?)\s?-?\s*"
_WAY_TERM = re.compile(
    r"\b(?:1|3|one|three)[- ]?(?:y(?:ea)?rs?|y)\b[- ](?:reserv\w*|commit\w*|term|cuds?|savings|ris?\b|plan|contract)",
    re.IGNORECASE,
)
_MONTHLY = re.compile(
    r"\b(?:monthly|monatlich\w*|mensuel\w*|mensual\w*|mensal\w*|mensile|miesi[eę]cznie|ayl[ıi]k|ayda)\b"
    r"|月额|月額|包月|월간|매월|/mo\b|\bmaandelijks\b|\bmånadsvis\b",
    re.IGNORECASE,
)
_QUARTERLY = re.compile(r"\b(?:quarterly|vierteljährlich\w*|trimestriel\w*|trimestral\w*)\b", re.IGNORECASE)
_YEARLY = re.compile(
    r"\b(?:yearly|annual(?:ly)?|jährlich\w*|annuel\w*|anual\w*|rocznie|y[ıi]ll[ıi]k)\b|연간", re.IGNORECASE
)
_LONG = frozenset({"week", "month", "year"})
_HOURS_ALONE = re.compile(rf"{_AMOUNT}(?:{_UNITS[0][0]})\s*", re.IGNORECASE)
_PAST = r"(?!\w*\s?(?:ago|old|later))"
_FOUND = tuple(
    (re.compile(rf"(?:{_AMOUNT}|(?P<one>{_ONE}))(?:{words}){_PAST}", re.IGNORECASE), hours, unit)
    for words, hours, unit in _UNITS
)


class Span(NamedTuple):
    """`hours` of a machine in a `period`, or in all where that is ""; `always`: all of them."""

    hours: float
    period: Period
    always: bool
    at: int


@read_once
def spans(text: str) -> list[Span]:
    """Those that a text tells, in its order."""
    plain = TERM.sub(lambda match: " " * len(match[0]), text)
    period: Period = "year" if _YEAR.search(plain) and not _MONTH.search(plain) else "month"
    weeks = WEEKS_PER_YEAR if period == "year" else WEEKS_PER_MONTH
    if told := _WEEKS.search(text):  # "two weeks, weekdays only"
        weeks, period = float(_SPELT[told[1].lower()]), ""
    found = []
    for match in DAILY.finditer(text):
        hours, days = _number(match[1]), _DAYS.search(text, match.end())
        if days and days["per"] and (days["of"] or "").lower()[:3] not in ("mon",):
            weekly = float(days["days"])
        elif days:
            monthly = float(days["days"]) * (MONTHS_PER_YEAR if period == "year" else 1)
            found.append(Span(hours * monthly, period, False, match.start()))
            continue
        else:
            weekly = float(_days(text))
        found.append(Span(hours * weekly * weeks, period, False, match.start()))
    if not found:
        for match in _BY_DAYS.finditer(text):
            found.append(Span(_number(match[1]) * float(match[2]), "month", False, match.start()))
    if not found:
        for match in _ON_DAYS.finditer(text):
            found.append(Span(_number(match[1] or match[2]) * _days(match[0]) * weeks, period, False, match.start()))
    part = 0 if found else _days(text)
    whole = ALWAYS.search(text)
    if (whole or _WEEKEND.search(text)) and 0 < part < DAYS_PER_WEEK and not _HOURS.search(text):
        at = whole.start() if whole else 0
        return [Span(HOURS_PER_DAY * part * weeks, period, False, at)]  # all hours of some days of each week
    if whole:
        found.append(Span(HOURS_PER_YEAR if period == "year" else HOURS_PER_MONTH, period, True, whole.start()))
    if not found:
        once = list(_ONCE.finditer(text))
        if len(once) == 1:
            each = 1 if once[0][2] else HOURS_PER_DAY if once[0][3] else HOURS_PER_DAY * DAYS_PER_WEEK
            found.append(Span(_number(once[0][1]) * each, "", False, once[0].start()))
    return sorted(found, key=lambda one: one.at)


def hours_a_day(text: str) -> float | None:
    """Those that a machine is on, each day that it is: "12 h a day"."""
    found = DAILY.search(text) or _BY_DAYS.search(text)
    return _number(found[1]) if found else None


def days_a_month(text: str) -> float | None:
    """Days of a month on which something runs, where they are told: so many of it or of a week, or workdays."""
    month = HOURS_PER_MONTH / HOURS_PER_DAY
    if by_days := _BY_DAYS.search(text):
        return min(float(by_days[2]), month)
    for found in _DAYS.finditer(text):
        if found["work"] or (found["per"] and found["of"]):
            of_week = (found["of"] or "").lower().startswith(("w", "sem", "sett", "нед"))
            return float(found["days"]) * (month / DAYS_PER_WEEK if of_week else 1.0)
    days = _days(text)
    return days / DAYS_PER_WEEK * month if days < DAYS_PER_WEEK else None


def _days(text: str) -> int:
    """Days of each week that are told, else all seven."""
    workdays, weekend = _WEEK.search(text), _WEEKEND.search(text)
    if workdays and not _NOT_ONLY.search(text[: workdays.start()]):
        return WORKDAYS
    if weekend is None or weekend["kept"]:
        return DAYS_PER_WEEK
    return WORKDAYS if _OFF.search(text[: weekend.start()]) else WEEKEND_DAYS


def _number(digits: str) -> float:
    return float(digits.replace(",", "."))


def without_times(text: str) -> str:
    """The text with a blank in the place of each time that is told with a number."""
    for pattern, _, _ in _FOUND:
        text = pattern.sub(lambda match: match[0] if match["one"] else " ", text)
    return text


class Told(NamedTuple):
    """`hours` of each machine; `unit`: the one month, week or day that they are, "" of any other number."""

    hours: float
    unit: str
    at: int


@read_once
def times(text: str, today: date | None = None) -> tuple[Told, ...]:
    """In the order of the text; a time of a year that is told counts where it is not before `today`."""
    plain = _WAY_TERM.sub(lambda match: " " * len(match[0]), text)
    plan = schedule(text)
    if plan is not None and (plan.begins is None or (today is not None and plan.begins >= today)):
        return (Told(plan.hours, plan.unit, plan.at),)
    if by_days := _BY_DAYS.search(plain):
        return (Told(_number(by_days[1]) * float(by_days[2]), "", by_days.start()),)
    found: dict[int, Told] = {}
    for pattern, hours, unit in _FOUND:
        for match in pattern.finditer(plain):
            if unit == "hour" and match["one"]:
                continue  # "an hour" is a rate
            number = 1.0 if match["one"] else float(match[1].replace(",", ""))
            found.setdefault(match.end(), Told(number * hours, unit if number == 1 else "", match.start()))
    told = tuple(sorted(found.values(), key=lambda one: one.at))
    if told:
        return _of_each(told, text)
    if _QUARTERLY.search(plain):
        return (Told(HOURS_PER_YEAR / 4, "quarter", 0),)
    if _YEARLY.search(plain):
        return (Told(float(HOURS_PER_YEAR), "year", 0),)
    always = ALWAYS.search(plain)
    return (Told(float(HOURS_PER_MONTH), "month", 0),) if always or _MONTHLY.search(plain) else ()


def _of_each(told: tuple[Told, ...], text: str) -> tuple[Told, ...]:
    """Hours of each week, month or year are one time, and not a whole one besides: "200 hours a month"."""
    joined: list[Told] = []
    for one in told:
        before = joined[-1] if joined else None
        of_each = before and one.unit in _LONG and not before.unit and before.hours < one.hours
        if before and of_each and _HOURS_ALONE.fullmatch(text[before.at : one.at]):
            joined[-1] = Told(before.hours, one.unit, before.at)
        else:
            joined.append(one)
    return tuple(joined)

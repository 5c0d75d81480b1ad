"""How long machines are on, as a text tells it: all the time, hours of a day, or once for a time."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from knowledge.units import DAYS_PER_WEEK, HOURS_PER_DAY, HOURS_PER_MONTH, HOURS_PER_YEAR, WEEKS_PER_MONTH

Period = Literal["month", "year", ""]
ALWAYS = re.compile(
    r"24\s?/\s?7|24h/24"
    r"|(?:never|not|n't|don.t)\s(?:ever\s)?(?:switch|turn|shut|stop|power)\w*"
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
_TERM = re.compile(r"\b(?:1|3|one|three|ein|drei|un)[- ]?(?:y(?:ea)?r|jahr|an|año|ano|anno)\w*", re.IGNORECASE)
_HOUR = r"(?:h|hrs?|hours?|std|stunden|heures|horas|ore|час\w*|小时)"
_DAILY = re.compile(
    rf"(?<![\w.,])(\d+(?:[.,]\d+)?)\s?{_HOUR}\s*(?:/|per|an?|each|every|pro|am|par|por|al|ao|в|на)\s*"
    r"(?:day|tag|arbeitstag|werktag|jour|día|dia|giorno|день|天|weekday|workday|night|工作日"
    r"|(?:work|working|business) day)",
    re.IGNORECASE,
)
_WEEK = re.compile(
    r"mon(?:day)?s?\s?(?:-|–|to|through)\s?fri\w*|weekdays?|workdays?|(?:working|work|business)\sdays?"
    r"|arbeitstag\w*|werktag\w*|jours?\souvr\w*|d[íi]as?\s(?:laborable|h[áa]bil|[úu]te?i[sl])\w*"
    r"|montags?\sbis\sfreitags?|mo\s?[-–]\s?fr\b"
    r"|lundi\sau\svendredi|lunes\sa\sviernes|segunda\sa\ssexta|lun\w*\sa\sven\w*|пн\s?[-–]\s?пт|будн\w*|周一到周五|工作日",
    re.IGNORECASE,
)
_DAYS = re.compile(
    r"(?<![\w.,])(\d{1,2})\s*(?:(?:working|work|business)\s)?(?:days?|tagen?|arbeitstagen?|jours|días|dias|giorni|дн\w+|天)"
    r"\s*(per|an?|each|every|pro|par|por|a la|alla|в|/)?"
    r"\s*(week|woche|semaine|semana|settimana|недел\w*|month|monat)?",
    re.IGNORECASE,
)
_ONCE = re.compile(
    r"(?<![\w.,$€£])(\d+(?:[.,]\d+)?)\s*(?:(h|hrs?|hours?|std|stunden|heures|horas|ore|час\w*|小时)"
    r"|(d|days?|tagen?|tage|jours|días|dias|giorni|дн\w+|天)|(weeks?|wochen|semaines|semanas|settimane|недел\w*|周))(?![\w/])"
    r"(?!\s*(?:per|an?|each|every|pro|par|por|/)\s)",
    re.IGNORECASE,
)
WORKDAYS, WEEKS_PER_YEAR = 5, 52


class Span(NamedTuple):
    """`hours` of a machine in a `period`, or in all where that is ""; `always`: all of them."""

    hours: float
    period: Period
    always: bool
    at: int


def spans(text: str) -> list[Span]:
    """Those that a text tells, in its order."""
    plain = _TERM.sub(lambda match: " " * len(match[0]), text)
    period: Period = "year" if _YEAR.search(plain) and not _MONTH.search(plain) else "month"
    found = []
    for match in _DAILY.finditer(text):
        hours, days = _number(match[1]), _DAYS.search(text, match.end())
        if days and days[2] and (days[3] or "").lower()[:3] not in ("mon",):
            weekly = float(days[1])
        elif days:
            found.append(Span(hours * float(days[1]) * (12 if period == "year" else 1), period, False, match.start()))
            continue
        else:
            weekly = float(WORKDAYS if _WEEK.search(text) else DAYS_PER_WEEK)
        weeks = WEEKS_PER_YEAR if period == "year" else WEEKS_PER_MONTH
        found.append(Span(hours * weekly * weeks, period, False, match.start()))
    if whole := ALWAYS.search(text):
        found.append(Span(HOURS_PER_YEAR if period == "year" else HOURS_PER_MONTH, period, True, whole.start()))
    if not found:
        once = list(_ONCE.finditer(text))
        if len(once) == 1:
            each = 1 if once[0][2] else HOURS_PER_DAY if once[0][3] else HOURS_PER_DAY * DAYS_PER_WEEK
            found.append(Span(_number(once[0][1]) * each, "", False, once[0].start()))
    return sorted(found, key=lambda one: one.at)


def _number(digits: str) -> float:
    return float(digits.replace(",", "."))

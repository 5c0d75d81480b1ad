"""Tokens a second of a machine as the asker measured them: dollars a million, or replies a day at most.

$ per million = $ an hour / (tokens a second x 3,600) x 1,000,000; replies a day = tokens a second / tokens of one
x 86,400.
"""

from __future__ import annotations

import re

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.own.figures import A_DAY, HOUR, sentence
from engine.forms.own.hour_prices import hour_prices
from engine.forms.own.machines import held_hour, machines
from engine.forms.served.told_serving import told_pace

_IS_RATE = re.compile(
    r"(?<![\w.,])(\d{1,3}(?:[,.  ]\d{3})+|\d+(?:[.,]\d+)?)\s?(k)?\s*(?:[\w-]+\s+){0,2}?"
    r"(?:tok|toks|tokens?|tps|токен\w*)(?:\s*(?:/|per|an?|pro|par|por|al|в)\s*|(?<=tps))"
    r"(?:s|secs?|seconds?|sek\w*|secondes?|segundos?|secondi|сек\w*)?(?![a-z])",
    re.IGNORECASE,
)
_MILLION = re.compile(
    r"(?:/|\bper|\ba|\bpro|\bpar|\bpor|\bal|\bje|\bfor (?:a|one)|за)\s*(?:1\s?)?(?:m\b|mn\b|mtok|mio|million\w*"
    r"|millón|milh[ãa]o|milione|"
    r"миллион|млн)|每百万",
    re.IGNORECASE,
)
_EACH = re.compile(
    r"(?<![\w.,])(\d{1,3}(?:[,.]\d{3})+|\d+)\s*(?:output\s+|ausgabe\s*)?(?:tok|toks|tokens?|токен\w*)"
    r"(?!\s*(?:/|per|an?|pro|par|por|в)\s*s)",
    re.IGNORECASE,
)
_HOW_MANY = re.compile(
    r"(?:how many|what number of|wie ?viele|combien de|d'|cu[aá]nt[ao]s|quant[aeoi]s?|сколько|多少)\s*([^\W\d]+)",
    re.IGNORECASE,
)
_SPANS = (
    ("day", A_DAY, r"day|daily|tag|täglich|jour|día|dia|giorno|день|сутки|天|日"),
    ("hour", HOUR, r"hour|stunde|heure|hora|ora|час|小时"),
    ("minute", 60.0, r"minute|minut\w*|分钟"),
    ("month", 2628000.0, r"month|monat|mois|mes|mês|mese|месяц|月"),
    ("second", 1.0, r"second\w*|sekunde|segundo|secondo|секунд\w*"),
)
_NOT = re.compile(r"gpus?|cards?|machines?|tokens?|h100|users?|karten|does|is|it", re.IGNORECASE)
_API = re.compile(
    r"\b(?:api|hosted|provider|together|fireworks|bedrock|openrouter)\b[^.?!$]{0,30}\$\s?(\d+(?:\.\d+)?)"
    r"(?!\s*(?:/|per|an?)\s*h)"
    r"|\$\s?(\d+(?:\.\d+)?)\s*(?:/|per|a)\s*(?:1?m\b|mtok|million)[^.?!]{0,30}\b(?:api|hosted|provider)\b",
    re.IGNORECASE,
)
_BUSY = re.compile(
    r"(\d{1,2}(?:\.\d+)?)\s?%\s*(?:busy|utili[sz]\w*|of the time|load)"
    r"|(?:busy|utili[sz]\w*|load)\s*(?:of|is|at|only|about|=|:|\s)*(\d{1,2}(?:\.\d+)?)\s?%",
    re.IGNORECASE,
)
HALF, PERCENT, MILLION, LEAST = 0.5, 100.0, 1e6, 10.0
SHARES = (0.5, 0.7)


class PerMillion(Reason, code="per_million"):
    """Dollars of a million tokens at a pace and a price of an hour, with the machine busy all and half the time, or
    as much of it as is told; beside the price of an API that is told."""

    machine: str
    a_second: float
    an_hour: float
    usd_hour: float
    sign: str
    told: bool
    usd: float
    half: float
    share: float  # of the time that it is told to be busy, 0 where nobody says so
    at_share: float
    api: float  # dollars a million of an API as told, 0 where none is
    even: float  # the share of the time from which the machine costs less than that


class AtMost(Reason, code="at_most"):
    """How many of a `noun`, of `each` tokens, are made in a `span`: at full load, and between shares to plan for."""

    machine: str
    a_second: float
    each: float
    noun: str
    span: str
    every_second: float
    number: float
    low: float
    high: float


class FlatOut(Reason, code="flat_out"):
    """Why it is less in use."""


def of_tokens(asked: Asked) -> FactAnswer | None:
    """None where no tokens a second are told, or neither is asked."""
    text = asked.reading.text
    found = list(_IS_RATE.finditer(text))
    if len(found) != 1 or told_pace(text) is not None:
        return None  # a pace of each is wanted, and no rate in all
    pace = _number(found[0][1]) * (1000 if found[0][2] else 1)
    if pace < LEAST:
        return None
    named = machines(asked)
    return (
        _per_million(pace, asked)
        if _asks_million(text)
        else _at_most(pace, found[0].span(), asked)
        if named
        else None
    )


def _asks_million(text: str) -> bool:
    return any(not re.search(r"[$€£]\s?[\d.,]+\s*$", text[: match.start()]) for match in _MILLION.finditer(text))


def _per_million(pace: float, asked: Asked) -> FactAnswer | None:
    text, named = asked.reading.text, machines(asked)
    told = hour_prices(text)
    held = held_hour(named[0], asked) if len(named) == 1 and not told else None
    if len(told) != 1 and held is None:
        return None
    usd = told[0].amount if told else held.amount * named[0].cards if held else 0.0
    each = usd / (pace * HOUR) * MILLION
    share, api = _share(text) or asked.profile.utilization or 0.0, _api(text)
    first = PerMillion(
        machine=named[0].name if named else "", a_second=pace, an_hour=pace * HOUR / MILLION, usd_hour=usd,
        sign=told[0].sign if told else "$", told=bool(told), usd=each, half=each / HALF,
        share=share if share < 1 else 0.0, at_share=each / share if share else 0.0, api=api,
        even=each / api if api else 0.0,
        cites=held.cites if held else (),
    )  # fmt: skip
    return FactAnswer(headline=first, sentences=(FlatOut(),), of_told=True)


def _api(text: str) -> float:
    """Dollars a million that an API charges, as told."""
    match = _API.search(text)
    return float(match[1] or match[2]) if match else 0.0


def _share(text: str) -> float:
    """The share of the time that the machine is busy, as told."""
    match = _BUSY.search(text)
    return float(match[1] or match[2]) / PERCENT if match else 0.0


def _at_most(pace: float, where: tuple[int, int], asked: Asked) -> FactAnswer | None:
    text = asked.reading.text
    sizes = [match for match in _EACH.finditer(text) if not (where[0] <= match.start() < where[1])]
    many = next((match for match in _HOW_MANY.finditer(text) if not _NOT.fullmatch(match[1])), None)
    if len(sizes) != 1 or many is None:
        return None
    first, last = many.end(), sentence(text, many.start())[1]
    span = next(
        (
            (name, seconds)
            for name, seconds, words in _SPANS
            if re.search(words, text[first : last + 1], re.IGNORECASE)
        ),
        None,
    )
    if span is None:
        return None
    each = _number(sizes[0][1])
    number = pace / each * span[1]
    head = AtMost(
        machine=machines(asked)[0].name, a_second=pace, each=each, noun=many[1], span=span[0],
        every_second=pace / each, number=number, low=number * SHARES[0], high=number * SHARES[1],
    )  # fmt: skip
    return FactAnswer(headline=head, sentences=(FlatOut(),), of_told=True)


def _number(digits: str) -> float:
    return float(re.sub(r"[,.  ](?=\d{3}(?!\d))", "", digits).replace(",", "."))

"""A rate that a text tells, with a sign or without, in whatever currency: "31 an hour", "1.85 EUR per A100 hour"."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.base.of_texts import read_once
from engine.forms.money.amounts import dollars, number_of, sum_told
from knowledge.units import HOURS_PER_DAY, HOURS_PER_MONTH

_SIGN = (
    r"(us\$|usd|\$|dollars?|bucks|€|eur|euros?|£|gbp|pounds?|quid|chf|sfr\.?|francs?|franken|cents?|¢|"
    r"美元|美金|ドル|달러|欧元|ユーロ|元|円|cny|rmb|jpy|yen|inr|₹|rupees?|cad|aud|sek|nok|dkk|pln|zł)"
)
_AMOUNT = r"(?<![\w.,])(\d[\d.,]*\d|\d)"
_OF = (
    r"(gpus?|chips?|cards?|accelerators?|karten?|carte|tarjeta|nodes?|machines?|box|instances?|vms?|servers?|"
    r"(?:rtx\s?)?[a-z]{1,3}\d{1,4}[a-z]{0,3}(?:[.-]\w+)*)"
)
_TIMES = {
    "hour": r"hours?|hrs?|h|hourly|stunden?|std|heures?|horas?|ora|uur|час|小时|時間|시간",
    "day": r"days?|daily|tag|jour|d[ií]a|giorno|天|日",
    "month": r"months?|mo|monthly|monat|mois|mes|mese|月",
}
_ANY = "|".join(_TIMES.values())
_PER = r"(?:/|per|an?|each|every|pro|die|par|por|al|à|la|in der|l'|на|в|每)"
_RATE = re.compile(
    rf"(?:{_SIGN}\s?)?{_AMOUNT}(?!\s?[kx%])\s*{_SIGN}?\s*{_PER}?\s*(?:1\s*)?(?:{_OF}(?:['’]?s)?)?\s*"
    rf"(?:(?:per|an?|a)\b)?\s*[-/]?\s*({_ANY})(?![a-zé])",
    re.IGNORECASE,
)
_EACH = re.compile(rf"[\d\s]({_PER})|hourly|daily|monthly|每|/", re.IGNORECASE)
_BEHIND = re.compile(
    rf"(?:每|毎|1|一)?({_TIMES['hour']})(?:あたり|每)?\s*(\d[\d.,]*\d|\d)\s*{_SIGN}(?!\s*{_PER}\s*(?:{_ANY}))",
    re.IGNORECASE,
)
_EACH_CHIP = re.compile(r"\b(?:per|a|each|pro|par|por)[ -](?:gpu|chip|card|karte|carte|tarjeta)\b|单卡|每卡", re.I)
_CHIP = re.compile(r"gpu|chip|card|accelerator|karte|carte|tarjeta", re.IGNORECASE)
_MACHINE = re.compile(r"node|machine|box|instance|vm|server|\.", re.IGNORECASE)
_CURRENCIES = (
    (("us", "$", "dollar", "buck", "美", "ドル", "달"), "$"), (("€", "eur", "欧", "ユ"), "€"),
    (("£", "gbp", "pound", "quid"), "£"), (("chf", "sfr", "franc", "frank"), "CHF "),
    (("元", "cny", "rmb"), "CNY "), (("円", "jpy", "yen"), "JPY "), (("inr", "₹", "rupee"), "INR "),
    (("pln", "zł"), "PLN "), (("cad",), "CAD "), (("aud",), "AUD "), (("sek",), "SEK "), (("nok",), "NOK "),
    (("dkk",), "DKK "),
)  # fmt: skip
_CENTS = 100.0
_HOURS = {"hour": 1.0, "day": float(HOURS_PER_DAY), "month": float(HOURS_PER_MONTH)}


class RateTold(NamedTuple):
    """`amount` of `sign` an hour. `by_chip`: None where nothing says of what. `span`: where it stands."""

    amount: float
    sign: str
    by_chip: bool | None
    unit: str
    span: tuple[int, int]


@read_once
def rates_told(text: str) -> tuple[RateTold, ...]:
    """Each with words for what it is a rate of, in the order of the text."""
    found = [rate for one in _RATE.finditer(text) if (rate := _rate(one, text))]
    for one in _BEHIND.finditer(text):
        if not any(rate.span[0] <= one.start(2) < rate.span[1] for rate in found):
            by_chip = True if _EACH_CHIP.search(text) else None
            found.append(RateTold(number_of(one[2]), _sign(one[3]), by_chip, "hour", one.span()))
    return tuple(sorted((one for one in found if one.amount > 0), key=lambda rate: rate.span))


def reads_money(words: str) -> bool:
    """Whether a stretch of words tells a rate or a sum."""
    return bool(rates_told(words) or sum_told(words) or dollars(words))


def reads_all(words: str) -> bool:
    """What an answer to few words is about, whichever they are."""
    return bool(words)


def _rate(one: re.Match[str], text: str) -> RateTold | None:
    """None of hours that are counted and not paid for: "200 hours"."""
    before, amount, behind, of, period = one.groups()
    sign = before or behind
    if not _EACH.search(one[0][one.end(2) - one.start() - 1 :]):
        return None
    if of and not re.search(rf"{_PER}\s*(?:1\s*)?{re.escape(of)}|{re.escape(of)}\s*[-/]", one[0], re.IGNORECASE):
        return None
    if not sign and of and re.match(r"\s*[x×]", text[one.end(2) :]):
        return None
    unit = next(name for name, words in _TIMES.items() if re.fullmatch(words, period, re.IGNORECASE))
    cents = bool(sign) and sign.casefold().startswith(("cent", "¢"))
    hourly = number_of(amount) / _HOURS[unit] / (_CENTS if cents else 1.0)
    return RateTold(hourly, _sign(sign or "$"), _by_chip(of or "", text), unit, one.span())


def _by_chip(of: str, text: str) -> bool | None:
    if _MACHINE.search(of):
        return False
    if _CHIP.search(of) or _EACH_CHIP.search(text):
        return True
    return None


def _sign(word: str) -> str:
    plain = word.casefold()
    return next((sign for names, sign in _CURRENCIES if plain.startswith(names)), "$")

"""Numbers in a text: digits, words, ranges and multipliers ("2T", "half a", "two dozen", "6-8", "$1.1M")."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.reading.words.patterns import Match
from engine.reading.words.tokens import Token

_VAGUE = frozenset({"few", "several", "many"})  # of hundreds and thousands nobody counted
_CURRENCY = {"$", "usd"}
_FOREIGN = {"€", "£", "¥", "₹"}  # sums that are no dollars: left unread, since no exchange rate is held
_MONEY = frozenset({"usd", "eur", "euro", "euros", "dollar", "dollars", "chf", "gbp"})
_THOUSANDS = re.compile(r"\d{1,3}\.\d{3}")  # "20.000 EUR"; of dollars only where no rate follows ("$1.006 an hour")
_RATE = {"/", "per", "an", "a", "each"}
_DASHES = {"-", "~"}
_BEFORE_RANGE = frozenset({"of", "from", "a", "an", "the", "with", "at", "to", "on", "for", "between", "about", "is"})
_DECIMALS = 2  # digits behind a comma that is no mark of thousands
_SHORTENED = frozenset({"mio", "mrd", "tsd"})  # with a dot that ends nothing
_PARTS = {".", "-", "/"}  # of a date or a version
_OF_A_DATE = 3
_YEAR = 4  # digits
_SLANG, _THOUSAND = "mil", 1000.0  # thousands in Spanish and Portuguese, and millions behind a "$" in English
MOST = 400  # numbers read in one text; more than that is a table or a log, not a question


@dataclass(frozen=True, slots=True)
class Number:
    """A number: `first` to `last` are its tokens; `scale` is the multiplier that was written with it."""

    value: float
    first: int
    last: int
    scale: float = 1.0
    letter: str = ""  # the glued letter that may be a multiplier or a unit: "10m", "5h", "8b"
    money: bool = False
    spelt: bool = False


def numbers(
    tokens: Sequence[Token], classes: Mapping[str, Mapping[int, Match]], known: frozenset[float] = frozenset()
) -> list[Number]:
    """All numbers, left to right, none overlapping. `known`: what a thread has; "from 2 to 16" swaps it."""
    words, items = classes.get("number_word", {}), classes.get("item", {})
    myriads = {at: match for at, match in classes.get("myriad", {}).items() if at + 1 in items}  # "10w samples"
    multipliers = {**classes.get("multiplier", {}), **myriads}
    units = {**classes.get("hours_in", {}), **classes.get("ms_in", {})}
    read: list[Number] = []
    at = 0
    while at < len(tokens) and len(read) < MOST:
        number = _number_at(tokens, at, words, multipliers, units)
        if number is None:
            at += 1
            continue
        if number.money and at and tokens[at - 1].norm in _CURRENCY and tokens[number.last - 1].norm == _SLANG:
            number = replace(number, value=number.value * _THOUSAND, scale=number.scale * _THOUSAND)
        if at and tokens[at - 1].norm in _VAGUE and number.spelt:
            at = number.last  # "a few hundred bucks" is no hundred
            continue
        name = _named(tokens, at)
        if name > at:
            at = name
            continue
        if _is_foreign(tokens, number, classes.get("foreign_money", {})):
            at = number.last
            continue
        swaps = at > 0 and tokens[at - 1].norm == "from" and number.value in known
        joined = number if swaps else _with_range(tokens, number, words, multipliers, units)
        read.append(joined)
        at = max(joined.last, at + 1)
    return read


def _named(tokens: Sequence[Token], at: int) -> int:
    """The token after a number that only names: "#4521", "2026-10-01", "535.104.05"; else where it begins."""
    if at and tokens[at - 1].norm == "#" and tokens[at].glued and tokens[at].norm.isdecimal():
        return at + 1
    last = at + 1
    while last + 1 < len(tokens) and tokens[last].norm in _PARTS and tokens[last].glued:
        if (
            tokens[last + 1].kind != "number"
            or not tokens[last + 1].glued
            or tokens[last].norm != tokens[at + 1].norm
        ):
            break
        last += 2
    parts = [tokens[part].norm for part in range(at, last, 2)]
    dotted = len(parts) > 1 and tokens[at + 1].norm == "."
    dated = len(parts) == _OF_A_DATE and {len(part) for part in (parts[0], parts[-1])} & {_YEAR}
    return last if dotted or (dated and all(part.isdecimal() for part in parts)) else at


def _number_at(
    tokens: Sequence[Token],
    at: int,
    words: Mapping[int, Match],
    multipliers: Mapping[int, Match],
    units: Mapping[int, Match],
) -> Number | None:
    token = tokens[at]
    money = at > 0 and tokens[at - 1].norm in _CURRENCY
    if token.kind == "number":
        value, last, spelt = float(token.norm.replace(",", "")), at + 1, False
        fraction = _after_a_comma(tokens, at, {**multipliers, **units})
        if fraction is not None:
            value, last = float(f"{token.norm}.{fraction}"), at + 3
        behind = last < len(tokens) and tokens[last].norm in _CURRENCY | _MONEY  # "50.000 $", "20.000 EUR"
        after = last + behind
        rated = after < len(tokens) and tokens[after].norm in _RATE
        if (money or behind) and not rated and _THOUSANDS.fullmatch(token.norm):
            value *= 1000
    elif at in words:
        value, last, spelt = float(words[at].value), words[at].last, True
        unit = last + (last < len(tokens) and tokens[last].norm in _DASHES)  # "twenty five", "forty-eight"
        if unit in words and 20 <= value < 100 and value % 10 == 0 and 1 <= float(words[unit].value) < 10:
            value, last = value + float(words[unit].value), words[unit].last
    else:
        return None
    scale, letter = 1.0, ""
    if last in multipliers:
        word = tokens[last].norm
        short = len(word) <= 2
        if (
            not short
            or tokens[last].glued
            or not word.isascii()
            or (money and tokens[last].norm in ("k", "m"))
            or word in ("bn", "b")
        ):
            scale, letter = float(multipliers[last].value), word if short else ""
            last = multipliers[last].last
            last += word in _SHORTENED and last < len(tokens) and tokens[last].norm == "."  # "5 Mio. Texte"
    if last + 1 < len(tokens) and tokens[last].norm == "+" and tokens[last].glued and tokens[last + 1].kind == "word":
        last += 1  # "33+ hours"
    return Number(value * scale, at, last, scale, letter, money, spelt)


def _after_a_comma(tokens: Sequence[Token], at: int, units: Mapping[int, Match]) -> str | None:
    """The decimals of "1,5 Mio", "137,5 Stunden" and "$31,46": a digit or two behind a comma, beside a unit."""
    comma, decimals = tokens[at + 1 : at + 2], tokens[at + 2 : at + 3]
    if not decimals or comma[0].norm != "," or not (comma[0].glued and decimals[0].glued):
        return None
    short = decimals[0].kind == "number" and len(decimals[0].norm) <= _DECIMALS and tokens[at].norm.isdecimal()
    money = _CURRENCY | _FOREIGN
    priced = any(token.norm in money for token in (*tokens[max(0, at - 1) : at], *tokens[at + 3 : at + 4]))
    meant = priced or at + 3 in units
    return decimals[0].norm if short and decimals[0].norm.isdecimal() and meant else None


def _is_foreign(tokens: Sequence[Token], number: Number, names: Mapping[int, Match]) -> bool:
    """Whether a sum is said in another currency than dollars: "€20k", "20.000 EUR", "GBP 5k"."""
    before = number.first - 1
    if before >= 0 and (tokens[before].norm in _FOREIGN or before in names):
        return True
    return number.last in names or (number.last < len(tokens) and tokens[number.last].norm in _FOREIGN)


def _is_version(tokens: Sequence[Token], number: Number) -> bool:
    """Whether it is the version in a name with a size behind it: the 2.1 of "Wan 2.1-14B"; "from 1.5-7B" is none."""
    named = number.first > 0 and tokens[number.first - 1].kind == "word"
    fraction = number.scale == 1 and number.value > 1 and number.value != int(number.value)
    return named and fraction and tokens[number.first - 1].norm not in _BEFORE_RANGE


def _with_range(
    tokens: Sequence[Token],
    number: Number,
    words: Mapping[int, Match],
    multipliers: Mapping[int, Match],
    units: Mapping[int, Match],
) -> Number:
    """A range is read as its middle ("6-8 hours" is 7); "2 to 4" needs the word between."""
    at = number.last
    if at + 1 >= len(tokens) or (number.spelt and tokens[at].norm in _DASHES):
        return number
    dash = tokens[at].norm in _DASHES
    if dash and tokens[number.first].glued and not number.money:  # "llama-2-13b" is not a range
        return number
    between = number.first > 0 and tokens[number.first - 1].norm == "between" and tokens[at].norm == "and"
    if not dash and not between and tokens[at].norm != "to":
        return number
    after = at + 1
    if dash and tokens[after].norm in _CURRENCY:
        after += 1
    if after >= len(tokens) or (tokens[after].kind != "number" and after not in words):
        return number
    upper = _number_at(tokens, after, words, multipliers, units)
    if upper is None:
        return number
    if dash and upper.letter == "b" and _is_version(tokens, number):
        return number
    low = number.value * upper.scale if number.scale == 1 and upper.scale != 1 else number.value
    if not 0 < low < upper.value <= low * 100 or (dash and number.letter and not upper.letter):
        return number
    money = number.money or upper.money
    return Number((low + upper.value) / 2, number.first, upper.last, upper.scale, upper.letter, money, upper.spelt)

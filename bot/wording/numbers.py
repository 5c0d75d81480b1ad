"""How numbers are written for people: template filters, no sentences."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import date

ALMOST = 1e-9  # what arithmetic adds to a whole number
_DAYS_A_YEAR = 365  # that of knowledge.units, written again: the help of a command imports no `knowledge`
_YEARS_FROM = 3  # from so many on a stretch of time is told in years
_SECONDS_FROM = 10_000  # milliseconds from which a wait is told in seconds
_SUFFIXES = ((1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "k"))


def usd(amount: float) -> str:
    """Dollars under a column head that says so, at the precision a reader can use: 0.35, 9.53, 219, 17.8k, 1.24M."""
    sign, size = ("-" if amount < 0 else ""), abs(float(amount))
    if size >= 1e6:
        return f"{sign}{_trim(size / 1e6, 2)}M"
    if size >= 1e4:
        return f"{sign}{_trim(size / 1e3, 1)}k"
    if size >= 100:
        return f"{sign}{size:,.0f}"
    return f"{sign}{size:.2f}" if size else "0"


def rate(amount: float) -> str:
    """A price per hour under a column head that says so, to the cent, halves upward: 2.235 is 2.24."""
    return f"{float(amount) + math.copysign(ALMOST, amount):,.2f}"


def dollars(amount: float) -> str:
    """An amount in a sentence: $0.35, $219, $17.8k, -$1.24M."""
    return _with_sign(usd(amount))


def dollar_rate(amount: float) -> str:
    """A price in a sentence, to the cent: $63.16; the sentence says per what."""
    return _with_sign(rate(amount))


def dollar_estimate(amount: float, digits: int = 3) -> str:
    """An estimated amount in a sentence."""
    return _with_sign(estimate(amount, digits))


def factor(number: float) -> str:
    """A figure to multiply with: three digits, four after a leading one, so that printed factors give the product."""
    if not number or not math.isfinite(number):
        return str(number)
    power = math.floor(math.log10(abs(number)))
    digits = 4 if abs(number) < 2 * 10.0**power else 3
    places = digits - 1 - power
    return _trimmed(f"{round(number, places):,.{max(places, 0)}f}")


def exact_rate(amount: float) -> str:
    """A price per hour in a sum, to at least four digits: $35.76, $9.532, $0.5826."""
    size = abs(amount)
    if round(size, 2) == round(size, 4) or size >= 10:
        return dollar_rate(amount)
    return f"${_trimmed(f'{amount:.{3 if size >= 1 else 4}f}')}"


def exact_dollars(amount: float) -> str:
    """An amount in a sum: $93.1, $2,105, $20.8k, $1.243M; the printed sum comes out."""
    size = abs(amount)
    if size >= 1e6:
        return _with_sign(f"{factor(amount / 1e6)}M")
    if size >= 1e4:
        return _with_sign(f"{factor(amount / 1e3)}k")
    if size >= 100:
        return _with_sign(f"{amount:,.0f}")
    return _with_sign(f"{amount:.2f}" if size >= 1 else factor(amount) if size else "0")


def spread(low: float, likely: float, high: float, sign: str = "$") -> str:
    """likely (low-high), all to the last digit of the likely one, so that it stays within them as printed."""
    if low == high:
        return f"{sign}{estimate(likely)}"
    unit = 10.0 ** (math.floor(math.log10(abs(likely))) - 2) if likely else 1.0
    suffix, scale = next(((name, size) for size, name in _SUFFIXES[1:] if abs(likely) >= 10 * size), ("", 1.0))
    places = max(0, round(-math.log10(unit / scale)))
    middle, bottom, top = (
        f"{sign}{round(value / unit) * unit / scale:,.{places}f}{suffix}" for value in (likely, low, high)
    )
    return f"{middle} ({bottom}-{top})"


def day_of_year(when: date, today: date) -> str:
    """Oct 8; of another year than today's the month alone: Jun 2024."""
    return f"{when:%b} {when.day if when.year == today.year else when.year}"


def kilograms(grams: float) -> str:
    """Grams as kilograms, to what an estimate supports."""
    return significant(grams / 1000)


def as_factor(more: float) -> str:
    """0.35 more is 1.4 times as much."""
    return significant(1 + more)


def change(share: float, places: int = 0) -> str:
    """A change as a signed percentage: +12%, -4.5%."""
    return f"{share * 100:+.{places}f}%"


def count(number: float) -> str:
    """8e9 -> 8B, 1e9 -> 1B, 124 -> 124, 1300 -> 1,300."""
    for size, suffix in _SUFFIXES[:3]:
        if abs(number) >= size:
            return f"{_trim(number / size, 2)}{suffix}"
    return f"{number:,.0f}" if abs(number) >= 10 or number == int(number) else _trim(number, 2)


def hours(length: float) -> str:
    """2.6 h, 41 h, 12 days."""
    if length >= 24 * 10:
        return f"{length / 24:,.0f} days"
    return f"{length:.0f} h" if length >= 10 else f"{_trim(length, 1)} h"


def span(length: float) -> str:
    """A told stretch of time, from hours: 21 s, 30 min, 13 h, 100 h (4.2 days), 42 days, 12 years."""
    if length < 1 / 30:
        return f"{significant(length * 3600)} s"
    if length < 1:
        return f"{_trim(length * 60, 1)} min"
    if (years := length / (24 * _DAYS_A_YEAR)) >= _YEARS_FROM:
        return f"{significant(years)} years"
    days = f" ({significant(length / 24)} days)" if 36 <= length < 24 * 10 else ""
    return hours(length) + days


def wait(milliseconds: float) -> str:
    """How long somebody waits, to two digits: 250 ms, 1,800 ms, 13 s."""
    return (
        f"{significant(milliseconds)} ms" if milliseconds < _SECONDS_FROM else f"{significant(milliseconds / 1000)} s"
    )


def percent(share: float) -> str:
    """A share of one as a percentage."""
    size = share * 100
    return f"{size:.0f}%" if abs(size) >= 10 or size == 0 else f"{_trim(size, 1)}%"


def chance(probability: float) -> str:
    """A chance as a percentage; never certain: over 99%, under 1%."""
    if probability > 0.99:
        return "over 99%"
    return "under 1%" if probability < 0.01 else f"{probability * 100:.0f}%"


def percent_off(share: float) -> str:
    """0.8 of a price is 20% off it."""
    return percent(1 - share)


def clock(minute: int) -> str:
    """A minute of the day: 540 -> 09:00."""
    return "{:02d}:{:02d}".format(*divmod(minute, 60))


def day(when: date | str) -> str:
    """ISO, so that nobody has to guess which number is the month."""
    return str(when)[:10]


def significant(number: float, digits: int = 2) -> str:
    """A figure rounded to what an estimate supports."""
    if not number or not math.isfinite(number):
        return str(number)
    places = digits - 1 - math.floor(math.log10(abs(number)))
    rounded = round(number, places)
    return f"{rounded:,.{max(places, 0)}f}"


def estimate(amount: float, digits: int = 3) -> str:
    """Dollars of an estimate: no more digits than it supports."""
    if abs(amount) >= 1e4:
        return usd(float(f"{amount:.{digits}g}"))
    return significant(amount, digits if abs(amount) >= 10 else 2)


def round_count(number: float) -> str:
    """A count to two significant digits: 538,040,000 -> 540M."""
    return count(float(f"{number:.2g}"))


def plain(number: float) -> str:
    """A figure as published: 96, 667, 1.5; no decimals for an integer."""
    return f"{number:,.0f}" if float(number).is_integer() else f"{number:,g}"


def traced(number: float, digits: int = 4) -> str:
    """A step of a sum: no decimals for an integer, no trailing zeros: 8, 0.1, 3.511."""
    if float(number).is_integer():
        return f"{number:,.0f}"
    text = significant(number, digits)
    return text.rstrip("0").rstrip(".") if "." in text else text


def runs(number: float) -> str:
    """A break-even in whole runs, with commas."""
    return f"{whole_runs(number):,}"


def whole_runs(number: float) -> int:
    """A break-even, rounded up to whole runs: 123.5 -> 124. The first run is the least."""
    return max(1, math.ceil(number - ALMOST))


def flop(number: float) -> str:
    """An amount of computing: 6e23 FLOP, 3.14e23 FLOP."""
    digits, power = f"{number:.2e}".split("e")
    return f"{_trimmed(digits)}e{int(power)} FLOP"


def _with_sign(amount: str) -> str:
    return f"-${amount[1:]}" if amount.startswith("-") else f"${amount}"


def _trimmed(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text


def _trim(number: float, places: int) -> str:
    return f"{number:.{places}f}".rstrip("0").rstrip(".")


FILTERS: dict[str, Callable[..., str]] = {
    "usd": usd,
    "dollars": dollars,
    "rate": rate,
    "dollar_rate": dollar_rate,
    "dollar_estimate": dollar_estimate,
    "spread": lambda likely, low, high: spread(low, likely, high),
    "factor": factor,
    "exact_rate": exact_rate,
    "exact_dollars": exact_dollars,
    "day_of_year": day_of_year,
    "kilograms": kilograms,
    "as_factor": as_factor,
    "change": change,
    "count": count,
    "hours": hours,
    "percent": percent,
    "span": span,
    "wait": wait,
    "percent_off": percent_off,
    "clock": clock,
    "plain": plain,
    "traced": traced,
    "day": day,
    "significant": significant,
    "estimate": estimate,
    "runs": runs,
    "flop": flop,
    "round_count": round_count,
}

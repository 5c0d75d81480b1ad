"""A pace before and after a change: what so many steps take at each.

hours = steps x seconds a step / 3,600.
"""

from __future__ import annotations

import re

from engine.answers.model import FactAnswer
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.forms.claims.context import Claims, hour_of_all, machine_of
from engine.forms.claims.observed import Observation
from engine.forms.own.machines import Machine, named_in
from knowledge.units import MILLION, SECONDS_PER_HOUR

PAIR, MOST, LEAST = 2, 3, 100  # paces; amounts; things of an amount
SCALE = {"k": 1e3, "thousand": 1e3, "m": MILLION, "million": MILLION, "": 1.0, "b": 1e9, "billion": 1e9}
THINGS = {
    "step": r"(?:training )?(?:steps?|its?|iters?|iterations?|updates?)", "image": r"images?|imgs?|pictures?",
    "sample": r"samples?|examples?|sequences?|pairs", "token": r"tokens?|toks?", "epoch": r"epochs?",
    "request": r"requests?|queries|prompts?", "frame": r"frames?", "page": r"pages?|documents?|docs?",
    "clip": r"clips?", "file": r"files?",
}  # fmt: skip
_N = r"(?<![\w.,$€£-])(\d[\d,]*(?:\.\d+)?)\s?(k|m|b|thousand|million|billion)?"
BARE = re.compile(
    r"(?<![\w.,$€£-])(\d[\d,]*(?:\.\d+)?)\s?(k|m|million|thousand)(?![\w-])(?!\s*(?:param\w*|model|tokens?|samples?|images?|"
    r"usd|dollars?|of data|context))", re.I,
)  # fmt: skip
OLD = re.compile(
    r"\b(?:instead of|rather than|from|was|were|had|got|vs\.?|versus|against|compared (?:to|with)|than|before|"
    r"without|previously|used to|earlier|up from|down from|not|old)\b[^.?!;:,\d]{0,24}$", re.I,
)  # fmt: skip
CARDS = "cards"  # the unit of a question for a number of them
OLD_BEHIND = re.compile(r"^\s*(?:before|without|previously|earlier|->|→|in fp32|with fp32)(?![a-z])", re.I)


class Amount(Computed):
    """So many things: hours at the pace of before and of now; dollars where a machine with a price is named."""

    number: float
    before: float
    now: float
    usd_before: float
    usd_now: float
    saved: float  # hours; negative where it takes longer


class PaceChanged(Reason, code="pace_changed"):
    """The first line. Paces as things a second where they were told so, else as seconds of one."""

    thing: str
    rates: bool
    was: float
    now: float
    less: float  # of the time that is saved; negative where it is slower
    times: float
    amounts: tuple[Amount, ...]
    usd_hour: float
    instance: str


def pace_changed(claims: Claims) -> FactAnswer | None:
    """None unless the turn tells two paces of one thing on one machine, and how many of the thing there are."""
    told = [
        one
        for one in claims.now
        if one.of.kind == "time" and one.of.thing and not one.of.wanted and one.who != "theirs"
    ]
    if len(told) != PAIR or len({one.of.thing for one in told}) != 1 or len({one.key for one in told}) != 1:
        return None
    if told[0].of.value == told[1].of.value or CARDS in claims.alone.reading.sought.units:
        return None  # "how many L4 for 200 frames a second?" asks for no hours
    was, now = _in_order(told, claims.whole.reading.text.replace("×", "x"))
    numbers = _numbers(claims, now.of.thing)
    if not numbers:
        return None
    machine = machine_of(now) or _only(claims)
    usd_hour, held = hour_of_all(machine, claims.turn) if machine is not None else (0.0, None)

    def hours(number: float, pace: Observation) -> float:
        return number * pace.of.value / SECONDS_PER_HOUR

    first = PaceChanged(
        thing=now.of.thing, rates=now.of.rate, was=1 / was.of.value if now.of.rate else was.of.value,
        now=1 / now.of.value if now.of.rate else now.of.value,
        less=1 - now.of.value / was.of.value, times=was.of.value / now.of.value,
        amounts=tuple(
            Amount(
                number=number, before=hours(number, was), now=hours(number, now),
                usd_before=usd_hour * hours(number, was), usd_now=usd_hour * hours(number, now),
                saved=hours(number, was) - hours(number, now),
            )
            for number in numbers
        ),
        usd_hour=usd_hour, instance=held.instance if held else "", cites=held.cites if held else (),
    )  # fmt: skip
    return FactAnswer(headline=first, of_told=True, whole=True)


def _only(claims: Claims) -> Machine | None:
    """The one machine that is named."""
    found = named_in(claims.whole.reading, claims.turn.facts)
    return found[0] if len(found) == 1 else None


def _in_order(told: list[Observation], text: str) -> tuple[Observation, Observation]:
    """That of before and that of now: by the words around each, else as they stand."""
    first, second = told

    def is_old(one: Observation) -> bool:
        return bool(OLD.search(text[: one.of.first]) or OLD_BEHIND.search(text[one.of.last :]))

    return (second, first) if is_old(second) and not is_old(first) else (first, second)


def _numbers(claims: Claims, thing: str) -> tuple[float, ...]:
    """How many of the thing, in the order of the turn; else of the thread."""
    pattern = re.compile(rf"{_N}\s*-?(?:more |total |full |remaining )?(?:{THINGS[thing]})(?!\s*/|\s*per\b|\w)", re.I)
    for text in (claims.text, claims.whole.reading.text):
        found = {match.start(): _value(match) for match in pattern.finditer(text)}
        for match in BARE.finditer(text) if found or text is not claims.text else ():
            found.setdefault(match.start(), _value(match))
        numbers = tuple(dict.fromkeys(found[at] for at in sorted(found) if found[at] >= LEAST))
        if numbers:
            return numbers[:MOST]
    return ()


def _value(match: re.Match[str]) -> float:
    return float(match[1].replace(",", "")) * SCALE[(match[2] or "").lower()]

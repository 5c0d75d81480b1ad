"""Independent runs of a known length by a deadline: how many at once, when they are done, and what all hours cost.

at once = runs / (deadline / hours of one, rounded down), rounded up; done after (runs / at once, rounded up) x hours.
"""

from __future__ import annotations

import math
import re

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.own.hour_prices import hour_prices
from engine.forms.own.machines import held_hour, machines
from knowledge.units import HOURS_PER_DAY

_AT_ONCE = re.compile(
    r"parallel|at\sonce|same\stime|concurrent|simultan|gleichzeitig|en\smême\stemps|a\sla\svez|ao\smesmo\stempo"
    r"|how\smany|wie\s?viele|combien|cu[aá]nt[ao]s|quant[aeio]s?\b|одновременно|сколько|параллел|并行|多少|同时",
    re.IGNORECASE,
)
SEVERAL = 2


class RunsWithin(Reason, code="runs_within"):
    """`number` of a card at once for `runs` of `each` hours within `deadline` hours, done after `done`; `fewer` are
    too late, after `late`. `others`: machine, its cards, dollars of all hours at the price of the day."""

    chip: str
    number: int
    runs: int
    each: float
    deadline: float
    waves: int
    done: float
    left: float
    fewer: int
    late: float
    hours: float
    usd_hour: float
    usd: float
    sign: str
    told: bool
    others: tuple[tuple[str, float, float], ...]


def runs_within(asked: Asked) -> FactAnswer | None:
    """None unless runs, hours of one, a deadline and a card are told, and how many at once is asked."""
    said, text = asked.profile, asked.reading.text
    named = machines(asked)
    runs, each, deadline = int(said.runs or 0), said.run_hours or 0.0, (said.deadline_days or 0.0) * HOURS_PER_DAY
    if runs < SEVERAL or not each or deadline < each or not named or not _AT_ONCE.search(text):
        return None
    machine = named[0]
    if machine.cards > 1:
        return None
    number = math.ceil(runs / math.floor(deadline / each + 1e-9))
    waves = math.ceil(runs / number)
    told, held = hour_prices(text), held_hour(machine, asked)
    usd = told[0].amount if told else held.amount if held else 0.0
    hours = runs * each
    others, cites = [], list[str]() if told or not held else list(held.cites)
    for other in named[1:]:
        if (paid := held_hour(other, asked)) is not None:
            others.append((other.name, paid.amount, paid.amount * hours))
            cites += paid.cites
    first = RunsWithin(
        chip=machine.name, number=number, runs=runs, each=each, deadline=deadline, waves=waves, done=waves * each,
        left=deadline - waves * each, fewer=number - 1,
        late=math.ceil(runs / (number - 1)) * each if number > 1 else 0.0,
        hours=hours, usd_hour=usd, usd=usd * hours, sign=told[0].sign if told else "$", told=bool(told),
        others=tuple(others), cites=tuple(dict.fromkeys(cites)),
    )  # fmt: skip
    return FactAnswer(headline=first, of_told=True)

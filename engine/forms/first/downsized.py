"""What machines that stand idle for a share of their time do in all, how many would do it, and what idle hours cost.

N chips that are busy a share b of the time do what N x b always busy would; M of them would be busy N x b / M.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from engine.answers.mentioned import machines, meant
from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from knowledge.facts import Instance
from knowledge.units import HOURS_PER_MONTH

BUSY, IDLE = "busy", "idle"  # roles of a share
LESS = frozenset(
    {"wants_fewer", "for_less", "wants_less", "wants_change", "advise", "cuts_bill", "choice", "keep"}
)  # cues
OF_PLAN = frozenset(
    {
        "commit",
        "commit_strong",
        "way_plan",
        "way_1yr",
        "asks_why",
        "judged",
        "slow",
        "own_price",
        "buys_card",
        "asks_break_even",
    }
)  # of another
WORK = ("model", "parameters", "variant", "tokens", "samples", "run_hours", "tokens_per_day", "requests_per_second")
ROOM = "steady_utilization"  # the constant: how busy machines of a load may be
SOURCE = "chipscout-arithmetic"


class Downsized(Reason, code="downsized"):
    """The first line: of `machines` of a type, `chips` in all. `fewer` of the chips would be `then` busy; `sizes`:
    those of their kind with fewer chips that cost less there: so many, of so many chips, USD an hour of one."""

    instance: str
    machines: int
    chip: str
    chips: int
    busy: float
    need: float
    fewer: int
    then: float
    usd: float  # a month, always on
    idle_usd: float
    sizes: tuple[tuple[str, int, int, float], ...]
    fewer_machines: int
    by: int  # chips of a machine


def downsized(asked: Asked) -> FactAnswer | None:
    """None where no share of the time is told of machines that are named, or work is told."""
    said, cues, facts = asked.profile, asked.reading.cues, asked.facts
    shares = [one for one in asked.reading.measured.measures if one.role in (BUSY, IDLE)]
    if len(shares) != 1 or LESS.isdisjoint(cues) or not OF_PLAN.isdisjoint(cues) or any(map(said.says, WORK)):
        return None
    book = asked.library.prices(asked.day)
    thing = next(iter(meant(asked.reading, facts, book, 1)), None)
    quote = book.near(thing, said.purchase or "on_demand", said.region) if thing else None
    if thing is None or quote is None:
        return None
    count = machines(said, thing) or 1
    chips, busy = count * thing.count, shares[0].value if shares[0].role == BUSY else 1 - shares[0].value
    if not 0 < busy < 1:
        return None
    need = chips * busy
    fewer = min(chips, math.ceil(need / asked.library.constants.likely(ROOM)))
    usd = quote.usd_per_hour.likely * count * HOURS_PER_MONTH
    smaller = tuple(_smaller(thing, fewer, quote.usd_per_hour.likely * count, asked))
    first = Downsized(
        instance=thing.id,
        machines=count,
        chip=facts.accelerators[thing.accelerator].name,
        chips=chips,
        busy=busy,
        need=need,
        fewer=fewer,
        then=need / fewer,
        usd=usd,
        idle_usd=usd * (1 - busy),
        sizes=tuple(sorted(smaller, key=lambda one: one[1] * one[3])[:2]),
        fewer_machines=math.ceil(fewer / thing.count),
        by=thing.count,
        cites=(*quote.cites, SOURCE),
    )
    return FactAnswer(headline=first, of_told=True, whole=True)


def _smaller(thing: Instance, fewer: int, usd: float, asked: Asked) -> Iterator[tuple[str, int, int, float]]:
    """Other sizes of the chip on its cloud that hold as many for less than `usd` an hour."""
    book = asked.library.prices(asked.day)
    for one in asked.facts.instances.values():
        if (one.accelerator, one.cloud) != (thing.accelerator, thing.cloud) or one.count >= thing.count:
            continue
        quote, number = book.near(one, "on_demand", asked.profile.region), -(-fewer // one.count)
        if quote is not None and quote.usd_per_hour.likely * number < usd:
            yield one.id, number, one.count, quote.usd_per_hour.likely

"""One card that is so many times as fast as another, as the asker says: what the same work costs on both.

ratio of cost = (USD an hour of the faster / USD an hour of the other) / times as fast.
"""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.parts.own_speed import chip_of
from engine.forms.told.on_other import hour_of
from engine.options.problem import Problem
from engine.workload.profile import Reading
from engine.workload.question import FormCues
from engine.workload.speed_ups import speed_up_told

PAIR = 2
# Cues of who weighs one against the other, and of who asks something else.
WEIGHS = ("price", "asks_worth", "better", "choice", "which", "compare", "vs", "judged", "shopping", "asks_cost")
OTHERS = ("commit_strong", "carbon_strong", "memory_error", "no_room", "asks_time", "slower")


class SpeedUpPays(Reason, code="speed_up_pays"):
    """What the same work costs on the faster card over the other, at the speed-up that was told.

    `times_low` and `times_high`: how much faster; `low` and `high`: the ratio of cost; `even`: the speed-up from
    which the faster one costs less, which is the ratio of the hourly prices. Prices are USD a chip-hour on demand.
    """

    faster: str
    other: str
    times_low: float
    times_high: float
    low: float
    high: float
    even: float
    usd: float
    other_usd: float
    instance: str
    other_instance: str


def asks_of_speed_up(seen: FormCues) -> bool:
    """Whether two cards and how much faster one is are told, and which to take or what it is worth is asked."""
    if seen.before or seen.specific + seen.instances != PAIR or seen.has(*OTHERS) or not seen.has(*WEIGHS):
        return False
    planned = any(seen.says(slot) for slot in ("parameters", "tokens", "samples", "run_hours", "current_instances"))
    return not planned and speed_up_told(seen.text) is not None


def of_speed_up(asked: Problem, reading: Reading) -> FactAnswer | None:
    """None where no speed-up is told, it is not two cards of which figures are held, or one has no price."""
    told = speed_up_told(reading.text)
    found = {chip.id: chip for one in reading.hardware if (chip := chip_of(asked, one)) is not None}
    if told is None or len(found) != PAIR:
        return None
    other, faster = sorted(found.values(), key=lambda chip: chip.bf16_dense_tflops.value)
    price, less = hour_of(faster, asked), hour_of(other, asked)
    if not (price.usd and less.usd):
        return None
    low, high = told
    even = price.usd / less.usd
    first = SpeedUpPays(
        faster=faster.name,
        other=other.name,
        times_low=low,
        times_high=high,
        low=even / high,
        high=even / low,
        even=even,
        usd=price.usd,
        other_usd=less.usd,
        instance=price.instance,
        other_instance=less.instance,
        cites=tuple(dict.fromkeys((*price.cites, *less.cites))),
    )
    return FactAnswer(headline=first)

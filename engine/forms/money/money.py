"""A question about money, answered by what it asks of the prices: each of these in one way, the first leads."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.money.gap import gap
from engine.forms.money.lasts import lasts
from engine.forms.money.nearest_place import nearest_place
from engine.forms.money.pays import pays
from engine.forms.money.plan_holds import plan_holds
from engine.forms.money.ranks import rank
from engine.forms.money.rows import said_of
from engine.forms.money.said import Does, MoneySaid
from engine.forms.money.same_work import same_work
from engine.forms.money.spread import spread
from engine.forms.money.useful import HOURS, often, useful
from engine.forms.parts.asked_on import AskedOn
from knowledge.facts import Purchase

Answers = Callable[[AskedOn, MoneySaid], FactAnswer | None]

HOURLY: tuple[Purchase, ...] = ("on_demand", "capacity_block", "spot")  # where spot is asked about, not chosen
ANSWERS: dict[Does, Answers] = {
    "applies": plan_holds,
    "useful": useful,
    "same_work": same_work,
    "lasts": lasts,
    "break_even": pays,
    "gap": gap,
    "spread": spread,
    "rank": rank,
    "there": nearest_place,
    "often": often,
}


class HowOften(Reason, code="how_often"):
    """Hours between interruptions of spot: likely, often, seldom; no cloud tells its rate of a type."""

    hours: float
    low: float
    high: float


def money(asked: AskedOn, more: Mapping[Does, Answers]) -> FactAnswer | None:
    """None where nothing is asked that prices answer, or none of what is named is held; `more`: others beside."""
    said, answers = said_of(asked), {**ANSWERS, **more}
    told: FactAnswer | None = None
    for does in said.does:
        found = answers[does](asked, said._replace(ways=HOURLY) if does == "rank" and "useful" in said.does else said)
        if told is None:
            told = found
        elif found is not None and found.headline is not None:
            told = told.model_copy(update={"sentences": (found.headline, *found.sentences, *told.sentences)})
    if told is not None and said.reclaimed and "often" not in said.does:
        held = asked.library.constants.entry(HOURS)
        line = HowOften(hours=held.value.likely, low=held.value.low, high=held.value.high, cites=(held.source,))
        told = told.model_copy(update={"sentences": (line, *told.sentences)})
    return told

"""Where a machine costs less of two places that are named, whatever words ask: no work is told to weigh."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.forms.form import Asked
from engine.forms.money.gap import gap
from engine.forms.money.said import figure_said, money_said
from engine.forms.parts.asked_on import AskedOn
from engine.prices.areas import JOINT

LESS = frozenset(
    {"better", "for_less", "vs", "money_is_cheaper", "money_versus", "money_cheapest", "asks_worth"}
)  # cues
OTHERS = frozenset({"carbon", "carbon_strong", "commit_strong", "in_stock", "asks_why", "price_moved"})  # of another
WORK = ("parameters", "model", "tokens", "samples", "tokens_per_day", "requests_per_second", "run_hours")  # slots


def places_apart(asked: Asked) -> FactAnswer | None:
    """None where fewer than two places or no machine is named, work is told, or no price of either place is held."""
    said, cues = asked.profile, asked.reading.cues
    if JOINT not in (said.region or "") or not (said.candidates or said.instances) or any(map(said.says, WORK)):
        return None
    if LESS.isdisjoint(cues) or not OTHERS.isdisjoint(cues):
        return None
    money = money_said(asked.reading)
    if money.reclaimed or set(money.does) - {"gap", "spread"} or figure_said(asked.reading):
        return None  # more than which of them costs less
    return gap(AskedOn(asked.reading, asked.library, asked.day), money)

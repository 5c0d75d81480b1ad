"""What the dollars of a month keep running of a model, and what that serves: "$10k a month for a 70B, how fast?"."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.forms.form import Asked, question_of
from engine.forms.per_unit.serving_cost import TRAFFIC, TRAINS, served
from engine.workload.said import said_also

RATE = "rate"  # the predicate
SERVES = frozenset({"serving_words", "self_hosts"})  # cues
# Slots that say what is done with the dollars; the month itself is a time.
OTHER_USE = frozenset({"method", "current_instances", "current_usd_per_month", "cadence", "runs"})
TOLD = TRAFFIC - {"run_hours"} | OTHER_USE
# What to take is no matter of the budget: of what is too dear for the whole month hours a day are bought.
APART = {"run_hours": None, "budget_usd": None, "budget_period": None}


def month_buys(asked: Asked) -> FactAnswer | None:
    """None where no such budget or no model was said, where the traffic is known, and of training."""
    said, reading = asked.profile, asked.reading
    asks = RATE in reading.sought.predicates or not SERVES.isdisjoint(reading.cues)
    if not said.budget_usd or said.budget_period != "month" or not (said.model or said.parameters):
        return None
    if not asks or not TOLD.isdisjoint(said.stated()) or not TRAINS.isdisjoint(reading.cues):
        return None
    work = said_also(said.model_copy(update=APART), {"task": "inference"})
    free = Asked(reading.model_copy(update={"profile": work}), asked.library, asked.day)
    told = served(question_of(free), said.budget_usd)
    return told.model_copy(update={"of_told": True}) if told is not None else None

"""The machines that a load of language tokens takes, where they are asked for and none is named.

The load is what was said of it (requests a second, tokens a day, people at once); how many machines of which kind
comes first, then the dollars of a month and the sum behind them, as an estimate has them.
"""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.forms.fits.traffic import is_told
from engine.forms.form import Asked
from engine.forms.parts.estimate_reasons import Cost, MonthEstimate
from engine.forms.registry import form_named
from engine.workload.conditions import FAMILIES
from engine.workload.question import PLANNED

COUNTED = frozenset({"fit"})  # predicates: "what do we need", "how many"
# Predicates that another first line answers, or that the load is only a part of.
ELSE = frozenset({"dollars", "hours", "support", "judge", "pays", "why", "worth"})
OTHERS = frozenset({"how_much_memory", "names_processor"})  # cues of what other answers are to: room, and a CPU
SIZES = ("parameters", "model", "variant")  # slots
AT_HAND = ("current_instances", "accelerator_count", "instance_count", "chip_memory_gb", "taken_gb")


class FleetTakes(Cost, code="fleet_takes"):
    """So many machines serve the load: `tokens_per_day` of answers; `usd` of a month."""

    tokens_per_day: float
    requests_per_second: float | None
    users: int | None


def fleet(asked: Asked) -> FactAnswer | None:
    """None where no load or no model was said, machines are named or at hand, or something else is asked."""
    said, predicates = asked.profile, asked.reading.sought.predicates
    named = set(said.candidates) - FAMILIES or said.instances or any(map(said.says, AT_HAND))
    if named or not is_told(said) or not any(map(said.says, SIZES)) or not PLANNED.isdisjoint(said.stated()):
        return None
    if COUNTED.isdisjoint(predicates) or not ELSE.isdisjoint(predicates) or not OTHERS.isdisjoint(asked.reading.cues):
        return None
    told = form_named("estimate").answer(asked)
    first = told.headline if told is not None else None
    if told is None or not isinstance(first, MonthEstimate) or first.is_assumed:
        return None
    values = {name: getattr(first, name) for name in (*Cost.model_fields, "tokens_per_day")}
    takes = FleetTakes(**values, requests_per_second=said.requests_per_second, users=said.concurrent_users)
    return told.model_copy(update={"headline": takes, "of_told": True})

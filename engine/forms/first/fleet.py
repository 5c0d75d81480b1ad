"""The machines that a load of language tokens takes, where they are asked for and none or one kind of chip is named.

The load is what was said of it (requests a second, tokens a day, people at once); how many machines of which kind
comes first, then the dollars of a month and the sum behind them, as an estimate has them.
"""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.forms.fits.traffic import FIRST, is_told
from engine.forms.form import Asked
from engine.forms.parts.estimate_reasons import Cost, MonthEstimate
from engine.forms.parts.fit_reasons import ChipsForTraffic
from engine.forms.registry import form_named
from engine.options.option import costed
from engine.workload.conditions import FAMILIES
from engine.workload.hours.on_hours import OnHours
from engine.workload.question import PLANNED

WHICH = "which"  # the predicate: for so many people at once
COUNTED = frozenset({"fit", "at_once"})  # predicates: "what do we need", "how many"; which for so many people at once
MONEY, CARDS = "dollars", "cards"  # a predicate, a unit: "how many H100 and what a month" asks for both
# Predicates that another first line answers, or that the load is only a part of.
JUDGED = frozenset({"judge", "pays", "why", "worth"})
ELSE = frozenset({MONEY, "hours", "support"}) | JUDGED
OTHERS = frozenset({"how_much_memory", "names_processor"})  # cues of what other answers are to: room, and a CPU
SIZES = ("parameters", "model", "variant")  # slots
AT_HAND = ("current_instances", "accelerator_count", "instance_count", "chip_memory_gb", "taken_gb")


class FleetTakes(Cost, code="fleet_takes"):
    """So many machines serve the load: `tokens_per_day` of answers; `usd` of a month."""

    tokens_per_day: float
    requests_per_second: float | None
    users: int | None
    of_chip: bool  # one was named, and these are of it
    precision: str | None  # where nobody said it, or it is of one chip
    rate_told: str | None  # the words for so many tokens a second
    people: str | None  # the words for all of whom the users at once are a part
    on: OnHours | None  # the hours of a month in which it is on, and their dollars
    lengths: tuple[float, float, int] | None  # tokens of a prompt and an answer, where they are assumed
    ttft_ms: float | None  # to a first token, where that is limited
    limit_ms: float | None


def fleet(asked: Asked) -> FactAnswer | None:
    """None where no load or no model was said, machines are named or at hand, or something else is asked."""
    said, predicates = asked.profile, asked.reading.sought.predicates
    chips = set(said.candidates) - FAMILIES
    named = len(chips) > 1 or said.instances or any(map(said.says, AT_HAND))
    if named or not is_told(said) or not any(map(said.says, SIZES)) or not PLANNED.isdisjoint(said.stated()):
        return None
    both = bool(chips) and MONEY in predicates and CARDS in asked.reading.sought.units
    if (chips and not both) or not (JUDGED if both else ELSE).isdisjoint(predicates):
        return None
    crowd = said.concurrent_users is not None and WHICH in predicates
    if (COUNTED.isdisjoint(predicates) and not (both or crowd)) or not OTHERS.isdisjoint(asked.reading.cues):
        return None
    told = form_named("estimate").answer(asked)
    if told is None:
        return None
    chosen = told.headline if isinstance(told.headline, ChipsForTraffic) else None
    first, *rest = (told.headline, *told.sentences) if chosen is None else told.sentences or (None,)
    if not isinstance(first, MonthEstimate) or first.is_assumed or first.not_there:
        return None
    of_it = asked.facts.instances[first.instance].accelerator or ""
    if chips and not any(of_it == one or of_it.startswith(f"{one}-") for one in chips):  # "A100" is of 40 and 80 GB
        return None
    served = next((one for one in costed(asked.case.options) if one.instance == first.instance and one.serving), None)
    waits = said.latency_ms and FIRST in asked.reading.signals
    values = {name: getattr(first, name) for name in (*Cost.model_fields, "tokens_per_day")}
    takes = FleetTakes(
        **values,
        requests_per_second=said.requests_per_second,
        users=said.concurrent_users,
        of_chip=bool(chips),
        precision=chosen.precision if chosen is not None and chosen.instance == first.instance else first.precision,
        lengths=first.lengths,
        rate_told=asked.case.filled.rate_told or None,
        people=first.people,
        on=first.on,
        ttft_ms=served.serving.ttft_ms if waits and served and served.serving else None,
        limit_ms=said.latency_ms,
    )
    return told.model_copy(update={"headline": takes, "sentences": tuple(rest), "of_told": True})

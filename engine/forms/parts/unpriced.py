"""Hours told of a chip that nobody here sells: what so many chip-hours cost on the nearest one that has a price."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.answers.unpriced import not_priced
from engine.forms.parts.estimate_reasons import ToldOnUnpriced, TwiceTheData
from engine.options.named import is_named
from engine.options.problem import Problem
from engine.workload.profile import Profile


def on_unpriced(said: Profile, problem: Problem) -> FactAnswer | None:
    """Hours said of a chip without a price: its chip-hours, at the price of the nearest chip that has one."""
    library, day = problem.library, problem.day
    if said.run_hours is None or said.task == "inference" or said.current_instances:
        return None
    nearest = next((one for one in not_priced(said, library, day) if not one.is_cloud), None)
    reference = problem.reference_instance()
    if nearest is None or (reference and is_named(problem.chip(reference), frozenset(said.candidates))):
        return None
    instance = library.facts.instances.get(nearest.instance or "")
    quote = library.prices(day).near(instance, "on_demand", said.region) if instance else None
    if instance is None or quote is None:
        return None
    chips, hours = said.accelerator_count or said.instance_count or 1.0, said.run_hours
    each = quote.usd_per_hour.likely / instance.count
    usd = hours * chips * each
    told = ToldOnUnpriced(
        hours=hours,
        chips=chips,
        chip=nearest.names,
        chip_hours=hours * chips,
        nearest=nearest.chip or "",
        instance=instance.id,
        usd_per_chip_hour=each,
        usd=usd,
        cites=quote.cites,
    )
    return FactAnswer(headline=told, sentences=(TwiceTheData(hours=hours * 2, usd=usd * 2),), confidence="low")

"""Emissions of chips, hours and places, and the cleaner choice where no workload is weighed."""

from __future__ import annotations

from engine.answers.carbon import carbon
from engine.answers.carbon_reasons import Emissions
from engine.answers.model import FactAnswer
from engine.answers.passages import BESIDE, passages
from engine.answers.regions import CleanerRegion, several_places
from engine.forms.estimate import ESTIMATE
from engine.forms.form import ENOUGH_WORKLOAD, Asked, Form, workload_slots
from engine.forms.parts.estimate_reasons import RunEstimate
from engine.forms.sold.span import unit_of
from engine.forms.told.emitted import over_span, with_totals
from engine.forms.told.energy import energy_used
from engine.options.named import called_by
from engine.workload.conditions import FAMILIES
from engine.workload.profile import Profile
from engine.workload.question import FormCues

REGIONS = "ranks_regions"  # the cue
ON_NAMED = "on_named"  # the cue of work that is put on what is named
WEIGHED = frozenset({REGIONS, "vs", "choice", "picks_one", "which_hardware", "open_choice"})  # several are compared
WORK = frozenset({"tokens", "flops", "samples", "epochs", "steps", "dataset", "data_gb"})  # slots of how much it is
PLACED = frozenset({"candidates", "instances", "clouds", "region", "priority"})  # slots of where work is put


def is_intent(seen: FormCues) -> bool:
    """Emissions of things or places that are named, or the cleaner choice where no workload is weighed."""
    if seen.has("carbon_strong") and (seen.hardware_named or seen.places or seen.profile.priority == "carbon"):
        return True
    return seen.has("carbon") and seen.profile.priority == "carbon" and not (seen.has("weighed") and seen.own_slots)


def is_asked(seen: FormCues) -> bool:
    """What chips emit in hours that are told: no price of such an hour is asked for, whatever else it sounds like."""
    hours = seen.has("hours_on_chip") or seen.says("run_hours")
    return seen.intent == "carbon" and seen.has("carbon_strong") and hours and seen.hardware_named > 0


def answer(asked: Asked) -> FactAnswer:
    """Figures of regions answer for whatever no entry surely answers; a card that nobody rents out has no region."""
    owned = _of_owned(asked)
    if owned is not None:
        return owned
    there = _of_work_there(asked)
    if there is not None:
        return there
    named = asked.profile.candidates or asked.profile.instances
    sure = bool(asked.hits) and asked.hits[0].score >= asked.library.constants.likely("sure_hit")
    span = unit_of(asked.reading.text)
    reading = over_span(asked.reading, span)
    stated = FactAnswer(
        sentences=carbon(reading, asked.library, asked.day),
        passages=passages(asked.hits, asked.facts, asked.day, BESIDE),
        found_first=sure and not named and REGIONS not in asked.reading.cues,
        verdict_below=_describes_work(asked),
    )
    return with_totals(stated, reading, span[0] if span and reading is not asked.reading else "", asked.library)


def _of_owned(asked: Asked) -> FactAnswer | None:
    """The energy and the carbon of one card of one's own in the hours that were said; None of what can be rented."""
    said, facts = asked.profile, asked.facts
    chips = called_by(facts, frozenset(said.candidates) - FAMILIES)
    rented = {instance.accelerator for instance in facts.instances.values()}
    if not chips or not said.run_hours or said.instances or any(chip.id in rented for chip in chips):
        return None
    return energy_used(chips[0], said.accelerator_count or 1, said.run_hours, asked.library)


def _of_work_there(asked: Asked) -> FactAnswer | None:
    """What work emits on the chips it was put on, for as long as it takes them; None where none are counted."""
    said = asked.profile
    counted = bool(said.accelerator_count or said.instance_count) and bool(said.candidates or said.instances)
    if (
        not (counted or _is_put_on_one(asked))
        or said.run_hours
        or not (said.parameters or said.model)
        or said.task == "inference"
    ):
        return None
    timed = ESTIMATE.answer(asked)
    first = timed.headline if timed is not None else None
    if not isinstance(first, RunEstimate):
        return None
    kept = {slot: value for slot, value in said.stated().items() if slot in PLACED}
    taken = Profile.model_validate({**kept, "run_hours": first.hours.likely, "accelerator_count": first.chips})
    reading = asked.reading.model_copy(update={"profile": taken})
    sums = FactAnswer(sentences=carbon(reading, asked.library, asked.day))
    stated = with_totals(sums, reading, "", asked.library, anywhere=not said.region)
    return stated.model_copy(update={"sentences": (first, *stated.sentences)}) if stated.headline else None


def _is_put_on_one(asked: Asked) -> bool:
    """Work of a told amount on one kind of machine that is named, where nothing is weighed against it."""
    said, cues = asked.profile, asked.reading.cues
    one = len(set(said.candidates) - FAMILIES) == 1 or len(said.instances) == 1
    return one and ON_NAMED in cues and WEIGHED.isdisjoint(cues) and not WORK.isdisjoint(said.stated())


def _describes_work(asked: Asked) -> bool:
    """A workload was said, or a rule speaks; chips that are counted are asked about as they stand."""
    counted = asked.profile.instance_count is not None or asked.profile.accelerator_count is not None
    if asked.profile.model is None and asked.profile.parameters is None and asked.profile.task is None:
        return bool(asked.rules) and not counted
    return len(workload_slots(asked.profile)) >= ENOUGH_WORKLOAD or (bool(asked.rules) and not counted)


def leads(answered: FactAnswer) -> bool:
    """Regions compared, or the carbon of the chips and hours said: that was the question."""
    return any(
        isinstance(entry, CleanerRegion) or (isinstance(entry, Emissions) and entry.said)
        for entry in answered.sentences
    )


CARBON = Form(
    id="carbon",
    intent="carbon",
    is_asked=is_asked,
    is_intent=is_intent,
    needs_question_mark=True,
    answer=answer,
    first_line="carbon",
    leads=leads,
    searches=True,
    has_figures=True,
    continues=several_places,
    of_work=True,
    prices_decide=False,
)

"""A model or a size and a memory that stand in one question: what each way takes against what there is."""

from __future__ import annotations

from dataclasses import replace

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.fit import TRAFFIC
from engine.forms.fit import answer as fits
from engine.forms.form import Asked
from engine.forms.how_fast import bound
from engine.forms.parts.fit_reasons import FitAssumed, Held, OnNamed, WeightsAlone
from engine.memory.ways import SERVING
from engine.options.named import called_by
from engine.workload.conditions import FAMILIES
from engine.workload.phases import phases_said
from engine.workload.said import said_also
from engine.workload.samples import in_samples

# Predicates that room or its lack may answer, and those that are of another matter whatever is stated beside them.
OF_ROOM = frozenset({"fit", "able", "support", "slow", "judge"})
OF_ELSE = frozenset({"carbon", "meaning", "effect", "commit", "used", "compare", "dollars", "hours", "why"})
# Those that it leaves alone even where nothing else is known.
OF_MONEY_OR_WORDS = frozenset({"carbon", "meaning", "commit", "used", "dollars", "hours"})
OF_CAUSE = frozenset({"why", "fit", "able", "judge"})
RAN_OUT = frozenset({"memory_error", "no_room"})  # cues
CHOICE = frozenset({"which_hardware", "better", "asks_worth"})  # cues
SPEEDS = frozenset({"slow", "rate"})
SEVERAL = 2  # cards
AMPLE = 0.25  # of the usable memory: what takes less has room, and nobody who asks of anything else asks of it


class GibAgainst(Reason, code="gib_against"):
    """GiB of each way, and what is usable of all that was named."""

    every: tuple[Held, ...]
    usable_all_gib: float
    usable_gib: float
    said: int


class ByLayers(Reason, code="by_layers"):
    """A way of serving that so many cards hold in all, and that engines which share heads want more of."""

    way: str
    needs_gib: float
    usable_all_gib: float
    said: int
    chips: int


def by_layers(stated: FactAnswer, asked: Asked) -> FactAnswer:
    """The answer, with the ways that fit on cards at hand where the layers are split; as it is where none do."""
    on = stated.headline
    if not isinstance(on, OnNamed) or on.said < SEVERAL or not is_owned(asked):
        return stated
    short = (one for one in on.every if one.way in SERVING and one.chips > on.said)
    lines = tuple(
        ByLayers(
            way=one.way, needs_gib=one.needs_gib, usable_all_gib=on.usable_all_gib, said=on.said, chips=one.chips
        )
        for one in short
        if one.needs_gib <= on.usable_all_gib
    )
    return stated.model_copy(update={"sentences": (*lines, *stated.sentences)}) if lines else stated


def is_stated(asked: Asked) -> bool:
    """Whether a size and a memory are stated, by their names or by themselves."""
    said = asked.profile
    sized = said.parameters or said.variant or asked.reading.ambiguous.get("parameters")
    return bool(sized and (set(said.candidates) - FAMILIES or said.instances or said.chip_memory_gb))


def is_owned(asked: Asked) -> bool:
    """Whether the cards that are named are none that anybody rents, so that they are at hand."""
    chips = {chip.id for chip in called_by(asked.facts, frozenset(asked.profile.candidates) - FAMILIES)}
    rented = any(instance.accelerator in chips for instance in asked.facts.instances.values())
    return not rented and not asked.profile.instances


def is_at_hand(asked: Asked) -> bool:
    """Whether work without traffic is told of beside a memory or cards that nobody rents out."""
    return is_stated(asked) and is_owned(asked) and not asked.profile.stated().keys() & TRAFFIC


def is_unrented(stated: FactAnswer, asked: Asked) -> bool:
    """Whether machines to rent stand beside a sum of memory of cards at hand, with no price or traffic asked."""
    said, sought = asked.profile.stated().keys(), frozenset(asked.reading.sought.predicates)
    chooses = "which" in sought or not CHOICE.isdisjoint(asked.reading.cues)
    plain = not said & TRAFFIC and not sought & OF_ELSE and not chooses
    return isinstance(stated.headline, OnNamed) and is_owned(asked) and plain


def held_at_least(asked: Asked) -> FactAnswer | None:
    """The same where nothing else is known of the question: whatever is asked of the two, their room is the least
    that can be said; of money, time and words it says nothing."""
    sought = frozenset(asked.reading.sought.predicates)
    return None if not is_stated(asked) or sought & OF_MONEY_OR_WORDS else _held(asked, sought - OF_ELSE)


def ran_out(asked: Asked) -> bool:
    """Whether memory ran out and nothing but that is asked about, in whatever words."""
    alone = OF_CAUSE.issuperset(asked.reading.sought.predicates)
    return alone and not RAN_OUT.isdisjoint(asked.reading.cues) and is_stated(asked)


def held(asked: Asked) -> FactAnswer | None:
    """Yes, no or how many, and the GiB behind it; None where room is not what could be asked."""
    sought = frozenset(asked.reading.sought.predicates)
    room = OF_ROOM | ({"which"} if is_owned(asked) else set())
    if not is_stated(asked) or sought & OF_ELSE or (sought and not sought & room):
        return None
    return _held(asked, sought)


def _held(asked: Asked, sought: frozenset[str]) -> FactAnswer | None:
    asked = _in_phase(asked)
    found = fits(asked)
    if found is None or found.headline is None:
        return None
    told = tuple(line for line in (found.headline, *found.sentences) if isinstance(line, OnNamed | WeightsAlone))
    sums = tuple(line for line in told if isinstance(line, OnNamed))
    if not sums or (sought and not sought <= {"fit", "able"} and _is_ample(sums[0])):
        return None
    assumed = tuple(line for line in found.sentences if isinstance(line, FitAssumed))
    lines: list[Reason] = []
    for one in told:
        lines += (one, _against(one)) if isinstance(one, OnNamed) else (one,)
    table = found.table.model_copy(update={"words": found.table.words or "fit"}) if found.table else None
    lines += (*(_speed(asked) if sought & SPEEDS else ()), *assumed[:1])
    return found.model_copy(update={"headline": lines[0], "sentences": tuple(lines[1:]), "table": table})


def _in_phase(asked: Asked) -> Asked:
    """Of work of which nobody says that it is trained what is asked is whether it runs."""
    reading = asked.reading
    if reading.profile.task or reading.profile.method or "training" in phases_said(reading):
        return asked
    said = said_also(reading.profile, {"task": "inference"})
    return replace(asked, reading=reading.model_copy(update={"profile": said}))


def _against(on: OnNamed) -> GibAgainst:
    return GibAgainst(
        every=on.every,
        usable_all_gib=on.usable_all_gib,
        usable_gib=on.usable_gib,
        said=on.said,
        cites=on.cites,
    )


def _is_ample(on: OnNamed) -> bool:
    """Whether even the way that takes most takes little of what there is."""
    return max((one.needs_gib for one in on.every), default=0.0) <= AMPLE * on.usable_all_gib


def _speed(asked: Asked) -> tuple[Reason, ...]:
    """What reading the weights allows one request, of a model that writes text."""
    problem = asked.problem
    of_text = problem.serving and problem.shape.sample is None and not in_samples(problem.profile, problem.facts)
    found = bound(problem, None) if of_text else None
    return (found.headline,) if found and found.headline else ()

"""So many of something at so much time each: the product, against the hours that are told beside it."""

from __future__ import annotations

from math import isclose

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.joined.told_amounts import Told, told_amount, told_batch, told_in_proportion
from engine.forms.told.passes import PassesTake, ProgressTakes, hours_in_all, of_times
from engine.forms.told.prices import hours_paid
from engine.workload.hours.told_times import told_times
from knowledge.units import SECONDS_PER_HOUR

SAME = 0.1  # by which figures that somebody rounded differ
LONGER = 1.5  # times what others tell: no longer the same


class AmountIs(Reason, code="amount_is"):
    """`number` of `thing` ("" where it is not named) at `each` hours; `hours` of all, `whole` of all `passes`.

    `own`: hours that the asker tells of it, `right` where they are these, `would_be` the hours of one in them;
    `theirs`: hours that others tell, `times` as long it is. 0 where they are not told.
    """

    number: float
    thing: str
    each: float
    hours: float
    passes: float
    whole: float
    own: float
    right: bool
    would_be: float
    theirs: float
    times: float
    slower: bool
    asks_normal: bool  # whether that is normal is asked


class InProportion(Reason, code="in_proportion"):
    """That the product holds as far as the time goes with the number."""


class StepsWithin(Reason, code="steps_within"):
    """Steps of a pass of `hours`, and the samples in them at `batch` of a step on all cards."""

    hours: float
    seconds: float
    steps: float
    batch: float
    samples: float


def amounts(asked: Asked) -> FactAnswer | None:
    """None where no number of a thing is told with the time of one."""
    reading = asked.reading
    told = told_amount(reading.text) or _of_slots(asked)
    return _product(told, asked) if told else within(asked)


def in_proportion(asked: Asked) -> FactAnswer | None:
    """How long another number takes on the same machine; None where another is named, or dollars are asked."""
    told = told_in_proportion(asked.reading.text)
    predicates = asked.reading.sought.predicates
    machines = {(one.id, one.chips) for one in asked.reading.hardware}
    if told is None or len(machines) > 1 or "dollars" in predicates or "hours" not in predicates:
        return None
    return _product(told, asked, InProportion())


def _product(told: Told, asked: Asked, *more: Reason) -> FactAnswer:
    reading = asked.reading
    whole = told.hours * told.passes
    own, theirs = told.own or 0.0, told.theirs or 0.0
    first = AmountIs(
        number=told.number,
        thing=told.thing,
        each=told.seconds / SECONDS_PER_HOUR,
        hours=told.hours,
        passes=told.passes,
        whole=whole,
        own=own,
        right=isclose(whole, own, rel_tol=SAME),
        would_be=own / (told.number * told.passes),
        theirs=theirs,
        times=whole / theirs if theirs else 0.0,
        slower=bool(theirs) and whole > LONGER * theirs,
        asks_normal="is_normal" in reading.cues,
    )
    paid = hours_paid(reading, whole, int(reading.profile.accelerator_count or 1))
    return FactAnswer(headline=first, sentences=(*((paid,) if paid else ()), *more), of_told=True)


def beside_told(asked: Asked) -> FactAnswer | None:
    """The same where hours are told beside it, of the asker's own or of others, or a price of an hour."""
    made = amounts(asked)
    first = made.headline if made else None
    told = isinstance(first, AmountIs) and bool(first.own or first.theirs) and bool(first.thing)
    return made if told or (made and made.sentences) else None


def within(asked: Asked) -> FactAnswer | None:
    """The steps of a pass by its hours and the seconds of a step, where no number of them is told."""
    said = asked.profile
    hours = told_times(asked.reading.text).one_pass
    if not hours or not said.seconds_per_step:
        return None
    steps = hours * SECONDS_PER_HOUR / said.seconds_per_step
    batch = (said.batch_size or told_batch(asked.reading.text) or 0) * (said.accelerator_count or 1)
    if not batch:
        return None
    first = StepsWithin(hours=hours, seconds=said.seconds_per_step, steps=steps, batch=batch, samples=steps * batch)
    return FactAnswer(headline=first)


def _of_slots(asked: Asked) -> Told | None:
    said = asked.profile
    if not said.steps or not said.seconds_per_step:
        return None
    return Told(said.steps, "step", said.seconds_per_step, 1.0, said.run_hours, None)


def passes(asked: Asked) -> FactAnswer | None:
    """All passes by the time of one; None where the one or the other is not told."""
    found = of_times(asked.problem, asked.reading) if hours_in_all(asked.reading) else None
    told = (found.headline, *found.sentences) if found and found.headline else ()
    lines = tuple(line for line in told if isinstance(line, PassesTake | ProgressTakes))
    return FactAnswer(headline=lines[0], of_told=True) if lines else None

"""Whether enough of a question was understood to give a figure or advice on it."""

from __future__ import annotations

from engine.base.reason import Reason
from engine.forms.per_unit.rates import says_amount
from engine.library import Library
from engine.workload.conditions import FAMILIES
from engine.workload.profile import FormId, Reading
from engine.workload.question import PAIR

ADVICE = frozenset({"choose", "carbon"})  # forms that recommend or judge by what was read of the whole text
ALL_UNSAID = "work_unknown"  # the code of a first line that gives no sum, and says what is missing
OWN = ("current_tokens_per_second", "seconds_per_step", "run_hours", "steps")  # amounts the asker measured


def is_half_read(reading: Reading, form: FormId, library: Library, first: Reason | None = None) -> bool:
    """Whether so much was not understood, some of it in the sentence that asks, that advice or an estimate on an
    amount nobody said would likely answer another question.

    What memory takes, and two chips side by side, invent nothing: they are told with what was assumed. Slots that
    were set by hand state the work exactly; then the text no longer decides. `first`: the first line of the answer,
    which misleads nobody where all it says is that neither the size nor the amount of the work is known.
    """
    if reading.by_hand or not _misleads(reading, form) or _says_nothing_is_known(first):
        return False
    constants = library.constants
    said = reading.profile
    if says_amount(said) and len(said.stated()) >= constants.entry("well_stated").value.likely:
        return False  # a long letter that says what is done, on what and how much of it
    many = _weight(reading.unread) >= constants.entry("unread_weight").value.likely
    return many and len(reading.unread_asked) >= constants.entry("unread_asked").value.likely


def _says_nothing_is_known(first: Reason | None) -> bool:
    return first is not None and first.code == ALL_UNSAID and bool(first.values["of_size"])


def _weight(stretches: tuple[str, ...]) -> int:
    """How many stretches there are; one with a figure counts twice."""
    return sum(1 + any(character.isdigit() for character in stretch) for stretch in stretches)


def _misleads(reading: Reading, form: FormId) -> bool:
    """Whether such an answer recommends, judges, or rests on an amount that nobody said."""
    said = reading.profile
    if form == "estimate":
        return not says_amount(said) and not any(slot in said.stated() for slot in OWN)
    if form == "compare":
        return len({*said.candidates, *said.instances} - FAMILIES) < PAIR
    return form in ADVICE

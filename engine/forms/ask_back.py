"""Neither the task nor the size was said, and nothing else decides: at most two questions, and no advice."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.compare import on_named
from engine.forms.form import Asked, Form, FormCues, question_of
from engine.forms.parts.doubts import WorkUnsaid
from engine.forms.per_unit.rates import says_amount
from engine.forms.per_unit.sides import two_words
from engine.forms.remarks.smallest import Smallest, smallest
from engine.workload.conditions import FAMILIES
from engine.workload.profile import Profile

WORK = frozenset(
    {
        "task", "parameters", "model", "method", "current_usd_per_month", "current_hours_per_run", "flops",
    }
)  # fmt: skip
WHICH, HARDWARE = "which", "which_hardware"  # cues of who asks for hardware: no entry about one is the answer
ANY = frozenset({"gpu"})  # of hardware that names none
MAY_ASK_SO = frozenset({"explain", "off_topic", "price_lookup"})  # "which GPU?" is short enough to be read as these


class DependsOnWork(Reason, code="depends_on_work"):
    """The first line."""


class WhichWork(Reason, code="which_work"):
    """The task and the size."""


class HowMuchWork(Reason, code="how_much_work"):
    """How often, and on how much."""


class TryOn(Smallest, code="try_on"):
    """The smallest machine to try it on."""


def is_asked(seen: FormCues) -> bool:
    """Advice on hardware, with nothing said that makes one better than another."""
    if seen.before or not work_unsaid(seen.profile):
        return False
    if seen.intent == "advise":
        return True
    return seen.has("which", "which_type") and seen.intent in MAY_ASK_SO and not (seen.specific or seen.instances)


def work_unsaid(said: Profile) -> bool:
    """Whether neither task nor size was said, nor how long a run takes and how often: no sum is worth anything.

    "Our run takes 36 hours on 2 p4d, 40 times a year" says how much work it is.
    """
    timed = said.run_hours is not None and (said.cadence is not None or said.runs is not None)
    return WORK.isdisjoint(said.stated()) and not timed


def answer(asked: Asked) -> FactAnswer | None:
    """None where no choice is asked for, a rule decides by what little was said, more was said, or it is written."""
    cues, unnamed = asked.reading.cues, not (set(asked.profile.candidates) - ANY or asked.profile.instances)
    written = bool(asked.hits) and WHICH not in cues and not (HARDWARE in cues and unnamed)
    if two_words(question_of(asked)) and not says_amount(asked.profile):
        return None  # two chips are set against each other whatever the work
    if "other_question" in asked.reading.cues or asked.rules or written or not work_unsaid(asked.profile):
        return None
    of_chip = on_named(asked).lines if set(asked.profile.candidates) - FAMILIES or asked.profile.instances else ()
    named = None if of_chip else smallest(question_of(asked), TryOn)
    return FactAnswer(
        headline=DependsOnWork(),
        sentences=(*of_chip, *((named,) if named else ())),
        questions=(WhichWork(), HowMuchWork()),
        doubts=(WorkUnsaid(),),
    )


ASK_BACK = Form(
    id="ask_back",
    means="advise",
    is_asked=is_asked,
    answer=answer,
    asks_for_facts=False,
    lasts=False,
    says="need_more",
)

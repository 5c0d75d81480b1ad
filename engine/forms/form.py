"""The form of an answer: when a text asks for it, what answers it, and how the answer appears on a card."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar

from engine.answers.model import FactAnswer
from engine.forms.parts.asked_on import AskedOn
from engine.forms.parts.estimate_table import UNASKED
from engine.forms.per_unit.rates import Question
from engine.options.assumptions import fill
from engine.options.problem import Problem
from engine.verdict.forks import Case, first_case
from engine.verdict.verdict import Kind, Verdict, speaking, verdict
from engine.workload.conditions import FAMILIES
from engine.workload.profile import FormId, Profile
from engine.workload.question import AskedForm, FormCues
from knowledge.facts import Facts, Hit, Rule

__all__ = [
    "ENOUGH_WORKLOAD", "NAMED_THINGS", "UNASKED", "Asked", "Form", "FormCues", "FormId",
    "asks_else", "question_of", "workload_slots",
]  # fmt: skip

ENOUGH_WORKLOAD = 2  # with so many slots, a question about something else also describes a workload
NAMED_THINGS = frozenset(
    {
        "candidates",
        "instances",
        "clouds",
        "region",
        "purchase",
        "instance_count",
        "accelerator_count",
        "priority",
        "providers",
    }
)  # fmt: skip
PLANS = frozenset(
    {
        "cadence",
        "runs",
        "runs_per_month",
        "deadline_days",
        "budget_usd",
        "tokens_per_day",
        "capacity",
        "port_weeks",
        "current_count",
    }
)
NO_PLAN = frozenset({"explain_strong", "memory_error"})
QUANTITIES = frozenset(
    {"run_hours", "runs", "runs_per_month", "cadence", "deadline_days", "managed", "checkpointing"}
)

T = TypeVar("T")


def nothing_found() -> tuple[Hit, ...]:
    """No entry of knowledge."""
    return ()


@dataclass(frozen=True)
class Asked(AskedOn):
    """A question as a form answers it. What is worked out is worked out once, and only if a form looks at it."""

    found: Callable[[], tuple[Hit, ...]] = field(default=nothing_found, repr=False, compare=False)
    judged: Verdict | None = field(default=None, compare=False)  # where it is known already
    _kept: dict[Callable[[Asked], Any], Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def once(self, work: Callable[[Asked], T]) -> T:
        """What a function makes of this question, worked out the first time it is asked for."""
        if work not in self._kept:
            self._kept[work] = work(self)
        made: T = self._kept[work]
        return made

    def sharing(self, other: Asked | None) -> Asked:
        """Itself, with what was worked out once of `other` where that is the same question."""
        if other and other.library is self.library and (other.reading, other.day) == (self.reading, self.day):
            self._kept.update(other._kept)
        return self

    @property
    def hits(self) -> tuple[Hit, ...]:
        """Entries of knowledge near the words of the text: once a form looks at them."""
        return self.found()

    @cached_property
    def problem(self) -> Problem:
        """The profile filled with what is assumed, for one part of an answer."""
        return Problem(fill(self.reading, self.library), self.library, self.day, brief=True)

    @cached_property
    def case(self) -> Case:
        """The profile filled with what is assumed, and every offering with its costs."""
        return first_case(self.reading, self.library, self.day)

    @cached_property
    def verdict(self) -> Verdict:
        """What to use for the work that was said."""
        return self.judged or verdict(self.reading, self.library, self.day)

    @property
    def of_chips(self) -> Asked:
        """Without "GPU" and "TPU", which name no chip, and without what is not to be had beside other chips."""
        named = tuple(word for word in self.profile.candidates if word not in FAMILIES)
        gone = {entry.id for entry in self.reading.unavailable}
        named = tuple(word for word in named if word not in gone) or named
        profile = self.profile.model_copy(update={"candidates": named})
        return replace(self, reading=self.reading.model_copy(update={"profile": profile}))

    @property
    def known_verdict(self) -> Verdict | None:
        """The verdict, where a form has looked at it."""
        return self.__dict__.get("verdict", self.judged)

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """The rules that what was said makes speak, the weightiest first."""
        return speaking(self.reading, self.library)


def never_leads(_answer: FactAnswer) -> bool:
    """Where there is a verdict, the verdict is the headline."""
    return False


def nothing_more(_text: str, _facts: Facts) -> bool:
    """An off-topic text does not continue the question before it."""
    return False


def question_of(asked: Asked) -> Question:
    """The same, for what is worked out a unit of the work."""
    return Question(asked.reading, asked.library, asked.day, fill(asked.reading, asked.library), asked.rules)


@dataclass(frozen=True, kw_only=True)
class Form(AskedForm):
    """Everything the program knows about one form of an answer.

    The first line is the answer's own `headline`; for an answer without one it is `first_line`, a macro of
    `words/answers/answers.j2`, whose default says the first sentence.
    """

    answer: Callable[[Asked], FactAnswer | None]  # None: the next form tries
    first_line: str = "first_fact"
    leads: Callable[[FactAnswer], bool] = never_leads  # whether `first_line` replaces the verdict's
    has_figures: bool = False  # figures answer for what is named: passages are searched by the other words
    facts_below_advice: bool = False  # on a card that begins with a verdict; other facts come above it
    says: Kind | None = None  # the kind of its verdict in JSON; None: that of the verdict, else "answer"
    prices_decide: bool = True  # that a named thing is not priced comes first; else it is one line, the last
    priced_by: frozenset[str] = frozenset()  # cues by which prices decide though they else do not
    asks_nothing: bool = False  # it is about nothing of ours: no buttons, and nothing to go on from
    continues: Callable[[str, Facts], bool] = (
        nothing_more  # an otherwise off-topic text that continues it in a thread
    )


def asks_else(cues: frozenset[str], said: Profile) -> bool:
    """Whether a text has a question of its own that no choice answers: is it enough, how fast, why.

    With work that is planned and a machine for it, what is asked is whether to: "20 runs of 70B, is she right about
    trn2", and so with work that is done on a machine time and again.
    """
    slots = said.stated().keys()
    does = "task" in slots or {"current_instances", "cadence"} <= slots
    sized = does and bool(slots & {"parameters", "model"})
    planned = sized and bool(slots & PLANS) and bool(slots & {"candidates", "instances", "current_instances"})
    return "other_question" in cues and not (planned and NO_PLAN.isdisjoint(cues))


def workload_slots(profile: Profile) -> frozenset[str]:
    """The stated slots that describe a workload, beyond what is rented, how long and how often."""
    return frozenset(profile.stated()) - NAMED_THINGS - QUANTITIES

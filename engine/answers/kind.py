"""A kind of question: when a text asks it, what answers it, and how that answer stands on a card."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from engine.answers.model import FactAnswer
from engine.library import Library
from engine.workload.profile import Profile, Reading
from engine.workload.question import AskedKind
from knowledge.facts import Facts, Hit, Rule

ENOUGH_WORKLOAD = 2  # slots from which on a question about something else is about a piece of work
PASSAGES_BESIDE = 3  # passages beside figures
NAMED_THINGS = frozenset(
    {"candidates", "instances", "clouds", "region", "purchase", "instance_count", "accelerator_count", "priority"}
)
QUANTITIES = frozenset(
    {"run_hours", "runs", "runs_per_month", "cadence", "deadline_days", "managed", "checkpointing"}
)

Answering = Callable[[Reading, Library, date, tuple[Hit, ...]], FactAnswer | None]


def no_verdict(_reading: Reading, _rules: tuple[Rule, ...]) -> bool:
    """Facts alone answer it."""
    return False


def always_verdict(_reading: Reading, _rules: tuple[Rule, ...]) -> bool:
    """It asks for advice."""
    return True


def never_leads(_answer: FactAnswer) -> bool:
    """Where there is a verdict, the verdict is the headline."""
    return False


def nothing_more(_text: str, _facts: Facts) -> bool:
    """A text with nothing of ours in it does not go on with the question before it."""
    return False


@dataclass(frozen=True, kw_only=True)
class QuestionKind(AskedKind):
    """All that the program knows of one kind of question. `headline` is a macro of `words/answers/answers.j2`;
    the default says the first sentence of the answer."""

    answer: Answering
    wants_verdict: Callable[[Reading, tuple[Rule, ...]], bool] = no_verdict  # given the rules that apply
    headline: str = "first_fact"
    leads: Callable[[FactAnswer], bool] = never_leads  # whether its headline stands above a verdict's
    searches: bool = False  # passages are looked up by the words of the text
    has_figures: bool = False  # what is named is answered with figures: passages are looked up for the other words
    ranks_only_named: bool = False  # a verdict beside it ranks nothing but what was named
    facts_below_advice: bool = False  # on a card with a verdict; other facts stand above it
    is_answer: bool = False  # in JSON the verdict beside it is of the kind "answer"
    continues: Callable[[str, Facts], bool] = nothing_more  # in a thread: a text that only makes sense after it


def workload_slots(profile: Profile) -> frozenset[str]:
    """The slots said that describe a workload, beyond what is rented, how long and how often."""
    return frozenset(profile.said()) - NAMED_THINGS - QUANTITIES

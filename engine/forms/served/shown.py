"""What a text shows of a question about serving, before and after its form is known, and a part that answers one."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.forms.per_unit.rates import Question
from engine.workload.conditions import FAMILIES
from engine.workload.profile import Profile, Reading
from engine.workload.question import FormCues

TRAINS = frozenset({"training_words", "memory_error", "trains_critic", "reference_only"})  # cues
OTHERS = frozenset({"carbon_strong", "commit_strong", "launch_fails", "in_stock", "of_others", "shopping"})  # too
TRAFFIC = ("tokens_per_day", "requests_per_second", "concurrent_users")


class Shown(NamedTuple):
    """The cues of a text, what it says of the work, and its words."""

    cues: frozenset[str]
    said: Profile
    text: str

    def has(self, *names: str) -> bool:
        """Whether it shows one of these cues."""
        return not self.cues.isdisjoint(names)

    @property
    def sized(self) -> bool:
        """Whether a model or its size was said."""
        return self.said.model is not None or self.said.parameters is not None

    @property
    def things(self) -> int:
        """The chips and machines that were named, "a GPU" being none."""
        return len(frozenset(self.said.candidates) - FAMILIES) + len(self.said.instances)

    @property
    def trains(self) -> bool:
        """Whether it speaks of training rather than of serving."""
        return self.said.task not in (None, "inference") or not self.cues.isdisjoint(TRAINS)

    @property
    def of_else(self) -> bool:
        """Whether it asks for something that no sum of serving answers."""
        return not self.cues.isdisjoint(OTHERS)


class Part(NamedTuple):
    """One kind of question: when a text asks it, and its answer, None where nothing is known."""

    asks: Callable[[Shown], bool]
    answer: Callable[[Question], FactAnswer | None]


def shown_by(seen: FormCues) -> Shown:
    """As the reader sees a text."""
    return Shown(seen.cues, seen.profile, seen.text)


def shown_in(reading: Reading) -> Shown:
    """As a form sees it."""
    return Shown(frozenset(reading.cues), reading.profile, reading.text)

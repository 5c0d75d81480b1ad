"""What the reader must know about a kind of question: its name, and when a text asks it.

The kinds themselves are in `engine/answers`, one module each; the reader is given them with its vocabulary.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.workload.profile import Intent, Profile


@dataclass(frozen=True, slots=True)
class IntentCues:
    """What tells one kind of question from another.

    `workload_slots` counts the stated slots that describe a workload, `own_slots` those that only make sense for
    somebody's own workload.
    """

    cues: frozenset[str]
    profile: Profile
    workload_slots: int
    own_slots: int
    instances: int
    specific: int  # chips of one generation
    generic: int
    asks_fact: bool  # a sentence asks about something other than us
    joined: bool  # two chips or types with "or", "/" or "," between them
    places: bool
    signals: bool

    def has(self, *names: str) -> bool:
        """Whether the text shows one of these cues (values of `slot = "cue"` in the vocabulary)."""
        return not self.cues.isdisjoint(names)

    @property
    def hardware_named(self) -> int:
        """How many instance types and chips are named."""
        return self.instances + self.specific + self.generic


@dataclass(frozen=True, kw_only=True)
class AskedKind:
    """A kind of question as the reader sees it. In a thread, a turn may name what the kind is about and yet only
    change the workload: "on a savings plan", "greenest region please"."""

    id: Intent
    is_asked: Callable[[IntentCues], bool]
    asks_for_facts: bool = True  # False for advice: in a thread such a turn goes on with what was asked before
    needs_question_mark: bool = False  # in a thread, a statement about it changes the workload
    needs_several_words: bool = False  # in a thread, so does a turn of a few words

"""What the reader must know about the form of an answer: its name, and when a text asks for it.

The forms themselves are in `engine/forms`, one module each; the reader is given them with its vocabulary.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.workload.profile import FormId, Intent, Profile

PAIR = 2
# Cues of another question about a thing in a place.
NO_PLACE = (
    "vs", "better", "asks_good", "judged", "commit_strong", "carbon_strong", "price_strong", "launch_fails",
    "asks_why", "in_stock", "not_had",
)  # fmt: skip
BARE = frozenset({"ours", "first_person", "interrogative", "money_there"})  # cues of a text with none of its own
A_CHIP = frozenset({"chip_hour", "per_chip", "money_per_chip"})  # cues of a price of one chip
PLANNED = frozenset({"runs", "runs_per_month", "cadence", "budget_usd", "deadline_days", "horizon_months"})


@dataclass(frozen=True, slots=True, kw_only=True)
class FormCues:
    """What tells one question from another.

    `workload_slots` counts the stated slots that describe a workload, `own_slots` those that only make sense for
    somebody's own workload. In a thread `profile` holds what earlier turns said as well; the counts are of the turn.
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
    text: str = ""
    asks: bool = False  # a question mark, or a sentence that opens as a question
    intent: Intent = ""  # known where a form is looked for, not yet where the intent is
    before: FormId = ""  # in a thread: the form of the card that this turn goes on with
    of_feature: bool = False  # in a thread: a library, a framework or a link is asked about, and no size is said
    names_feature: bool = False  # a library, a framework or a link is named
    threaded: bool = False  # it is a turn of a thread that said something
    turn: frozenset[str] = frozenset()  # in a thread: the slots that this turn says

    def has(self, *names: str) -> bool:
        """Whether the text shows one of these cues (values of `slot = "cue"` in the vocabulary)."""
        return not self.cues.isdisjoint(names)

    def says(self, *slots: str) -> bool:
        """Whether all of these slots were said."""
        return all(map(self.profile.says, slots))

    @property
    def hardware_named(self) -> int:
        """How many instance types and chips are named."""
        return self.instances + self.specific + self.generic

    @property
    def weighs_two(self) -> bool:
        """Whether it is asked from when on one of two machines pays, or what would turn the choice between them."""
        return self.has("asks_break_even") and self.hardware_named >= PAIR

    @property
    def of_a_machine(self) -> bool:
        """Whether, in a thread about work, it asks for the price of a machine and not of the work on it."""
        alone = self.hardware_named > 0 and self.workload_slots == 0
        return self.intent == "price_lookup" and alone and not self.has("on_named", "of_that")

    @property
    def of_a_place(self) -> bool:
        """Whether it asks if there is any of one thing in a place, of no work: "any trn2 in Europe?" """
        short = self.says("capacity")  # "any" says so
        more = max(self.workload_slots, self.own_slots) - short > 0 or self.has(*NO_PLACE)
        bare = self.asks and all(cue in BARE or cue.startswith("on_") for cue in self.cues)  # "p4d in Stockholm?"
        asked = (self.has("there_is") or bare) and self.says("region")
        return asked and self.hardware_named == 1 and not (more or self.before)

    @property
    def of_format(self) -> bool:
        """Whether, in a thread, a chip is asked for a number format, and no work in it."""
        return self.threaded and self.has("asks_format") and not self.has("training_words")

    @property
    def of_ratio(self) -> bool:
        """Whether one chip's speed is set against another's: how much faster it is, or is what is seen normal.

        Not where work is planned, or somebody asks which to take.
        """
        named = self.specific + self.instances >= PAIR and not self.before
        wonders = self.has("is_normal") and self.has("speed_word")
        chooses = self.has("which_hardware") and not wonders
        return (
            named
            and not chooses
            and PLANNED.isdisjoint(self.profile.stated())
            and (self.has("how_much_faster") or (wonders and (self.asks or self.has("interrogative"))))
        )


def never(_seen: FormCues) -> bool:
    """No text asks for it by cues of its own."""
    return False


@dataclass(frozen=True, kw_only=True)
class AskedForm:
    """The form of an answer as the reader sees it.

    `is_asked`: a text asks for this very form, by cues of its own. Where no form is asked so, the answer has the form
    of the text's intent: that with this `intent`, which a text has where `is_intent` says so.

    In a thread, a turn may name what the form is about and yet only change the workload: "on a savings plan",
    "greenest region please".
    """

    id: FormId
    is_asked: Callable[[FormCues], bool] = never
    intent: Intent = ""
    is_intent: Callable[[FormCues], bool] = never
    means: Intent = ""  # of a text that asks for it by cues of its own, whatever else it seemed to ask
    asks_for_facts: bool = True  # False for advice: in a thread such a turn goes on with what was asked before
    needs_question_mark: bool = False  # in a thread, a statement about it changes the workload
    needs_several_words: bool = False  # in a thread, so does a turn of a few words
    lasts: bool = True  # False: in a thread, the next turn does not go on with it
    of_work: bool = (
        False  # it is about the asker's work: a turn that changes the work goes on with the last such form
    )
    of_turn: bool = False  # in a thread, it answers what the turn alone says, and leaves the work as it was
    of_one: bool = False  # it is about one machine: in a thread, another that is named takes its place
    of_anything: bool = False  # it answers a text that speaks of nothing of ours
    searches: bool = False  # passages are searched by the words of the text

"""A turn of a thread as it is answered: what it changes, what it asks, and the question that it completes.

A turn that only states what an answer asked back for ("it is a 7B, batch 4, on one A100") asks nothing by itself: the
question that was asked is read again together with it, as if all of it had been one message.
"""

from __future__ import annotations

from engine.reading.asking.sought import sought
from engine.reading.followup import follow
from engine.reading.read import read
from engine.reading.turns.placed import is_placed, placed
from engine.reading.vocabulary import Vocabulary
from engine.workload.profile import Profile, Reading

LONGEST = 4_000  # characters of a question with what completes it
AGAIN = "asks_why"  # the cue of a turn about the answer before it
_ASIDE = frozenset({"closing", "thanks", "off_topic", "for_less", "in_less_time", "was_that"})  # cues


def whole(text: str, vocabulary: Vocabulary) -> Reading:
    """A message by itself, with what its sentences want to know."""
    return read(text, vocabulary).model_copy(update={"sought": sought(text, vocabulary), "question": text})


def turned(before: Reading, text: str, vocabulary: Vocabulary) -> Reading:
    """The merged reading after one more turn, with what its own sentences want to know."""
    told = follow(before, text, vocabulary)
    if AGAIN in told.cues:
        return told
    alone = whole(text, vocabulary)
    question = before.question or before.text
    if _completes(before, alone, told) and len(question) + len(text) < LONGEST:
        return _completed(told, whole(f"{question}\n{text}", vocabulary))
    if is_placed(before, alone):
        told = placed(before, alone, told)
    wants = alone.sought if alone.sought.predicates else before.sought
    return told.model_copy(update={"sought": wants, "question": text if alone.sought.predicates else question})


def _completes(before: Reading, alone: Reading, told: Reading) -> bool:
    """Whether a turn asks nothing and says only what nobody had said, after an answer that asked for more."""
    if not before.asked_back or alone.sought.predicates or alone.sought.asks or "?" in alone.text:
        return False
    if not _ASIDE.isdisjoint(alone.cues) or alone.ruled_out or told.turn is not None:
        return False
    said, known = alone.profile.stated(), before.profile.stated()
    new = {slot for slot, value in said.items() if known.get(slot) != value}
    named = alone.domains or alone.unknown_models or any(map(_has_digit, alone.unread))
    return bool(new or named) and new.isdisjoint(known)


def _has_digit(words: str) -> bool:
    return any(character.isdigit() for character in words)


def _completed(told: Reading, joined: Reading) -> Reading:
    """The question with what completes it, of the profile of the thread."""
    profile = Profile.model_validate({**told.profile.stated(), **joined.profile.stated()})
    kept = {
        "profile": profile,
        "work_form": told.work_form,
        "words": {**told.words, **joined.words},
        "unavailable": told.unavailable,
        "named": told.named,
        "domains": joined.domains or told.domains,
    }
    return joined.model_copy(update=kept)

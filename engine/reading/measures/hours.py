"""What hours mean beside a model that serves: those of sound that it hears, or of the machine that is on."""

from __future__ import annotations

from collections.abc import Collection

from engine.base.measures import Measured
from engine.reading.measures.demanded import demanded
from engine.reading.measures.kept_on import is_when, kept_on
from engine.reading.measures.paged import paged
from engine.reading.measures.sound import heard
from engine.reading.words.patterns import Match
from engine.workload.profile import Profile, Reading

SLOTS = ("samples_per_second", "tokens_per_day", "pages")  # whose words are read here
MOST = 2  # times as long, of a stretch that was not understood with such words in it


def of_hours(
    profile: Profile, words: dict[str, str], told: Measured, matches: Collection[Match], signals: Collection[str],
    *, of_sound: bool,
) -> Profile:  # fmt: skip
    """The profile with them; their words are kept, too."""
    profile = heard(profile, words, told, matches, of_sound=of_sound)
    profile = kept_on(profile, words, signals, of_sound=of_sound)
    profile = paged(profile, words, told)
    return demanded(profile, words, told, {str(one.value) for one in matches if one.slot == "cue"})


def with_measures(made: Reading, told: Measured) -> Reading:
    """The reading with its measures, and without what they read among what was not understood."""
    used = tuple(words for slot in SLOTS if (words := made.words.get(slot)))

    def is_used(words: str) -> bool:
        return any(words in one or (one in words and len(words) < MOST * len(one)) for one in used)

    left = (one for one in made.unread if not is_used(one) and not is_when(made.text, one, made.profile))
    return made.model_copy(update={"measured": told, "unread": tuple(left)})

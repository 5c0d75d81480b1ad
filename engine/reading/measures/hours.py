"""What hours mean beside a model that serves: those of sound that it hears, or of the machine that is on."""

from __future__ import annotations

from collections.abc import Collection

from engine.base.measures import Measured
from engine.reading.measures.kept_on import is_when, kept_on
from engine.reading.measures.sound import heard
from engine.reading.words.patterns import Match
from engine.workload.profile import Profile, Reading

SOUND = "samples_per_second"  # the slot


def of_hours(
    profile: Profile, words: dict[str, str], told: Measured, matches: Collection[Match], signals: Collection[str],
    *, of_sound: bool,
) -> Profile:  # fmt: skip
    """The profile with them; their words are kept, too."""
    profile = heard(profile, words, told, matches, of_sound=of_sound)
    return kept_on(profile, words, signals, of_sound=of_sound)


def with_measures(made: Reading, told: Measured) -> Reading:
    """The reading with its measures, and without what they read among what was not understood."""
    used = made.words.get(SOUND, "")
    left = (one for one in made.unread if one not in used and not is_when(made.text, one, made.profile))
    return made.model_copy(update={"measured": told, "unread": tuple(left)})

"""The verbs of `/chipscout`, and which one a misspelled word was meant to be."""

from __future__ import annotations

from rapidfuzz.distance import OSA

from knowledge.facts import Fact

LETTERS_A_SLIP = 4  # letters of a verb per allowed typo


class Verb(Fact):
    """`takes_words`: more may follow. `is_certain`: no question begins with anything similar, so a typo needs no
    second look at what the rest says.
    """

    name: str
    takes_words: bool = False
    is_certain: bool = False


VERBS = (
    Verb(name="help"),
    Verb(name="subscribe", takes_words=True, is_certain=True),
    Verb(name="unsubscribe", is_certain=True),
    Verb(name="settings", takes_words=True),
    Verb(name="digest"),
    Verb(name="prices", takes_words=True),
    Verb(name="my data"),
    Verb(name="delete my data", takes_words=True),
)


def nearest(text: str) -> Verb | None:
    """The verb a misspelled text probably meant; None for a correct one and for anything else."""
    typed = " ".join(text.lower().split()).strip("/.!?")
    candidates: list[tuple[int, Verb]] = []
    for verb in VERBS:
        count = len(verb.name.split())
        start = " ".join(typed.split()[:count]) if verb.takes_words else typed
        if start == verb.name:
            return None
        slips = OSA.distance(start, verb.name, score_cutoff=max(1, len(verb.name) // LETTERS_A_SLIP))
        if slips <= max(1, len(verb.name) // LETTERS_A_SLIP):
            candidates.append((slips, verb))
    return min(candidates, key=lambda candidate: candidate[0])[1] if candidates else None

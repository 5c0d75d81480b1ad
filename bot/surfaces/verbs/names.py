"""The verbs of `/chipscout`, and which one a misspelled word was meant to be."""

from __future__ import annotations

from rapidfuzz.distance import OSA

from knowledge.facts import Fact

LETTERS_A_SLIP = 4  # letters of a verb per allowed typo
SHORTEST = 3  # letters of a verb cut short: "sub"


class Verb(Fact):
    """`takes_words`: more may follow. `questions`: words nearly like it that questions begin with."""

    name: str
    takes_words: bool = False
    questions: frozenset[str] = frozenset()


VERBS = (
    Verb(name="help"),
    Verb(name="subscribe", takes_words=True),
    Verb(name="unsubscribe"),
    Verb(name="settings", takes_words=True, questions=frozenset({"setting", "getting", "letting", "betting"})),
    Verb(name="digest"),
    Verb(name="prices", takes_words=True, questions=frozenset({"price"})),
    Verb(name="plan", takes_words=True, questions=frozenset({"plain", "plans", "lan", "clan"})),
    Verb(name="my data"),
    Verb(name="delete my data", takes_words=True),
)


def nearest(text: str) -> Verb | None:
    """The verb a text probably meant; None for a correct one and for anything else."""
    typed = " ".join(text.lower().split()).strip("/.!?")
    candidates: list[tuple[int, Verb]] = []
    for verb in VERBS:
        count = len(verb.name.split())
        start = " ".join(typed.split()[:count]) if verb.takes_words else typed
        if start == verb.name:
            return None
        most = max(1, len(verb.name) // LETTERS_A_SLIP)
        slips = OSA.distance(start, verb.name, score_cutoff=most)
        if slips <= most:
            candidates.append((slips, verb))
        elif len(typed) >= SHORTEST and verb.name.startswith(typed):
            candidates.append((most + 1, verb))
    return min(candidates, key=lambda candidate: candidate[0])[1] if candidates else None


def meant(text: str) -> Verb | None:
    """The verb a text surely meant: one that questions may begin with as well has to stand alone."""
    verb, words = nearest(text), text.lower().strip("/.!?").split()
    return verb if verb and (len(words) == 1 or words[0] not in verb.questions) else None

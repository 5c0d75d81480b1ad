"""Every kind of question, one line each. What is said elsewhere of kinds is derived from here."""

from __future__ import annotations

from engine.answers.advise import ADVISE
from engine.answers.carbon import CARBON
from engine.answers.commitment import COMMITMENT
from engine.answers.compare import COMPARE
from engine.answers.explain import EXPLAIN
from engine.answers.kind import QuestionKind
from engine.answers.prices import PRICE_LOOKUP

KINDS: tuple[QuestionKind, ...] = (  # the most telling first: the first that a text asks is its kind
    CARBON,
    COMMITMENT,
    COMPARE,
    PRICE_LOOKUP,
    EXPLAIN,
    ADVISE,  # last: every text asks it
)


def kind_named(name: str, kinds: tuple[QuestionKind, ...] = KINDS) -> QuestionKind:
    """The kind of that id; advice for what is none ("off_topic", or a kind another version knew)."""
    return next((kind for kind in kinds if kind.id == name), ADVISE)

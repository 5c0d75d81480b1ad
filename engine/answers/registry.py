"""Every kind of question, one line each. Everything else that depends on the kinds is derived from this list."""

from __future__ import annotations

from engine.answers.advise import ADVISE
from engine.answers.carbon import CARBON
from engine.answers.commitment import COMMITMENT
from engine.answers.compare import COMPARE
from engine.answers.explain import EXPLAIN
from engine.answers.kind import QuestionKind
from engine.answers.prices import PRICE_LOOKUP

KINDS: tuple[QuestionKind, ...] = (  # the most specific first: a text is of the first kind it asks
    CARBON,
    COMMITMENT,
    COMPARE,
    PRICE_LOOKUP,
    EXPLAIN,
    ADVISE,  # last: matches every text
)


def kind_named(name: str, kinds: tuple[QuestionKind, ...] = KINDS) -> QuestionKind:
    """The kind with that id; advice for an id that is none ("off_topic", or a kind of another version)."""
    return next((kind for kind in kinds if kind.id == name), ADVISE)

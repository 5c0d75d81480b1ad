"""The kinds of question there are, and the answers in facts: one module a kind, one line each in `registry.py`."""

from engine.answers.advise import is_bare
from engine.answers.kind import QuestionKind
from engine.answers.model import FactAnswer, Passage, PriceRow, Property
from engine.answers.registry import KINDS, kind_named

__all__ = ["KINDS", "FactAnswer", "Passage", "PriceRow", "Property", "QuestionKind", "is_bare", "kind_named"]

"""Why the throughput of a run cannot be predicted."""

from __future__ import annotations

from engine.base.reason import Reason


class Unpredictable(Reason):
    """One reason why the throughput of a run cannot be predicted."""


class UnknownChip(Unpredictable, code="unknown_chip"):
    chip: str


class UnknownKind(Unpredictable, code="kind_unknown"):
    """Neither training nor inference."""

    kind: str


class UnknownSize(Unpredictable, code="size_unknown"):
    model: str


class NotALanguageModel(Unpredictable, code="not_a_language_model"):
    architecture: str


class NoNumber(Unpredictable, code="no_number"):
    """A cell that should hold a positive number."""

    cell: str


class NoTokenThroughput(Unpredictable, code="no_token_throughput"):
    model: str


class NoAnswerLength(Unpredictable, code="no_answer_length"):
    model: str
    benchmark: str


class WrongTask(Unpredictable, code="wrong_task"):
    """The chip does not train, or does not serve."""

    chip: str
    task: str

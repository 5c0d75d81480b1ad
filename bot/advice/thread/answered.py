"""One answered question, as far as its thread looks at it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, Protocol, Self

from engine.answers import FactAnswer
from engine.forms import Form
from engine.verdict.verdict import Verdict
from engine.workload.profile import Reading


class Answered(Protocol):
    """See bot/advice/answer.py."""

    @property
    def reading(self) -> Reading:
        """The question as understood."""

    @property
    def form(self) -> Form:
        """That answered it."""

    @property
    def facts(self) -> FactAnswer:
        """What is shown."""

    @property
    def verdict(self) -> Verdict | None:
        """Advice, where it is that."""

    @property
    def before(self) -> Reading | None:
        """What the thread said until then."""

    @property
    def as_of(self) -> date:
        """The day."""

    @property
    def parts(self) -> tuple[Self, ...]:
        """Where several things were asked: an answer to each."""

    @property
    def unheeded(self) -> tuple[str, ...]:
        """Amounts that were said and that no line uses."""

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """The same with other values."""

"""A row of the table that decides which sum joins what is stated, and what it is held against."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from engine.answers.model import FactAnswer
from engine.forms.form import Asked, Form
from engine.forms.joined.held import is_owned
from engine.forms.parts.fit_reasons import OnNamed
from engine.forms.unsure.support import KNOWS_NOTHING, NOTHING_HELD, is_asked_there, written_first
from engine.workload.profile import FormId
from knowledge.facts import Faq

WRITTEN_ANSWER = "faq_told"  # the code of a first line


@dataclass(frozen=True)
class Stands:
    """What stands there before anything is joined to it.

    `first`: the code of its first line, empty where it has none; `written`: the written answer that this line is.
    """

    form: Form
    stated: FactAnswer
    asked: Asked
    first: str
    written: Faq | None

    @property
    def alone(self) -> bool:
        """Whether it tells nothing."""
        unsure = self.stated.unsure and not isinstance(self.stated.headline, OnNamed)
        return self.first in KNOWS_NOTHING or unsure or self.form.asks_nothing

    @cached_property
    def open(self) -> bool:
        """Whether it asks what nobody understood, and what memory says of the things named stands there already."""
        said, sought = self.asked.profile, self.asked.reading.sought
        if self.stated.headline is None or self.stated.headline.code != NOTHING_HELD or said.method or said.task:
            return False
        return sought.asks and not sought.predicates and not is_owned(self.asked)

    @cached_property
    def firm(self) -> bool:
        """Whether what is written is of a named product, of a predicate, or leads and is all that is asked."""
        line, asked = self.stated.headline, self.asked
        text = line.values.get("text") if line and line.code == WRITTEN_ANSWER else None
        whole = {name for name, share in asked.reading.sought.faqs if is_asked_there(share, asked, instead=True)}
        return text is not None and any(
            faq.says == text and (faq.of_name or faq.is_predicate or (faq.leads and faq.id in whole))
            for faq in asked.facts.faqs.values()
        )

    def seeks(self, predicates: frozenset[str]) -> bool:
        """Whether one of them is asked."""
        return not predicates.isdisjoint(self.asked.reading.sought.predicates)


Made = Callable[[Stands], FactAnswer | None]
Where = Callable[[Stands], bool]


class Join(NamedTuple):
    """A sum over what is stated, None where it is not.

    `over`: where it takes the place of what stands there; `above`: where that stays below it; `of_time`: then without
    what is written of another matter. `form`: that of the answer; empty: the one there, or an explanation where that
    one decides something else.
    """

    made: Made
    over: Where | None = None
    above: Where | None = None
    of_time: bool = False
    form: FormId | Literal[""] = ""


def stands(form: Form, stated: FactAnswer, asked: Asked) -> Stands:
    """An answer as a row sees it."""
    first = stated.headline.code if stated.headline else ""
    return Stands(form, stated, asked, first, written_first(stated, asked))


def asks(made: Callable[[Asked], FactAnswer | None]) -> Made:
    """A sum that looks at the question alone."""
    return lambda there: made(there.asked)


def of(codes: frozenset[str], *, alone: bool = False) -> Where:
    """Where the first line has one of these codes, or, if `alone`, where what stands there tells nothing."""
    return lambda there: there.first in codes or (alone and there.alone)


def always(_there: Stands) -> bool:
    """Wherever the sum can be made."""
    return True

"""How the tests of claims read a thread."""

from __future__ import annotations

from collections.abc import Sequence

from bot.advice.advisor import Advisor
from engine.base.reason import Reason
from engine.forms.claims.observed import Observation, observed
from engine.forms.form import Asked
from engine.library import library_of
from knowledge.facts import Facts
from tests.day import DAY


def seen(advisor: Advisor, facts: Facts, *turns: str) -> tuple[Observation, ...]:
    """What the turns of a thread tell."""
    text = "\n".join(turns)
    return observed(Asked(advisor.parse(text), library_of(facts), DAY), len(text) - len(turns[-1]))


def first_line(advisor: Advisor, turns: Sequence[str]) -> Reason | None:
    """The first line of the answer to the last turn."""
    before, line = None, None
    for turn in turns:
        answer = advisor.ask(turn, before=before)
        before, line = answer.goes_on_from, answer.facts.headline
    return line

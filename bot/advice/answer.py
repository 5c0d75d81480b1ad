"""One answered question, as every surface shows it."""

from __future__ import annotations

from datetime import date

from bot.prices.market import Market
from engine.answers import FactAnswer
from engine.forms import Form
from engine.verdict.shown.difference import Difference
from engine.verdict.verdict import Verdict
from engine.workload.profile import Profile, Reading
from knowledge.facts import Fact, Lean, Source


class Answer(Fact):
    """One answered question. `verdict` is None where the facts alone answer it."""

    question: str
    reading: Reading
    form: Form
    verdict: Verdict | None = None
    facts: FactAnswer
    rule_lean: Lean | None = None
    before: Reading | None = None  # what the thread said until then
    changed: Difference | None = None  # for a follow-up: against the card before it
    earlier: Verdict | None = None  # what that card said, at the prices of this one
    sources: dict[str, Source]
    market: Market | None = None  # the prices it was made of, where any were observed
    as_of: date
    parts: tuple[Answer, ...] = ()  # where several things were asked: an answer to each, of which this is the first
    left_out: tuple[str, ...] = ()  # what was asked beyond these, and is not answered
    unheeded: tuple[str, ...] = ()  # amounts that were said and that no line of it uses, in the words of the message
    unheeded_decides: bool = False  # whether without them it may be the answer to another question
    untold: tuple[str, ...] = ()  # what is asked for in these words, and no line of it tells
    unnamed: tuple[str, ...] = ()  # named as a condition in these words, and nowhere in it
    restated: tuple[str, ...] = ()  # the lines it was read as, where a language model restated it
    withheld: int = 0  # parts that a language model found to answer something else

    @property
    def goes_on_from(self) -> Reading:
        """What the next turn of the thread goes on from: after "thanks", what was said before it."""
        last = self.parts[-1] if self.parts else self
        aside = last.before is not None and last.reading.intent == "off_topic"
        reading = last.before if last.before is not None and aside else last.reading
        worked = next((part.reading for part in reversed(self.parts) if part.form.of_work), None)
        if worked is None or last.form.of_work or reading.work_form:
            return reading
        work, fact = worked.profile, reading.profile  # as where a fact is asked for in a thread about work
        told = Profile.model_validate({**work.stated(), **fact.stated()})
        beside = {"work": work, "work_form": worked.form, "profile": told, "turn": fact}
        return reading.model_copy(update=beside)

"""What a language model does for an answer, where one is set up: its text in plain lines before, a second look after.

It adds nothing: a line says what the text says, and a second look only takes away.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from bot.advice.answer import Answer
from bot.advice.rest import distinct, quoted
from bot.restate.checked import Check
from bot.restate.checking import without_figures
from bot.restate.restated import Restate, Restated
from engine.forms.explain import EXPLAIN
from engine.forms.faqs.written import told_whole
from engine.forms.unsure.half_read import Beyond, beyond
from engine.workload.profile import Reading
from knowledge.facts import Faq

LONG = 160  # characters: of a longer text the reader's own grammar misses what a language model does not


class Reader(NamedTuple):
    """The two things a language model may do, either of which may be missing: put a question into plain lines, and
    withhold what does not answer it. `shown` is what a check sees of one part of an answer."""

    restate: Restate | None = None
    check: Check | None = None
    shown: Callable[[Answer], str] = lambda part: part.question


class _Of(Protocol):
    def __call__(self, part: str, *, within: Reading | None = None) -> Answer: ...


class ByModel:
    """Asks the model where that may help, and goes without it where it does not answer."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def restated(self, text: str, before: Reading | None, parse: Callable[[str], Reading]) -> Restated | None:
        """The text in plain lines, where it is long or something of it was not understood; None: read it as it is."""
        if self._reader.restate is None or not any(ch.isalnum() for ch in text):
            return None
        if before is None and len(text) < LONG and not parse(text).unread:
            return None
        return self._reader.restate(text, _earlier(before), ())

    def checked(
        self,
        answer: Answer,
        text: str,
        before: Reading | None,
        again: Callable[[Restated], Answer],
        *,
        private: bool,
    ) -> Answer:
        """The answer without the parts that answer something else, and with what is asked beyond it named.

        Where nothing of it is left, the text is put into other lines once, which `again` answers. `private`: figures
        of the team are in it, which are not sent.
        """
        kept = self._kept(answer, text, before, private=private)
        if kept.withheld == 0 or not _is_nothing(kept) or self._reader.restate is None:
            return kept
        plain = self._reader.restate(text, _earlier(before), answer.restated or (text,))
        if plain is None or not plain.lines:
            return kept
        other = self._kept(again(plain), text, before, private=private)
        return kept if _is_nothing(other) else other

    def _kept(self, answer: Answer, text: str, before: Reading | None, *, private: bool) -> Answer:
        if self._reader.check is None or answer.form.asks_nothing:
            return answer
        parts = answer.parts or (answer,)
        shown = (self._reader.shown(part) for part in parts)
        told = tuple(without_figures(part, text) if private else part for part in shown)
        found = self._reader.check(text, _earlier(before), told)
        if found is None:
            return answer
        kept = tuple(part for at, part in enumerate(parts, 1) if at not in found.off)
        left = tuple(dict.fromkeys((*answer.left_out, *(quoted(one) for one in found.unanswered))))
        if not kept:
            return _nothing(answer, left or (quoted(text),), withheld=len(parts))
        whole: dict[str, object] = {"question": answer.question, "restated": answer.restated, "left_out": left}
        whole |= {"parts": kept if len(kept) > 1 else (), "withheld": len(parts) - len(kept)}
        return kept[0].model_copy(update=whole)


def of_lines(text: str, plain: Restated, answered: _Of, whole: Reading, offered: Mapping[str, Faq]) -> Answer:
    """The lines answered one by one, of the kind of work that the whole text is about; what is beyond is said.

    A line that is one of the questions `offered` gets what is written to it.
    """
    every: dict[str, object] = {"question": text, "left_out": plain.beyond, "restated": plain.lines}
    if plain.lines:
        parts = [
            _written(answered(line), offered[line], whole) if line in offered else answered(line, within=whole)
            for line in plain.lines
        ]
        kept, unheld = distinct(parts)
        beside = {"parts": tuple(kept)} if len(kept) > 1 else {}
        return kept[0].model_copy(update=every | beside | {"left_out": (*plain.beyond, *unheld)})
    answer = answered(text)
    return answer if answer.form.asks_nothing else _nothing(answer, plain.beyond, withheld=0)


def _written(answer: Answer, faq: Faq, whole: Reading) -> Answer:
    """What is written to it, of the work of the whole text: no figure of the line itself is the asker's."""
    told: dict[str, object] = {"facts": told_whole(faq), "form": EXPLAIN, "reading": whole, "verdict": None}
    return answer.model_copy(update=told | {"changed": None, "parts": (), "left_out": ()})


def _is_nothing(answer: Answer) -> bool:
    return isinstance(answer.facts.headline, Beyond)


def _nothing(answer: Answer, left: tuple[str, ...], *, withheld: int) -> Answer:
    """That nothing here answers the question; the thread goes on from what was read."""
    nothing: dict[str, object] = {"form": EXPLAIN, "facts": beyond(left), "verdict": None, "changed": None}
    told: dict[str, object] = {"parts": (), "restated": (), "left_out": left, "withheld": withheld}
    return answer.model_copy(update=nothing | told)


def _earlier(before: Reading | None) -> tuple[str, ...]:
    return (before.text,) if before else ()

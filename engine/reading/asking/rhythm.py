"""How often something is done, and the share of the peak it reaches, said in place of what the thread said: "and once
a week?" after "3x a week", "at 45% MFU?" after a run."""

from __future__ import annotations

from collections.abc import Sequence

from engine.reading.document import Document, lay_out
from engine.reading.vocabulary import Vocabulary
from engine.workload.profile import Profile, Turn
from engine.workload.told_speeds import JUDGED, told_mfu

RHYTHM, PERIOD, EACH, TIMES, SPELT = "measure_rhythm", "measure_period", "each", "counted", "times"  # classes
COUNT = "times"  # the value of a counted word: "3 times", "3x"
LONGEST = 16  # tokens of such a turn
Span = tuple[int, int]


def in_rhythm(thread: Sequence[Turn], text: str, vocabulary: Vocabulary) -> tuple[str, ...] | None:
    """The texts of the thread with the rhythm of the turn in the last that has one; None where the turn says more, or
    no text has one."""
    turn = lay_out(text, vocabulary, Profile(), in_thread=True)
    said = _rhythm(turn)
    if said is None or len(turn.tokens) > LONGEST:
        return None
    carrying = {at for at, token in enumerate(turn.tokens) if token.kind != "mark"}
    if not carrying - turn.plain_words <= set(range(*said)):
        return None
    texts = [one.text for one in thread]
    for at in range(len(texts) - 1, -1, -1):
        asked = lay_out(texts[at], vocabulary, Profile())
        if (was := _rhythm(asked)) is not None:
            start, end = asked.tokens[was[0]].start, asked.tokens[was[1] - 1].end
            texts[at] = f"{texts[at][:start]}{turn.slice(*said)}{texts[at][end:]}"
            return tuple(texts)
    return None


def at_share(thread: Sequence[Turn], text: str, vocabulary: Vocabulary) -> tuple[str, ...] | None:
    """The texts of the thread with the share of the peak that the turn says, behind the last where none has one; None
    where the turn says more."""
    share = told_mfu(text)
    if share is None:
        return None
    turn = lay_out(text, vocabulary, Profile(), in_thread=True)
    if len(turn.tokens) > LONGEST:
        return None
    beside = {
        at for at, one in enumerate(turn.tokens) if one.kind != "mark" and not share.first <= one.start < share.last
    }
    judged = any(one.slot == "cue" and one.value in JUDGED for one in turn.matches)
    if judged or not beside <= turn.plain_words:
        return None
    texts, words = [one.text for one in thread], text[share.first : share.last].strip()
    for at in range(len(texts) - 1, -1, -1):
        if (was := told_mfu(texts[at])) is not None:
            texts[at] = f"{texts[at][: was.first]}{words}{texts[at][was.last :]}"
            return tuple(texts)
    body = texts[-1].rstrip(" ?.!")
    texts[-1] = f"{body}, at {words}{texts[-1][len(body) :]}"
    return tuple(texts)


def _rhythm(document: Document) -> Span | None:
    """The first stretch that says how often: "every day", "3x a week", "twice a month"; the longest from there."""
    for at in range(len(document.tokens)):
        last = max(_named(document, at), _counted(document, at))
        if last:
            return at, last
    return None


def _named(document: Document, at: int) -> int:
    found = document.at(RHYTHM, at)
    return found.last if found is not None else 0


def _counted(document: Document, at: int) -> int:
    """The end of a number of times a period; 0 where none begins here."""
    spelt = document.at(SPELT, at)
    last = spelt.last if spelt is not None else at + 1
    if spelt is None:
        times = document.at(TIMES, last)
        if document.tokens[at].kind != "number" or times is None or times.value != COUNT:
            return 0
        last = times.last
    each = document.at(EACH, last)
    period = document.at(PERIOD, each.last) if each is not None else None
    return period.last if period is not None else 0

"""A turn as a question of its own: what its thread speaks of in place of "that", or behind what the turn asks.

"Can I get that on demand?" after "where is the H200 sold on AWS?" is "can I get H200 on demand, on AWS?".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from engine.reading.asking.counts import ANY, MACHINE, Piece, count_of
from engine.reading.asking.instead import MODEL, PLACE, pieces
from engine.reading.document import Document, lay_out
from engine.reading.vocabulary import Vocabulary
from engine.workload.profile import Profile, Reading

CLOUD, WAY, SIZE = "cloud", "purchase", "size"  # kinds of a stretch, and the key of an amount that is a model
OF_WORK = ("method", MODEL, "precision")  # kinds, in the order in which they are said
OF_PRICE = (PLACE, CLOUD, WAY)
EITHER = " or "  # between machines that are weighed
CHOOSE = "choose"  # a form
LEANS, THERE = "leans", "there"  # classes of words that stand for what was said
STANDS_FOR = frozenset({"it", "that", "this", "those", "these", "them"})
_ENDS = re.compile(r"[\s?？.!,;]+$")


class Subject(NamedTuple):
    """What a thread speaks of in its own words, by kind."""

    words: dict[str, str]
    lead: dict[str, str]  # the word before each: "in", "on"

    def said(self, kinds: tuple[str, ...], but: frozenset[str] = frozenset()) -> str:
        """Those kinds in a row."""
        told = (
            f"{self.lead.get(kind, '')}{self.words[kind]}" for kind in kinds if kind in self.words and kind not in but
        )
        return " ".join(told)


def subject(before: Reading, vocabulary: Vocabulary) -> Subject:
    """Of each kind what was said last; machines that the last answer told where the thread names none."""
    words: dict[str, str] = {}
    lead: dict[str, str] = {}
    named: dict[str, list[str]] = {}
    for turn in before.thread:
        document, named = lay_out(turn.text, vocabulary, Profile()), {}
        every = tuple(pieces(document))
        for piece in every:
            if any(one is not piece and one.first <= piece.first and piece.last <= one.last for one in every):
                continue  # the 70B of "Llama 3 70B"
            kind = MODEL if piece.key == SIZE else piece.kind
            if kind in (*OF_WORK, *OF_PRICE) or (kind == MACHINE and piece.value != ANY):
                named.setdefault(kind, []).append(_written(document, piece))
                lead[kind] = "in " if kind == PLACE else "on " if kind in (MACHINE, CLOUD) else ""
        for kind, found in named.items():
            several = kind == MACHINE and len(set(found)) > 1
            words[kind] = EITHER.join(dict.fromkeys(found)) if several else found[-1]
    told = before.sums[-1] if before.sums else None
    chosen = before.form == CHOOSE and MACHINE not in named  # "the cheapest card that can"
    if told is not None and (chosen or MACHINE not in words) and not told.of_chip:
        words[MACHINE], lead[MACHINE] = f"{told.machines} {told.thing}" if told.machines > 1 else told.thing, "on "
    return Subject(words, lead)


def as_questions(before: Reading, text: str, vocabulary: Vocabulary) -> Iterator[tuple[str, str]]:
    """What the thread speaks of, and a question about it with the turn's own words; the likeliest first."""
    about = subject(before, vocabulary)
    turn = lay_out(text, vocabulary, Profile(), in_thread=True)
    own = frozenset(MODEL if piece.key == SIZE else piece.kind for piece in pieces(turn))
    machine = about.words.get(MACHINE, "") if MACHINE not in own else ""
    work, bought = about.said(OF_WORK, own), about.said(OF_PRICE, own)
    if not (machine or work):
        return
    whole = " ".join(one for one in (work, f"on {machine}" if work and machine else machine, bought) if one)
    close = "?" if text.rstrip().endswith(("?", "？")) else ""
    body = _ENDS.sub("", text)
    if machine and (stood := _in_its_place(turn, body, machine, about)) is not None:
        rest = about.said(tuple(kind for kind in OF_PRICE if kind != PLACE or not _says_there(turn)), own)
        yield whole, f"{stood}{f' {rest}' if rest else ''}{f', {work}' if work else ''}{close}"
    yield whole, f"{_without_opener(turn, body)}, {whole}{close}"


def _written(document: Document, piece: Piece) -> str:
    count = count_of(document, piece) if piece.kind == MACHINE else None
    if count is None:
        return document.slice(piece.first, piece.last)
    number = next((one.value for one in document.numbers if one.first == count and one.value > 1), None)
    said, whole = document.slice(count, count + 1), document.slice(count, piece.last)
    return (
        whole if number is None else f"{number:.0f} x {whole[len(said) :].strip().removeprefix('x').strip()}"
    )  # whatever the language


def _says_there(turn: Document) -> bool:
    return bool(turn.classes.get(THERE))


def _in_its_place(turn: Document, body: str, machine: str, about: Subject) -> str | None:
    """The turn with the machine in place of "that", and the place in place of "there"; None where it says neither."""
    cuts = [(match.first, match.last, machine) for match in turn.matches if match.slot == LEANS]
    cuts = [one for one in cuts if turn.tokens[one[0]].norm in STANDS_FOR][:1]
    if about.words.get(PLACE):
        cuts += [(one.first, one.last, f"in {about.words[PLACE]}") for one in turn.matches if one.slot == THERE][:1]
    if not cuts:
        return None
    for first, last, words in sorted(cuts, reverse=True):
        body = body[: turn.tokens[first].start] + words + body[turn.tokens[last - 1].end :]
    return body[_opened(turn) :] if cuts[0][0] else body


def _opened(turn: Document) -> int:
    """The first character behind the words that only join a turn to the one before: "and", "ok so"."""
    at = 0
    while at < len(turn.tokens) and (turn.tokens[at].kind == "mark" or turn.at("opener", at) is not None):
        at += 1
    return turn.tokens[at].start if at < len(turn.tokens) else 0


def _without_opener(turn: Document, body: str) -> str:
    return body[_opened(turn) :] or body

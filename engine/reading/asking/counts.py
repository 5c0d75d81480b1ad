"""How many of a machine a text of a thread says, and a turn that says so many of it: "4 of them", "and 2 nodes?"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from engine.reading.document import Document
from engine.reading.words.patterns import Match

ANY = "gpu"  # the family that "the GPU" names, whichever it is
MACHINE, AMOUNT = "machine", "amount"  # the kinds of a stretch that names one, and of a number
TIMES, THEM = frozenset({"x", "times"}), frozenset({"them", "those", "these"})
ONE = frozenset({"a", "an", "one", "single"})
COUNTED, CHIPS, NODES, INSTANCE = (
    "counted",
    "chips",
    "nodes",
    "instance",
)  # a class, two of its values, a kind of token
PUT = frozenset({"on", "auf", "sur", "en"})  # before a bare number of machines
ON, GIGABYTES = "on", "gigabytes:1"  # one of them; the unit of memory
FAR = 64  # times, by which two numbers of one thing hardly differ
Cut = tuple[int, int, str]  # characters that are replaced, and by what
NOWHERE: Cut = (0, 0, "")  # the turn is no such change


class Piece(NamedTuple):
    """What a stretch of a text says: tokens `first` to `last`; of a number `key` is its unit."""

    kind: str
    first: int
    last: int
    key: str = ""
    value: str = ""


class Text(Protocol):
    """A text of the thread laid out, and what it says."""

    document: Document
    pieces: tuple[Piece, ...]

    def machines(self) -> list[Piece]:
        """Those that it asks about."""

    def is_told(self, machine: Piece) -> bool:
        """Whether a time was told of it, before what is asked."""


def cut(document: Document, first: int, last: int, words: str) -> Cut:
    """Tokens `first` to `last` by other words."""
    return document.tokens[first].start, document.tokens[last - 1].end, words


def without_own(said: Sequence[Piece], turn: Document) -> list[Piece]:
    """Without the chips that a type is said to have: "p3.8xlarge then? it has 4 GPUs" is one machine."""
    said = _with_memory(said)
    types = [one for one in said if one.kind == MACHINE and turn.tokens[one.last - 1].kind == INSTANCE]
    if not types:
        return said
    own = [one for one in said if one.kind == MACHINE and one.value == ANY and one.first > types[0].first]
    numbers = {count_of(turn, one) for one in own} - {None}
    return [one for one in said if one not in own and not (one.kind == AMOUNT and one.first in numbers)]


def _with_memory(said: Sequence[Piece]) -> list[Piece]:
    """A chip and the memory right behind it as one: "and V100 32GB?"."""
    sizes = {one.first: one for one in said if one.key == GIGABYTES}
    chips = {one: sizes[one.last] for one in said if one.kind == MACHINE and one.last in sizes}
    kept = (one for one in said if one not in chips.values())
    return [one._replace(last=chips[one].last) if one in chips else one for one in kept]


def counts(piece: Piece) -> bool:
    """Whether a number is one of what the thread speaks of: "4 of them"."""
    return piece.key in THEM or piece.key.removesuffix("s") in ("of them", "card", "gpu", "chip")


def counts_nodes(piece: Piece, turn: Document) -> bool:
    """Whether a number is one of machines, whatever they are called: "2 nodes"."""
    return bool(piece.key) and turn.value_at(COUNTED, piece.last - 1) == NODES


def of_them(number: str, asked: Text) -> Cut | None:
    """So many of the machine that the text names."""
    every = [one for one in asked.pieces if one.kind == MACHINE]
    same = asked.machines() or [one for one in every if one.value != ANY] or every
    if not same:
        return None
    count = count_of(asked.document, same[-1])
    if count is None:
        start = asked.document.tokens[same[-1].first].start
        return start, start, f"{number} "
    glued = asked.document.tokens[count + 1]
    if glued.norm in TIMES and glued.start == asked.document.tokens[count].end and not number.isdecimal():
        space = "" if asked.document.tokens[count + 2].start > glued.end else " "
        return cut(asked.document, count, count + 2, f"{number}{space}")  # "4x" with "two"
    return cut(asked.document, count, count + 1, number)


def of_nodes(number: str, asked: Text) -> Cut | None:
    """So many machines of the type that the text names; of chips it goes on elsewhere, as many as one machine has."""
    named = asked.machines()
    if not named:
        return None
    typed = asked.document.tokens[named[-1].last - 1].kind == INSTANCE
    nodes = asked.document.value_at(COUNTED, named[-1].last) == NODES
    return of_them(number, asked) if typed or nodes else NOWHERE


def of_told(piece: Piece, turn: Document, asked: Text, *, alone: bool) -> str | None:
    """So many of the machine that a time was told of, on which the run is asked about: "on 16?" after "it takes 3
    days on 8 A100. Cost?". The time stays that of the 8. `alone`: the number is all that the turn says."""
    led = turn.tokens[piece.first - 1].norm if piece.first else ""
    bare = piece.key == "" and not piece.value and (led in PUT or alone)
    named = [one for one in asked.pieces if one.kind == MACHINE and one.value != ANY and asked.is_told(one)]
    if not named or asked.machines() or not (bare or counts(piece)):
        return None
    size = next((one.last for one in asked.pieces if one.first == named[-1].last and one.key == GIGABYTES), 0)
    words = asked.document.slice(named[-1].first, size or named[-1].last)
    return f"{led if led in PUT else ON} {turn.slice(piece.first, piece.first + 1)} {words}"


def count_of(document: Document, machine: Piece) -> int | None:
    """The place of the number, or the article, that says how many of a machine."""
    at = machine.first - 1
    if at > 1 and document.at("gigabytes", at) is not None and document.tokens[at - 1].kind == "number":
        at -= 2  # "two 48GB cards"
    while at >= 0 and (document.tokens[at].norm in TIMES or document.value_at(COUNTED, at) == CHIPS):
        at -= 1
    if at < 0:
        return None
    token = document.tokens[at]
    counted = token.kind == "number" or token.norm in ONE or document.at("number_word", at) is not None
    return at if counted else None


def factors(document: Document) -> list[Match]:
    """The words for so many times as much; the "2x" of "2x L40S" says how many of them."""
    named = ("candidates", "instances")
    cards = {at for slot in named for at, one in document.classes.get(slot, {}).items() if one.value != ANY}
    return [one for one in document.classes.get("factor", {}).values() if one.last not in cards]


def is_near(one: Piece, document: Document, piece: Piece, turn: Document) -> bool:
    """Whether two bare numbers may be of one thing: 16 takes no place of 2,400."""
    was, now = document.tokens[one.first].norm, turn.tokens[piece.first].norm
    if not (was.isdecimal() and now.isdecimal() and int(was) and int(now)):
        return True
    return max(int(was), int(now)) <= FAR * min(int(was), int(now))


def name_of(document: Document, number: Piece) -> str | None:
    """What a number is said to be of by the word before it: "batch 8"."""
    names = document.classes.get("figure_name", {}).values()
    return next((str(one.value) for one in names if one.last == number.first), None)

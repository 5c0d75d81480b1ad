"""The questions of a message, in order: at question marks, and where a clause behind a joint asks anew.

"How many H100 do I need, how long does it take and what does it cost?" is three questions. What is stated before a
question belongs to it; what follows the last one does, too.
"""

from __future__ import annotations

from engine.reading.asking.then import asks_now_too
from engine.reading.document import Document, laid_out
from engine.reading.vocabulary import Vocabulary

_STOPS = frozenset(".!\n")
_BREAKS, _BARE = frozenset(".!?\n,;:"), 2  # marks before a bare question, and the words it has
_SHORTEST = 2  # words of a clause


def clauses(text: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    """The text in its questions; the text itself where it has one or none."""
    document = laid_out(text, vocabulary)
    cuts: list[tuple[int, int]] = []  # where a piece ends, and where the next begins
    begins = 0
    for at, token in enumerate(document.tokens):
        if token.norm == "?":
            last = _past_marks(document, at + 1)
            cuts.append((last, last))
            begins = last
        elif (
            at > begins
            and (opens := _joint(document, at)) is not None
            and _is_question(document, begins, at, opens)
            and not asks_now_too(document, at)
            and not _shares_its_rest(document, begins, at)
        ):
            cuts.append((at, opens))
            begins = opens
    if cuts and not any(_says_words(document, at) for at in range(cuts[-1][1], len(document.tokens))):
        cuts.pop()
    if cuts and _asks_no_more(document, cuts[-1][1]):
        cuts.pop()  # what is stated behind the last question belongs to it
    firsts = [0, *(begin for _, begin in cuts)]
    lasts = [*(end for end, _ in cuts), len(document.tokens)]
    pieces = [document.slice(first, last).strip() for first, last in zip(firsts, lasts, strict=True)]
    return tuple(piece for piece in pieces if any(character.isalnum() for character in piece))


def _past_marks(document: Document, at: int) -> int:
    while at < len(document.tokens) and document.tokens[at].norm in ("?", '"', "'", ")"):
        at += 1
    return at


def _joint(document: Document, at: int) -> int | None:
    """Where the question behind this joint begins ("..., and how long"); None where no joint or no question is."""
    joint = document.at("joint", at)
    if joint is None:
        return None
    opens = joint.last
    while (word := document.at("joint", opens)) is not None:
        opens = word.last
    return opens if document.at("asks_anew", opens) is not None else None


def _is_question(document: Document, begins: int, at: int, opens: int) -> bool:
    """Whether both sides of a joint ask, in one sentence that ends as a question."""
    words = sum(document.tokens[here].kind != "mark" for here in range(begins, at))
    asks = document.value_at("asks_anew", opens) == "plain" or _ends_asking(document, opens)
    return words >= _SHORTEST and asks and _asks_in(document, begins, at)


def _shares_its_rest(document: Document, begins: int, at: int) -> bool:
    """Whether only "how long" stands before a joint, asked of what follows: "how long and how much on p5"."""
    here = at
    while here > begins and document.tokens[here - 1].norm not in _BREAKS:
        here -= 1
    bare = [token for token in document.tokens[here:at] if token.kind != "mark"]
    return 0 < len(bare) <= _BARE and document.at("asks_anew", here) is not None


def _ends_asking(document: Document, at: int) -> bool:
    for here in range(at, len(document.tokens)):
        if document.tokens[here].norm == "?":
            return True
        if document.tokens[here].norm in _STOPS:
            return False
    return False


def _asks_in(document: Document, first: int, last: int) -> bool:
    """Whether the last sentence of a stretch asks; one that only supposes something does not."""
    stops = [at for at in range(first, last) if document.tokens[at].norm in _STOPS]
    first = stops[-1] + 1 if stops and stops[-1] + 1 < last else first
    words = {at: match for at, match in document.classes.get("asks_anew", {}).items() if first <= at < last}
    asking = any(word.value == "plain" or _opens(document, at, first) for at, word in words.items())
    return asking and document.at("supposes", first) is None


def _opens(document: Document, at: int, first: int) -> bool:
    """Whether a clause begins here, greetings aside; "16 is needed, could 8 do it" holds one question."""
    while at > first and document.at("joint", at - 1) is None:
        opener = document.ending("opener", at, 0)
        if opener is None:
            return False
        at = opener.first
    return True


def _asks_no_more(document: Document, first: int) -> bool:
    """Whether what is left neither asks nor opens as a question."""
    rest = range(first, len(document.tokens))
    return not any(document.tokens[at].norm == "?" for at in rest) and document.at("asks_anew", first) is None


def _says_words(document: Document, at: int) -> bool:
    return document.tokens[at].kind != "mark"

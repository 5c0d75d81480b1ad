"""A turn that only says other things, as the question it changes: "on spot?", "and an H200?", "what if 20%?".

The question that was asked is read again with those things in place of its own of the same kind, or behind it where
it has none: so a turn is answered as the whole question with that change would be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set

from engine.reading.asking.counts import (
    AMOUNT,
    ANY,
    INSTANCE,
    MACHINE,
    NODES,
    NOWHERE,
    PUT,
    Cut,
    Piece,
    count_of,
    counts,
    counts_nodes,
    cut,
    factors,
    is_near,
    name_of,
    of_nodes,
    of_them,
    of_told,
    without_own,
)
from engine.reading.asking.only_says import ASIDE, UNITS, only_says, stands_alone
from engine.reading.document import Document, lay_out
from engine.reading.vocabulary import Vocabulary
from engine.reading.words.patterns import Match
from engine.workload.profile import SLOTS, Profile, Turn

MODEL, SIZE, PLACE, PARAMETERS = "model", "size", "place", "parameters"  # the last: a slot
KINDS = {  # of slots whose things take each other's place
    "candidates": MACHINE, "instances": MACHINE, "variant": MODEL, "model": MODEL, "clouds": "cloud",
    "providers": "cloud", "region": PLACE, "place": PLACE,
}  # fmt: skip
NAMED = KINDS | {slot: slot for slot in SLOTS if slot not in ASIDE | KINDS.keys()}
SUPPORT, FEATURE = "support", "feature"  # a form; the kind of what it is asked for, whichever it is
FEATURES = frozenset({"feature", "framework", "libraries", "precision"})  # its slots
TIMES_OF = ("hours_in", "seconds_in", "years_in")  # beginnings of keys
BY_WORD = frozenset({"figure_unit", "counted", "unit_noun", "thing"})  # whose words are units of their own
THAN, OTHERS, PAIR = frozenset({"than"}), frozenset({"ones"}), 2  # words; the second is no number
LENGTHS, LENGTH = frozenset({"prompt_tokens", "answer_tokens", "tokens_per_sample"}), "length:"
BOUGHT = frozenset({PLACE, "cloud", "purchase"})  # kinds of what any answer can be asked for again
SIDES = frozenset({"choose", "compare"})  # forms whose answer weighs what was named
BILLION, GIGABYTES, TOKEN, SIDES_OF = "b", "gigabytes:1", "token", ("in", "out")
BARE = frozenset({"", GIGABYTES})  # keys of amounts that say nothing where the question has none like them
SPELT, TOLD_UNIT = "spelt", "counted"  # the multiplier of "two"; the class of what is counted, whose words are units
NO_UNITS = frozenset({"verbs", "runs"})  # of it, what is counted of "8 fine-tunes"
OF_SIZES = NO_UNITS | {"parameters", "other", "chips", "nodes", "gpu"}  # of it, what "8B" is no number of
LATENCY, LINE = ("latency_cue", "latency_limit"), "machine_of"  # classes of words; that of "p5"
TAKES = "told_time"  # the cue of a run that is told of
_LEADS = frozenset({
    "on", "in", "with", "at", "for", "by", "over", "using", "für", "mit", "auf", "pour", "para", "con", "avec", "com",
})  # fmt: skip
_NAME = re.compile(r"[a-z0-9]", re.IGNORECASE)
_CLOSE = re.compile(r"[\s?？.!]+$")


class _Asked:
    """A text of the thread laid out, and what it says."""

    def __init__(self, document: Document, form: str, had: Set[str]) -> None:
        self.document, self.form, self.had = document, form, had
        self.pieces = tuple(pieces(document, of_support=form == SUPPORT))

    def machines(self) -> list[Piece]:
        """Those that it asks about: not those that are there, nor those that a time was told of before it asks."""
        every = [one for one in self.pieces if one.kind == MACHINE and one.value != ANY]
        return [one for one in every if one.value not in self.had and not self.is_told(one)]

    def is_told(self, machine: Piece) -> bool:
        """ "It took 5 hours on one V100. How long ...", "it takes 8 A100 for 3 days. Cost?" """
        document = self.document
        before = count_of(document, machine)
        lead = (machine.first if before is None else before) - 1
        led = lead >= 0 and document.tokens[lead].norm in _LEADS
        ends = [at for at in range(len(document.tokens) - 1) if document.ends_sentence(at)]
        starts = max((at for at in ends if at < lead), default=-1)
        inside = range(starts + 1, min((at for at in ends if at > lead), default=0))
        times = [one.first for one in self.pieces if one.key.startswith(TIMES_OF) and one.first in inside]
        takes = any(one.slot == "cue" and one.value == TAKES and one.first in inside for one in document.matches)
        timed = any((led and at < lead) or (takes and at >= machine.last) for at in times)
        return timed and any(machine.last <= at < len(document.tokens) - 1 for at in ends)


def with_change(
    thread: Sequence[Turn], text: str, vocabulary: Vocabulary, *, opened: bool = False, had: Set[str] = frozenset()
) -> tuple[str, ...] | None:
    """The texts of the thread with what the turn says; None where it asks something of its own, or takes back.

    What stands in several of them is changed in the last; what stands in none is said at the end, unless the answer
    before asked back (`opened`) and the turn only completes it. `had`: machines that are there, and that another does
    not replace.
    """
    turn = lay_out(text, vocabulary, Profile(), in_thread=True)
    said = list(pieces(turn, of_support=thread[-1].form == SUPPORT))
    other = bool(factors(turn) and turn.classes.get("scaled")) or bool(turn.classes.get("post_negator"))
    if not said or other or not only_says(turn, said):  # "10x the traffic", "spot isn't ok": of what was said
        return None
    limits = any(turn.classes.get(name) for name in LATENCY)  # "p99 below 20 ms" is no rate
    asked = [_Asked(lay_out(one.text, vocabulary, Profile()), one.form, had) for one in thread]
    if limits and not any(one.document.classes.get(name) for one in asked for name in LATENCY):
        return None
    cuts, added, completes = [list[Cut]() for _ in asked], list[str](), opened
    for piece in _together(without_own(said, turn)):
        if _is_within(piece, turn, said):
            continue
        if (told := of_told(piece, turn, asked[-1], alone=stands_alone(turn, piece))) is not None:
            added.append(told)
            continue
        found = ((at, _in_place(piece, turn, asked[at], vocabulary)) for at in range(len(asked) - 1, -1, -1))
        at, cut = next(((at, cut) for at, cut in found if cut is not None), (-1, None))
        strange = piece.kind == AMOUNT and (piece.key in BARE or counts(piece))
        if cut is None and (strange or (piece.key.startswith(LENGTH) and any(map(_tells_length, asked)))):
            return None  # of "1000 in, 200 out" the turn takes the place of one
        if cut is None:
            added.append(_phrase(piece, turn))
            completes = completes and piece.kind not in BOUGHT
        elif cut == NOWHERE:
            return None
        else:
            cuts[at].append(cut)
    if not any(cuts) and completes:
        return None
    whole = [_written(one.document.text, made) for one, made in zip(asked, cuts, strict=True)]
    if added:
        end = _CLOSE.search(whole[-1])
        body, close = (whole[-1][: end.start()], end.group()) if end else (whole[-1], "")
        join = " " if close.strip(" .!") else ", "  # no part of what a statement ends in: "52 runs, on one L4"
        whole[-1] = f"{body}{join}{' '.join(added)}{close}"
    return tuple(whole) if any(cuts) or added else None


def _tells_length(asked: _Asked) -> bool:
    return any(TOKEN in one.key or one.key in SIDES_OF for one in asked.pieces)


def _together(said: Sequence[Piece]) -> list[Piece]:
    """What is said, several places in a row as one: "us-east-1, eu-north-1"."""
    kept: list[Piece] = []
    for piece in said:
        if piece.kind == PLACE and kept and kept[-1].kind == PLACE:
            kept[-1] = kept[-1]._replace(last=piece.last)
        else:
            kept.append(piece)
    return kept


def _written(text: str, cuts: Sequence[Cut]) -> str:
    for start, end, words in sorted(set(cuts), reverse=True):
        text = text[:start] + _apart(text[:start], words) + text[end:]
    return text


def _apart(before: str, words: str) -> str:
    """With a space where a name would be glued to the one before it: "A100全参" with LoRA."""
    glued = _NAME.match(before[-1:]) and _NAME.match(words) and not words.isdecimal()
    return f" {words}" if glued else words


def _is_within(piece: Piece, turn: Document, said: Sequence[Piece]) -> bool:
    """Whether a number is part of a name, or says how many of a machine."""
    if piece.kind != AMOUNT:
        return False
    within = (o is not piece and o.first <= piece.first and piece.last <= o.last for o in said)
    return any(within) or any(o.kind == MACHINE and count_of(turn, o) == piece.first for o in said)


def pieces(document: Document, *, of_support: bool = False) -> Iterator[Piece]:
    """The things a text names, and its numbers with their units; `of_support`: all that is to run is of one kind."""
    at, kinds = 0, NAMED | dict.fromkeys(FEATURES, FEATURE) if of_support else NAMED
    names = [Match(FEATURE, one.name, one.first, one.last) for one in (*document.projects, *document.programs)]
    while at < len(document.tokens):
        named = [m for m in (*document.matches, *names) if m.first == at and m.slot in kinds]
        longest = max(named, key=lambda m: (m.last, m.slot in KINDS), default=None)
        if longest is not None:
            kind = kinds[longest.slot]
            longest = _longer(document, longest, kind)
            at, last = longest.first, longest.last
            if kind == MODEL and (size := _amount(document, last)) is not None and size.key == SIZE:
                last = size.last
            yield Piece(kind, at, last, value=str(longest.value))
            inner = (_amount(document, one) for one in range(at, last))
            yield from (one for one in inner if one is not None and one.key)
            sizes = (m for m in document.matches if kind == MODEL and m.slot == PARAMETERS)  # the "8x7B" of Mixtral
            yield from (Piece(PARAMETERS, m.first, m.last) for m in sizes if at <= m.first and m.last <= last)
            at = last
            continue
        amount = _amount(document, at)
        if amount is not None:
            yield _with_name(document, amount)
        at = amount.last if amount is not None else at + 1


def _with_name(document: Document, amount: Piece) -> Piece:
    """A length with the name before it, which says of what it is: "answers of 500 tokens"."""
    names, near = document.classes.get("figure_name", {}).values(), (amount.first, amount.first - 1)  # "prompts are"
    name = next((one for one in names if one.last in near and one.value in LENGTHS), None)
    return amount if name is None else amount._replace(first=name.first, key=f"{LENGTH}{name.value}")


def _longer(document: Document, found: Match, kind: str) -> Match:
    """The phrase that begins within another of its kind and ends behind it: "us-east-1" of "in us-east"."""
    others = (m for m in document.matches if NAMED.get(m.slot) == kind and found.first < m.first < found.last)
    return max((one for one in others if one.last > found.last), key=lambda m: m.last, default=found)


def _amount(document: Document, at: int) -> Piece | None:
    """The number at a place, with the multiplier and the unit behind it."""
    tokens = document.tokens
    spelt = at < len(tokens) and document.at("number_word", at) is not None and tokens[at].norm not in OTHERS
    if at >= len(tokens) or not (spelt or tokens[at].kind == "number"):
        return None
    last, letter = at + 1, SPELT if spelt else ""
    while spelt and last < len(tokens) and document.at("number_word", last) is not None:
        last += 1  # "a single one"
    scale = document.at("multiplier", last)
    if scale is not None:
        last, letter = scale.last, tokens[scale.first].norm
    if at and tokens[at - 1].norm == "$":
        return Piece(AMOUNT, at, last, "$", letter)
    if last < len(tokens) and tokens[last].norm == "%":
        return Piece(AMOUNT, at, last + 1, "%", letter)
    unit = document.skip(last)
    if any(m.first == unit and NAMED.get(m.slot) in (MACHINE, MODEL) for m in document.matches):
        return Piece(AMOUNT, at, last, SIZE if letter == BILLION else "", letter)
    for name in UNITS:
        match = document.at(name, unit)
        if letter == BILLION and name != TOLD_UNIT:
            continue
        if match is not None and tokens[match.last - 1].kind == "number":
            continue  # the "x 4090" of "2 x 4090" is a card
        if match is not None and match.value not in (NO_UNITS if letter != BILLION else OF_SIZES):
            key = tokens[match.last - 1].norm.removesuffix("s") if name in BY_WORD else f"{name}:{match.value}"
            return Piece(AMOUNT, at, match.last, key, letter)
    return Piece(AMOUNT, at, last, SIZE if letter == BILLION else "", letter)


def _in_place(piece: Piece, turn: Document, asked: _Asked, vocabulary: Vocabulary) -> Cut | None:
    """The stretch of a text that the piece takes the place of, with its words; None: it has none like it."""
    document = asked.document
    if piece.kind == MACHINE:
        return _machine(piece, turn, asked, vocabulary.narrows)
    if piece.kind == AMOUNT:
        if counts(piece):
            return of_them(turn.slice(piece.first, piece.first + 1), asked)
        same_key = any(one.key == piece.key for one in asked.pieces)
        if not same_key and counts_nodes(piece, turn):
            return of_nodes(turn.slice(piece.first, piece.first + 1), asked)
        return _amount_of(piece, turn, asked, vocabulary)
    same = [one for one in asked.pieces if one.kind == piece.kind]
    if piece.kind == MODEL and not same:  # "a 13B"
        same = [one for one in asked.pieces if one.key == SIZE]
    if not same:
        return None
    first, last = same[-1].first, same[-1].last
    if piece.kind == PLACE:
        first = _together(asked.pieces)[[one.last for one in _together(asked.pieces)].index(last)].first
    done = next((m for m in document.matches if m.slot == "task" and first < m.first and m.last <= last), None)
    if piece.kind == "method" and done is not None:
        last = done.first  # "full" of "full fine-tuning"
    if first and document.tokens[first - 1].norm == turn.tokens[piece.first].norm:
        first -= 1  # "on" of "on demand"
    return cut(document, first, last, turn.slice(piece.first, piece.last))


def _amount_of(piece: Piece, turn: Document, asked: _Asked, vocabulary: Vocabulary) -> Cut | None:
    """The amount of the text in that unit, or the only one written as this bare number is."""
    document = asked.document
    amounts = [one for one in asked.pieces if one.kind == AMOUNT]
    if piece.key:
        same = [one for one in amounts if one.key == piece.key]
        if not same and (unit := _with_word(piece.key, amounts, document)) is not None:
            return cut(document, unit.first, unit.first + 1 + bool(unit.value), _number(piece, turn))
        if not same:
            return _before_chips(piece, turn, asked)
        words = turn.slice(piece.first, piece.last)
        if piece.key == GIGABYTES and not _is_sold_so(same[-1], words, asked, vocabulary):
            return None
        return cut(document, same[-1].first, same[-1].last, words)
    places = {count_of(document, one) for one in asked.pieces if one.kind == MACHINE}
    within = {at for one in asked.pieces if one.kind == MACHINE for at in range(one.first, one.last)}
    free = [one for one in amounts if one.first not in places | within and one.key not in (SIZE, "%", "$")]
    led = turn.tokens[piece.first - 1].norm if piece.first else ""
    if (name := name_of(turn, piece)) is not None:
        like = next((one for one in free if name_of(document, one) == name), None)
        return cut(document, like.first, like.last, _number(piece, turn)) if like is not None else None
    if places - {None} and not piece.value:  # "and with 80?" of "one A100 40GB"; "and with 128?" is no memory
        words = f"{turn.slice(piece.first, piece.last)}GB"
        sized = [one for one in amounts if one.key == GIGABYTES]
        sold = next((one for one in sized if _is_sold_so(one, words, asked, vocabulary, sure=True)), None)
        if sold is not None:
            return cut(document, sold.first, sold.last, words)
        free = [one for one in free if one.key != GIGABYTES]
    if led in PUT and not piece.value and asked.machines():
        return of_them(turn.slice(piece.first, piece.first + 1), asked)  # "and on 8?"
    alike = [one for one in free if one.value == piece.value and is_near(one, document, piece, turn)]
    alike = alike or [one for one in amounts if one.key == "$" and piece.value]
    if len(alike) != 1:
        alone = stands_alone(turn, piece) and places - {None}
        small = piece.value in ("", SPELT) and (alone or led in _LEADS)
        return of_them(turn.slice(piece.first, piece.first + 1), asked) if small else None
    last = alike[0].first + (2 if alike[0].value else 1)
    return cut(document, alike[0].first, last, turn.slice(piece.first, piece.last))


def _with_word(word: str, amounts: Sequence[Piece], document: Document) -> Piece | None:
    """The amount in whose unit the word stands: the "users" of "200 users at once"."""
    units = ((one, document.tokens[one.first + 1 : one.last]) for one in amounts)
    return next((one for one, unit in units if word in {token.norm.removesuffix("s") for token in unit}), None)


def _number(piece: Piece, turn: Document) -> str:
    return turn.slice(piece.first, piece.first + 1 + bool(piece.value))


def _is_sold_so(size: Piece, words: str, asked: _Asked, vocabulary: Vocabulary, *, sure: bool = False) -> bool:
    """Whether the machine that has so much memory comes with this much, too: "A100 40GB" with 80. `sure`: not where
    no machine is beside it."""
    named = [one for one in asked.pieces if one.kind == MACHINE and one.first < size.first <= one.last + 1]
    if not named:
        return not sure
    chip = asked.document.slice(named[-1].first, min(named[-1].last, size.first))
    other = lay_out(f"{chip} {words}", vocabulary, Profile())
    return next(pieces(other)).last == len(other.tokens)


def _before_chips(piece: Piece, turn: Document, asked: _Asked) -> Cut | None:
    """ "5000 hours" of a text with "1000 H100 hours": the number before its machine, whose unit stands behind."""
    document = asked.document
    for one in asked.pieces:
        count = count_of(document, one) if one.kind == MACHINE else None
        if count is None or one.last >= len(document.tokens):
            continue
        unit = document.tokens[one.last].norm.removesuffix("s")
        if unit == turn.tokens[piece.last - 1].norm.removesuffix("s"):
            return cut(document, count, count + 1, turn.slice(piece.first, piece.first + 1))
    return None


def _machine(piece: Piece, turn: Document, asked: _Asked, families: Mapping[str, str]) -> Cut | None:
    """The machine of the text, with how many the turn says; of two that are weighed, the one that is against the
    other."""
    document = asked.document
    count = count_of(turn, piece)
    number = turn.slice(count, count + 1) if count is not None else ""
    if piece.value == ANY:
        return of_them(number, asked) if number else NOWHERE
    same = asked.machines()
    if not same:
        return None
    gone = same[-1]
    if asked.form in SIDES:
        if len(same) != PAIR or document.tokens[gone.first - 1].norm not in THAN:
            return NOWHERE  # one more side, or another
        gone = same[0]
    first, before = gone.first, count_of(document, gone)
    size = next((one for one in asked.pieces if one.first == gone.last and one.key == GIGABYTES), None)
    last = size.last if size is not None else gone.last  # "4090 24GB": its memory goes with it
    words, kind = turn.slice(piece.first, piece.last), turn.tokens[piece.last - 1].kind
    was = document.tokens[gone.last - 1].kind
    both = ((kind, turn, piece), (was, document, gone))
    types = [one == INSTANCE or text.at(LINE, at.first) is not None for one, text, at in both]
    of_its_own = types[0] != types[1] if any(types) else _other(piece, gone, families)  # two types are as many
    if number and document.value_at(TOLD_UNIT, last) == NODES != turn.value_at(TOLD_UNIT, piece.last):
        last += 1  # "8 x H200" after "two A100 nodes"
    if before is not None and (number or of_its_own):
        first = before
    return cut(document, first, last, f"{number} {words}" if number else words)


def _other(piece: Piece, gone: Piece, families: Mapping[str, str]) -> bool:
    """Whether they are of different families, whose numbers say nothing of each other."""
    kin = [piece.value, gone.value]
    for at, name in enumerate(kin):
        while name in families:
            name = families[name]
        kin[at] = name
    return kin[0] != kin[1]


def _phrase(piece: Piece, turn: Document) -> str:
    """What the turn says, with the word that joins it."""
    first = piece.first
    if piece.kind == MACHINE and (count := count_of(turn, piece)) is not None:
        first = count
    if piece.kind == AMOUNT and piece.key == "$":
        first -= 1
    if first and turn.tokens[first - 1].norm in _LEADS:
        first -= 1
    return turn.slice(first, piece.last)

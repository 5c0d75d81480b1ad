"""A turn of few words as the question it stands for, about what its thread speaks of: "and the latency?", "is that
paid upfront?"."""

from __future__ import annotations

import re

from engine.reading.asking.counts import AMOUNT, MACHINE, counts
from engine.reading.asking.instead import MODEL, PLACE, pieces
from engine.reading.asking.only_says import CHANGE
from engine.reading.asking.subject import CLOUD, EITHER, OF_WORK, WAY, Subject, subject
from engine.reading.document import Document, lay_out
from engine.reading.vocabulary import Vocabulary
from engine.reading.words.patterns import Match
from engine.workload.profile import Profile, Reading
from engine.workload.subject import Subject as Told

ASKS = "turn_asks"  # the class of such turns, whose values are questions with what is asked about in braces
MOST = 16  # tokens of such a turn
TRAINED = frozenset({"pretraining", "fine_tuning"})  # tasks
SAID = frozenset({MACHINE, *OF_WORK, PLACE, CLOUD, WAY})  # kinds of what may be said beside
TPU = "tpu-"  # begins ids of chips that are named by their slices
NUMBER, CARDS = ("number", "!"), frozenset({("card", "!"), ("bare", "!")})  # holes
MAY_MISS = frozenset({CLOUD, PLACE, "way", "for_work", "length"})  # what need not be spoken of
WANTS = frozenset({"predicate", "cue"})  # classes
OTHERS = frozenset({"which", "why", "meaning", "better"})  # their values in another question
PAIR = 2
MULTIPLIER = "multiplier"  # a class
COUNTED = "how_many"  # a cue of who asks how many it takes
SPOT = "spot"  # a way to buy
ENOUGH = frozenset({"fit", "estimate"})  # forms of what a machine holds, or gives
TRAINS = "training_words"  # a cue
ADAPTERS, BITS = "qlora", "int4"  # what quantization is of training, and of serving
JOBS = ("training", "serving")  # what is done to a model, in words that ask for it
WHOLE, METHOD, PRECISION, SIZED = "full", "method", "precision", "parameters"  # a method; slots
EIGHT = frozenset({WHOLE, "lora"})  # methods that a base in 8 bits is an answer to
LENGTH = "sequence_length"  # a slot whose words the question keeps
_COUNT = re.compile(r"^(?:\d+ x |an? |one |single )", re.IGNORECASE)
_HOLE = re.compile(r"\{(\w+)(!?)\}")


def framed(before: Reading, text: str, vocabulary: Vocabulary) -> str | None:
    """The question; None where the turn asks something else or more, or the thread speaks of nothing like it."""
    turn = lay_out(text, vocabulary, Profile(), in_thread=True)
    if len(turn.tokens) > MOST or not before.thread:
        return None
    asked = _asked(turn)
    if asked is None:
        return None
    about = _with_turn(_on(before, subject(before, vocabulary)), turn, asked)
    filled, frame = _filled(before, about) | _counted(turn, asked, about), str(asked.value)
    holes = _HOLE.findall(frame)
    if (NUMBER in holes) and not CARDS.isdisjoint(holes) and _is_amount(turn):
        return None
    for name, needed in holes:
        if not filled.get(name) and (needed or name not in MAY_MISS):
            return None
    question = re.sub(r"\s+", " ", _HOLE.sub(lambda hole: filled.get(hole[1], ""), frame)).replace(" ?", "?")
    return question if question != text else None


def _asked(turn: Document) -> Match | None:
    """The longest phrase, where every other word says nothing, or only what is asked about."""
    found = [match for match in turn.matches if match.slot == ASKS]
    longest = max(found, key=lambda one: (one.last - one.first, -one.first), default=None)
    if longest is None:
        return None
    inside = set(range(longest.first, longest.last))
    if any(match.slot == CHANGE and not inside.issuperset(range(match.first, match.last)) for match in turn.matches):
        return None  # "how does that change on an L40S?"
    wants = (match for match in turn.matches if match.slot in WANTS and match.value in OTHERS)
    if any(inside.isdisjoint(range(match.first, match.last)) for match in wants):
        return None  # "which has the lower latency?"
    said = inside | {at for piece in pieces(turn) if piece.kind in SAID for at in range(piece.first, piece.last)}
    carrying = {at for at, token in enumerate(turn.tokens) if token.kind != "mark"}
    counted = {at for one in turn.numbers for at in range(one.first, one.last)}
    counted |= {match.first for match in turn.matches if match.slot == MULTIPLIER}  # "under a million"
    rest = (carrying - turn.plain_words | counted) - said
    return None if rest else longest


def _with_turn(about: Subject, turn: Document, asked: Match) -> Subject:
    """What the thread speaks of, in the place of which stands what the turn names itself."""
    words, lead = dict(about.words), dict(about.lead)
    for piece in pieces(turn):
        inside = asked.first <= piece.first and piece.last <= asked.last  # "vs on demand"
        if piece.kind in SAID and not inside:
            words[piece.kind] = turn.slice(piece.first, piece.last)
            lead.setdefault(piece.kind, "in " if piece.kind == PLACE else "on " if piece.kind == CLOUD else "")
    return Subject(words, lead)


def _on(before: Reading, about: Subject) -> Subject:
    """With the machine of the answer before, where the thread names none, or one in two ways: "a v3-8 TPU"."""
    machine, told = about.words.get(MACHINE, ""), before.first.about
    chips = before.profile.candidates
    twice = len(chips) == 1 and (EITHER in machine or chips[0].startswith(TPU))
    gb = before.profile.chip_memory_gb if not (machine or chips) else None
    if gb is None and (len(told) != 1 or (machine and not twice)):
        return about
    one = Told(gb=gb) if gb is not None else told[0]
    chip = one.chip.replace("-", " ")
    named = one.instance or (chip and f"{one.chips} x {chip}") or (one.gb and f"{one.gb:g}GB GPU")
    return Subject(about.words | {MACHINE: named}, about.lead | {MACHINE: "on "}) if named else about


def _filled(before: Reading, about: Subject) -> dict[str, str]:
    """What stands in each of the braces."""
    machine, work = about.words.get(MACHINE, ""), about.said(OF_WORK)
    said = before.profile
    trains = said.task in TRAINED or said.method is not None or (TRAINS in before.cues and said.task != "inference")
    each = machine.split(EITHER)
    one, other = each if len(each) == PAIR else ("", "")
    return {
        "one": one,
        "other": other,
        "for_work": f" for {work}" if work else "",
        "machine": machine,
        "work": work,
        "priced": "" if work else machine,
        "held": machine if before.form in ENOUGH and not before.sums and COUNTED not in before.cues else "",
        "spot": SPOT if (before.turn or said).purchase == SPOT else "",
        "served": "" if trains else work,
        "model": about.words.get(MODEL, ""),
        "untrained": "" if trains else _model(before, about),
        "full": " " if said.method == WHOLE or (trains and not said.method) else "",
        "unsized": "" if said.parameters else " ",
        "adapted": " " if said.method in EIGHT or (trains and not said.method) else "",
        "job": _job(before, about, trains=trains),
        "length": f", {before.words[LENGTH]}" if LENGTH in before.words and said.sequence_length else "",
        "packed": ADAPTERS if trains else BITS,
        CLOUD: _led(about, CLOUD),
        PLACE: _led(about, PLACE),
        "way": about.words.get(WAY, ""),
    }


def _is_amount(turn: Document) -> bool:
    """Whether its number is of another thing than cards: "512 tokens"."""
    amounts = (one for one in pieces(turn) if one.kind == AMOUNT)
    return any(one.key and not counts(one) for one in amounts)


def _job(before: Reading, about: Subject, *, trains: bool) -> str:
    """What is done to the model, with the method or the format that was said last; "" where no model is known."""
    model, method = _model(before, about), about.words.get(METHOD, "")
    if not model:
        return ""
    if not trains:
        return f"{JOBS[1]} {model} {about.said((PRECISION,))}"
    return f"{method or JOBS[0]} of {model}"


def _model(before: Reading, about: Subject) -> str:
    """Its words; with its size before them, where they say none: "a 30B llama"."""
    model, size = about.words.get(MODEL, ""), before.words.get(SIZED, "")
    return f"{size} {model}" if model and size and not any(map(str.isdigit, model)) else model


def _counted(turn: Document, asked: Match, about: Subject) -> dict[str, str]:
    """The one machine without how many of it, and the number that the phrase says of it."""
    machine = about.words.get(MACHINE, "")
    inside = [one for one in turn.numbers if asked.first <= one.first < asked.last]
    number = f"{inside[0].value:g}" if len(inside) == 1 else ""
    card = "" if EITHER in machine else _COUNT.sub("", machine)
    return {"card": card, "bare": card if card[:1].isdecimal() else "", "number": number}


def _led(about: Subject, kind: str) -> str:
    return f" {about.said((kind,))}" if kind in about.words else ""

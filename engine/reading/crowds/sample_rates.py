"""Samples that come so often: "200 frames/s", "210,000 images per week", "8,000 hours of calls a day".

And candidates that are ranked for so many requests a second.

Only plain wordings of a total, and "60 cameras at 5 images/s", which is of each.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from engine.reading.crowds.crowd import Said
from engine.reading.words.numbers import Number
from engine.reading.words.patterns import Match
from engine.reading.words.tokens import SENTENCE_ENDS, Token

SLOT = "samples_per_second"
CLIPS = 120.0  # of 30 seconds, as which audio is counted, of an hour
ADJECTIVES = 2  # words between a number and its noun
AFTER = 4  # and between a noun and how often it comes
REQUESTS = "requests_per_second"
COUNTS = "counts_samples"  # the cue
PICTURED = frozenset({"cnn", "diffusion", "recommender"})
FEW = 1000  # fewer images are no job
NAME = 6  # tokens of a name behind its first
DAY = 86_400.0  # seconds
TOTAL = "total"  # of all sources
MORE = "+"  # behind a number: "100+ streams"


class Text(Protocol):
    """What is read: a text laid out, of which the numbers that are used are taken out."""

    @property
    def tokens(self) -> Sequence[Token]: ...
    @property
    def matches(self) -> Sequence[Match]: ...
    @property
    def classes(self) -> Mapping[str, Mapping[int, Match]]: ...
    @property
    def numbers(self) -> list[Number]: ...
    @property
    def covered(self) -> set[int]: ...
    def at(self, name: str, position: int, /) -> Match | None: ...
    def value_at(self, name: str, position: int, /) -> object: ...
    def ending(self, name: str, position: int, reach: int = 1, longest: bool = False) -> Match | None: ...
    def ends_clause(self, position: int, /) -> bool: ...
    def skip(self, position: int, /) -> int: ...


def sample_rates(document: Text) -> list[Said]:
    """At most one rate, taken out of the numbers; none in a text about training."""
    if document.classes.get("trains"):
        return []
    _cover_names(document)
    for read in (_rate, _amount):
        for number in document.numbers:
            found = read(document, number)
            if found is not None:
                document.numbers.remove(number)
                return [found._replace(value=found.value * _sources(document, found))]
    return []


def _sources(document: Text, rate: Said) -> float:
    """How many cameras send at such a rate each: those told before it in its sentence. Behind it ("200 frames/s from
    40 cameras") they are where a total comes from."""
    total = any(match.slot == "sampled_source" and match.value == TOTAL for match in document.matches)
    ends = [at for at in range(rate.first) if document.tokens[at].norm in SENTENCE_ENDS]
    for number in document.numbers if rate.slot != "samples" and not total else ():
        at = document.skip(number.last)
        at += at < len(document.tokens) and document.tokens[at].norm == MORE
        camera = document.at("thing", at)
        noun = camera if camera is not None and camera.value == "camera" else document.at("sampled_stream", at)
        sends = noun is not None and number.first > max(ends, default=-1)
        if noun is not None and sends and noun.last <= rate.first:
            document.numbers.remove(number)
            document.covered.update(range(number.first, noun.last))
            return number.value
    return 1.0


def candidate_rates(document: Text, requests: float | None) -> list[Said]:
    """Candidates a second: those of one request x requests a second; none where those are not said."""
    if requests is None:
        return []
    for number in document.numbers:
        noun = _near(document, "ranked_items", number)
        if noun is not None and not number.money:
            document.numbers.remove(number)
            first, last = min(number.first, noun.first), max(number.last, noun.last)
            return [Said(SLOT, requests * number.value, first, last)]
    return []


def _cover_names(document: Text) -> None:
    """The size behind the name of such a model belongs to it: "SAM 2.1 base plus", "SigLIP2 so400m"."""
    for named in document.matches:
        if named.slot != "cue" or named.value != COUNTS:
            continue
        at = named.last
        while at < len(document.tokens) and at < named.last + NAME:
            token, size = document.tokens[at], document.at("served_size", at)
            numbered = any(sign.isdigit() for sign in token.norm)
            if size is None and not numbered and (token.kind != "mark" or document.ends_clause(at)):
                break
            at = size.last if size is not None else at + 1
        document.covered.update(range(named.first, at))
    for number in document.numbers if _is_counted(document) else ():
        if document.value_at("figure_unit", number.last) == "steps":
            document.covered.update(range(number.first, number.last + 1))  # of an image that is made


def _amount(document: Text, number: Number) -> Said | None:
    """So many frames in all, of a model whose work is counted in samples."""
    noun = _behind(document, "sampled", number.last)
    if noun is None or noun.value != "image" or number.value < FEW or number.money or not _is_counted(document):
        return None
    return Said("samples", int(number.value), number.first, noun.last)


def _is_counted(document: Text) -> bool:
    """Whether a model is named whose work is counted in samples."""
    named = any(match.slot == "cue" and match.value == COUNTS for match in document.matches)
    return named or any(dict(match.implies).get("architecture") in PICTURED for match in document.matches)


def _slot(document: Text) -> str:
    """Images that a language model reads are requests to it."""
    of_text = not _is_counted(document) and any(m.slot in ("model", "variant") for m in document.matches)
    return REQUESTS if of_text else SLOT


def _rate(document: Text, number: Number) -> Said | None:
    if number.money or document.at("measure_pixels", number.last) is not None:
        return None  # "480p clips"
    one_word = document.at("sampled_rate", number.last)
    if one_word is not None:
        each = _of_each(document, one_word.last)
        return None if each else Said(_slot(document), number.value, number.first, one_word.last)
    noun = _behind(document, "sampled", number.last)
    if (so_often := document.ending("sampled_every", number.first, 0)) is not None and _is_counted(document):
        sheet = noun or document.at("sampled_sheet", number.last)  # "毎秒2000枚"
        last = sheet.last if sheet is not None else number.last
        return Said(_slot(document), number.value / float(so_often.value), so_often.first, last)
    if noun is None:
        return None
    times = CLIPS if noun.value == "hour" else 1.0
    for at in range(noun.last, min(noun.last + AFTER, len(document.tokens))):
        span = _period(document, at)
        if span is not None:
            seconds, last = span
            each = _of_each(document, last) or _of_each(document, noun.last)
            slot = _slot(document)
            if each or (slot == REQUESTS and seconds >= DAY):  # a job that comes again each day is read as one
                return None
            return Said(slot, number.value * times / seconds, number.first, last)
        if document.tokens[at].kind == "number" or document.ends_clause(at):
            return None
    return None


def _period(document: Text, at: int) -> tuple[float, int] | None:
    """Seconds of a period that begins here: "/s", "per week", "a day", "daily"."""
    daily = document.at("seconds_rhythm", at)
    if daily is not None:
        return float(daily.value), daily.last
    if document.tokens[at].norm == "/":
        after = at + 1
    else:
        each = document.at("each", at)
        if each is None or each.value != "each":
            return None
        after = each.last
    span = document.at("seconds_in", after)
    return None if span is None else (float(span.value), span.last)


def _of_each(document: Text, at: int) -> bool:
    """Whether it is what one camera or user sends."""
    source = document.at("sampled_source", document.skip(at))
    return source is not None and source.value != TOTAL


def _behind(document: Text, name: str, at: int) -> Match | None:
    """The noun behind a number, adjectives aside, and what each is like: "500 5-second 480p clips"."""
    at = _of_size(document, at)
    for here in range(at, min(at + ADJECTIVES + 1, len(document.tokens))):
        found = document.at(name, here)
        if found is not None:
            return found
        if document.tokens[here].kind != "word":
            return None
    return None


def _of_size(document: Text, at: int) -> int:
    """Behind the seconds and the pixels of each, where they stand between a number and its noun."""
    for number in document.numbers:
        unit = document.skip(number.last)
        size = document.at("seconds_in", unit) or document.at("measure_pixels", unit)
        if number.first == at and size is not None:
            at = document.skip(size.last)
    return at


def _near(document: Text, name: str, number: Number) -> Match | None:
    """The noun behind a number, or right before it."""
    return _behind(document, name, number.last) or document.ending(name, number.first, 1, longest=True)

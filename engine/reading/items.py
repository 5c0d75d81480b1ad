"""How much data and how much traffic: so many items, the tokens of one, and how often they come.

One small grammar: a number, the noun it counts, and per what ("40k tickets (avg 600 tokens)", "900 tokens a ticket",
"10 req/min"). A noun need not be known: what tokens are said of is an item ("1.1M lines, 120 tokens/line").
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.reading.compute.flops import told_flops
from engine.reading.document import Document, Mention
from engine.reading.nouns import NO_ADJECTIVE, is_written
from engine.reading.words.numbers import Number
from engine.reading.words.patterns import Match, forms
from engine.reading.words.tokens import SENTENCE_ENDS
from engine.workload.told_speeds import told_mfu

_WORDS = 3  # adjectives between a number and its noun
_BETWEEN = 7  # tokens between a number of items and the tokens of one
_LONGEST = 1e6  # tokens of one item
_FEW = 50  # items: fewer are no set of data
_LARGE = 1e9  # what is said in billions is a model or tokens
_SHORT = 3  # letters; a shorter word is no noun in the plural
_KNOWN = ("candidates", "instances", "hours_in", "ms_in", "years_in", "model", "gigabytes", "period")
_NOT_ALONE = frozenset({None, "samples", "concurrent_users"})  # units that a noun may follow: "user reviews"
_TRAINED = frozenset({"epochs", "steps", "seconds_per_step"})  # figures of a training run
_UNITS = ("seconds_in", "ms_in", "hours_in", "figure_unit", "gigabytes")  # classes
_NAMED, _OF_ONE = "length_named", "residue"  # classes: "mean length", and what a sequence is long in
_DATA_BETWEEN = 4  # words between the data and their size
_JUDGED = frozenset({"judged", "asks_good", "asks_bad"})  # cues: of nothing else a share of the peak is used
_DATA_UNITS = (("gigabytes", 1.0), ("terabytes", 1000.0), ("megabytes", 0.001))


@dataclass(frozen=True, slots=True)
class _Count:
    """A number and what it counts. `of` is "item", "request" or "tokens"; "" for a noun that is not known."""

    number: Number
    last: int
    of: str
    nouns: tuple[str, ...]  # as written, and in the singular

    @property
    def first(self) -> int:
        return self.number.first


def items(document: Document) -> list[Mention]:
    """The slots these numbers state. They are taken out of `document.numbers`."""
    counts = [count for number in document.numbers if (count := _count(document, number)) is not None]
    mentions, used = _labelled(document)
    lengths = [count for count in counts if count.of == "tokens" and count.number not in used]
    things = [count for count in counts if count.of != "tokens" and count.number not in used]
    rates = {thing.number: rate for thing in things if (rate := _rate(document, thing)) is not None}
    for length in lengths:
        of = _whose(document, length, things)
        if of is None:
            continue
        thing, first, last = of
        asked = thing.of == "request" or (thing.number in rates and not _trains(document))
        mentions.append(Mention("prompt_tokens" if asked else "tokens_per_sample", length.number.value, first, last))
        used.append(length.number)
        if not asked and thing in things and thing.number not in used and thing.number not in rates:
            mentions.append(Mention("samples", thing.number.value, thing.first, thing.last))
            used.append(thing.number)
    for thing in things:
        if thing.number in used:
            continue
        if thing.of == "request" and _are_tokens(document, thing):
            mentions.append(Mention("prompt_tokens", thing.number.value, thing.first, thing.last))
        elif _answers(document, thing, mentions):
            mentions.append(Mention("answer_tokens", thing.number.value, thing.first, thing.last))
        elif thing.number in rates and (thing.of == "request" or (thing.of == "item" and not _trains(document))):
            seconds, last = rates[thing.number]
            mentions.append(Mention("requests_per_second", thing.number.value / seconds, thing.first, last))
        elif thing.of == "item" and thing.number.value >= _FEW and _trains(document) and thing.number not in rates:
            mentions.append(Mention("samples", thing.number.value, thing.first, thing.last))
        else:
            continue
        used.append(thing.number)
    document.numbers = [number for number in document.numbers if number not in used]
    return mentions


def computing(document: Document) -> list[Mention]:
    """The FLOP of a run; their digits and those of a share of the peak count nothing else."""
    mentions: list[Mention] = []
    for told in told_flops(document.text):
        inside = [at for at, token in enumerate(document.tokens) if told.first <= token.start < told.last]
        if inside:
            spread = range(inside[0], inside[-1] + 1)
            document.numbers = [number for number in document.numbers if number.first not in spread]
            document.covered.update(spread)
            mentions.append(Mention("flops", told.flops, spread.start, spread.stop))
    judged = any(match.slot == "cue" and match.value in _JUDGED for match in document.matches)
    if judged and (share := told_mfu(document.text)) is not None:
        inside = [at for at, token in enumerate(document.tokens) if share.first <= token.start < share.last]
        document.numbers = [number for number in document.numbers if number.first not in inside]
        document.covered.update(inside)
    return mentions


def _labelled(document: Document) -> tuple[list[Mention], list[Number]]:
    """Those that a label names: "tickets: 64k, tokens/ticket: 512"."""
    mentions: list[Mention] = []
    used: list[Number] = []
    for number in document.numbers:
        colon = number.first - 1
        if colon < 1 or number.money or document.tokens[colon].norm not in (":", "=") or not _trains(document):
            continue
        label = document.ending("item", colon, 0, longest=True)
        if label is None:
            continue
        per = label.first - 1
        of_one = per > 0 and document.tokens[per].norm in ("/", "per") and document.ending("counted", per, 0)
        if of_one and of_one.value == "tokens" and number.value <= _LONGEST:
            mentions.append(Mention("tokens_per_sample", number.value, of_one.first, number.last))
        elif not of_one and number.value >= _FEW:
            mentions.append(Mention("samples", number.value, label.first, number.last))
        else:
            continue
        used.append(number)
    return mentions, used


def _trains(document: Document) -> bool:
    told = any(match.value in _TRAINED for match in document.classes.get("figure_unit", {}).values())
    told = told or document.before.task in ("fine_tuning", "pretraining")  # said before in the thread
    return told or bool(document.classes.get("trains") or document.classes.get("method"))


def _known(document: Document, at: int) -> Match | None:
    """The noun of data or of traffic that begins here; prompts are data where a model is trained on them."""
    names = ("item", "request") if _trains(document) else ("request", "item")
    return next((match for name in names if (match := document.at(name, at)) is not None), None)


def _count(document: Document, number: Number) -> _Count | None:
    """A number with the noun behind it, adjectives aside."""
    if number.money or number.scale >= _LARGE or number.last >= len(document.tokens):
        return None
    start = document.skip(number.last)
    residues = document.at(_OF_ONE, start)
    if number.value <= _LONGEST and (residues is not None or _is_named_length(document, number)):
        return _Count(number, residues.last if residues is not None else number.last, "tokens", ())
    noun: _Count | None = None
    for here in range(start, min(start + _WORDS + 1, len(document.tokens))):
        token = document.tokens[here]
        if document.value_at("counted", here) == "tokens":
            if document.value_at("figure_unit", here) not in (None, "tokens_per_sample"):
                return noun  # "300 tokens answers"
            whole = here == start and number.value <= _LONGEST
            return _Count(number, here + 1, "tokens", ()) if whole else noun
        known = _known(document, here)
        if known is not None:
            noun = _Count(number, known.last, known.slot, forms(document.tokens[known.last - 1].norm))
            continue
        if token.kind == "mark" and token.norm in ("-", "/", "&") and here + 1 < len(document.tokens):
            continue
        if token.kind != "word" or token.norm in NO_ADJECTIVE or any(document.at(name, here) for name in _KNOWN):
            return noun
        if document.value_at("counted", here) not in (None, "other"):
            return noun
        if document.value_at("figure_unit", here) not in _NOT_ALONE:
            return noun
        plural = len(token.norm) > _SHORT and len(forms(token.norm)) > 1
        if plural and (noun is None or here >= noun.last):
            noun = _Count(number, here + 1, "", forms(token.norm))
    return noun


def _is_named_length(document: Document, number: Number) -> bool:
    """Whether a bare number is how long one is: "mean length 350"; "mean length 30 s" tells a time."""
    if document.ending(_NAMED, number.first, 0, longest=True) is None:
        return False
    at = number.last
    behind = document.tokens[at].norm if at < len(document.tokens) else ""
    counts = document.value_at("counted", at) not in (None, "other") or behind == "x"
    return not counts and not any(document.at(name, at) for name in _UNITS)


def _are_tokens(document: Document, thing: _Count) -> bool:
    """Whether thousands are how long a prompt is: "a 32B with 8k prompts"."""
    prompts = not {"prompt", "request"}.isdisjoint(thing.nouns) and not _trains(document)
    sized = thing.number.letter == "k" and thing.number.value <= _LONGEST and prompts
    return sized and thing.first > 0 and document.tokens[thing.first - 1].norm in ("with", "of", "at", "on", "for")


def _answers(document: Document, thing: _Count, before: list[Mention]) -> bool:
    """Whether it is how long an answer is, right behind the length of its prompt: "2k prompt, 1k answer"."""
    behind = bool(before) and before[-1].slot == "prompt_tokens" and 0 <= thing.first - before[-1].last <= 1
    noun = document.at("answer_noun", thing.number.last)
    return noun is not None and (behind or is_written(document, thing.number))


def _rate(document: Document, thing: _Count) -> tuple[float, int] | None:
    """Seconds between so many ("a day", "/min", "daily"), and the token after it."""
    at = thing.last
    if at < len(document.tokens) and document.tokens[at].norm == "/":
        span = document.at("seconds_in", at + 1)
    else:
        daily = document.at("seconds_rhythm", at)
        if daily is not None:
            return float(daily.value), daily.last
        each = document.at("each", at)
        span = document.at("seconds_in", each.last) if each is not None and each.value == "each" else None
    return None if span is None else (float(span.value), span.last)


def _whose(document: Document, length: _Count, things: list[_Count]) -> tuple[_Count, int, int] | None:
    """What so many tokens are said of, and the tokens of the text that say so."""
    at = length.last
    per = document.at("length_per", at)
    if per is None and at < len(document.tokens) and document.tokens[at].norm == "/":
        after = at + 1
    else:
        after = per.last if per is not None else at
    if after > at:
        known = _known(document, after)
        named = forms(document.tokens[after].norm) if after < len(document.tokens) else ()
        same = next((thing for thing in things if thing.of != "request" and set(thing.nouns) & set(named)), None)
        if known is not None:
            thing = same or _Count(length.number, after, known.slot, named)
            return thing, length.first, known.last
        if same is not None:
            return same, length.first, after + 1
        if per is not None and per.value != "apiece":
            return None
    apiece = per if per is not None and per.value == "apiece" else None
    dotted = length.first > 1 and document.tokens[length.first - 1].norm == "."  # "avg. 350"
    typical = document.ending("length_typical", length.first - dotted, 0, longest=True)
    first = typical.first if typical is not None else length.first
    beside = _beside(document, first, things)
    if beside is None and _is_named_length(document, length.number):
        beside = _only(things)
    if beside is None or not (beside.of or apiece or typical):
        return None
    return beside, first, apiece.last if apiece is not None else length.last


def _only(things: list[_Count]) -> _Count | None:
    """The one set of data of a text."""
    many = [thing for thing in things if thing.of != "request" and thing.number.value >= _FEW]
    return many[0] if len(many) == 1 else None


def _beside(document: Document, first: int, things: list[_Count]) -> _Count | None:
    """The items that stand right before the tokens of one."""
    for thing in reversed(things):
        rate = _rate(document, thing)
        last = thing.last if rate is None else rate[1]
        if not 0 <= first - last <= _BETWEEN:
            continue
        between = range(last, first)
        inside = {at for match in _joins(document, between) for at in range(match.first, match.last)}
        if all(at in inside or _is_joint(document, at) for at in between):
            return thing
    return None


def _joins(document: Document, between: range) -> list[Match]:
    return [match for at in between if (match := document.at("length_typical", at)) is not None]


def _is_joint(document: Document, at: int) -> bool:
    token = document.tokens[at]
    return token.kind == "mark" and token.norm not in SENTENCE_ENDS


def data_size(document: Document) -> list[Mention]:
    """The gigabytes of data; taken out of the numbers that count and of those that may be a card's memory."""
    mentions: list[Mention] = []
    for number in list(document.numbers):
        subject = document.ending("data_subject", number.first, _DATA_BETWEEN, longest=True)
        units = ((document.at(name, number.last), times) for name, times in _DATA_UNITS)
        unit, times = next(((found, times) for found, times in units if found), (None, 0.0))
        if subject is None or unit is None or number.money or _is_parted(document, subject.last, number.first):
            continue
        if document.at("figure_unit", number.last) or document.at("not_data", unit.last):
            continue  # "27 GB of text" is read with its noun; "a 24 GB GPU" is none
        mentions.append(Mention("data_gb", number.value * number.scale * times, number.first, unit.last))
        document.numbers.remove(number)
        document.covered.update(range(subject.first, unit.last))
    return mentions


def _is_parted(document: Document, first: int, last: int) -> bool:
    """Whether anything stands between that does not lead from data to their size: "the data fit on a 24 GB GPU"."""
    leads = document.where("data_leads")
    return any(at not in leads and document.tokens[at].kind != "mark" for at in range(first, last))

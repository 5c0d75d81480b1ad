"""Every number with a noun as an amount: so many of a thing, per another thing or a time ("8 rollouts a prompt").

What is no noun here, or stands behind a word that ends the phrase, is no amount: other readers have it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.reading.words.numbers import Number
from engine.reading.words.patterns import Match
from engine.reading.words.tokens import SENTENCE_ENDS, Token, is_unspaced

EACH, UNSAID = "?each", "?"  # per what of those counted before; per what is not said
BOX = "box"  # the thing: something that no word of ours names
_SHORT = 3  # letters of a word that is no noun
_ADJECTIVES = 3  # words between a number and its noun
_LABEL = 3  # joints between a thing and the number behind it
_REACH = 7  # tokens before a number in which "each prompt" may stand
_BEHIND = 4  # tokens behind a share in which its "of them" begins
_AT_ONCE = 12  # tokens behind a share in which it is said that they come at once
_EQUALS = frozenset({":", "=", "~"})
_MARKS = frozenset({",", "(", ":"})
_TIMES = frozenset({"x", "*", "×"})
_BREAKS = SENTENCE_ENDS | {",", "(", ")"}
_GROUPED = re.compile(r"[1-9]\d{0,2}\.\d{3}")
GROUP = 1000.0
_OTHER = (
    "candidates", "instances", "hours_in", "ms_in", "years_in", "gigabytes", "variant", "chain_per", "chain_stop",
)  # fmt: skip


class Text(NamedTuple):
    """What is read: the tokens, phrases by class and position, and all numbers."""

    tokens: Sequence[Token]
    classes: Mapping[str, Mapping[int, Match]]
    numbers: Sequence[Number]

    def at(self, name: str, position: int) -> Match | None:
        """The phrase of a class that begins here."""
        return self.classes.get(name, {}).get(position)

    def norm(self, position: int) -> str:
        """The word at a position, "" outside the text."""
        return self.tokens[position].norm if 0 <= position < len(self.tokens) else ""

    def ending(self, name: str, position: int) -> Match | None:
        """The longest phrase of a class that ends right before a position."""
        found = (match for first in range(position - 6, position) if (match := self.at(name, first)))
        return next((match for match in found if match.last == position), None)


class Amount(NamedTuple):
    """`value` of `thing`, per `per` ("" for all there are) and, where `seconds`, in so many seconds.

    `kinds`: what the thing is, itself first; `of`: what it is counted per where nothing is said. `slot`: the one that
    another reader gave this number, "" for none.
    """

    value: float
    thing: str
    kinds: tuple[str, ...]
    of: tuple[str, ...]
    per: str
    seconds: float
    first: int
    last: int
    slot: str = ""
    number: int = -1  # where its number stands
    labelled: bool = False  # what it counts stands before it alone: "QPS 40"

    def is_a(self, kind: str) -> bool:
        """Whether the thing is that, or of that kind."""
        return kind in self.kinds


def amounts(text: Text) -> list[Amount]:
    """The amounts of a text in their order."""
    starts = {number.first for number in text.numbers}
    found: list[Amount] = []
    for number in text.numbers:
        if number.money or text.at("chain_ordinal", number.last) or _is_one(text, number):
            continue
        amount = _share(text, number) or _counted(text, number, starts, found)
        if amount is not None and amount.per == UNSAID and found:
            if _are_each(text, found[-1]):  # "each of 250 drones sends 3 images"
                amount = amount._replace(per=found[-1].thing)
            elif len(found) > 1 and _are_each(text, found[-2]) and text.at("chain_and", number.first - 1):
                amount = amount._replace(per=found[-2].thing)  # "... and 800 tokens"
        amount = amount or _box(text, number)
        if amount is not None:
            found.append(amount)
    return found


def _box(text: Text, number: Number) -> Amount | None:
    """So many of what no word of ours names, of which something is counted each: "18 warehouses, each ..."."""
    noun = text.tokens[number.last] if number.last < len(text.tokens) else None
    plain = noun is not None and noun.kind == "word" and len(noun.norm) > _SHORT and number.scale == 1
    if not plain or any(text.at(name, number.last) for name in (*_OTHER, "counted")):
        return None
    after = number.last + 1
    after += text.norm(after) in _MARKS or text.at("chain_with", after) is not None
    each = text.at("chain_per", after) or text.at("chain_alone", after)
    if each is None or each.value != "each" or text.at("chain_leads", after):
        return None
    return Amount(number.value, BOX, (BOX,), (), UNSAID, 0.0, number.first, number.last + 1, "", number.first)


def _are_each(text: Text, amount: Amount) -> bool:
    """Whether what follows is said of each of these: "each of 250 drones"."""
    each = text.ending("chain_per", amount.first - 1)
    return each is not None and each.value == "each" and text.at("chain_of", amount.first - 1) is not None


def _is_one(text: Text, number: Number) -> bool:
    """Whether it is the one that something is counted per: "1人あたり 30", "1日 30"."""
    if number.value != 1:
        return False
    thing = text.at("thing", number.last)
    behind = text.at("chain_per", thing.last) if thing is not None else None
    return (behind is not None and behind.value == "behind") or text.at("chain_time", number.last) is not None


def _is_percent(text: Text, at: int) -> bool:
    return text.norm(at) == "%" or text.at("chain_percent", at) is not None


def _is_joint(text: Text, at: int) -> bool:
    """Whether a word or mark joins a thing to the number behind it."""
    return text.norm(at) in _EQUALS or text.at("chain_joint", at) is not None


def _share(text: Text, number: Number) -> Amount | None:
    """ "5% of them waiting at any moment": so many at once of each that was counted."""
    if not _is_percent(text, number.last) or not 0 < number.value <= 100:
        return None
    near = range(number.last + 1, min(number.last + 1 + _AT_ONCE, len(text.tokens)))
    before = range(max(0, number.first - _BEHIND), number.first)
    of = next((m for at in (*near[:_BEHIND], *before) if (m := text.at("chain_of_them", at))), None)
    once = next((m for at in near if (m := text.at("chain_at_once", at))), None)
    once = once or next((m for at in before if (m := text.at("chain_at_once", at))), None)
    if once is None or any(text.norm(at) in SENTENCE_ENDS for at in range(number.last, once.first)):
        return None
    active = once.value == "active"  # of whom else
    if of is None and not active and once.first != number.last + 1:
        return None  # "5% at once" is of who stands before it; of whom else says so
    spans = (number.first, number.last + 1), *((one.first, one.last) for one in (of, once) if one)
    first, last = min(span[0] for span in spans), max(span[1] for span in spans)
    return Amount(number.value / 100, "at_once", ("at_once",), (), "person", 0.0, first, last, "", number.first)


def _counted(text: Text, number: Number, starts: set[int], before: Sequence[Amount]) -> Amount | None:
    noun = _noun(text, number, starts)
    label = _label(text, number, noun, before)
    if noun is None and (label is None or not _stands_alone(text, number)):
        return None
    named = noun or label
    if named is None or (noun is not None and text.at("size_of", noun.first) is not None):
        return None  # "on an 8B base model" counts no bases
    first, last = number.first, noun.last if noun is not None else number.last
    if noun is None:
        first = named.first
        if is_unspaced(text.norm(last)) and not is_unspaced(text.norm(last + 1)):
            last += 1  # a counter: "采样 8 条", "후보 300개"
    implied = dict(named.implies)
    kinds = (str(named.value), *filter(None, str(implied.get("is", "")).split(",")))
    of = tuple(filter(None, str(implied.get("of", "")).split(",")))
    per, seconds, first, last = _per(text, number, first, last, before[-1].last if before else 0)
    seconds = seconds or float(str(implied.get("seconds", 0)))
    step = _step_before(text, number) if "sample" in kinds and per == UNSAID else None
    if step is not None:
        per, first = "step", step
    if "sample" in kinds and per == "prompt":
        kinds = (*kinds, "answer")  # "8 samples per prompt", "每题采样 8 条"
    if (
        label is not None
        and noun is not None
        and per in (UNSAID, EACH)
        and "token" in kinds
        and label.value != "token"
    ):
        per, first = str(label.value), min(first, label.first)
    if per == UNSAID and before and text.norm(number.first - 1) in _TIMES and before[-1].last == number.first - 1:
        per = before[-1].thing  # "256 prompts x 8 rollouts"
    value = number.value
    if noun is not None and is_grouped(text, number) and kinds[0] != "frame_rate":
        value *= GROUP
    return Amount(value, kinds[0], kinds, of, per, seconds, first, last, "", number.first, noun is None)


def is_grouped(text: Text, number: Number) -> bool:
    """Whether a dot parts thousands, as in "4.000 Tokens": of what is counted nobody says three decimals."""
    return number.scale == 1 and _GROUPED.fullmatch(text.norm(number.first)) is not None


def _noun(text: Text, number: Number, starts: set[int]) -> Match | None:
    """The thing that stands behind a number, adjectives aside."""
    at = number.last + (text.norm(number.last) == "-")
    if at - number.last == 0 and text.at("chain_of", at) and number.scale > 1:
        at += 1
    counter = text.at("chain_counter", at)
    if text.at("thing", at) is None and counter is not None and (thing := text.at("thing", counter.last)) is not None:
        return thing
    for here in range(at, min(at + _ADJECTIVES + 1, len(text.tokens))):
        if (thing := text.at("thing", here)) is not None:
            while (head := text.at("thing", thing.last)) is not None and not is_unspaced(text.norm(thing.last)):
                thing = head  # "5 million product photos"
            return thing
        token = text.tokens[here]
        if token.kind != "word" or here in starts or is_unspaced(token.norm):
            return None
        if any(text.at(name, here) for name in _OTHER):
            return None
    return None


def _label(text: Text, number: Number, noun: Match | None, before: Sequence[Amount]) -> Match | None:
    """The thing that stands right before a number, and is counted by none of its own: "answers ~2k tokens"."""
    at = number.first
    for _ in range(_LABEL):
        found = text.ending("thing", at)
        if found is not None:
            owner = next((one for one in before if one.first <= found.first < one.last), None)
            if owner is not None and found.value == owner.per and found.first > owner.number:
                return found._replace(value=owner.thing)  # "16 answers a prompt of 1,500 tokens"
            return found if noun is not None or owner is None else None
        alone = text.ending("chain_alone", at)
        if alone is None and not _is_joint(text, at - 1):
            return None
        at = alone.first if alone is not None else at - 1
    return None


def _step_before(text: Text, number: Number) -> int | None:
    """Where "batch of" begins right before a number of samples."""
    found = text.ending("chain_step", number.first - _is_joint(text, number.first - 1))
    found = found or text.ending("chain_step", number.first)
    return found.first if found is not None else None


def _stands_alone(text: Text, number: Number) -> bool:
    """Whether nothing behind a number says what else it counts; a counter of scripts without blanks does not."""
    behind = text.norm(number.last)
    if not behind or behind in _BREAKS or is_unspaced(behind):
        return True
    return bool(text.at("chain_per", number.last) or text.at("chain_stop", number.last))


def _per(text: Text, number: Number, first: int, last: int, after: int) -> tuple[str, float, int, int]:
    """What an amount is counted per, in how many seconds, and the tokens that say so.

    `after`: where the amount before it ends.
    """
    per, seconds = UNSAID, 0.0
    while True:
        thing, span, end = _behind(text, last)
        if end == last:
            break
        per, seconds, last = thing or per, span or seconds, end
    alone = text.at("chain_alone", last)
    leads = alone is not None and any(
        one.first == alone.last or (one.first == alone.last + 1 and text.norm(alone.last) not in _BREAKS)
        for one in text.numbers
    )
    if per == UNSAID and alone is not None and not leads:  # "80 000 Dokumente mit je 900 Tokens"
        per, last = EACH, alone.last
        _, span, end = _behind(text, last)  # "5 questions each in that hour"
        seconds, last = (span, end) if span and not seconds else (seconds, last)
    together = text.at("chain_all", last) or text.ending("chain_all", number.first)
    if together is not None:
        return "", seconds, min(first, together.first), max(last, together.last)
    if per == UNSAID or not seconds:
        thing, span, start = _ahead(text, number, first, after)
        if per == UNSAID and thing:
            per, first = thing, start
        if not seconds and span:
            seconds, first = span, start
    return per, seconds, first, last


def _behind(text: Text, at: int) -> tuple[str, float, int]:
    """A thing or a time that follows "per", and the token after it; `at` where none does."""
    rhythm = text.at("chain_rhythm", at)
    if rhythm is not None:
        return "", float(rhythm.value), rhythm.last
    word = text.at("chain_per", at)
    if text.norm(at) == "/":
        after = at + 1
    elif word is not None and word.value != "behind":
        after = word.last
    else:
        return "", 0.0, at
    span, thing = text.at("chain_time", after), text.at("thing", after)
    if span is not None and (thing is None or thing.last <= span.last):
        return "", float(span.value), span.last
    return (str(thing.value), 0.0, thing.last) if thing is not None else ("", 0.0, at)


def _ahead(text: Text, number: Number, first: int, after: int) -> tuple[str, float, int]:
    """What stands before a number: "each prompt gets 8", "每题 8", "요청당 300", "minutely 40", "je 800"."""
    per, seconds, start = "", 0.0, first
    for at in range(number.first - 1, max(after - 1, number.first - 1 - _REACH), -1):
        if text.norm(at) in _BREAKS:
            break
        one = next((one for one in text.numbers if one.first == at), None)
        if one is not None and not _is_one(text, one):
            break
        if one is not None and (day := text.at("chain_time", one.last)) is not None and not seconds:
            seconds, start = float(day.value), min(start, at)
        word = text.at("chain_per", at)
        leads = word is not None and text.at("chain_leads", at) is not None and word.last == number.first  # "por 90"
        if word is not None and word.value == "each":
            thing, span = text.at("thing", word.last), text.at("chain_time", word.last)
            if thing is not None and thing.last <= number.first and not per:
                per, start = str(thing.value), min(start, at)
            elif span is not None and span.last <= number.first and not seconds:
                seconds, start = float(span.value), min(start, at)
            elif not per and at >= number.first - _LABEL and text.at("chain_of", word.last) is None and not leads:
                per, start = EACH, min(start, at)
        elif word is not None and word.value == "behind":
            thing, span = text.ending("thing", at), text.ending("chain_time", at)
            if thing is not None and not per:
                per, start = str(thing.value), min(start, thing.first)
            elif span is not None and not seconds:
                seconds, start = float(span.value), min(start, span.first)
        alone = text.at("chain_alone", at)
        near = alone is not None and alone.last >= number.first - 1 and text.at("chain_of", alone.last) is None
        if near and not per:
            per, start = EACH, min(start, at)
        rhythm = text.at("chain_rhythm", at)
        of_money = rhythm is not None and text.at("money_of", rhythm.last) is not None  # "the monthly bill for 1M"
        if rhythm is not None and rhythm.last <= number.first and not seconds and not of_money:
            seconds, start = float(rhythm.value), min(start, at)
    return per, seconds, start

"""Requests at once with the length of each: "20 users at 60k", "64 x 16k", "32 路并发 每路 8k", "2048+2048 tokens".

A count of people alone says nothing about requests; beside a length of each it does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.reading.words.numbers import Number
from engine.reading.words.patterns import Match
from engine.reading.words.tokens import Token

USERS, LENGTH, PROMPT = "concurrent_users", "sequence_length", "prompt_tokens"  # slots
ANSWER = "answer_tokens"  # a slot
PLUS = frozenset({"+", "plus"})
SURE = "sure"  # of the words for who asks: they say "at once" themselves
MOST_USERS = 10_000
SHORTEST, LONGEST = 256.0, 1e7  # tokens of a request
POWERS_TO = 10  # "64k" is 65,536 tokens, "60k" is 60,000
K = 1024
APART = 9  # tokens between those who ask and the length of each
BEFORE_PAGES = 6  # tokens between a prompt and its pages
ADJECTIVES = 2  # words between a number and its noun
BEHIND = 7  # tokens behind a number in which it is said that they come at once
LED = 6  # tokens of what says so before it
FEWEST = 50  # people, of whom not all ask at once
SEVERAL = 2  # at least, of what comes at once
WHO = frozenset({"person", "at_once", "request"})  # things that ask
NO_CROWD = (
    "candidates",
    "instances",
    "counted",
    "gigabytes",
    "hours_in",
    "ms_in",
    "figure_unit",
    "period",
)  # classes
DASHES = frozenset({"-", "~", "–"})
TIMES = frozenset({"x", "×", "*"})
ENDS = frozenset({"?", "!", "\n", ";"})
RATES = frozenset({"/", "per", "a"})  # behind tokens: a speed
ASKED = 4  # words between the one that asks how many and those who ask
LENGTHS = frozenset({None, LENGTH, "tokens_per_sample"})  # what such tokens are, where their unit says so


class Said(NamedTuple):
    """One value for one slot, and the tokens it came from."""

    slot: str
    value: float
    first: int
    last: int


class Text(NamedTuple):
    """What is read: the tokens, phrases by class and position, and the numbers, of which those used are taken out."""

    tokens: Sequence[Token]
    classes: Mapping[str, Mapping[int, Match]]
    numbers: list[Number]

    def at(self, name: str, position: int) -> Match | None:
        """The phrase of a class that begins here."""
        return self.classes.get(name, {}).get(position)

    def norm(self, position: int) -> str:
        """The word at a position, "" outside the text."""
        return self.tokens[position].norm if 0 <= position < len(self.tokens) else ""


def crowd(text: Text) -> list[Said]:
    """Who asks at once, how many tokens each, and the pages of a prompt as tokens."""
    found = _in_out(text) or _of_asked(text)
    for number in list(text.numbers):
        if number not in text.numbers:
            continue
        part = _part(text, number)
        pair = [part] if part else _pair(text, number)
        if not pair:
            alone = _pages(text, number) or _before_chip(text, number)
            pair = [alone] if alone else []
        if pair:
            found += pair
            used = [(one.first, one.last) for one in pair]
            text.numbers[:] = [
                one for one in text.numbers if not any(first <= one.first < last for first, last in used)
            ]
    return found


def _in_out(text: Text) -> list[Said]:
    """A prompt and its answer as one sum: "2048+2048 tokens", "1k + 500 tokens each"."""
    for number in list(text.numbers):
        other = next((one for one in text.numbers if one.first == number.last + 1), None)
        if other is None or text.norm(number.last) not in PLUS or number.money or other.money:
            continue
        counted = text.at("counted", other.last)
        if counted is None or counted.value != "tokens" or not SHORTEST <= number.value <= LONGEST:
            continue
        text.numbers[:] = [one for one in text.numbers if one not in (number, other)]
        return [
            Said(PROMPT, number.value, number.first, number.last),
            Said(ANSWER, other.value, other.first, counted.last),
        ]
    return []


def _of_asked(text: Text) -> list[Said]:
    """The length of each where how many there are is asked: "how many users on one L4, 2k tokens each"."""
    who = [one for one in text.classes.get("unit_noun", {}).values() if one.value == "requests"]
    asks = text.classes.get("unit_opener", {}).values()
    if text.classes.get("trains") or not any(0 <= one.first - ask.last <= ASKED for one in who for ask in asks):
        return []
    found = [(number, said) for number in text.numbers if (said := _each_of_them(text, number)) is not None]
    if len(found) != 1:
        return []
    text.numbers.remove(found[0][0])
    return [found[0][1]]


def _each_of_them(text: Text, number: Number) -> Said | None:
    """So many tokens that are of one request, and of no prompt or answer alone."""
    unit = text.at("figure_unit", number.last)
    before = (text.at("figure_name", at) for at in range(max(0, number.first - APART), number.first))
    named = [one for one in before if one is not None and one.last == number.first]
    if (unit and unit.value not in LENGTHS) or any(one.value not in LENGTHS for one in named):
        return None
    joint = next(
        (
            one
            for at in range(max(0, number.first - APART), number.first)
            if (one := text.at("crowd_each", at)) is not None and one.last == number.first
        ),
        None,
    )
    if joint is None and text.at("crowd_tail", number.last) is None:
        return None
    said = _as_length(text, number)
    return said._replace(first=joint.first) if said and joint else said


def _pair(text: Text, number: Number) -> list[Said]:
    if number.letter or number.money or number.scale != 1:
        return []
    count = _upper(text, number)
    if not 1 <= count <= MOST_USERS or count != int(count):
        return []
    noun = _noun(text, number)
    if (first := _led(text, number)) < number.first:
        last = noun.last if noun is not None else number.last
        long = _length(text, last)
        users = Said(USERS, count, first, last)
        return [users, long] if long else [users]
    if (noun is None or noun.value != SURE) and (last := _at_once(text, number, count)):
        long = _length(text, last)
        between = any(number.last <= one.first < last for one in text.numbers)  # "8 people hit the 70B at once"
        users = Said(USERS, count, number.first, number.last if between else last)
        return [users, long] if long else [users]
    if noun is None:
        times = text.norm(number.last) in TIMES and not text.classes.get("trains")
        each = _glued_or_apart(text, number.last + 1) if times else None
        return [Said(USERS, count, number.first, number.last + 1), each] if each else []
    if text.norm(noun.last) in RATES:
        return []  # "20 requests/s with 1k prompt": how often, and not how many at once
    long = _length(text, noun.last)
    live = _is_live(text) and text.at("crowd_stream", number.last) is not None
    live = live or (text.at("crowd_load", number.first - 1) is not None and count >= SEVERAL)
    if noun.value != SURE and not live and (long is None or text.classes.get("trains")):
        return []
    users = Said(USERS, count, number.first, noun.last)
    return [users, long] if long else [users]


def _is_live(text: Text) -> bool:
    """Whether a model that hears writes as it hears."""
    return any(one.value == "live_sound" for one in text.classes.get("cue", {}).values())


def _part(text: Text, number: Number) -> Said | None:
    """Of so many who may ask, those who do at the busiest moment: "500 registered users", "200 employees"."""
    if number.money or text.classes.get("trains") or number.value < FEWEST or number.value != int(number.value):
        return None
    for at in range(number.last, number.last + 2):
        found = text.at("crowd_part", at)
        if found is not None:
            beside = (text.at("crowd_at_once", here) for here in range(number.first - 1, found.last + BEHIND))
            told = any(one is not None and one.value != "for" for one in beside)
            users = max(1.0, float(round(number.value * float(found.value))))
            return None if told else Said(USERS, users, number.first, found.last)
        if at >= len(text.tokens) or text.tokens[at].kind != "word":
            return None
    return None


def _led(text: Text, number: Number) -> int:
    """Where it begins right before a number of people that they come at once, "同時10人"; else the number."""
    if text.classes.get("trains") or _noun(text, number) is None:
        return number.first
    before = (text.at("crowd_at_once", number.first - back) for back in range(1, LED + 1))
    led = (one.first for one in before if one and one.value == "behind" and one.last == number.first)
    return next(led, number.first)


def _at_once(text: Text, number: Number, count: float) -> int:
    """Behind what is said to come at once, whoever it is: "500 players talking at once", "30 simultaneous callers";
    0 where nothing is."""
    if count < SEVERAL or text.classes.get("trains"):
        return 0
    before = text.at("crowd_at_once", number.last)
    at = before.last if before is not None and before.value == "before" else number.last
    thing = text.at("thing", at)
    asks = (thing is not None and thing.value in WHO) or (thing is None and _counts_people(text, number))
    if before is not None and before.value == "before":
        known = thing is not None or any(text.at(name, at) for name in NO_CROWD)
        plain = not known and at < len(text.tokens) and text.tokens[at].kind == "word"
        return thing.last if asks and thing is not None else at + 1 if plain else 0
    for here in range(number.last, number.last + BEHIND) if asks else ():
        if text.norm(here) in ENDS | {","}:
            return 0
        joint = text.at("crowd_at_once", here)
        if joint is not None and joint.value == "behind":
            return joint.last
    return 0


def _counts_people(text: Text, number: Number) -> bool:
    """Of a number with nothing behind it but that they come at once, whether people are spoken of: "for staff, ~25 at
    once", "for 20 at once"."""
    joint = text.at("crowd_at_once", number.last)
    if joint is None or joint.value != "behind":
        return False
    before = (text.at("crowd_at_once", number.first - back) for back in range(1, ADJECTIVES + 1))
    told = any(one is not None and one.value == "for" for one in before)
    return told or any(one.value in WHO for one in text.classes.get("thing", {}).values())


def _upper(text: Text, number: Number) -> float:
    """Of "4-5 users" all five: room is wanted for them."""
    last = text.tokens[number.last - 1]
    ranged = number.last - number.first > 1 and text.norm(number.last - 2) in DASHES and last.norm.isdecimal()
    return float(last.norm) if ranged else number.value


def _noun(text: Text, number: Number) -> Match | None:
    """Who asks, behind the number and at most two other words; the longest phrase."""
    for at in range(number.last, number.last + ADJECTIVES + 1):
        found = text.at("crowd", at)
        if found is not None:
            return found
        if at >= len(text.tokens) or text.tokens[at].kind != "word" or text.at("counted", at) is not None:
            return None
    return None


def _glued_or_apart(text: Text, at: int) -> Said | None:
    """Thousands of tokens that stand here, as "16 k" or as one word."""
    number = next((one for one in text.numbers if one.first == at), None)
    if number is not None:
        return _as_length(text, number)
    word = text.norm(at)
    if word.endswith("k") and word[:-1].isdecimal():
        return Said(LENGTH, _tokens(float(word[:-1])), at, at + 1)
    return None


def _length(text: Text, after: int) -> Said | None:
    """The length of each, a few words behind those who ask."""
    for number in text.numbers:
        if not after <= number.first <= after + APART:
            continue
        if any(text.norm(at) in ENDS for at in range(after, number.first)):
            return None
        if any(text.at("crowd_sends", at) is not None for at in range(after, number.first)):
            return None  # "each sending 2k tokens and getting 400 back"
        found = (text.at("crowd_each", at) for at in range(after, number.first))
        joint = next((one for one in found if one is not None and one.last == number.first), None)
        said = _as_length(text, number) if joint or text.at("crowd_tail", number.last) else None
        if said is not None:
            return said._replace(first=joint.first) if joint else said
    return None


def _before_chip(text: Text, number: Number) -> Said | None:
    """A length that is named as one, with a chip right behind it, of which it is no count: "context 16k GPU"."""
    ends = set()
    for at in range(number.first - APART, number.first):
        name, joint = text.at("figure_name", at), text.at("crowd_each", at)
        if name is not None and name.value == LENGTH:
            ends |= {name.last, joint.last if joint is not None else name.last}
    chip = any(text.at("candidates", at) for at in range(number.last, number.last + ADJECTIVES + 2))
    if number.letter != "k" or number.money or number.first not in ends or not chip:
        return None
    value = _tokens(number.value / number.scale)
    return Said(LENGTH, value, number.first, number.last) if SHORTEST <= value <= LONGEST else None


def _as_length(text: Text, number: Number) -> Said | None:
    """A number of tokens: in thousands, or with the word behind it; no speed and no count of something else."""
    tail = text.at("crowd_tail", number.last)
    last = tail.last if tail else number.last
    counted = text.at("counted", number.last)
    if counted is not None and tail is None:
        return None
    if text.norm(last) in RATES and text.at("period", last + 1) is not None:
        return None
    thousands = number.letter == "k"
    if number.money or number.scale not in (1.0, 1e3) or not (thousands or tail):
        return None
    value = _tokens(number.value / number.scale) if thousands else number.value
    return Said(LENGTH, value, number.first, last) if SHORTEST <= value <= LONGEST else None


def _tokens(thousands: float) -> float:
    """As contexts are counted: powers of two in 1,024s."""
    power = thousands in {2.0**one for one in range(POWERS_TO)}
    return thousands * (K if power else 1000)


def _pages(text: Text, number: Number) -> Said | None:
    """ "Prompts are like 6 pages of pdf": what a page holds is in the vocabulary."""
    page = text.at("page", number.last)
    if page is None or number.letter or number.money:
        return None
    first = max(0, number.first - BEFORE_PAGES)
    prompt = any(text.at("of_prompt", at) for at in range(first, number.first)) or text.at("of_prompt", page.last)
    if not prompt or any(text.norm(at) in ENDS for at in range(first, number.first)):
        return None
    return Said(PROMPT, number.value * float(page.value), number.first, page.last)

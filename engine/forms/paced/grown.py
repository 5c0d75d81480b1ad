"""What more cards or machines bring, where a question names both numbers and nothing was measured yet.

Usual training in data parallel brings a share of linear (`scaling_share`): times = many / few x share, and the hours
fall to 1 / times. Copies of a served model bring all of it.
"""

from __future__ import annotations

import re

from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.joined.timed import told_of
from engine.forms.told.scaling import SOURCES, USUAL

DOLLARS = "dollars"  # a predicate
SERVING = frozenset({"serving_words"})  # cues
ASKS = frozenset({"rate", "compare", "hours", "effect", "judge", "able", "how", "which", "why", "slow"})  # predicates
SPEED = re.compile(
    r"\b(?:scal(?:e|es|ing)|through-?put|speed-?ups?|faster|half (?:the|as much) time|halve[sd]?|linear(?:ly)?)\b",
    re.IGNORECASE,
)
MEASURED = re.compile(r"\d\s*(?:%|x|times)\s*(?:as )?(?:fast|slow)(?:er)?\b", re.IGNORECASE)
_COUNTS = {"one": 1, "single": 1, "two": 2, "three": 3, "four": 4, "six": 6, "eight": 8, "sixteen": 16}
_NUMBER = rf"(?:a\s+)?(\d{{1,4}}|{'|'.join(_COUNTS)})"
_NODES = r"(?:nodes?|machines?|instances?|servers?|hosts?)"
_CARDS = r"(?:gpus?|cards?|chips?|accelerators?|[ahbvl]\d{1,3}s?|tpus?|t4s?|cores?)"
_THING = rf"(?:\s*x)?(?:\s+(?!to\b)[\w.-]+){{0,2}}?\s+({_NODES}|{_CARDS})"
_FROM_TO = re.compile(rf"\bfrom {_NUMBER}(?:{_THING})? to {_NUMBER}(?:{_THING})?\b", re.IGNORECASE)
_AGAINST = r"(?:than|instead of|vs\.?|versus|compared (?:to|with)) (?:on |with |just )?"
_THAN = re.compile(
    rf"\b{_NUMBER}{_THING}\b[^.?!]{{0,40}}?\b{_AGAINST}{_NUMBER}(?:{_THING})?\b",
    re.IGNORECASE,
)
MOST, IN_ONE = 4096, 8  # cards; of them in one machine


class Grown(Reason, code="grown"):
    """`many` of a `thing` against `few`: `times` as much a second, `hours` of a run that took 10 there.

    `across`: over several machines, whose network counts. `serves`: copies of a model that answers.
    """

    few: int
    many: int
    thing: str
    times: Interval
    hours: Interval
    across: bool
    serves: bool


class GrownBatch(Reason, code="grown_batch"):
    """On what it depends: the batch of each card, and the network."""

    across: bool


def grown(asked: Asked) -> FactAnswer | None:
    """None unless a question on speed names two numbers of one thing, and no time of either is told."""
    reading = asked.reading
    if MEASURED.search(reading.text) is not None:
        return None
    if not reading.sought.asks or SPEED.search(reading.text) is None or told_of(asked).times:
        return None
    shown = set(reading.sought.predicates)
    if DOLLARS in shown or (shown and not ASKS & shown and "how_much_faster" not in reading.cues):
        return None
    pair = _pair(reading.text)
    if pair is None:
        return None
    few, many, thing = pair
    serves = asked.profile.task == "inference" or not SERVING.isdisjoint(reading.cues)
    across = thing == "node" or many > IN_ONE
    share = asked.library.constants.spread(USUAL)
    times = Interval(1.0, 1.0, 1.0).times(many / few) if serves else share.times(many / few)
    told = Grown(
        few=few,
        many=many,
        thing=thing,
        times=times,
        hours=times.inverse().times(10.0),
        across=across,
        serves=serves,
        cites=SOURCES[:1],
    )
    return FactAnswer(headline=told, sentences=() if serves else (GrownBatch(across=across, cites=SOURCES),))


def _pair(text: str) -> tuple[int, int, str] | None:
    """The smaller and the larger number, and whether they are of nodes or of cards; None where that is not told."""
    found = _FROM_TO.search(text)
    if found is not None:
        first, last, things = found[1], found[3], (found[2], found[4])
    elif (found := _THAN.search(text)) is not None:
        first, last, things = found[3], found[1], (found[4], found[2])
    else:
        return None
    few, many = _count(first), _count(last)
    named = next((thing for thing in things if thing), None)
    if named is None or not 0 < few < many <= MOST:
        return None
    return few, many, "node" if re.fullmatch(_NODES, named, re.IGNORECASE) else "card"


def _count(word: str) -> int:
    return _COUNTS.get(word.lower(), 0) or int(word)

"""What each number in a text counts: parameters, tokens, money, chips, nodes, people, runs or time.

A number takes its meaning from the unit or noun behind it (adjectives may stand between), then from the
words before it. A number whose meaning is not clear fills no slot.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from engine.reading.document import Document, Mention
from engine.reading.nouns import KINDS, NO_ADJECTIVE, Kind, beside_tokens, chips_of_slice, noun, of_tokens, per_node
from engine.reading.rates import rate_after, rate_at
from engine.reading.words.numbers import Number
from engine.reading.words.tokens import is_unspaced

_ONE_OF_THEM = frozenset({"which", "this", "that", "every", "either", "neither", "any", "no", "what"})
_ONE_CARD = frozenset({"vm", "machine", "instance"})  # "a single H100 VM" has one; a node or a server has several
_ONE_NODE = _ONE_CARD | {"node", "server", "box", "host", "rig", "workstation", "system"}
_PIECES = frozenset("대台")  # of machines, and of cards right behind their name
_PICTURED = 3  # tokens between pictures and their number
_MOST_SLICES = 64  # that somebody has at once
_SLICE = 4  # tokens between "a single" and the size of the slice
_COUNTABLE = frozenset({"runs", "nodes", "people", "heads", "times", "chips", "verbs"})  # by the piece
_MOST_TIMES = 1000  # a bare number with a rate counts runs only up to here
_RATED = frozenset({"million", "mio", "m", "per", "1m", "1k"})  # before a label that is a unit of what is asked
_OF_AN_HOUR = 10  # dollars: less is what an hour costs
_PRICED, _CAP = 4, 3  # tokens between a card and its price; behind the word for a budget
_IS = frozenset({"is", "are", "costs", "cost", "was", "for", "at"})
_OF_ONE = frozenset({"for", "a", "an", "one", "the", "used", "new", "refurbished", "each", "$", "nvidia", "single"})
_SUMS = frozenset({"budget_usd", "budget_period"})
_CUED = 8  # tokens around a time in which its clause says what it is
_OF_A_DESK = 16  # cards; more of them are said to be several
_DESK_CARDS = ("rtx", "gtx", "titan", "rx", "arc")  # how the ids of such cards begin
_SEVERAL = frozenset({"s", "gpu", "gpus", "card", "cards", "each"})
_MILLION = 1e6
_BILLION = 1e9
_TRILLION = 1e12
_GLUED_ONLY = frozenset(["d", "w", "y", "s", "m", "h", "mo"])
_WATTS = "W"  # small, it is weeks
_DIMENSIONS = (1, 2, 3, 4)
_OF_PARTS, _PART_NUMBER = "H", 1000  # a letter behind such a number is of its name
_MOST_WEEKS = 52  # written so; more are watts as well ("165w")
_MILLISECOND_WORDS = 1.0
_DIGITS = 3  # of the number of a card, at least
_BEFORE_A_COUNT = frozenset(
    {",", ";", "(", "only", "just", "about", "around", "exactly", "if", "than", "to", "another"}
)
_YEARS = range(2010, 2036)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with what it counts; `first` to `last` cover number and noun."""

    kind: Kind
    value: float
    first: int
    last: int
    loose: bool = False  # to be used only if the surrounding words support it


def quantities(document: Document) -> list[Quantity]:
    """Every number of the text that counts something we know."""
    starts = {n.first for n in document.numbers}
    sizes = {n.first: n.last for n in document.numbers if n.scale == _BILLION and not n.money}
    counted: list[Quantity] = []
    slices = [n.first for n in document.numbers if chips_of_slice(document, n.first) is not None]
    for number in document.numbers:
        if number.spelt and number.first and document.tokens[number.first - 1].norm in _ONE_OF_THEM:
            continue  # "which one can run it"
        if number.value == 1 and any(number.last < at <= number.last + _SLICE for at in slices):
            continue  # "a single TPU v3-8" is of four chips
        if any(several is number for at in slices if (several := _slices(document, at)) is not None):
            continue  # told with the slice
        quantity = _counted(document, number, starts, sizes)
        if quantity is not None:
            counted.append(quantity)
    counted += [Quantity("hours", span.hours, span.first, span.last) for span in document.spans]
    return _in_machines(document, sorted(counted, key=lambda quantity: quantity.first))


def _in_machines(document: Document, counted: list[Quantity]) -> list[Quantity]:
    """Chips of each machine that stand behind the machines: "2 H100*8 machines", "3 A100 nodes (8 x 80GB)"."""
    told = list(counted)
    for place, (one, other) in enumerate(pairwise(counted)):
        between = [token.norm for token in document.tokens[one.last : other.first]]
        if one.kind == "chips" and other.kind == "nodes" and between in (["x"], ["*"]):
            told[place] = replace(one, kind="nodes", last=other.last)
            told[place + 1] = replace(other, kind="chips", first=one.first)
        elif one.kind == "times" and other.kind == "chips" and between in ([], ["x"], ["("]):  # "2 x 8 A100"
            told[place] = replace(one, kind="other")
            told[place + 1] = replace(other, value=one.value * other.value, first=one.first)
        elif one.kind == "nodes" and other.kind == "times" and between in (["("], [","], ["of"], ["with"], []):
            told[place + 1] = replace(other, kind="chips")
    return told


def _slices(document: Document, at: int) -> Number | None:
    """How many slices there are, where a number of them stands before the slice's name: "2 x v5e-8", "4 TPU v3-8"."""
    chip = document.ending("candidates", at - 1, 0, longest=True)
    if chip is None:
        return None
    ends = chip.first - (chip.first > 0 and document.tokens[chip.first - 1].norm in ("x", "*"))
    found = (number for number in document.numbers if number.last == ends and not number.money and number.scale == 1)
    return next((number for number in found if 1 < number.value == int(number.value) <= _MOST_SLICES), None)


def _counted(document: Document, number: Number, starts: set[int], sizes: Mapping[int, int]) -> Quantity | None:
    value, last = number.value, number.last
    tokens = document.tokens
    if last + 2 < len(tokens) and [t.norm for t in tokens[last : last + 3]] == ["and", "a", "half"]:
        value, last = value + 0.5 * number.scale, last + 3
    if number.money:
        return Quantity("money", value, number.first, last)
    if _is_year(document, number) or _names_a_card(document, number):
        return None
    if last < len(tokens) and tokens[last].norm == "/" and rate_at(document, last) is not None:
        return _bare(document, number, value, last)
    if (top := document.ending("ranks", number.first, 0)) or document.at("ranked", last):
        document.covered.update(range(top.first if top else number.first, last))
        return Quantity("other", value, number.first, last)  # "the 3 cheapest H100", "top 5": rows, and no chips
    share = chips_of_slice(document, number.first)
    if share is not None:
        several = _slices(document, number.first)
        times, first = (several.value, several.first) if several else (1.0, number.first)
        return Quantity("chips", value * share * times, first, last)
    inside = document.at("candidates", number.first)
    if number.spelt and inside is not None and inside.last > last:  # "quad 3090"
        return Quantity("chips", value, number.first, inside.last)
    node = per_node(document, last)
    if node is not None:
        return Quantity("chips", value, number.first, node[0])
    if number.letter == "b" and last < len(tokens) and tokens[last].kind == "number":
        return Quantity("parameters", value, number.first, last)  # "7B 100k models"
    if number.scale >= _MILLION and document.at("token_side", last) is not None and of_tokens(document, last):
        return Quantity("tokens", value, number.first, last, loose=True)  # "1.2B input + 150M output tokens"
    at = document.skip(last)
    if number.scale == _BILLION and document.at("size_of", at) is not None:  # "4B models", "8B base model"
        return Quantity("parameters", value, number.first, last)
    unit = _unit(document, value, number, at)
    if unit is not None:
        return unit
    is_name = number.scale > 1 or document.ending("model", number.first, 0) is not None  # "Llama 3 8B"
    is_any = value == 1 and rate_after(document, last) is None  # "one Llama 70B fine-tune takes 20 hours"
    counted = noun(document, at, starts, {} if is_name or is_any else sizes)
    if counted is not None:
        kind, end = counted
        if kind == "other" and number.letter in ("b", "m") and document.ending("model", number.first, 0) is not None:
            return Quantity("parameters", value, number.first, last)  # "ESM2 15B embeddings"
        if kind == "chips" and number.scale >= _BILLION:
            kind = "parameters"
        if kind in _COUNTABLE and number.letter in ("b", "bn", "t", "m"):  # "13b fine-tune"
            if number.scale < _BILLION:
                return _small_model(document, number, value, last)
            kind, end = "parameters", last
        if kind == "chips" and _is_beside_a_card(document, number, end):
            return None
        if kind == "chips" and _are_pictures(document, number.first, at):
            return Quantity("other", value, number.first, end)
        if kind == "nodes" and document.tokens[at].norm in _PIECES and document.ending("candidates", number.first, 0):
            return Quantity("chips", value, number.first, end)  # "4090 3대"
        of_one = value > 1 or document.tokens[end - 1].norm in _ONE_CARD
        if kind == "nodes" and of_one and _is_one_node(document, at, end):
            return Quantity("chips", value, number.first, end - 1)  # "an 8 A100 node"
        if kind in _COUNTABLE and _ends_a_name(document, number):
            return None
        if value == 1 and document.value_at("counted", at) == "them":  # "we do one of those a year"
            return None
        if value == 1 and kind in ("runs", "verbs") and _is_asked_of_one(document, number.first):
            return None
        if kind == "verbs":
            kind = "runs" if value == 1 or rate_after(document, end, 3) else "other"
        return Quantity(kind, value, number.first, end)
    labelled = _labelled(document, number.first)
    if labelled is not None:
        return Quantity(labelled, value, number.first, last)
    if number.scale == _BILLION:
        return Quantity("parameters", value, number.first, last)
    if number.scale == _TRILLION and any(
        match.slot == "variant" and match.first <= number.first < match.last for match in document.matches
    ):
        return Quantity("parameters", value, number.first, last)  # "Ling 2.6 1T"
    if number.scale == _TRILLION:
        return Quantity("tokens", value, number.first, last, loose=True)
    if number.scale == _MILLION:
        return _small_model(document, number, value, last)
    return _bare(document, number, value, last)


def _is_beside_a_card(document: Document, number: Number, end: int) -> bool:
    """Whether a number only stands before one card of a desk, of which nobody has so many: "driver 31 RTX 3060".

    "40 x RTX 3060", "40 3060s" and "40 RTX 3060 cards" count them.
    """
    chip = document.at("candidates", number.last)
    if chip is None or number.value <= _OF_A_DESK or not str(chip.value).startswith(_DESK_CARDS):
        return False
    behind = document.tokens[end].norm if end < len(document.tokens) else ""
    return not (document.tokens[end - 1].norm.endswith("s") or behind in _SEVERAL)


def _are_pictures(document: Document, first: int, at: int) -> bool:
    """Whether a measure word that cards share counts the pictures named before it: "画像を20枚"."""
    bare = is_unspaced(document.tokens[at].norm) and document.at("candidates", at) is None
    return bare and document.ending("pictured", first, _PICTURED) is not None


def _is_one_node(document: Document, at: int, end: int) -> bool:
    """Whether so many chips are those of one machine: "our 8 A100 node", of which there would be "nodes"."""
    chip = document.at("candidates", at) or document.at("counted", at)
    return document.tokens[end - 1].norm in _ONE_NODE and chip is not None and chip.last == end - 1


def _ends_a_name(document: Document, number: Number) -> bool:
    """Whether a number is the end of a name ("ViT-H/14 retraining", "Phi-3 jobs")."""
    first = number.first
    if first < 2 or not document.tokens[first].glued or not document.tokens[first - 1].glued:
        return False
    return document.tokens[first - 1].norm in ("-", "/") and document.tokens[first - 2].kind == "word"


def _is_year(document: Document, number: Number) -> bool:
    """A bare 2010 to 2035 that nothing multiplies ("our 2025 training") is a date, not a count."""
    bare = number.last - number.first == 1 and document.tokens[number.first].norm.isdecimal() and number.scale == 1
    glued = number.last < len(document.tokens) and document.tokens[number.last].glued
    counted = document.value_at("counted", number.last)
    before = document.tokens[number.first - 1].norm if number.first else ","
    runs = counted == "runs" and before in _BEFORE_A_COUNT  # "only 2026 runs"
    return bare and number.value in _YEARS and not (glued or counted == "times" or runs)


def _names_a_card(document: Document, number: Number) -> bool:
    """Whether a bare number is that of a card which the text names: "the 6000 cards" beside an RTX 6000 Ada."""
    token = document.tokens[number.first]
    if number.last - number.first > 1 or number.scale > 1 or not token.norm.isdecimal() or len(token.norm) < _DIGITS:
        return False
    names = (range(match.first, match.last) for match in document.matches if match.slot == "candidates")
    named = any(
        document.tokens[at].norm == token.norm
        for name in names
        for at in name
        if at != number.first and len(name) > 1
    )
    document.covered.update((number.first,) if named else ())
    return named


def _small_model(document: Document, number: Number, value: float, last: int) -> Quantity | None:
    """Millions count parameters only beside a model ("BERT 110M", "a 350M model") or tokens ("350M, 10B tokens")."""
    beside = document.near("model", number.first - 5, number.first) or document.near("model", last, last + 3)
    beside = beside or _bracketed(document, number.first, last)
    beside = beside or (not document.ends_clause(last) and document.near("size_of", last, last + 2))
    beside = beside or beside_tokens(document, last)
    beside = beside or document.ending("size_of", number.first, 1) is not None  # "modèle 350M"
    return Quantity("parameters", value, number.first, last) if beside else None


def _bracketed(document: Document, first: int, last: int) -> bool:
    """Whether a number stands alone in brackets behind a name ("E5-large (560M)")."""
    if first < 2 or last >= len(document.tokens) or document.tokens[first - 2].kind != "word":
        return False
    return document.tokens[first - 1].norm == "(" and document.tokens[last].norm in (")", ",")


def _unit(document: Document, value: float, number: Number, at: int) -> Quantity | None:
    """A unit of time right behind the number. One-letter units must touch it."""
    for name in ("ms_in", "hours_in", "years_in"):
        match = document.at(name, at)
        if match is None or (document.at("counted", at) and document.at("counted", at).last > match.last):  # type: ignore[union-attr]
            continue
        word = document.tokens[at].norm
        if word == _WATTS.lower() and not (_are_weeks(document, at) and value <= _MOST_WEEKS):
            continue  # "350W", and ten thousands in Chinese: "7w+"
        glued = document.tokens[at].glued
        if glued and word == "d" and value in _DIMENSIONS and document.slice(at, at + 1) == "D":
            continue  # "3D segmentation"
        if glued and value >= _PART_NUMBER and document.slice(at, at + 1) == _OF_PARTS:
            continue  # "8454H", a processor
        needs_glue = word in _GLUED_ONLY and word != "h" and not glued
        if needs_glue and (name != "ms_in" or not document.near("latency_cue", number.first - 6, at + 4)):
            continue
        if name == "years_in":
            return Quantity("other", value, number.first, match.last)
        kind: Kind = "ms" if name == "ms_in" else "hours"
        return Quantity(
            kind,
            value * float(match.value),
            number.first,
            match.last,
            loose=name == "ms_in" and float(match.value) != _MILLISECOND_WORDS,
        )
    return None


def _are_weeks(document: Document, at: int) -> bool:
    """Whether a letter behind a number says weeks: a small one, with nothing added to it."""
    added = at + 1 < len(document.tokens) and document.tokens[at + 1].norm == "+"
    return document.slice(at, at + 1) != _WATTS and not added


def _labelled(document: Document, first: int) -> Kind | None:
    """What a label says that stands before a number: "Team: 6", "Runs = 12", "gpu_count 8"."""
    named = first > 2 and document.tokens[first - 2].norm == "_"
    if first < 2 or not (named or document.tokens[first - 1].norm in (":", "=", "(")):
        return None
    label = document.ending("label", first if named else first - 1, 0, longest=True)
    if label is None or document.tokens[label.first - 1].norm in _RATED:  # "per million tokens: 7B"
        return None
    return KINDS.get(str(label.value))


def _is_sum(document: Document, number: Number) -> bool:
    """Whether a bare "50k" is money: a cap around it, or a thread that has a budget."""
    if document.before.budget_usd is not None:
        return True
    start, end = document.clause(number.first)
    return document.near("budget", max(start, number.first - 4), number.first) or document.near(
        "budget_name", number.last, min(end, number.last + 4)
    )


def _bare(document: Document, number: Number, value: float, last: int) -> Quantity | None:
    """A number with nothing behind it: "team of 12", "H100 x 8", "budget 500"."""
    first = number.first
    if value == int(value) and document.ending("people_cue", first) and value < 500:
        alone = document.ends_clause(last) or document.tokens[last].norm in NO_ADJECTIVE
        if document.tokens[first - 1].norm == "of" or alone:
            return Quantity("people", value, first, last)
    if (labelled := _labelled(document, first)) is not None:
        return Quantity(labelled, value, first, last)
    if value <= _MOST_TIMES and rate_at(document, last) is not None and document.at("schedule", last) is None:
        capped = document.near("budget", max(0, first - _CAP), first)
        return Quantity("money" if capped else "times", value, first, last)
    if number.letter == "k" and _is_sum(document, number):
        return Quantity("money", value, first, last)
    if document.ending("budget_name", first, 2) or document.at("budget_name", last):
        return Quantity("money", value, first, last)
    if first >= 2 and document.tokens[first - 1].norm in ("x", "(") and value == int(value):
        before = document.tokens[first - 2]
        work = document.ending("counted", first - 1, 0, longest=True)
        is_work = document.ending("trains", first - 1, 0) or (work and work.value in ("runs", "verbs"))
        if document.tokens[first - 1].norm == "x" and is_work:
            return Quantity("runs", value, first - 1, last)  # "13B training x40"
        if before.kind == "instance" or document.ending("instances", first - 1):
            return Quantity("nodes", value, first, last)
        chip = document.ending("candidates", first - 1)
        if chip is not None:
            return Quantity(
                "nodes" if dict(chip.implies).get("counted_as") == "nodes" else "chips", value, first, last
            )
    return None


def _is_asked_of_one(document: Document, at: int) -> bool:
    """Whether what one run takes is asked, which is no number of runs: "how long does one run take?"."""
    first, _ = document.clause(at)
    return any(document.value_at("asks_anew", before) == "plain" for before in range(first, at))


def latency(document: Document, counted: list[Quantity]) -> list[Mention]:
    """The time an answer may take: what is said to be its limit, else the only one that nobody measured."""
    times = [one for one in counted if one.kind == "ms"]
    limits = [one for one in times if _is_near(document, "latency_limit", one)]
    cued = [one for one in times if not one.loose or _is_near(document, "latency_cue", one)]
    told = [one for one in cued if one in limits]
    if not told and len({one.value for one in cued}) == 1 and not _is_near(document, "latency_measured", cued[0]):
        told = cued
    return [Mention("latency_ms", one.value, one.first, one.last) for one in told]


def _is_near(document: Document, name: str, quantity: Quantity) -> bool:
    """Whether a phrase of a class stands in the sentence of a number, a few words around it."""
    first, last = quantity.first, quantity.last
    low, high = max(0, first - _CUED), min(len(document.tokens), last + _CUED - 3)
    before = next((at for at in range(first - 1, low - 1, -1) if document.ends_sentence(at)), low - 1)
    after = next((at for at in range(last, high) if document.ends_sentence(at)), high)
    return document.near(name, before + 1, after)


def without_prices(document: Document, mentions: list[Mention]) -> list[Mention]:
    """Without the sums that nobody calls a budget and that are prices: of a card beside them, or one of several."""
    sums = [mention for mention in mentions if mention.slot == "budget_usd"]
    several = len({mention.value for mention in sums}) > 1 and not document.classes.get("correction")
    if any(not mention.weak for mention in sums):
        return mentions
    prices = {m.first for m in sums if several or float(m.value) < _OF_AN_HOUR or _is_price_of_a_card(document, m)}
    return [mention for mention in mentions if mention.first not in prices or mention.slot not in _SUMS]


def _is_price_of_a_card(document: Document, mention: Mention) -> bool:
    """Whether a sum is said of a card: "a 4090 is $1600", "$700 for a used 3090"."""
    before = document.ending("candidates", mention.first, _PRICED)
    behind = (document.at("candidates", at) for at in range(mention.last, mention.last + _PRICED + 1))
    after = next((match for match in behind if match is not None), None)
    words = {token.norm for token in document.tokens[before.last : mention.first]} if before else set()
    more = {token.norm for token in document.tokens[mention.last : after.first]} if after else set()
    return bool(words & _IS) or bool("for" in more and more <= _OF_ONE)

"""Quantities as slot values: sizes, counts, money, traffic and latency. Time and cadence: `durations.py`."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from engine.reading.document import Document, Mention
from engine.reading.quantities import Quantity, latency, without_prices
from engine.reading.rates import rate_after, rate_at
from engine.reading.words.numbers import Number
from engine.reading.words.patterns import Match
from knowledge.units import SECONDS_PER_HOUR

_DAYS_IN_MONTH = 30.4
_DAILY = 20  # times a month: what is rarer is a rhythm of runs, where a text is about training
_ABOUT = frozenset({"about", "around", "roughly", "some", "maybe", "of", "team", "group", "a", "an", "office", "~"})
_NAMED = 5  # tokens between "budget" and the sum
_AT_LENGTH, _LEADS_LENGTH = frozenset({"at", "@"}), frozenset({"with", "for"})
_CONTEXTS = frozenset({2, 4, 8, 16, 32, 64, 100, 128, 200, 256})  # thousands of tokens
_HAVING = frozenset({"of", "with", "having", "each", "has", "have", ",", "x", "(", "*"})  # between nodes and chips
_LENGTHS = frozenset(2.0**power for power in range(9, 18))  # tokens of a sequence, where nobody says that they are
_AT = frozenset({"at", "@", "to", "of"})
_LISTED = 32_000  # "LoRA, 4k tokens, FSDP": more may be those of a set
_WITH_TOKENS = _AT | {"and", ",", "x", "with"}  # before "2048 tokens"
_UP_TO = frozenset({"to", "at", "of", "with", "reach", "is", "到", "为", "是", "达到", "支持到"})
_PLAIN = frozenset({"on", "in", "with", "and", ",", ".", "?", ")", "for", "using", ";", "each", "apiece", "per"})
_LENGTH = "length"  # "128k seqence length", however the word before is spelled
_THOUSAND, _CONTEXT_K = 1e3, 1024  # tokens that "8k" counts in are the second
_SET = frozenset({"=", ":", "'", '"', "("})  # between an option and its number
_BY_CORES = ("inf1", "inf2", "trn", "trainium", "inferentia")  # ids whose tensor parallelism counts cores
_CHIPS_OF = (("each", "nodes"), ("split", "stages"), ("processes",))  # options whose product is a number of chips
_SMALLEST_RANK, _LARGEST_RANK, _RANKS = 4, 1024, 8  # of adapters; between them multiples
_TIMED_AND_ALL, _DIGITS = 2, 6  # numbers of steps: those timed, and of the run; digits of the seconds of a step
_TIMED = frozenset({
    "take", "takes", "took", "in", "within", "per", "for", "every", "each", "the", "is", "are", "about", "~", "=",
    ":", "around", "roughly", "need", "needs", "a", "/", "first", "last", "ran", "done", "only",
})  # fmt: skip  # between steps and their time
_EACH_MACHINE, _LARGE_NODE = 2, 8  # characters of "of each machine" in Chinese; chips of one node, at most
_MANY_KERNELS = 10  # from here on, their number alone makes the port heavy


def sizes(document: Document, quantities: list[Quantity]) -> list[Mention]:
    """Counts and sizes as slot values; time and cadence are read elsewhere."""
    slots = {
        "chips": "accelerator_count",
        "nodes": "instance_count",
        "people": "team_engineers",
        "heads": "team_engineers",
        "parameters": "parameters",
    }
    mentions: list[Mention] = []
    total = any(q.kind == "parameters" and _is_part(_part(document, q), "total") for q in quantities)
    for quantity in (q for q in quantities if q.first not in document.where("instances")):
        if quantity.kind == "parameters" and _is_in_name(document, quantity):
            continue
        if quantity.kind in slots and quantity.value > 0:
            part = _part(document, quantity) if quantity.kind == "parameters" else None
            if part is not None and part.value == "active":
                mentions += _active(document, quantity, part, quantities)
            if _is_part(part, "active", "beside") or (total and quantity.kind == "parameters" and part is None):
                continue  # "40B total / 6B active"
            nodes = _nodes_of(document, quantity, quantities) if quantity.kind == "chips" else None
            if nodes is not None:
                first, last = min(nodes.first, quantity.first), max(nodes.last, quantity.last)
                mentions.append(Mention("accelerator_count", quantity.value * nodes.value, first, last))
                continue
            rate = rate_at(document, quantity.last) if _may_be_traffic(document, quantity) else None
            if rate is not None:  # "2B a day" counts tokens
                per_day = quantity.value * rate[0] / _DAYS_IN_MONTH
                mentions.append(Mention("tokens_per_day", per_day, quantity.first, rate[1]))
                continue
            if quantity.kind in ("people", "heads") and _are_served(document, quantity):
                mentions.append(Mention("concurrent_users", quantity.value, quantity.first, quantity.last))
                continue
            weak = quantity.kind == "heads"
            mentions.append(Mention(slots[quantity.kind], quantity.value, quantity.first, quantity.last, weak))
        elif quantity.kind == "other" and quantity.value >= _MANY_KERNELS and _counts_kernels(document, quantity):
            mentions.append(Mention("custom_kernels", "heavy", quantity.first, quantity.last))
        elif quantity.kind == "tokens":
            mentions += _tokens(document, quantity)
        elif quantity.kind == "money":
            mentions += _budget(document, quantity)
    return [*without_prices(document, mentions), *latency(document, quantities)]


def _are_served(document: Document, quantity: Quantity) -> bool:
    """Whether people are those a model answers ("serve it to about 5 people"), and none of the team."""
    serves = any(match.slot in ("task", "task.hint") and match.value == "inference" for match in document.matches)
    at = quantity.first - 1
    while at > 0 and document.tokens[at].norm in _ABOUT:
        at -= 1
    return serves and at >= 0 and document.tokens[at].norm in ("to", "for")


def _may_be_traffic(document: Document, quantity: Quantity) -> bool:
    """Whether a size may count tokens ("2B a day"); "Llama 8B a day" and "70B every week" say how often."""
    named = any(match.slot == "variant" and match.first <= quantity.first < match.last for match in document.matches)
    if quantity.kind != "parameters" or named or document.ending("model", quantity.first, 0) is not None:
        return False
    if document.near(
        "trains", document.clause(quantity.first)[0], quantity.first
    ):  # "three fine-tunes of a 34B a month"
        return False
    return document.at("schedule", quantity.last) is None and document.at("every", quantity.last) is None


def _counts_kernels(document: Document, quantity: Quantity) -> bool:
    return document.tokens[quantity.last - 1].norm in ("kernel", "kernels")


def _is_part(part: Match | None, *values: str) -> bool:
    return part is not None and part.value in values


def _is_in_name(document: Document, quantity: Quantity) -> bool:
    """Whether the number belongs to the name of a chip: "Ascend 910B", "8 x 910B"."""
    named = (match for match in document.matches if match.slot == "candidates")
    inside = (match for match in named if match.first <= quantity.first < match.last)
    return any(document.value_at("counted", match.last) != "parameters" for match in inside)


def _active(document: Document, quantity: Quantity, part: Match, quantities: list[Quantity]) -> list[Mention]:
    """The parameters one token uses, of a mixture of experts whose size is said as well and that is not published."""
    whole = any(other.kind == "parameters" and other.value > quantity.value for other in quantities)
    if not whole or any(match.slot in ("variant", "active_parameters") for match in document.matches):
        return []
    first, last = min(quantity.first, part.first), max(quantity.last, part.last)
    return [
        Mention("active_parameters", quantity.value, first, last),
        Mention("architecture", "moe", first, last),
    ]


def _part(document: Document, quantity: Quantity) -> Match | None:
    """What says which size a number is: "total", "active", or "beside" (of another model)."""
    inside = (document.at("size_part", at) for at in range(quantity.first + 1, quantity.last))
    said = next((part for part in inside if part is not None), None)
    if said is not None:  # "12B active parameters"
        return said
    after = document.skip(quantity.last)
    for at in (after, after + 1) if not document.ends_clause(after) else ():
        counted = any(token.kind == "number" for token in document.tokens[quantity.last : at])
        if not counted and not document.ends_clause(at) and document.at("size_part", at) is not None:
            return document.at("size_part", at)
    before = document.ending("size_part", quantity.first, 1)
    return None if before is None or before.value == "total" else before


def _nodes_of(document: Document, quantity: Quantity, quantities: list[Quantity]) -> Quantity | None:
    """The several nodes each of which has these chips: "4 8xH100 boxes", "3 nodes with 4 A100 each"."""
    several = [q for q in quantities if q.kind == "nodes" and q.value != 1]
    inside = next((q for q in several if q.first <= quantity.first < q.last), None)
    if inside is not None or not several:
        return inside
    if document.at("per_node", document.skip(quantity.last)) is not None:
        return several[-1]
    beside = next((q for q in several if q.last == quantity.first), None)
    if beside is not None and not document.tokens[beside.last - 1].norm.isascii():  # "2台8xA100"
        return beside
    if quantity.first >= _EACH_MACHINE and "".join(
        token.norm for token in document.tokens[quantity.first - _EACH_MACHINE : quantity.first]
    ) in ("单机", "每台", "每机"):
        return several[-1]
    between = {q: {token.norm for token in document.tokens[q.last : quantity.first]} for q in several}
    if times := _chip_times(document, quantity):  # "2 nodes, H100*8"
        between = {q: {token.norm for token in document.tokens[q.last : times]} | {"x"} for q in several}
    joins = {document.tokens[at].norm for at in document.where("node_having")} | _HAVING
    each = (q for q in several if q.last <= quantity.first and between[q] and between[q] <= joins)
    chip = document.at("candidates", quantity.last)
    if document.at("chain_all", quantity.last if chip is None else chip.last) is not None:
        return None  # "4 nodes, 32 H200 in total"
    return next((q for q in each if not (between[q] & {"(", ","} and _is_of_all(quantity.value, q.value))), None)


def _is_of_all(chips: float, nodes: float) -> bool:
    """Whether chips told behind nodes are those of all of them: "three A100 nodes (24 x 80 GB)"."""
    return chips > _LARGE_NODE and chips % nodes == 0


def _chip_times(document: Document, quantity: Quantity) -> int | None:
    """Where a chip begins whose number stands behind it: "H100*8"."""
    at = quantity.first - 1
    if at < 1 or document.tokens[at].norm not in ("*", "x", "×"):
        return None
    chip = document.ending("candidates", at, 0)
    return chip.first if chip is not None else None


def _tokens(document: Document, quantity: Quantity) -> list[Mention]:
    first, last = quantity.first, quantity.last
    if (
        document.at("not_tokens", last)
        or _is_after(document, "not_tokens", first)
        or (quantity.value < 1e5 and not document.tokens[first].norm.isalpha())
    ):
        return []
    rate = rate_after(document, last, 3)
    if rate is None and document.before.tokens_per_day is not None and document.before.tokens is None:
        return [Mention("tokens_per_day", quantity.value, first, last)]  # a thread about traffic stays with it
    if rate is not None and rate[0] < _DAILY and _is_trained(document):  # "pretrain, 50B tokens monthly"
        runs = Mention("runs_per_month", rate[0], last, rate[1])
        return [Mention("tokens", quantity.value, first, last), runs, Mention("cadence", "repeated", last, rate[1])]
    if rate is not None:
        return [Mention("tokens_per_day", quantity.value * rate[0] / _DAYS_IN_MONTH, first, rate[1])]
    return [Mention("tokens", quantity.value, first, last)]


def _is_after(document: Document, name: str, first: int) -> bool:
    """Whether a phrase stands a word or two before, in the same clause."""
    phrase = document.ending(name, first, 2)
    if phrase is None or any(document.at(slot, phrase.first) for slot in ("task", "task.hint")):
        return False  # "batch inference of 5B tokens", "a batch job reads 5B tokens"
    return not any(document.tokens[at].norm in ",;" for at in range(phrase.last, first))


def _is_trained(document: Document) -> bool:
    """Whether a text speaks of training and of no serving."""
    serves = any(match.slot == "task" and match.value == "inference" for match in document.matches)
    return bool(document.classes.get("trains")) and not serves


def _nearer(document: Document, name: str, other: str, first: int, last: int) -> bool:
    """Whether the nearest phrase of two classes before a position is not of the other ("got quoted $2M")."""
    for at in range(last - 1, max(first, last - 6) - 1, -1):
        if document.at(name, at) is not None:
            return True
        if document.at(other, at) is not None:
            before = [m for here in range(max(first, last - 6), at) if (m := document.at(name, here)) is not None]
            return any(m.last > at for m in before) or not before  # "can spend" holds "spend", which is of a bill
    return True


def _budget(document: Document, quantity: Quantity) -> list[Mention]:
    first, last = quantity.first, quantity.last
    rate = rate_at(document, last)
    if rate is not None and rate[0] >= 700:  # an hourly price
        return []
    start, end = document.clause(first)
    if quantity.value <= 0:  # "zero budget pressure"
        return []
    if not _nearer(document, "budget", "not_budget", start, first):
        return []
    after = (document.at("budget", at) for at in range(last, min(end, last + 4)))
    named = document.near("budget", max(start, first - 5), first) or any(m and m.value == "budget" for m in after)
    if not named and document.at("difference", last) is not None:  # "$0.20 less"
        return []
    if not named and (
        document.near("not_budget", max(start, first - 6), first)
        or document.near("not_budget", last, min(end, last + 4))
    ):
        return []
    for at in range(max(start, first - _NAMED), first):
        name = document.at("budget", at)
        if name is not None and name.value == "budget":
            document.covered.update(range(at, name.last))
    budget = Mention("budget_usd", quantity.value, first, last if rate is None else rate[1], weak=not named)
    if not _is_monthly(rate) and not document.near("monthly_budget", first - _NAMED, first):
        return [budget]
    return [budget, Mention("budget_period", "month", first, last if rate is None else rate[1], weak=not named)]


def _is_monthly(rate: tuple[float, int] | None) -> bool:
    return rate is not None and 0.9 < rate[0] < 1.1


def of_a_step(document: Document, number: Number, name: Match) -> Mention:
    """ "step time 2.98 s": seconds, unless another unit of time follows."""
    unit = document.at("hours_in", document.skip(number.last)) or document.at("ms_in", document.skip(number.last))
    seconds = 1.0
    if unit is not None:
        seconds = float(unit.value) * (SECONDS_PER_HOUR if unit.slot == "hours_in" else 1 / _THOUSAND)
    return Mention("seconds_per_step", number.value * seconds, name.first, unit.last if unit else number.last)


def bare_context(document: Document, number: Number) -> Mention | None:
    """ "OOM at 8k", "with 32k", "at 4096 tokens": lengths as contexts have them, of nothing that is counted."""
    if number.money:
        return None
    named = document.near("context_word", document.clause(number.first)[0], number.first)
    before = document.tokens[number.first - 1].norm if number.first else ""
    counted = document.at("counted", number.last)
    last = counted.last if counted is not None and counted.value == "tokens" else number.last
    of_tokens = last != number.last
    if number.scale == 1 and number.value in _LENGTHS:
        plain = of_tokens or number.last >= len(document.tokens) or document.tokens[number.last].norm in _PLAIN
        meant = plain and (before in (_WITH_TOKENS if of_tokens else _AT) or named)
        return Mention("sequence_length", number.value, number.first, last) if meant else None
    usual = number.value / number.scale in _CONTEXTS
    if number.letter != "k" or not (usual or (of_tokens and before in _AT_LENGTH)):  # "OOM at 13k tokens"
        return None
    length = number.value / number.scale * _CONTEXT_K if usual else number.value
    if (named and before in _UP_TO) or _is_behind_a_size(document, number):  # "7B 100k"
        return Mention("sequence_length", length, number.first, number.last)
    works = any(match.slot in ("task", "task.hint", "method", "model", "variant") for match in document.matches)
    if not (works or any(other.letter == "b" for other in document.numbers)):
        return None
    if of_tokens and before == "," and document.ends_clause(last) and number.value <= _LISTED:
        return Mention("sequence_length", length, number.first, last)
    behind = document.tokens[last] if last < len(document.tokens) else None
    if behind is not None and document.tokens[min(last + 1, len(document.tokens) - 1)].norm == _LENGTH:
        return Mention("sequence_length", length, number.first, last + 2)
    leads = before in (_AT_LENGTH if of_tokens else _AT_LENGTH | _LEADS_LENGTH)  # "with 64k tokens": of all
    follows = behind is not None and behind.kind != "mark" and behind.norm not in _PLAIN
    return Mention("sequence_length", length, number.first, last) if leads and not follows else None


def _is_behind_a_size(document: Document, number: Number) -> bool:
    return any(other.letter == "b" and other.last == number.first for other in document.numbers)


def timed_steps(document: Document, quantities: Sequence[Quantity], told: list[Mention]) -> list[Mention]:
    """`told` with the seconds of a step where some are timed beside a run: "1k steps take 50 min, I have 20k"."""
    steps = [mention for mention in told if mention.slot == "steps"]
    units = {at: unit for at, unit in document.classes.get("figure_unit", {}).items() if unit.value == "steps"}
    timed = [Mention("steps", n.value, n.first, units[n.last].last) for n in document.numbers if n.last in units]
    if len({mention.value for mention in (*steps, *timed)}) < _TIMED_AND_ALL:
        return told
    for mention in (*timed, *steps):
        for quantity in quantities:
            between = _between(document, mention, quantity)
            if quantity.kind == "hours" and between is not None and between <= _TIMED:
                first, last = min(mention.first, quantity.first), max(mention.last, quantity.last)
                seconds = round(quantity.value * SECONDS_PER_HOUR / float(mention.value), _DIGITS)
                each = Mention("seconds_per_step", seconds, first, last)
                return [*(one for one in told if one is not mention), each]
    return told


def _between(document: Document, one: Mention, other: Quantity) -> set[str] | None:
    """The words between two figures; None where they are far apart."""
    first, last = (one.last, other.first) if one.last <= other.first else (other.last, one.first)
    return {token.norm for token in document.tokens[first:last]} if 0 <= last - first <= _NAMED else None


def flags(document: Document) -> list[Mention]:
    """What options of commands and configs say: chips, context, rank. Their numbers are taken out of the others."""
    found: dict[str, tuple[float, int, int]] = {}
    for name in _options(document):
        number = _of_option(document, name)
        if number is None:
            continue
        if name.value == "visible":
            listed = _visible(document, number)
            document.numbers = [other for other in document.numbers if other not in listed]
            found.setdefault("each", (float(len(listed)), name.first, listed[-1].last))
            continue
        document.numbers.remove(number)
        value = number.value / number.scale * _CONTEXT_K if number.letter == "k" else number.value
        found.setdefault(str(name.value), (value, name.first, number.last))
    words = [str(match.value) for match in document.matches]
    adapts = not {"lora", "qlora", "peft", "unsloth"}.isdisjoint(words)
    mentions = []
    if (context := found.get("context")) and context[0] >= min(_LENGTHS):
        mentions.append(Mention("sequence_length", *context))
    if (rank := found.get("rank")) and adapts and _is_a_rank(rank[0]):
        mentions.append(Mention("lora_rank", *rank))
    for names in () if any(word.startswith(_BY_CORES) for word in words) else _CHIPS_OF:
        if parts := [
            found[name] for name in names if name in found
        ]:  # what is said in words of the machines comes first
            first, last = min(part[1] for part in parts), max(part[2] for part in parts)
            mentions.append(Mention("accelerator_count", prod(part[0] for part in parts), first, last, weak=True))
            break
    return mentions


def _is_a_rank(value: float) -> bool:
    """Whether adapters have such a rank: "on rank 3" names a process."""
    return value <= _LARGEST_RANK and (value == _SMALLEST_RANK or (value > 0 and value % _RANKS == 0))


def _options(document: Document) -> list[Match]:
    """The names of options, in the order of the text; single letters only behind a dash or before "="."""
    tokens = document.tokens
    short = [
        name
        for at, name in document.classes.get("flag_short", {}).items()
        if (at and tokens[at - 1].norm == "-" and tokens[at].glued)
        or (name.last < len(tokens) and tokens[name.last].norm == "=")
    ]
    return sorted([*document.classes.get("flag", {}).values(), *short], key=lambda name: name.first)


def _of_option(document: Document, name: Match) -> Number | None:
    """The number right behind the name of an option, past "=", ":" and quotes."""
    at = name.last
    while at < len(document.tokens) and document.tokens[at].norm in _SET:
        at += 1
    return next((number for number in document.numbers if number.first == at and not number.money), None)


def _visible(document: Document, number: Number) -> list[Number]:
    """The ids of a list: "0,1,2,3"."""
    listed = [number]
    for other in document.numbers:
        joined = other.first == listed[-1].last + 1 and document.tokens[listed[-1].last].norm == ","
        if joined and document.tokens[other.first].glued:
            listed.append(other)
    return listed

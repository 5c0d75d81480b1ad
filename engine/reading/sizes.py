"""Quantities as slot values: sizes, counts, money, traffic and latency. Time and cadence: `read_times.py`."""

from __future__ import annotations

from engine.reading.document import Document, Mention
from engine.reading.quantities import Quantity
from engine.reading.rates import rate_after, rate_at

_DAYS_IN_MONTH = 30.4
_MANY_KERNELS = 10  # from here on their number is a matter of its own


def sizes(scene: Document, found: list[Quantity]) -> list[Mention]:
    """Counts and sizes as slot values; time and cadence are read elsewhere."""
    slots = {
        "chips": "accelerator_count",
        "nodes": "instance_count",
        "people": "team_engineers",
        "heads": "team_engineers",
        "parameters": "parameters",
    }
    read: list[Mention] = []
    total = any(q.kind == "parameters" and _part(scene, q) == "total" for q in found)
    for quantity in found:
        if quantity.kind in slots and quantity.value > 0:
            part = _part(scene, quantity) if quantity.kind == "parameters" else None
            if part == "active" or (total and quantity.kind == "parameters" and part is None):
                continue  # "40B total / 6B active"
            if quantity.kind == "chips" and _each_of_several(scene, quantity, found):
                continue
            rate = (
                rate_at(scene, quantity.last)
                if quantity.kind == "parameters" and scene.at("schedule", quantity.last) is None
                else None
            )
            if rate is not None:  # "2B a day" counts tokens
                per_day = quantity.value * rate[0] / _DAYS_IN_MONTH
                read.append(Mention("tokens_per_day", per_day, quantity.first, rate[1]))
                continue
            weak = quantity.kind == "heads"
            read.append(Mention(slots[quantity.kind], quantity.value, quantity.first, quantity.last, weak))
        elif quantity.kind == "other" and quantity.value >= _MANY_KERNELS and _counts_kernels(scene, quantity):
            read.append(Mention("custom_kernels", "heavy", quantity.first, quantity.last))
        elif quantity.kind == "tokens":
            read += _tokens(scene, quantity)
        elif quantity.kind == "money":
            read += _budget(scene, quantity)
        elif quantity.kind == "ms":
            cued = scene.near("latency_cue", quantity.first - 6, quantity.last + 5)
            if cued or not quantity.loose:
                read.append(Mention("latency_ms", quantity.value, quantity.first, quantity.last))
    return read


def _counts_kernels(scene: Document, quantity: Quantity) -> bool:
    return scene.tokens[quantity.last - 1].norm in ("kernel", "kernels")


def _part(scene: Document, quantity: Quantity) -> str | None:
    """Which size of a sparse model a number is: "total", "active", or None where nothing says."""
    for at in (scene.skip(quantity.last), scene.skip(quantity.last) + 1):
        if not scene.ends_clause(at) and scene.at("size_part", at) is not None:
            return scene.value_at("size_part", at)
    before = scene.ending("size_part", quantity.first, 1)
    return None if before is None or before.value != "active" else "active"


def _each_of_several(scene: Document, quantity: Quantity, found: list[Quantity]) -> bool:
    """Whether chips are those of one of several nodes ("4 8xH100 boxes"): their sum is not said."""
    several = [q for q in found if q.kind == "nodes" and q.value != 1]
    if scene.at("per_node", scene.skip(quantity.last)) is not None and several:
        return True
    return any(q.first < quantity.first < q.last for q in several)


def _tokens(scene: Document, quantity: Quantity) -> list[Mention]:
    first, last = quantity.first, quantity.last
    if (
        scene.at("not_tokens", last)
        or scene.ending("not_tokens", first, 2)
        or (quantity.value < 1e5 and not scene.tokens[first].norm.isalpha())
    ):
        return []
    rate = rate_after(scene, last, 3)
    if rate is None and scene.before.tokens_per_day is not None and scene.before.tokens is None:
        return [Mention("tokens_per_day", quantity.value, first, last)]  # a thread about traffic stays with it
    if rate is not None:
        return [Mention("tokens_per_day", quantity.value * rate[0] / _DAYS_IN_MONTH, first, rate[1])]
    return [Mention("tokens", quantity.value, first, last)]


def _nearer(scene: Document, name: str, other: str, first: int, last: int) -> bool:
    """Whether the nearest phrase of two classes before a position is not of the other ("got quoted $2M")."""
    for at in range(last - 1, max(first, last - 6) - 1, -1):
        if scene.at(name, at) is not None:
            return True
        if scene.at(other, at) is not None:
            return not any(scene.at(name, here) for here in range(max(first, last - 6), at))
    return True


def _budget(scene: Document, quantity: Quantity) -> list[Mention]:
    first, last = quantity.first, quantity.last
    rate = rate_at(scene, last)
    if rate is not None and rate[0] >= 700:  # an hourly price
        return []
    start, end = scene.clause(first)
    if quantity.value <= 0:  # "zero budget pressure"
        return []
    if not _nearer(scene, "budget", "not_budget", start, first):
        return []
    after = (scene.at("budget", at) for at in range(last, min(end, last + 4)))
    named = scene.near("budget", max(start, first - 5), first) or any(m and m.value == "budget" for m in after)
    if not named and (
        scene.near("not_budget", max(start, first - 6), first) or scene.near("not_budget", last, min(end, last + 4))
    ):
        return []
    return [Mention("budget_usd", quantity.value, first, last, weak=not named)]

"""Questions for facts rather than advice: prices, what a thing is, what holds where the sources differ."""

from __future__ import annotations

from datetime import date
from typing import Literal

from rapidfuzz import fuzz

from engine.pricing import PriceBook, Quote
from engine.profile import Reading
from engine.scene import is_named
from knowledge.facts import PURCHASES_IN_ORDER, Fact, Facts, Instance

ENOUGH = 3
LIKE = 55.0


class PriceLine(Fact):
    """All current prices of one type, cheapest region per purchase unless a region was asked for."""

    instance: str
    chip: str
    count: int
    quotes: tuple[Quote, ...]


class Passage(Fact):
    """One cited sentence of knowledge: a claim, or what holds where sources differ."""

    kind: Literal["claim", "conflict", "rule"]
    id: str
    text: str
    who: str
    source: str


class FactAnswer(Fact):
    prices: tuple[PriceLine, ...] = ()
    passages: tuple[Passage, ...] = ()


def answer_facts(reading: Reading, facts: Facts, day: date) -> FactAnswer | None:
    """The facts part of an answer; None for intents that are pure advice."""
    if reading.intent == "price_lookup":
        return FactAnswer(prices=prices(reading, facts, day), passages=())
    if reading.intent in ("explain", "commitment", "carbon"):
        return FactAnswer(prices=(), passages=passages(reading.text, facts))
    return None


def prices(reading: Reading, facts: Facts, day: date) -> tuple[PriceLine, ...]:
    """Price lines for the named types, or for the usual type of each named chip."""
    book = PriceBook(facts, day)
    lines = []
    for instance in _asked(reading, facts, book):
        quotes: list[Quote] = []
        for purchase in PURCHASES_IN_ORDER:
            held = book.quotes(instance, purchase)
            wanted = [quote for quote in held if quote.region == reading.profile.region]
            quotes.extend(wanted or held[:1])
        lines.append(
            PriceLine(
                instance=instance.id,
                chip=facts.accelerators[instance.accelerator].name,
                count=instance.count,
                quotes=tuple(quotes),
            )
        )
    return tuple(lines)


def _asked(reading: Reading, facts: Facts, book: PriceBook) -> list[Instance]:
    named = [facts.instances[name] for name in reading.profile.instances if name in facts.instances]
    if named:
        return named
    wanted = frozenset(reading.profile.candidates)
    chips = {chip.id for chip in facts.accelerators.values() if is_named(chip, wanted)}
    of_chip: dict[str, Instance] = {}
    for instance in facts.instances.values():
        priced = any(book.quotes(instance, purchase) for purchase in PURCHASES_IN_ORDER)
        held = of_chip.get(instance.accelerator)
        if instance.accelerator in chips and priced and (held is None or instance.count > held.count):
            of_chip[instance.accelerator] = instance
    return list(of_chip.values())


def passages(text: str, facts: Facts) -> tuple[Passage, ...]:
    """The few statements nearest in words to the question; conflicts first, since they say what holds now."""
    scored: list[tuple[float, int, Passage]] = []
    for conflict in facts.conflicts.values():
        body = f"{conflict.subject} {conflict.about} {conflict.used} {conflict.why}"
        passage = Passage(
            kind="conflict",
            id=conflict.id,
            text=f"{conflict.used}. {conflict.why}",
            who=facts.sources[conflict.source].publisher,
            source=conflict.source,
        )
        scored.append((fuzz.token_set_ratio(text.lower(), body.lower()), 0, passage))
    for claim in facts.claims.values():
        body = f"{claim.subject} {claim.attribute} {claim.statement}"
        passage = Passage(kind="claim", id=claim.id, text=claim.statement, who=claim.who_claims, source=claim.source)
        scored.append((fuzz.token_set_ratio(text.lower(), body.lower()), 1, passage))
    near = sorted(
        (entry for entry in scored if entry[0] >= LIKE), key=lambda entry: (-entry[0], entry[1], entry[2].id)
    )
    return tuple(entry[2] for entry in near[:ENOUGH])

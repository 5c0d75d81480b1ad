"""Prices that sources disagree about, and figures of feeds that nobody believes, beside the one in use."""

from __future__ import annotations

from math import isclose

from bot.advice.advisor import Answer
from bot.card.shown_options import rows
from bot.prices.market import PriceConflict, PriceDoubt
from bot.wording.words import say
from engine.answers.model import PriceRow
from engine.options.option import CostedOption
from knowledge.facts import Offer


def conflicts_in(answer: Answer) -> tuple[PriceConflict, ...]:
    """Of the offerings with a line on the card, or the prices asked for."""
    if answer.market is None or not answer.market.conflicts:
        return ()
    options = rows(answer.verdict) if answer.verdict else ()
    asked = answer.facts.prices
    return tuple(
        entry
        for entry in answer.market.conflicts
        if any(_is_of_option(entry.used, option) for option in options)
        or any(_is_of_row(entry.used, row) for row in asked)
    )


def _is_of_option(used: Offer, option: CostedOption) -> bool:
    name = option.accelerator if used.scope == "chip" else option.instance
    there = (used.cloud, used.instance, used.region, used.purchase)
    return there == (option.cloud, name, option.price.seen_in, option.purchase) and used.source in option.price.cites


def _is_of_row(used: Offer, row: PriceRow) -> bool:
    """A row names no chip by its id; the price of one is that of the row over its chips."""
    quote = row.quote
    if quote is None or (used.cloud, used.region, used.purchase, used.source) != (
        row.cloud, quote.seen_in, row.purchase, quote.source,
    ):  # fmt: skip
        return False
    if used.scope == "instance":
        return used.instance == row.instance
    return isclose(float(used.usd_per_hour) * row.count, quote.usd_per_hour.likely)


def conflict_text(entry: PriceConflict) -> str:
    return say("words/prices/prices.j2", "apart", entry.used, entry.others)


def conflict_cites(entry: PriceConflict) -> tuple[str, ...]:
    """The source in use first."""
    return tuple(dict.fromkeys(offer.source for offer in (entry.used, *entry.others)))


def conflicts_json(answer: Answer) -> list[dict[str, object]]:
    """The same for scripts, in the shape of a conflict."""
    return [
        {
            "id": "-".join(("price", entry.used.instance, entry.used.region, entry.used.purchase)),
            "text": conflict_text(entry),
            "used": str(entry.used.usd_per_hour),
            "cites": list(conflict_cites(entry)),
        }
        for entry in conflicts_in(answer)
    ]


def doubts_in(answer: Answer) -> tuple[PriceDoubt, ...]:
    """Of the offerings with a line on the card, or the prices asked for."""
    if answer.market is None or not answer.market.doubts:
        return ()
    options = rows(answer.verdict) if answer.verdict else ()
    asked = answer.facts.prices
    return tuple(
        doubt
        for doubt in answer.market.doubts
        if any(_doubts_option(doubt, option) for option in options) or any(_doubts_row(doubt, row) for row in asked)
    )


def _doubts_option(doubt: PriceDoubt, option: CostedOption) -> bool:
    name = option.accelerator if doubt.scope == "chip" else option.instance
    there = (doubt.cloud, doubt.instance, doubt.region, doubt.purchase)
    return there == (option.cloud, name, option.price.seen_in, option.purchase)


def _doubts_row(doubt: PriceDoubt, row: PriceRow) -> bool:
    place = row.quote.seen_in if row.quote is not None else None
    there = (row.cloud, row.instance, place, row.purchase)
    return doubt.scope == "instance" and there == (doubt.cloud, doubt.instance, doubt.region, doubt.purchase)


def doubt_text(doubt: PriceDoubt) -> str:
    return say("words/prices/doubts.j2", "card", doubt)


def doubts_json(answer: Answer) -> list[dict[str, object]]:
    """The same for scripts, in the shape of a conflict, with the figure."""
    return [
        {
            "id": "-".join(("doubt", doubt.instance, doubt.region, doubt.purchase)),
            "text": doubt_text(doubt),
            "used": None if doubt.used is None else str(doubt.used),
            "cites": [doubt.source] if doubt.source in answer.sources else [],
            "doubted": doubt.usd_per_hour,
            "since": doubt.since.isoformat(),
            "because": doubt.code,
            "looks": doubt.looks,
            "looks_needed": doubt.needed,
        }
        for doubt in doubts_in(answer)
    ]

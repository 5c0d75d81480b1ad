"""Prices that sources disagree about, and figures of feeds that nobody believes, beside the one in use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal
from math import isclose
from typing import NamedTuple, TypeVar

from bot.advice.advisor import Answer
from bot.card.shown_options import rows
from bot.prices.market import PriceConflict, PriceDoubt
from bot.wording.words import say
from engine.answers.model import PriceRow
from engine.options.option import CostedOption
from knowledge.facts import Cloud, Purchase

Entry = TypeVar("Entry", PriceConflict, PriceDoubt)


class _About(NamedTuple):
    """The price in use that an entry is about. `source`: what the card has to cite for it; None: anything."""

    cloud: Cloud
    instance: str
    region: str
    purchase: Purchase
    scope: str
    source: str | None
    usd_per_hour: Decimal | None


def conflicts_in(answer: Answer) -> tuple[PriceConflict, ...]:
    """Of the offerings with a line on the card, or the prices asked for."""
    return _on_card(answer, answer.market.conflicts if answer.market else (), _conflict)


def doubts_in(answer: Answer) -> tuple[PriceDoubt, ...]:
    """Of the offerings with a line on the card, or the prices asked for."""
    return _on_card(answer, answer.market.doubts if answer.market else (), _doubt)


def _conflict(entry: PriceConflict) -> _About:
    used = entry.used
    place = used.cloud, used.instance, used.region, used.purchase, used.scope
    return _About(*place, source=used.source, usd_per_hour=used.usd_per_hour)


def _doubt(entry: PriceDoubt) -> _About:
    place = entry.cloud, entry.instance, entry.region, entry.purchase, entry.scope
    return _About(*place, source=None, usd_per_hour=entry.used)


def _on_card(answer: Answer, entries: Sequence[Entry], about: Callable[[Entry], _About]) -> tuple[Entry, ...]:
    if not entries:
        return ()
    options = rows(answer.verdict) if answer.verdict else ()
    asked = answer.facts.prices
    return tuple(
        entry
        for entry in entries
        if any(_is_of_option(about(entry), option) for option in options)
        or any(_is_of_row(about(entry), row) for row in asked)
    )


def _is_of_option(used: _About, option: CostedOption) -> bool:
    name = option.accelerator if used.scope == "chip" else option.instance
    there = (option.cloud, name, option.price.seen_in, option.purchase)
    return used[:4] == there and (used.source is None or used.source in option.price.cites)


def _is_of_row(used: _About, row: PriceRow) -> bool:
    """A row names no chip by its id; the price of one is that of the row over its chips."""
    quote = row.quote
    if quote is None or (used.cloud, used.region, used.purchase) != (row.cloud, quote.seen_in, row.purchase):
        return False
    if used.source not in (None, quote.source):
        return False
    if used.scope == "instance":
        return used.instance == row.instance
    usd = used.usd_per_hour
    return usd is not None and isclose(float(usd) * row.count, quote.usd_per_hour.likely)


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

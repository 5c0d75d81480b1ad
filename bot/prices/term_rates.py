"""The rates of commitments by their terms, as feeds list them on a day and as far as they are believed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from bot.prices.believed import kept, standings
from bot.prices.market import source_id
from engine.prices.term_rates import TermRate, term_of
from knowledge.facts import Facts, names_of
from knowledge.history.queries import HistoryReader


def term_rates(facts: Facts, past: HistoryReader, day: date, types: frozenset[str]) -> tuple[TermRate, ...]:
    """Of several feeds the last to see it decides, and of those of one day the one that stands first."""
    places = {feed: at for at, feed in enumerate(facts.preferences["feeds"].feeds)}
    found: dict[tuple[object, ...], tuple[tuple[date, int], TermRate]] = {}
    for feed, rate in _held(facts, past, day, types):
        rank = rate.seen_on, -places.get(feed, len(places))
        key = rate[:5]
        if key not in found or rank > found[key][0]:
            found[key] = rank, rate
    return tuple(rate for _, rate in found.values())


def _held(facts: Facts, past: HistoryReader, day: date, types: frozenset[str]) -> Iterator[tuple[str, TermRate]]:
    names, (held, _) = names_of(facts), kept(facts, past, day)
    for standing in standings(past, day, held, instances=names.all_feed_names):
        price, key = standing.price, standing.price.key
        term = term_of(key.purchase, key.terms) if key.terms else None
        name = names.listed(key.scope, key.cloud, key.instance) if term else None
        if term is None or name not in types or not price.usd_per_hour or key.region not in facts.regions:
            continue
        yield price.feed, TermRate(
            name, key.cloud, key.region, key.purchase, term, float(price.usd_per_hour), price.confirmed_on,
            source_id(price.feed, key.cloud),
        )  # fmt: skip

"""The prices of a day as one team pays them: list prices with its own in their place."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from bot.wording.words import say
from engine.prices.own_prices import team_offers
from knowledge.facts import Facts, OwnPrice, Source

if TYPE_CHECKING:
    from bot.prices.market import Market

TEAMS = 8  # whose prices are kept made
WORDS = "words/card/own_prices.j2"


class TeamMarkets:
    """A cache of team markets, by list prices, own prices and day."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._made: dict[tuple[int, tuple[OwnPrice, ...], date], tuple[Market, Market]] = {}

    def of(self, listed: Market, own: tuple[OwnPrice, ...], day: date) -> Market:
        """`listed` as the team pays it on that day."""
        key = id(listed), own, day
        if key not in self._made:
            from bot.prices.market import Market

            sources = self._facts.sources | listed.sources
            market = Market(  # not a copy of `listed`, which would carry its digest along
                offers=team_offers(listed.offers, own, self._facts, sources, day),
                sources=listed.sources | own_price_sources(own),
                conflicts=listed.conflicts,
                doubts=listed.doubts,
                own=own,
            )
            # beside it the one it was made from, so that no other gets that id
            self._made = dict(list(self._made.items())[1 - TEAMS :]) | {key: (listed, market)}
        return self._made[key][1]


def own_price_sources(own: tuple[OwnPrice, ...]) -> dict[str, Source]:
    """Each as a source, by the id it is cited by."""
    return {
        price.cite: Source(
            id=price.cite,
            title=say(WORDS, "title", price),
            publisher=say(WORDS, "publisher"),
            as_of=price.valid_from,
            grade="own",
            read="read",
        )
        for price in own
    }

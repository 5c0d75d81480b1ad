"""The prices of a day as one team pays them, or the one who asks says: list prices with those in their place."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from bot.wording.words import say
from engine.forms.own.told_rates import told_rates
from engine.prices.own_prices import UNSTATED, team_offers
from engine.workload.profile import Reading
from knowledge.facts import Facts, Instance, Offer, OwnPrice, Source

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


def with_told(market: Market | None, listed: Market, reading: Reading, facts: Facts, day: date) -> Market | None:
    """The market as it is, or the one of the asker; `listed`: what stands for none."""
    told = told_rates(reading, facts)
    if not told:
        return market
    base = market or listed
    kept = tuple(one for one in base.offers if _chip_of(one, facts) not in told)
    gone = [one for one in base.offers if _chip_of(one, facts) in told]
    made = tuple(
        _offer(thing, region, told[thing.accelerator], day)
        for thing in facts.instances.values()
        if thing.accelerator in told
        for region in _regions(thing, gone)
    )
    sources = base.sources | _told_sources(told, facts, day)
    from bot.prices.market import Market

    return Market(
        offers=(*made, *kept), sources=sources, conflicts=base.conflicts, doubts=base.doubts, own=base.own
    )  # not a copy of the base, which would carry its digest along


def _chip_of(offer: Offer, facts: Facts) -> str:
    """The chip that an offer is of."""
    thing = facts.instances.get(offer.instance)
    return thing.accelerator if thing else offer.instance


def _regions(thing: Instance, gone: list[Offer]) -> tuple[str, ...]:
    """Wherever it is sold or was priced, and where no region is said."""
    priced = (one.region for one in gone if one.instance == thing.id)
    return tuple(dict.fromkeys((*priced, *thing.regions, UNSTATED)))


def _offer(thing: Instance, region: str, usd: float, day: date) -> Offer:
    return Offer(
        observed_on=day, cloud=thing.cloud, instance=thing.id, region=region, purchase="on_demand", scope="instance",
        usd_per_hour=Decimal(str(usd)) * thing.count, source=_cite(thing.accelerator), checked_on=day, grade="own",
        own="rate",
    )  # fmt: skip


def _cite(chip: str) -> str:
    return f"told-price-{chip}"


def _told_sources(told: Mapping[str, float], facts: Facts, day: date) -> dict[str, Source]:
    """The asker, by the id that each price is cited by."""
    return {
        _cite(chip): Source(
            id=_cite(chip),
            title=say(WORDS, "told_title", facts.accelerators[chip].name, usd),
            publisher=say(WORDS, "told_publisher"),
            as_of=day,
            grade="own",
            read="read",
        )
        for chip, usd in told.items()
    }

"""The prices of a day with what the asker says that an hour of a card costs in the place of all of that card."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal

from bot.prices.market import Market
from bot.wording.words import say
from engine.forms.own.told_rates import told_rates
from engine.prices.own_prices import UNSTATED
from engine.workload.profile import Reading
from knowledge.facts import Facts, Instance, Offer, Source

WORDS = "words/card/own_prices.j2"


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
    sources = base.sources | {cite: source for cite, source in _sources(told, facts, day).items()}
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


def _sources(told: Mapping[str, float], facts: Facts, day: date) -> dict[str, Source]:
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

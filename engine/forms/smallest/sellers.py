"""Who sells a chip, where that is asked and no cloud or place is named: a chip-hour at each, the cheapest first.

What each region charges stands below, as the price form tells it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.answers.rank_prices import RankedPrice, ranked
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.options.named import called_by
from engine.prices.specialists import per_chip_hour, specialists
from engine.workload.conditions import FAMILIES
from knowledge.facts import COMPARED, Accelerator, Cloud, Purchase

ASKS, SHORT, ASKED = frozenset({"where_sold", "asks_where"}), "where_short", "charged_there"  # cues; a code
ELSE = frozenset({"cheaper_clouds", "each_region", "there_is", "cheapest_of", "not_sold_there"})  # cues
REGIONS = re.compile(r"r[eé]gi|\bzones?\b|\bcountr|区域|地区|リージョン|리전", re.IGNORECASE)
OTHER_WAYS: tuple[Purchase, ...] = ("spot", "capacity_block")
MOST, SELLERS = 2, 5  # chips, and sellers of each


class Seller(NamedTuple):
    """A chip-hour on demand; `cloud` is None at a specialist, whose `name` it is. `instance`: of a large cloud."""

    name: str
    cloud: Cloud | None
    usd: float
    instance: str
    holds: int


class OtherWay(NamedTuple):
    """The least that a chip-hour takes when it is bought so."""

    way: Purchase
    usd: float
    cloud: Cloud


class ChipSold(NamedTuple):
    """A chip with its sellers; `usd_all`: USD an hour of as many as are asked for, at the first of them."""

    chip: str
    usd_all: float
    sellers: tuple[Seller, ...]
    ways: tuple[OtherWay, ...]


class Sellers(Reason, code="sellers"):
    """`each` chip; `count` of them asked for, 1 where that is not said. `day`: the newest that a price was seen."""

    each: tuple[ChipSold, ...]
    count: int
    day: str


def with_sellers(stated: FactAnswer, asked: Asked) -> FactAnswer:
    """The answer, with a line of all sellers before what each region of the large clouds charges."""
    said, cues = asked.profile, frozenset(asked.reading.cues)
    first = stated.headline
    named = said.instances or said.region or said.clouds or said.providers or said.purchase
    if first is None or first.code != ASKED or named or not (cues >= ASKS or SHORT in cues) or ELSE & cues:
        return stated
    if REGIONS.search(asked.reading.text) or asked.reading.intent == "followup":
        return stated
    chips = called_by(asked.facts, frozenset(said.candidates) - FAMILIES)
    found = [(chip, _sellers(chip, asked)) for chip in chips]
    told = sorted(((chip, sold) for chip, sold in found if sold), key=lambda one: -len(one[1]))[:MOST]
    if not told or not any(seller.cloud is None for _, sold in told for seller, _, _ in sold):
        return stated  # of the large clouds alone the lines below say it
    count = said.accelerator_count or 1
    line = Sellers(
        each=tuple(
            ChipSold(chip.name, sold[0][0].usd * count, tuple(one for one, _, _ in sold), _ways(chip, asked))
            for chip, sold in told
        ),
        count=count,
        day=max(day for _, sold in told for _, _, day in sold),
        cites=tuple(dict.fromkeys(cite for _, sold in told for _, cite, _ in sold)),
    )
    return stated.model_copy(update={"headline": line, "sentences": (first, *stated.sentences)})


def _sellers(chip: Accelerator, asked: Asked) -> list[tuple[Seller, str, str]]:
    """Each with the source of its price and the day it was seen."""
    found = []
    for cloud in COMPARED:
        row = _cheapest(chip, asked, "on_demand", cloud)
        if row is not None:
            name, holds = row.instance.id, row.instance.count
            seller = Seller("", cloud, row.usd_per_chip_hour, name, holds)
            found.append((seller, row.quote.source, str(row.quote.held_on)))
    for price in specialists(asked.facts, {chip.id}, asked.day):
        name = asked.facts.providers[price.provider].name
        if all(seller.name != name for seller, _, _ in found):
            seller = Seller(name, None, per_chip_hour(price), "", price.count)
            found.append((seller, price.source, str(price.observed_on)))
    return sorted(found, key=lambda one: one[0].usd)[:SELLERS]


def _ways(chip: Accelerator, asked: Asked) -> tuple[OtherWay, ...]:
    found = ((way, _cheapest(chip, asked, way, None)) for way in OTHER_WAYS)
    return tuple(OtherWay(way, row.usd_per_chip_hour, row.instance.cloud) for way, row in found if row is not None)


def _cheapest(chip: Accelerator, asked: Asked, way: Purchase, cloud: Cloud | None) -> RankedPrice | None:
    clouds = (cloud,) if cloud else COMPARED
    kin = [one for one in asked.facts.instances.values() if one.accelerator == chip.id and one.cloud in clouds]
    rows = ranked(kin, asked.library, asked.day, None, way)
    return next((row for row in rows if row.is_current), None)

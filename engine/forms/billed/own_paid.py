"""What a team pays itself: its own recorded price, before anything that is listed; or that there is none."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.answers.prices import prices
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.forms.billed.items import Item, items
from engine.forms.form import Asked
from engine.prices.price_book import PriceBook, Quote
from engine.workload.hours.told_spans import times
from engine.workload.profile import Reading
from knowledge.facts import PURCHASES_IN_ORDER, Purchase

OWN = "money_own"  # the cue of what "we" pay
WORK = ("task", "parameters", "model", "tokens", "samples", "tokens_per_day", "requests_per_second", "budget_usd")


class PaidWay(Computed):
    """USD an hour that the team pays, bought one way; `listed`: at the list price, below which it is by `less`."""

    purchase: Purchase
    usd: float
    listed: float | None
    less: float | None
    region: str


class OwnPaid(Reason, code="own_paid"):
    """The team's own prices of a machine, by way to buy; none where nothing is recorded, beside the list price."""

    instance: str
    ways: tuple[PaidWay, ...]
    listed: float | None
    region: str
    day: str
    asked: Purchase | None


def own_paid(asked: Asked) -> FactAnswer | None:
    """None where it is not asked what "we" pay for a machine that is named, or for how long and for which work."""
    reading = asked.reading
    if OWN not in reading.cues or reading.intent == "followup" or any(map(reading.profile.says, WORK)):
        return None
    found = items(_as_asked(reading), asked.facts)
    if len(found) != 1 or times(reading.text) or "$" in reading.text:
        return None
    item, book = found[0], asked.library.prices(asked.day)
    quotes = [quote for way in PURCHASES_IN_ORDER if (quote := book.near(item.thing, way, reading.profile.region))]
    own = [quote for quote in quotes if quote.own]
    way = reading.profile.purchase
    own = [quote for quote in own if quote.purchase == way] or own
    free = _listed(book, item, way)
    told = OwnPaid(
        instance=item.thing.id, ways=tuple(map(_paid, own)), listed=free.seen.likely if free else None,
        region=free.told_region if free else "", day=str(free.observed_on) if free else "", asked=way,
        cites=tuple(dict.fromkeys(one.source for one in (*own, *([free] if free and not own else [])))),
    )  # fmt: skip
    named = {"instances": (item.thing.id,), "candidates": ()}
    said = reading.profile.model_copy(update=named)
    rows = prices(reading.model_copy(update={"profile": said, "words": {}}), asked.library, asked.day)
    return FactAnswer(headline=told, prices=rows)


def _as_asked(reading: Reading) -> Reading:
    """ "What does our team pay for p5": a machine that is theirs is the one that is asked about."""
    hardware = tuple(one.model_copy(update={"role": "asked"}) for one in reading.hardware)
    return reading.model_copy(update={"hardware": hardware})


def _listed(book: PriceBook, item: Item, way: Purchase | None) -> Quote | None:
    found = book.near(item.thing, way) if way else None
    return found or book.near(item.thing, "on_demand")


def _paid(quote: Quote) -> PaidWay:
    usd, listed = quote.usd_per_hour.likely, quote.list_usd_per_hour
    less = 1 - usd / listed if listed and usd < listed else None
    return PaidWay(purchase=quote.purchase, usd=usd, listed=listed, less=less, region=quote.told_region)

"""Types that feeds sell and the facts do not know: what is said of them, which is their price and no more."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from engine.answers.model import FactAnswer
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.forms.chat import CHAT
from engine.forms.decline import DECLINE
from engine.forms.form import Form
from engine.forms.price import PRICE
from engine.workload.profile import Profile
from knowledge.facts import PURCHASES_IN_ORDER, Cloud, Purchase

PLACES = 6  # told of those that were not asked about
TYPES = 4  # told of those with one chip, the cheapest chip-hour first


class ListedPrice(Computed):
    """What a feed lists for one type in one region and way to buy; `source` is what it is cited by, `chip` what the
    feed calls its chip. `is_usual`: where it is looked at first if no region is said."""

    cloud: Cloud
    instance: str
    region: str
    purchase: Purchase
    usd_per_hour: float
    seen_on: date
    chips: float | None
    feed: str
    source: str
    chip: str = ""
    is_usual: bool = False


class PriceListed(Reason, code="price_listed"):
    """The price of an unknown type, each way it is listed in a region."""

    instance: str
    cloud: Cloud
    region: str
    ways: tuple[tuple[Purchase, float], ...]
    day: str
    age: int
    feed: str


class NotListedThere(Reason, code="not_listed_there"):
    """Feeds list the type, but not in the region that was said."""

    instance: str
    region: str


class ListedElsewhere(Reason, code="listed_elsewhere"):
    """Its other regions, each with its lowest price, and how it is bought; `more` are not told."""

    places: tuple[tuple[str, float, Purchase], ...]
    more: int


class NothingButPrice(Reason, code="nothing_but_price"):
    """What is not known of it; `chips` as the feed counts them."""

    instance: str
    chips: float | None
    chip: str = ""


def with_listed(form: Form, stated: FactAnswer, told: tuple[Reason, ...]) -> tuple[Form, FactAnswer]:
    """The answer, with what is told of listed types before it; that alone where nothing else was answered."""
    answers = stated.headline is not None or stated.prices or stated.verdict_below
    if answers and form.id not in (PRICE.id, CHAT.id, DECLINE.id):
        brief = tuple(reason for reason in told if not isinstance(reason, ListedElsewhere))
        return form, stated.model_copy(update={"unpriced": (*brief, *stated.unpriced)})
    return PRICE, FactAnswer(headline=told[0], sentences=told[1:])


def told_of_listed(listed: Sequence[ListedPrice], profile: Profile, day: date) -> tuple[Reason, ...]:
    """The price where it was asked for, else where it is lowest; then other regions, and what is unknown.

    Of the way to buy that was said, if a feed has a price for it.
    """
    region = profile.region
    listed = [price for price in listed if price.purchase == profile.purchase] or listed
    said: list[Reason] = []
    by_chip = sorted(listed, key=lambda price: price.usd_per_hour / (price.chips or 1))
    for name in list(dict.fromkeys(price.instance for price in by_chip))[:TYPES]:
        of_it = sorted((price for price in listed if price.instance == name), key=_order)
        here = [price for price in of_it if price.region == region]
        if region and not here:
            said.append(NotListedThere(instance=name, region=region, cites=(of_it[0].source,)))
        place = (here or of_it)[0].region
        said += [_price(name, place, [price for price in of_it if price.region == place], day)]
        others = {price.region: price for price in reversed(of_it) if price.region != place}
        if others:
            shown = sorted(others.values(), key=_order)
            places = tuple((price.region, price.usd_per_hour, price.purchase) for price in shown[:PLACES])
            cites = tuple(dict.fromkeys(price.source for price in shown[:PLACES]))
            said.append(ListedElsewhere(places=places, more=len(shown) - len(places), cites=cites))
        chips = next((price.chips for price in of_it if price.chips), None)
        said.append(NothingButPrice(instance=name, chips=chips, chip=of_it[0].chip, cites=(of_it[0].source,)))
    return tuple(said)


def _order(price: ListedPrice) -> tuple[int, bool, float, str]:
    return PURCHASES_IN_ORDER.index(price.purchase), not price.is_usual, price.usd_per_hour, price.region


def _price(name: str, place: str, prices: Sequence[ListedPrice], day: date) -> PriceListed:
    lowest: dict[Purchase, float] = {}
    for price in prices:
        lowest[price.purchase] = min(price.usd_per_hour, lowest.get(price.purchase, price.usd_per_hour))
    seen = max(price.seen_on for price in prices)
    return PriceListed(
        instance=name, cloud=prices[0].cloud, region=place, ways=tuple(lowest.items()), day=str(seen),
        age=(day - seen).days, feed=prices[0].feed, cites=tuple(dict.fromkeys(price.source for price in prices)),
    )  # fmt: skip

"""Named hardware and clouds that nothing here prices, each with the nearest thing that is priced."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.library import Library
from engine.options.named import CLOUDS, called, called_by, is_named, sizes_of_line
from engine.prices.specialists import names_no_region, per_chip_hour, sellers, specialists
from engine.workload.conditions import FAMILIES
from engine.workload.profile import Profile, Reading
from knowledge.facts import COMPARED, SPECIALISTS, Accelerator, Cloud, Instance, Purchase

WAYS: tuple[Purchase, ...] = ("on_demand", "capacity_block")
OTHER_VENDOR = 1.0  # as far away as e times the memory: who asks for an NVIDIA card has CUDA code


class Listed(NamedTuple):
    """What a specialist cloud lists for one chip-hour, seen on a day, so many days ago."""

    provider: str
    chip: str
    usd_chip: float
    day: str
    age: int


class NotPriced(Reason, code="not_priced"):
    """`names` is no chip or cloud of ours; `chip` is the nearest on sale, on `cloud` as `instance`, at its price.

    `listed`: of a cloud, what others of its kind list for the chip that is asked about.
    """

    names: str
    chip: str | None = None
    usd_per_chip_hour: float | None = None
    purchase: Purchase | None = None
    cloud: Cloud | None = None
    instance: str | None = None
    is_cloud: bool | None = None
    others: tuple[str, ...] = ()  # named as well, with the same nearest chip
    listed: tuple[Listed, ...] = ()


class NoPriceFor(Reason, code="no_price_for"):
    """The same in one line, for an answer that no price decides."""

    names: tuple[str, ...]


class Specialists(Reason, code="specialists"):
    """The cheapest hour at each of `providers`, of which chip and machine; a region may be unknown.

    `one_list`: whether the source names no region, and it is one where other rows show the machine.
    `is_named`: the question named them.
    """

    chips: tuple[str, ...]
    purchase: Purchase
    providers: tuple[str, ...]
    usd_chip: tuple[float, ...]
    usd: tuple[float, ...]
    counts: tuple[int, ...]
    instances: tuple[str, ...]
    regions: tuple[str | None, ...]
    days: tuple[str, ...]
    one_list: tuple[bool, ...]
    is_named: bool


class ListedFrom(Reason, code="listed_from"):
    """Of each chip of a comparison the least that a specialist cloud lists, where one does."""

    chips: tuple[str, ...]
    purchase: Purchase
    providers: tuple[str, ...]
    usd_chip: tuple[float, ...]


class ListPrices(Reason, code="list_prices"):
    """Specialist clouds took part: what is not known of them. `network`: what joins their machines is published."""

    clouds: tuple[Cloud, ...]
    network: bool


class Unheld(Reason, code="unheld"):
    """`names` is a version of which nothing is known, and its size was not said."""

    names: str


class UnknownCards(Reason, code="unknown_cards"):
    """Cards of which nothing is held; `others` are named beside them, and what follows is of those."""

    cards: tuple[str, ...]
    others: tuple[str, ...]


class NoSuchType(Reason, code="no_such_type"):
    """`names` is no type that its cloud sells; `sizes` are those of its line."""

    names: str
    sizes: tuple[str, ...]


def no_such_type(profile: Profile, library: Library) -> tuple[NoSuchType, ...]:
    """The types that were named of a line that we hold, and that are none of it, nor sold and left out on purpose."""
    begins = tuple(one.casefold() for entry in library.facts.left_out.values() for one in entry.begins)
    said = (*profile.instances, *profile.current_instances)
    named = dict.fromkeys(name for name in said if not name.casefold().startswith(begins))
    kin = {name: sizes_of_line(name, library.facts) for name in named}
    return tuple(NoSuchType(names=name, sizes=tuple(one.id for one in of)) for name, of in kin.items() if of)


def unheld(reading: Reading) -> tuple[Unheld, ...]:
    """The versions next to a family's name that we do not hold, where no size says how large they are."""
    return () if reading.profile.parameters else tuple(Unheld(names=words) for words in reading.unheld)


def unknown_cards(reading: Reading, library: Library) -> tuple[UnknownCards, ...]:
    """The cards that were named and are none that is held, with those beside them."""
    if not reading.unknown_cards:
        return ()
    known = (library.facts.accelerators.get(name) for name in reading.profile.candidates)
    others = tuple(chip.name for chip in known if chip is not None)
    return (UnknownCards(cards=reading.unknown_cards, others=others),)


def not_priced(profile: Profile, library: Library, day: date) -> tuple[NotPriced, ...]:
    """The named chips first, then the named clouds; the nearest chip is said once."""
    facts = library.facts
    sold = library.prices(day).chips
    chips = list(_unsold(profile, library, sold))
    there = _of_clouds(profile, sold, library)
    said = [_reason(chip.name, _nearest(chip, there), sold, profile, library) for chip in chips]
    named = [chip for chip in sold.values() if is_named(chip, set(profile.candidates) - FAMILIES)]
    for provider in (facts.providers[name] for name in profile.providers if name in facts.providers):
        if of_specialists(profile, library, day, provider.id) is not None:
            continue
        nearest = None if chips else next(iter(named), None)
        listed = () if chips or profile.task or profile.parameters else _listed(profile, library, day)
        of_kind: dict[str, object] = {"is_cloud": True}
        if listed:
            sources = tuple(dict.fromkeys(source for _, source in listed))
            of_kind |= {"listed": tuple(one for one, _ in listed), "purchase": _way(profile), "cites": sources}
        said.append(_reason(provider.name, nearest, sold, profile, library).model_copy(update=of_kind))
    return tuple(_with_price(reason, profile, library, day) for reason in said)


def _way(profile: Profile) -> Purchase:
    return profile.purchase or "on_demand"


def _listed(profile: Profile, library: Library, day: date) -> tuple[tuple[Listed, str], ...]:
    """What specialist clouds list for the chips that are named, the cheapest first, each with its source."""
    facts = library.facts
    chips = {chip.id for chip in called_by(facts, frozenset(profile.candidates) - FAMILIES)}
    return tuple(
        (
            Listed(
                facts.providers[price.provider].name,
                facts.accelerators[price.accelerator].name,
                per_chip_hour(price),
                str(price.observed_on),
                (day - price.observed_on).days,
            ),
            price.source,
        )
        for price in specialists(facts, chips, day, purchase=_way(profile), count=profile.accelerator_count)
    )


def together(told: Iterable[NotPriced]) -> tuple[NotPriced, ...]:
    """Those with the same nearest chip as one."""
    alike: dict[tuple[object, ...], list[NotPriced]] = {}
    for reason in told:
        alike.setdefault((reason.instance, reason.is_cloud), []).append(reason)
    return tuple(
        first.model_copy(update={"others": tuple(reason.names for reason in others)})
        for first, *others in alike.values()
    )


def in_one_line(told: Iterable[NotPriced]) -> tuple[NoPriceFor, ...]:
    """What is said of them where no price decides."""
    names = tuple(dict.fromkeys(reason.names for reason in told))
    return (NoPriceFor(names=names),) if names else ()


def of_specialists(profile: Profile, library: Library, day: date, *providers: str) -> Specialists | None:
    """What the named providers, or `providers`, list for the chips that were named; None if no price is known."""
    facts, words = library.facts, set(profile.candidates) - FAMILIES
    chips = {chip.id for chip in called_by(facts, frozenset(words))}
    chips |= {facts.instances[name].accelerator for name in profile.instances if name in facts.instances}
    way: Purchase = profile.purchase or "on_demand"
    told = specialists(
        facts,
        chips,
        day,
        purchase=way,
        place=profile.region,
        count=profile.accelerator_count,
        named=providers or profile.providers,
    )
    if not told:
        return None
    return Specialists(
        chips=tuple(facts.accelerators[price.accelerator].name for price in told),
        purchase=way,
        providers=tuple(facts.providers[price.provider].name for price in told),
        usd_chip=tuple(per_chip_hour(price) for price in told),
        usd=tuple(float(price.usd_per_hour) for price in told),
        counts=tuple(price.count for price in told),
        instances=tuple(price.instance for price in told),
        regions=tuple(price.region for price in told),
        days=tuple(str(price.observed_on) for price in told),
        one_list=tuple(names_no_region(price, facts) for price in told),
        is_named=bool(profile.providers),
        cites=tuple(dict.fromkeys(price.source for price in told)),
    )


def list_prices(stated: FactAnswer, profile: Profile, library: Library) -> tuple[ListPrices, ...]:
    """What is not known of the specialist clouds in a table; () where none is. Below a verdict its rows say it."""
    facts, clouds = library.facts, profile.clouds or library.reached
    known = tuple(cloud for cloud in SPECIALISTS if cloud in library.reached and cloud in clouds)
    if stated.table is None or stated.verdict_below:
        return ()
    if "cloud" in stated.table.columns:  # of those whose prices are shown
        at = stated.table.columns.index("cloud")
        shown = {row.cells[at] for row in stated.table.rows}
        known = tuple(cloud for cloud in known if cloud in shown)
    if not known:
        return ()
    network = all(thing.fabric for thing in facts.instances.values() if thing.cloud in known)
    return (ListPrices(clouds=known, network=network),)


def beside(profile: Profile, types: Sequence[Instance], library: Library, day: date) -> tuple[Specialists, ...]:
    """The same, where a chip was asked about and no provider, cloud or type: "p5en" names one as well."""
    told = of_specialists(profile, library, day) if _is_anywhere(profile, types, library) else None
    return (told,) if told else ()


def of_kind(told: FactAnswer, clouds: Sequence[Cloud], reading: Reading, library: Library, day: date) -> FactAnswer:
    """With what every specialist lists for the chip, where one of them was named alone, or the clouds that are
    compared as one: "on each cloud"."""
    each = set(clouds) == set(COMPARED) and "," not in reading.words.get("clouds", "")
    if not each and (len(clouds) != 1 or set(clouds).isdisjoint(SPECIALISTS)):
        return told
    free = reading.profile.model_copy(update={"clouds": (), "providers": ()})
    lines = (of_specialists(free, library, day),)
    return told.model_copy(update={"sentences": (*filter(None, lines), *told.sentences)})


def listed_from(profile: Profile, types: Sequence[Instance], library: Library, day: date) -> tuple[ListedFrom, ...]:
    """Of each chip the least of them all, where no provider, cloud or type was named."""
    if not _is_anywhere(profile, types, library):
        return ()
    chips = dict.fromkeys(thing.accelerator for thing in types)
    alone = (profile.model_copy(update={"candidates": (chip,)}) for chip in chips)
    told = [one for said in alone if (one := of_specialists(said, library, day))]
    if not told:
        return ()
    return (
        ListedFrom(
            chips=tuple(one.chips[0] for one in told),
            purchase=told[0].purchase,
            providers=tuple(one.providers[0] for one in told),
            usd_chip=tuple(one.usd_chip[0] for one in told),
            cites=tuple(dict.fromkeys(one.cites[0] for one in told)),
        ),
    )


def with_sellers(profile: Profile, types: Sequence[Instance], library: Library) -> Library:
    """For the cheapest hour of a chip: with the machines of every specialist that lists it, or another chip of that
    name, where none of these was named. `types`: of any number of chips, as another number changes no seller."""
    if not _is_anywhere(profile, types, library):
        return library
    named = {chip.id for chip in called_by(library.facts, frozenset(profile.candidates))}
    return library.reaching(sellers(library.facts, named | {thing.accelerator for thing in types}))


def _is_anywhere(profile: Profile, types: Sequence[Instance], library: Library) -> bool:
    if profile.clouds or profile.instances or profile.providers or library.reached:
        return False
    chips = {thing.accelerator for thing in types}
    everywhere = {thing.cloud for thing in library.facts.instances.values() if thing.accelerator in chips}
    return everywhere == {thing.cloud for thing in types}


def of_the_named(profile: Profile, library: Library, day: date) -> tuple[Specialists, ...]:
    """The same of the providers that were named, if any was."""
    told = of_specialists(profile, library, day) if profile.providers else None
    return (told,) if told else ()


def _with_price(reason: NotPriced, profile: Profile, library: Library, day: date) -> NotPriced:
    """On demand, where it is sold so; else by block."""
    instance = library.facts.instances.get(reason.instance or "")
    if instance is None or reason.is_cloud:
        return reason
    book = library.prices(day)
    quotes = (book.near(instance, way, profile.region) for way in WAYS if not instance.sold or way in instance.sold)
    quote = next((quote for quote in quotes if quote is not None), None)
    if quote is None:
        return reason
    priced = {"usd_per_chip_hour": quote.usd_per_hour.likely / instance.count, "purchase": quote.purchase}
    return reason.model_copy(update=priced | {"cites": quote.cites})


def nearest_sold(profile: Profile, library: Library, day: date) -> Accelerator | None:
    """The chip on sale that comes nearest to the first one named that is not."""
    sold = library.prices(day).chips
    chip = next(_unsold(profile, library, sold), None)
    return _nearest(chip, _of_clouds(profile, sold, library)) if chip else None


def _of_clouds(profile: Profile, sold: Mapping[str, Accelerator], library: Library) -> list[Accelerator]:
    """The chips on sale of the clouds that were said; all of them where these sell none."""
    things = library.facts.instances.values()
    there = {thing.accelerator for thing in things if thing.cloud in profile.clouds}
    return [chip for name, chip in sold.items() if name in there] or list(sold.values())


def _unsold(profile: Profile, library: Library, sold: Mapping[str, Accelerator]) -> Iterator[Accelerator]:
    """One chip for each named word that means nothing on sale."""
    for word in dict.fromkeys((*profile.candidates, *profile.current_instances)):
        if word in FAMILIES:
            continue
        meant = called(library.facts, word)
        if meant and not any(chip.id in sold for chip in meant):
            yield next((chip for chip in meant if chip.id == word), meant[0])


def _nearest(chip: Accelerator, sold: Iterable[Accelerator]) -> Accelerator | None:
    """The most similar chip on sale, by memory, bandwidth and dense peak; the newer of two alike."""
    usual = [other for other in sold if other.serves and not other.only_if_named]
    return min(usual, key=lambda other: (round(_distance(chip, other), 3), other.released), default=None)


def _distance(one: Accelerator, other: Accelerator) -> float:
    pairs = (
        (one.hbm_gib.value, other.hbm_gib.value),
        (one.hbm_gbps.value, other.hbm_gbps.value),
        (one.bf16_dense_tflops.value, other.bf16_dense_tflops.value),
    )
    apart = sum(abs(math.log(first / second)) for first, second in pairs)
    return apart + (OTHER_VENDOR if one.vendor != other.vendor else 0.0)


def _reason(
    name: str, chip: Accelerator | None, sold: Mapping[str, Accelerator], profile: Profile, library: Library
) -> NotPriced:
    instance = _rented(chip, profile, library) if chip is not None and chip.id in sold else None
    if chip is None or instance is None:
        return NotPriced(names=name)
    return NotPriced(names=name, chip=chip.name, cloud=instance.cloud, instance=instance.id)


def _rented(chip: Accelerator, profile: Profile, library: Library) -> Instance | None:
    """What rents a chip: in the asker's clouds first, of as many chips as said, else the type with most prices."""
    facts = library.facts
    prices: dict[str, int] = {}
    for offer in facts.offers:
        prices[offer.instance] = prices.get(offer.instance, 0) + 1
    order = (*profile.clouds, *CLOUDS)
    types = (instance for instance in facts.instances.values() if instance.accelerator == chip.id)
    priced = [instance for instance in types if prices.get(instance.id) or prices.get(chip.id)]
    wanted = profile.accelerator_count

    def rank(type_: Instance) -> tuple[int, float, int, int]:
        apart = abs(math.log(type_.count / wanted)) if wanted else 0.0
        return order.index(type_.cloud), apart, -prices.get(type_.id, 0), type_.vcpu or 0

    return min(priced, key=rank, default=None)

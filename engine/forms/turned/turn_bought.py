"""What the machines of the answer before cost bought another way, at another place or on another cloud."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil
from typing import NamedTuple

from engine.answers.commitment_rates import usual_one_year_discount
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.library import Library
from engine.prices.areas import regions_within
from engine.prices.price_book import PriceBook, Quote
from engine.workload.subject import Subject
from engine.workload.told_sums import ToldSum
from knowledge.facts import COMPARED, Accelerator, Cloud, Instance, Purchase

NEAR = 0.93  # of the gigabytes of a card: 24 GB are sold as 22.4 GiB
SAME = 0.005  # share of a price below which two are the same
ONE_BOARD = 8  # chips of a machine at most, of cards that only have to hold something
APART = 2  # times the dollars for which chips in one machine are taken before as many in several
PLAIN: Purchase = "on_demand"
TERMS = frozenset({"reserved_1yr", "reserved_3yr", "savings_plan"})


class Terms(NamedTuple):
    """How it is to be bought: what the turn says, beside what the thread said before it."""

    way: Purchase | None  # asked
    place: str | None  # asked
    clouds: tuple[Cloud, ...]  # asked
    was_way: Purchase
    was_place: str | None
    was_clouds: tuple[Cloud, ...]


class Rented(Computed):
    """So many machines, `usd` an hour for all of them."""

    instance: str
    machines: int
    count: int  # chips of one
    chips: int  # of all
    chip: str
    gib: float
    cloud: Cloud
    purchase: Purchase
    region: str
    day: str
    usd: float


class OneBought(Computed):
    """One thing that the answer before was about. `asked`: the chip, where another is told in its place, as the cloud
    does not sell it; `gb`: of a card, where only that was told. `held`: as it was asked; `there`: at that place.
    `was`: before; `less`: by so much, or more by so much (`more`). `usd_run` of `hours`."""

    now: Rented
    asked: str | None
    by_way: bool  # as it is not sold so, whatever the cloud
    gb: float | None
    held: bool
    there: bool
    was: Rented | None
    less: float
    more: bool
    same: bool
    hours: float | None
    usd_run: float | None
    monthly: bool
    other: Rented | None  # with the same chip on another cloud, where the price of this one is not held


class TurnBought(Reason, code="turn_bought"):
    """Each of what the answer before was about; `gone`: of these, chips that are not sold so anywhere. `way`, `place`
    and `cloud` as they were asked. `usual`: the discount of one year on that cloud, where no rate is held. `least`:
    the cheapest way to buy the first of them that is yours to keep, where spot is asked for."""

    each: tuple[OneBought, ...]
    gone: tuple[str, ...]
    way: Purchase | None
    place: str | None
    cloud: str | None
    bought: Purchase  # the way that the thread or the turn says, else on demand
    usual: float | None
    free: bool  # nothing may be paid before
    anyone: bool  # the cheapest of all clouds is asked for


def turn_bought(
    about: Sequence[Subject],
    terms: Terms,
    library: Library,
    book: PriceBook,
    *,
    free: bool = False,
    anyone: Sequence[Subject] = (),
) -> TurnBought | None:
    """None where nothing is known of it. `anyone`: what it was before, where the cheapest of all clouds is asked."""
    found, gone = list[OneBought](), list[str]()
    cites: list[str] = []
    for at, subject in enumerate(about):
        made = _bought(subject, terms, library, book, free=free)
        if made is None:
            chip = library.facts.accelerators.get(subject.chip)
            gone += [subject.instance or (chip.name if chip else "")] if subject.instance or chip else []
            continue
        one, told = made
        if anyone and (known := _as_told(anyone[at], terms, library, book)) is not None:
            same = known.instance == one.now.instance
            less = 1 - one.now.usd / known.usd
            one = one.model_copy(
                update={"was": None if same else known, "less": 0.0 if same else less, "same": False}
            )
        found.append(one)
        cites += told
    if not found:
        return None
    first, usual = found[0], None
    if not first.held and terms.way == "reserved_1yr":
        usual = usual_one_year_discount(first.now.cloud, library, book)
    return TurnBought(
        each=tuple(found),
        gone=tuple(gone),
        way=terms.way,
        place=terms.place,
        cloud=terms.clouds[0] if terms.clouds else None,
        bought=terms.way or terms.was_way,
        usual=usual[0] if usual else None,
        free=free,
        anyone=bool(anyone),
        cites=tuple(dict.fromkeys((*cites, *((usual[1],) if usual else ())))),
    )


def _bought(
    subject: Subject, terms: Terms, library: Library, book: PriceBook, *, free: bool
) -> tuple[OneBought, tuple[str, ...]] | None:
    facts = library.facts
    way, clouds = terms.way or terms.was_way, terms.clouds or terms.was_clouds
    place = terms.place or (None if terms.clouds else terms.was_place)
    things, asked = _types(subject, clouds or COMPARED, library)
    found = _least(things, subject, way, place, book)
    if found is None and free and way not in TERMS and (known := facts.accelerators.get(subject.chip)) is not None:
        found = _of_vendor(known, way, place, clouds or COMPARED, library, book)
        asked = known if found is not None else None
    other = next((one for one in (PLAIN, "capacity_block", "spot") if one != way), PLAIN)
    found = found or _least(things, subject, PLAIN, place, book) or _least(things, subject, other, place, book)
    if found is None:
        return None
    thing, quote, machines, there = found
    held = quote.purchase == way
    now = _rented(thing, quote, machines, facts.accelerators[thing.accelerator])
    before = _before(thing, machines, subject, terms, library, book) if asked is None else None
    was = before[0] if before else None
    same = was is None or (was.purchase, was.region, was.instance) == (now.purchase, now.region, now.instance)
    hours = subject.hours or None if asked is None else None  # another chip takes other hours
    chip = facts.accelerators.get(subject.chip)
    gap = 1 - now.usd / was.usd if was is not None and not same else 0.0
    one = OneBought(
        now=now,
        asked=chip.name if asked is not None and chip else None,
        by_way=free and asked is not None and not terms.clouds,
        gb=subject.gb or None,
        held=held,
        there=place is None or there,
        was=None if same else was,
        less=abs(gap),
        more=gap < 0,
        same=was is not None and abs(now.usd / was.usd - 1) < SAME,
        hours=hours,
        usd_run=now.usd * hours if hours else None,
        monthly=subject.monthly,
        other=None if held or clouds else _elsewhere(chip, subject, way, place, library, book),
    )
    return one, (*quote.cites, *(before[1] if before and not same else ()))


def _elsewhere(
    chip: Accelerator | None, subject: Subject, way: Purchase, place: str | None, library: Library, book: PriceBook
) -> Rented | None:
    """As many of the chip, bought as it was asked, on any cloud."""
    things = [one for one in library.facts.instances.values() if chip and one.accelerator == chip.id]
    things = [one for one in things if one.cloud in COMPARED and one.count <= subject.chips * APART]
    found = _least(things, subject.model_copy(update={"instance": "", "machines": 1}), way, place, book)
    return _rented(found[0], found[1], found[2], chip) if found is not None and chip is not None else None


def _as_told(subject: Subject, terms: Terms, library: Library, book: PriceBook) -> Rented | None:
    """What the answer before was about, as it is bought."""
    thing = library.facts.instances.get(subject.instance)
    quote = book.near(thing, terms.was_way, terms.was_place, as_seen=True) if thing is not None else None
    if thing is None or quote is None:
        return None
    return _rented(thing, quote, subject.machines, library.facts.accelerators[thing.accelerator])


def _before(
    thing: Instance, machines: int, subject: Subject, terms: Terms, library: Library, book: PriceBook
) -> tuple[Rented, tuple[str, ...]] | None:
    """The same thing as it was bought before, else on demand."""
    chip = library.facts.accelerators[thing.accelerator]
    known = library.facts.instances.get(subject.instance, thing)
    if known.cloud != thing.cloud:
        many = max(ceil(subject.chips / known.count), 1)
        thing, machines, chip = known, many, library.facts.accelerators[known.accelerator]
    for way in dict.fromkeys((terms.was_way, PLAIN)):
        if terms.way == way and not terms.place and not terms.clouds:
            continue
        place = terms.was_place or (terms.place if terms.way else None)
        quote = book.near(thing, way, place, as_seen=True)
        if quote is not None:
            return _rented(thing, quote, machines, chip), quote.cites
    return None


def _types(
    subject: Subject, clouds: tuple[Cloud, ...], library: Library
) -> tuple[list[Instance], Accelerator | None]:
    """The types that can be rented for it; with the chip that was asked about, where they have another."""
    facts = library.facts
    every = [one for one in facts.instances.values() if one.cloud in clouds]
    named = facts.instances.get(subject.instance)
    if named is not None and named.cloud in clouds:
        return [named], None
    chip = facts.accelerators.get(subject.chip)
    if chip is not None:
        alike = [one for one in every if one.accelerator == chip.id]
        alike = alike or [one for one in every if _is_form(chip, facts.accelerators[one.accelerator])]
        if alike:
            return alike, None
    gib = chip.hbm_gib.value if chip is not None else subject.gb * NEAR
    fits = [one for one in every if _holds(facts.accelerators[one.accelerator], gib, one, subject)]
    return fits, chip


def _is_form(chip: Accelerator, other: Accelerator) -> bool:
    """Whether they are one chip on different boards."""
    return (chip.form_of or chip.id) == (other.form_of or other.id)


def _of_vendor(
    chip: Accelerator, way: Purchase, place: str | None, clouds: tuple[Cloud, ...], library: Library, book: PriceBook
) -> tuple[Instance, Quote, int, bool] | None:
    """The strongest machine of the same maker that is sold so: with another chip."""
    facts = library.facts
    alike = [
        (facts.accelerators[one.accelerator].bf16_dense_tflops.value, one.count, one)
        for one in facts.instances.values()
        if one.cloud in clouds and one.accelerator != chip.id
        and facts.accelerators[one.accelerator].vendor == chip.vendor and facts.accelerators[one.accelerator].trains
    ]  # fmt: skip
    for _, _, one in sorted(alike, key=lambda row: (-row[0], -row[1], row[2].id)):
        if found := _least([one], Subject(instance=one.id, chip=one.accelerator, chips=one.count), way, place, book):
            return found
    return None


def _holds(chip: Accelerator, gib: float, thing: Instance, subject: Subject) -> bool:
    """Whether cards of a usual kind have as much memory each, and the machine as many of them."""
    roomy = chip.hbm_gib.value >= gib * (1 if subject.gb else NEAR) and chip.trains and not chip.only_if_named
    usual = chip.is_usual_gpu and chip.vendor == "nvidia" and chip.has_bf16
    return roomy and usual and thing.count >= min(subject.chips, ONE_BOARD)


def _least(
    things: Iterable[Instance], subject: Subject, way: Purchase, place: str | None, book: PriceBook
) -> tuple[Instance, Quote, int, bool] | None:
    """The cheapest of them that has as many chips, at the place; else near it."""
    rows = list[tuple[bool, bool, float, int, Instance, Quote]]()
    for thing in things:
        if thing.sold and way not in thing.sold:
            continue
        there = book.there(thing, way, place, as_seen=True) if place else None
        quote = there or book.near(thing, way, place, as_seen=True)
        if quote is None:
            continue
        machines = subject.machines if thing.id == subject.instance else max(ceil(subject.chips / thing.count), 1)
        apart = machines > 1 and thing.id != subject.instance
        usd = quote.seen.likely * machines * (APART if apart else 1)
        rows.append((place is not None and there is None, quote.is_outdated, usd, machines, thing, quote))
    if not rows:
        return None
    away, _, _, machines, thing, quote = min(rows, key=lambda row: (*row[:4], row[4].id))
    return thing, quote, machines, not away


def _rented(thing: Instance, quote: Quote, machines: int, chip: Accelerator) -> Rented:
    return Rented(
        instance=thing.id,
        machines=machines,
        count=thing.count,
        chips=thing.count * machines,
        chip=chip.name,
        gib=chip.hbm_gib.value,
        cloud=thing.cloud,
        purchase=quote.purchase,
        region="" if quote.told_region == "unstated" else quote.told_region,
        day=str(quote.observed_on),
        usd=quote.seen.likely * machines,
    )


def regions_of(place: str, clouds: Iterable[Cloud], library: Library) -> frozenset[str]:
    """The regions that a place stands for."""
    return frozenset(name for cloud in clouds for name in regions_within(place, cloud, library.facts))


def sum_of(one: OneBought) -> ToldSum:
    """What was told, as dollars of its hour, of the run, or of a month."""
    now = one.now
    usd, whole = one.usd_run or now.usd / now.machines, bool(one.usd_run)
    hours = one.hours or 0.0 if whole and not one.monthly else 0.0
    return ToldSum(
        usd=usd, low=usd, high=usd, unit=("month" if one.monthly else "run") if whole else "hour",
        thing=now.instance, chip=now.chip, machines=now.machines, chips=now.count * (now.machines if whole else 1),
        hours=hours, purchase=now.purchase, cloud=now.cloud, region=now.region, day=now.day,
    )  # fmt: skip

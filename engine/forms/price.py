"""The price of what was named: of a type at every way to buy it, of a chip wherever it is sold, cheapest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.answers.cloud_prices import cloud_hours, for_span, names_a_chip, told_of
from engine.answers.model import FactAnswer
from engine.answers.prices import about_prices, prices
from engine.answers.rank_prices import (
    TERMS,
    RankedPrice,
    instances_asked,
    lines_named,
    newest_price,
    not_on_demand,
    ranked,
    smallest,
    unpriced,
    usually_bought,
    ways_out,
    with_chips_of,
    with_first,
    with_memory,
)
from engine.answers.unpriced import beside, list_prices, nearest_sold, of_specialists, with_sellers
from engine.base.reason import Reason
from engine.forms.form import Asked, Form
from engine.forms.parts.price_table import price_table
from engine.forms.sold.short import in_place, way_of
from engine.forms.sold.unknown_place import unknown_places
from engine.forms.sold.where import NotSoldThere, where_sold
from engine.prices.price_book import UNSTATED
from engine.workload.profile import Profile
from engine.workload.question import FormCues
from knowledge.facts import COMPARED, SPECIALISTS, Cloud, Instance, Purchase

SIZED = frozenset({"parameters", "model", "variant", "tokens", "tokens_per_day", "samples", "requests_per_second"})
NOTHING_MORE = frozenset(
    {"domain", "ours", "first_person", "speed_word"}
)  # cues of a text that asks for nothing by a word of its own
ROWS, MORE = 10, 8  # told at most, and more of them with specialists


class CheapestChip(Reason, code="cheapest_chip"):
    """The cheapest hour of a chip; `place` is the one asked about, or empty."""

    chip: str
    usd_chip: float
    usd: float
    instance: str
    count: int
    cloud: Cloud
    purchase: Purchase
    region: str
    day: str
    age: int
    claimed: bool
    place: str


class ChipHour(CheapestChip, code="chip_hour"):
    """What an hour of a chip costs as it is usually bought."""


class OnlyExcluded(CheapestChip, code="only_excluded"):
    """The cheapest of what is left out of the question: nothing else is known."""


class CheapestKept(CheapestChip, code="cheapest_kept"):
    """The same without spot, which may be taken away."""


class Unplaced(CheapestChip, code="unplaced"):
    """The cheapest that no source puts in any region, where none is held of the place asked about."""


class NotOnDemand(Reason, code="not_on_demand"):
    """A chip that nobody sells on demand; where another machine with it is, the types that are not."""

    things: tuple[str, ...]


class AskVendor(Reason, code="ask_vendor"):
    """Ways to buy whose price is not known, each with the types sold so, joined by commas."""

    ways: tuple[tuple[Purchase, str], ...]


class NameChip(Reason, code="name_chip"):
    """Nothing was named that has a price here; `note` is what is known of the provider that was named."""

    note: str


class PriceOfAny(Reason, code="price_of_any"):
    """No chip was named: the cheapest hour of each, on each of the clouds that were said, follows."""

    clouds: tuple[Cloud, ...]


class NothingBeyond(Reason, code="nothing_beyond"):
    """Every price known is old on the day asked about."""

    day: str
    asked: str


class PriceOfPlace(Reason, code="price_of_place"):
    """A place alone has no price: what is sold there follows."""

    place: str


def is_asked(seen: FormCues) -> bool:
    """The cheapest of something that is named, where it is sold, what a place charges."""
    if seen.has("asks_reason") or (seen.has("carbon_strong") and seen.profile.priority == "carbon"):
        return False  # "why is it cheaper?", "the lowest carbon for p5"
    if _between_clouds(seen):
        return True
    of_memory = seen.has("cheapest_of") and seen.generic and seen.says("chip_memory_gb")
    if of_memory and SIZED.isdisjoint(seen.profile.stated()):
        return True  # "cheapest GPU with 24 GB for a chatbot": memory alone decides which do
    gone = seen.says("capacity") and seen.has("where_sold")  # "there is no H100 listed"
    if seen.workload_slots > 1 or seen.own_slots - gone or (seen.hardware_named > 1 and seen.has("vs", "compare")):
        return False
    elsewhere = seen.says("providers") or not set(SPECIALISTS).isdisjoint(seen.profile.clouds)
    if elsewhere and not seen.workload_slots and not seen.has("support"):
        return bool(seen.hardware_named) or seen.has("price", "price_strong", "chip_hour")
    if not seen.hardware_named:
        return seen.has("price") and seen.places and not seen.workload_slots and not seen.has("carbon_strong")
    return seen.has("cheapest_of", "chip_hour", "where_sold")


def _between_clouds(seen: FormCues) -> bool:
    """Which of several clouds, for a chip and no work: what each charges for it."""
    named = len(seen.profile.clouds) > 1 and seen.specific + seen.instances > 0
    plain = not (seen.workload_slots or seen.has("carbon_strong", "support", "fit_strong", "commit_strong"))
    return named and plain and seen.has("price", "choice", "better", "compare", "vs", "cheapest_of", "price_word")


def is_intent(seen: FormCues) -> bool:
    """The price of a thing or of a way to buy, with little or no work described."""
    named = bool(seen.hardware_named or seen.profile.purchase)
    if (seen.has("about_pricing") and seen.asks_fact) or seen.has("asks_reason"):
        return False
    if in_place(seen):
        return True
    short = (seen.has("price_short") and not seen.asks_fact) or way_of(seen)
    if (seen.has("price_strong") or short) and named:
        return seen.workload_slots <= 3 and not (seen.has("keep") and seen.workload_slots > 0)
    if seen.has("figures", "better") and not seen.has("price_strong"):
        return False
    return (
        seen.has("price")
        and seen.hardware_named > 0
        and seen.workload_slots <= 1
        and not seen.has("advise", "keep")
        and not (seen.has("vs") and seen.hardware_named > 1)
    )


def answer(asked: Asked) -> FactAnswer | None:
    """What was asked for; a place that is not known is said before it."""
    told, unknown = _answer(asked), unknown_places(asked.reading)
    return told.headed(unknown[0]) if told and unknown else told


def _answer(asked: Asked) -> FactAnswer | None:
    """Types that were named one by one; chips, or a place alone, by the price of an hour of one chip."""
    profile, cues = asked.profile, asked.reading.cues
    types = instances_asked(_where_written(asked), lines_named(asked.reading), asked.facts)
    anywhere = set(profile.clouds) >= {*COMPARED, *SPECIALISTS} and "cheapest_of" in cues
    if anywhere:
        asked = replace(asked, reading=asked.reading.model_copy(update={"profile": _of_any_cloud(profile)}))
        types = instances_asked(asked.profile, lines_named(asked.reading), asked.facts)
    elif len(profile.clouds) > 1 and names_a_chip(profile) and (told := _of_clouds(asked, types)):
        return told
    if profile.providers:
        return _elsewhere(asked, types)
    any_gpu = set(profile.candidates) == {"gpu"} and "cheapest_of" not in cues
    if not profile.instances and (any_gpu or (asked.library.reached and not profile.candidates)):
        return _of_any(asked)
    if profile.candidates and not types and not profile.instances:
        return _sold_elsewhere(asked) if profile.clouds else _nobody_sells(asked)
    if not types and not profile.candidates and profile.region and not profile.instances:
        return _of_place(asked)
    if "where_sold" in cues and "cheapest_of" not in cues and types:
        return where_sold(profile, asked.library, asked.day, types, _beyond(asked), ways_out(asked.reading))
    if (profile.instances and not {"cheapest_of", "per_chip"} & set(cues)) or not types:
        rows = prices(asked.reading, asked.library, asked.day)
        about = about_prices(asked.reading, asked.library, asked.day, rows)
        return FactAnswer(prices=rows, sentences=(*about, *_beyond(asked))) if rows or about else None
    if "cheapest_of" not in cues:
        return _of_chips(asked, types, cheapest=False)
    return _cheapest_anywhere(asked, types)


def _of_any_cloud(profile: Profile) -> Profile:
    """Without the clouds, where all that are known were said ("anywhere")."""
    return profile.model_copy(update={"clouds": ()})


def _cheapest_anywhere(asked: Asked, types: tuple[Instance, ...]) -> FactAnswer:
    """Of every cloud of which a price is held, specialists too, unless the question names where."""
    library = with_sellers(asked.profile, types, asked.library)
    if library is not asked.library:
        types = instances_asked(asked.profile, lines_named(asked.reading), library.facts)
    told = _of_chips(replace(asked, library=library), types, cheapest=True)
    listed = list_prices(told, asked.profile, library) if library is not asked.library else ()
    return told.model_copy(update={"sentences": (*told.sentences, *listed)})


def _where_written(asked: Asked) -> Profile:
    """A region written as its cloud writes it says the cloud too; the name of a city is a place of several."""
    region = asked.facts.regions.get(asked.profile.region or "")
    written = asked.reading.words.get("region", "").lower()
    if region is None or asked.profile.clouds or region.id not in written:
        return asked.profile
    return asked.profile.model_copy(update={"clouds": (region.cloud,)})


def _elsewhere(asked: Asked, types: tuple[Instance, ...]) -> FactAnswer:
    """What the provider lists, if known, then the same chips on the clouds that are compared."""
    told = of_specialists(asked.profile, asked.library, asked.day)
    found = _of_chips(asked, types, cheapest=False) if types else FactAnswer()
    if told or types:
        return found.headed(told) if told else found
    notes = [asked.facts.providers[name].note or "" for name in asked.profile.providers]
    return FactAnswer(headline=NameChip(note=notes[0] if len(notes) == 1 else ""))


def _of_clouds(asked: Asked, types: tuple[Instance, ...]) -> FactAnswer | None:
    """The clouds side by side, after the cheapest way of all where that was asked; then every way on each."""
    profile = asked.profile
    rows = _ranked(asked, types, profile.region, profile.purchase, everywhere=True)
    way = profile.purchase or "on_demand"
    told, shown = cloud_hours(rows, profile.clouds, way), told_of(rows, way, ROWS + MORE)
    if told is None:
        return None
    several = len({row.chip for row in shown}) > 1
    first = rows[0] if "cheapest_of" in asked.reading.cues and rows[0].quote.purchase != way else None
    lead = (_cheapest(CheapestChip, first, profile.region), told) if first else (told,)
    table = price_table(shown, best=first, chip=several)
    return FactAnswer(headline=lead[0], sentences=(*lead[1:], *_beyond(asked)), table=table)


def _ranked(
    asked: Asked, types: Sequence[Instance], place: str | None, way: Purchase | None, *, everywhere: bool = False
) -> tuple[RankedPrice, ...]:
    """Without the ways to buy that the question excludes."""
    out = ways_out(asked.reading)
    return ranked(types, asked.library, asked.day, place, way, everywhere=everywhere, without=out)


def _nobody_sells(asked: Asked) -> FactAnswer | None:
    """What is known of the nearest chip that is sold; that nobody sells the one named is said before it."""
    nearest = nearest_sold(asked.profile, asked.library, asked.day)
    types = tuple(thing for thing in asked.facts.instances.values() if nearest and thing.accelerator == nearest.id)
    return _of_chips(asked, types, cheapest=False) if types else None


def _sold_elsewhere(asked: Asked) -> FactAnswer | None:
    """A chip that the clouds said do not sell: what other clouds charge for it."""
    profile = asked.profile.model_copy(update={"clouds": ()})
    types = instances_asked(profile, lines_named(asked.reading), asked.facts)
    if not types:
        return _nobody_sells(asked)
    chips = dict.fromkeys(asked.facts.accelerators[thing.accelerator].name for thing in types)
    headline = NotSoldThere(things=", ".join(chips), place="", clouds=asked.profile.clouds, purchase="")
    return _of_chips(asked, types, cheapest=False).headed(headline)


def _of_any(asked: Asked) -> FactAnswer | None:
    """A GPU, whichever: of each chip its cheapest hour, on each cloud that was said."""
    profile, chips = asked.profile, asked.facts.accelerators
    types: Sequence[Instance] = with_memory(
        [
            thing
            for thing in asked.facts.instances.values()
            if chips[thing.accelerator].is_usual_gpu and (not profile.clouds or thing.cloud in profile.clouds)
        ],
        profile.chip_memory_gb,
        asked.facts,
    )
    way = profile.purchase or "on_demand"
    rows = [row for row in _ranked(asked, types, profile.region, way) if row.is_current]
    first = {(row.chip, row.instance.cloud): row for row in reversed(rows)}
    shown = sorted(first.values(), key=lambda row: (row.usd_per_chip_hour, row.instance.id))
    if not shown:
        return None
    return FactAnswer(
        headline=PriceOfAny(clouds=profile.clouds),
        sentences=_beyond(asked),
        table=price_table(shown[:ROWS], chip=True),
    )


def _of_chips(asked: Asked, types: tuple[Instance, ...], *, cheapest: bool) -> FactAnswer:
    """The cheapest hour first where that was asked, else what an hour costs on demand."""
    profile, place = asked.profile, asked.profile.region
    rows = _ranked(asked, types, place, profile.purchase)
    lines: list[Reason] = []
    first: RankedPrice | None = None
    held = [row for row in rows if place is None or row.quote.seen_in != UNSTATED]
    if held:
        for_years = "commit" in asked.reading.cues and ways_out(asked.reading).isdisjoint(TERMS)
        kept, usual = usually_bought(held, for_years=for_years)
        first = held[0] if cheapest or profile.purchase else usual
        headline: Reason = _cheapest(CheapestChip if first is held[0] else ChipHour, first, place)
        if first is not held[0]:
            lines.append(_cheapest(CheapestChip, held[0], place))
        elif first.quote.purchase == "spot" and kept is not first and not profile.purchase:
            lines.append(_cheapest(CheapestKept, smallest(kept, held), place))
    elif not rows and (excluded := ranked(types, asked.library, asked.day, place, profile.purchase)):
        headline = _cheapest(OnlyExcluded, excluded[0], place)
    else:
        lines += [_cheapest(Unplaced, rows[0], None)] if rows else []
        things = [asked.facts.accelerators[thing.accelerator].name for thing in types]
        rows = _ranked(asked, types, None, None)
        if not rows and (rows := _ranked(asked, with_chips_of(types, asked.facts), None, None)):
            things = [thing.id for thing in types]
        headline = NotSoldThere(
            things=", ".join(dict.fromkeys(things)),
            place=place or "",
            clouds=profile.clouds,
            purchase=profile.purchase or "",
            follows=bool(rows or lines),
        )
        listed = next((row for row in rows if row.quote.purchase == "on_demand" and row.is_current), None)
        lines += [_cheapest(ChipHour, listed, None)] if listed else []
        lines += [_cheapest(CheapestChip, rows[0], None)] if rows and rows[0] is not listed else []
    if profile.purchase is None and all(thing.sold and "on_demand" not in thing.sold for thing in types):
        lines.append(NotOnDemand(things=not_on_demand(types, asked.facts)))
    shown = with_first(rows, first, ROWS + MORE if asked.library.reached and not profile.clouds else ROWS)
    unknown = unpriced(types, rows, profile.purchase) if len(rows) < ROWS else {}
    unknown = {way: names for way, names in unknown.items() if way not in ways_out(asked.reading)}
    if unknown:
        lines.append(AskVendor(ways=tuple((way, ", ".join(names)) for way, names in unknown.items())))
    lines += beside(profile, types, asked.library, asked.day)
    return FactAnswer(
        headline=headline,
        sentences=(*for_span(rows, profile, asked.library), *lines, *_beyond(asked)),
        table=price_table(shown, best=first, chip=len({row.chip for row in shown}) > 1),
    )


def _of_place(asked: Asked) -> FactAnswer | None:
    """What is sold in a place: of each chip its cheapest hour."""
    place = asked.profile.region
    rows = _ranked(asked, tuple(asked.facts.instances.values()), place, asked.profile.purchase)
    first = {row.chip: row for row in reversed(rows) if row.is_current}
    if place is None or not first:
        return None
    shown = sorted(first.values(), key=lambda row: row.usd_per_chip_hour)
    return FactAnswer(
        headline=PriceOfPlace(place=place), sentences=_beyond(asked), table=price_table(shown[:ROWS], chip=True)
    )


def _cheapest(kind: type[CheapestChip], row: RankedPrice, place: str | None) -> CheapestChip:
    quote = row.quote
    if place and "-" in place and place != quote.region:  # the same city, as another cloud calls it
        place = None
    return kind(
        chip=row.chip,
        usd_chip=row.usd_per_chip_hour,
        usd=quote.seen.likely,
        instance=row.instance.id,
        count=row.instance.count,
        cloud=row.instance.cloud,
        purchase=quote.purchase,
        region=quote.seen_in,
        day=str(quote.observed_on),
        age=quote.age_days,
        claimed=quote.grade in ("claim", "assumed"),
        place=place or "",
        cites=(quote.source,),
    )


def _beyond(asked: Asked) -> tuple[Reason, ...]:
    newest = newest_price(asked.library, asked.day)
    return (NothingBeyond(day=str(newest), asked=str(asked.day)),) if newest else ()


PRICE = Form(
    id="price",
    intent="price_lookup",
    is_asked=is_asked,
    is_intent=is_intent,
    answer=answer,
    first_line="price_lookup",
    says="answer",
    of_turn=True,
    of_one=True,
)

"""The price of what was named: of a type at every way to buy it, of a chip wherever it is sold, cheapest first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.answers.cloud_prices import as_many, cloud_hours, for_span, names_a_chip, told_of, uncompared
from engine.answers.mentioned import with_attached
from engine.answers.model import FactAnswer
from engine.answers.prices import LeftOutType, UnknownType, about_prices, by_managed_name, prices
from engine.answers.rank_prices import (
    BEFORE,
    TERMS,
    RankedPrice,
    not_on_demand,
    ranked,
    smallest,
    unpriced,
    usual_of_each,
    usually_bought,
    ways_out,
    with_chips_of,
    with_first,
)
from engine.answers.unpriced import beside, list_prices, nearest_sold, of_kind, of_specialists, with_sellers
from engine.base.reason import Reason
from engine.forms.fit import FIT
from engine.forms.form import Asked, Form
from engine.forms.machines.at_least import asks_at_least, at_least, is_of_any
from engine.forms.money.rows import as_said
from engine.forms.parts.price_table import price_table
from engine.forms.sold.asked_there import ASKS_WHERE, THERE_IS, WHERE, asks_regions, between_clouds, has_moved, placed
from engine.forms.sold.at_day import beyond, priced_then
from engine.forms.sold.at_place import in_each_place
from engine.forms.sold.chip_hour import beside_sellers, chip_hour, kept_beside_spot
from engine.forms.sold.counted import in_all, is_counted, no_one_machine, unlinked
from engine.forms.sold.left_out import left_out
from engine.forms.sold.limits import none_holds, types_asked, under_rate, within
from engine.forms.sold.moved import MOVED, moved, moved_within
from engine.forms.sold.named_term import commitments_only, with_cheapest_term
from engine.forms.sold.price_reasons import (
    AskVendor,
    CheapestChip,
    CheapestKept,
    ChipHour,
    InDollars,
    NameChip,
    NearestHour,
    NotOnDemand,
    OnlyExcluded,
    Unplaced,
)
from engine.forms.sold.short import IN_CURRENCY, in_place, is_bare, of_currency, of_hours, way_of
from engine.forms.sold.span import in_months, names_unit, of_usual_area, with_span
from engine.forms.sold.ties import asks_of_regions, same_in, seen_cheaper
from engine.forms.sold.unknown_place import unknown_places
from engine.forms.sold.where import NotSoldThere, name_of, where_sold
from engine.forms.sold.whichever import ROWS, price_of_any, price_of_place
from engine.forms.ways.beside import ways_beside
from engine.forms.ways.kept_to import fewest, only_excluded, where_written, with_its_seller, without_excluded
from engine.forms.ways.unheld_term import of_commitment
from engine.forms.ways.unheld_way import unheld_ways
from engine.library import Library
from engine.prices.areas import JOINT, area_around
from engine.prices.specialists import sellers
from engine.workload.question import FormCues
from knowledge.facts import COMPARED, SPECIALISTS, Cloud, Instance, Purchase

SIZED = frozenset({"parameters", "model", "variant", "tokens", "tokens_per_day", "samples", "requests_per_second"})
# Slots of a question for nothing but a price; that it is for one job says no work.
OF_PRICE = frozenset({"cadence", "purchase", "candidates", "priority", "region", "clouds", "providers"})
MORE = 8  # rows told more with specialists


def is_asked(seen: FormCues) -> bool:
    """The cheapest of something that is named, where it is sold, what a place charges."""
    if seen.has("asks_reason") or (seen.has("carbon_strong") and seen.profile.priority == "carbon"):
        return False  # "why is it cheaper?", "the lowest carbon for p5"
    if between_clouds(seen) or placed(seen) or has_moved(seen) or asks_at_least(seen) or is_bare(seen):
        return True
    of_memory = seen.has("cheapest_of") and seen.generic and seen.says("chip_memory_gb")
    if of_memory and SIZED.isdisjoint(seen.profile.stated()):
        return True  # "cheapest GPU with 24 GB for a chatbot": memory alone decides which do
    stated = frozenset(seen.profile.stated())
    if seen.has("money_cheapest") and seen.profile.purchase and seen.specific and stated <= OF_PRICE:
        return True  # "we need a V100 for a legacy job: cheapest on demand option?"
    if names_unit(seen, OF_PRICE):
        return True
    gone = seen.says("capacity") and seen.has("where_sold")  # "there is no H100 listed"
    if seen.workload_slots > 1 or seen.own_slots - gone or (seen.hardware_named > 1 and seen.has("vs", "compare")):
        return False
    elsewhere = seen.says("providers") or not set(SPECIALISTS).isdisjoint(seen.profile.clouds)
    if elsewhere and not seen.workload_slots and not seen.has("support"):
        return bool(seen.hardware_named) or seen.has("price", "price_strong", "chip_hour")
    if not seen.hardware_named:
        return seen.has("price") and seen.places and not seen.workload_slots and not seen.has("carbon_strong")
    return seen.has("cheapest_of", "chip_hour") or (seen.has("where_sold") and not seen.has("wants_other"))


def is_intent(seen: FormCues) -> bool:
    """The price of a thing or of a way to buy, with little or no work described."""
    named = bool(seen.hardware_named or seen.profile.purchase)
    if (seen.has("about_pricing") and seen.asks_fact) or seen.has("asks_reason"):
        return False
    if in_place(seen) or of_hours(seen):
        return True
    short = (seen.has("price_short") and not seen.asks_fact) or way_of(seen) or of_currency(seen)
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
    if of_terms := of_commitment(asked.reading, asked.library, asked.day):
        return of_terms
    unknown = (*unheld_ways(asked.reading), *unknown_places(asked.reading, asked.facts))
    asked = replace(asked, reading=with_its_seller(as_said(asked.reading), asked.facts))
    every, asked = asked.library, replace(asked, library=without_excluded(asked.reading, asked.library))
    there = asked.reading.model_copy(update={"profile": where_written(asked.reading, asked.facts)})
    if (listed := at_least(there, _of_any_seller(asked), asked.day)) is not None:
        listed = listed.model_copy(update={"sentences": _what_it_takes(asked)})
        return listed.headed(unknown[0]) if unknown else listed
    asked = replace(asked, reading=with_attached(of_usual_area(in_months(asked.reading)), asked.facts))
    if only := only_excluded(asked.reading, every, asked.library, asked.day):
        return only
    told = (found := _answer(asked)) and moved_within(asked, found)
    if told and IN_CURRENCY in asked.reading.cues:
        told = told.model_copy(update={"sentences": (InDollars(), *told.sentences)})
    told = told and with_span(told, asked.reading, asked.library)
    first = (*unknown, *by_managed_name(told.prices if told else (), asked.reading, asked.library))
    return told.headed(first[0]) if told and first else told


def _what_it_takes(asked: Asked) -> tuple[Reason, ...]:
    """What the model takes of which the size is said beside the memory that is asked for."""
    held = FIT.answer(asked) if asked.profile.parameters else None
    return (held.headline,) if held and held.headline else ()


def _answer(asked: Asked) -> FactAnswer | None:
    """Types that were named one by one; chips, or a place alone, by the price of an hour of one chip."""
    profile, cues = asked.profile, asked.reading.cues
    types = types_asked(asked.reading, where_written(asked.reading, asked.facts), asked.facts)
    if asked.library.later:  # what nobody sold yet on a day that is past is not asked about
        types = priced_then(types, asked.library.prices(asked.day))
    if beside := ways_beside(asked.reading, asked.library, asked.day):
        return beside
    if (types or profile.clouds) and MOVED.intersection(cues) and (told := moved(asked)):
        return told
    left_out = asked.reading.ruled_out.get("clouds", ())
    anywhere = {*profile.clouds, *left_out} >= {*COMPARED, *SPECIALISTS} and "cheapest_of" in cues
    if anywhere:
        everywhere = profile.model_copy(update={"clouds": ()})  # all that are known were said
        asked = replace(asked, reading=asked.reading.model_copy(update={"profile": everywhere}))
        types = types_asked(asked.reading, asked.profile, asked.facts)
    elif len(profile.clouds) > 1 and names_a_chip(profile) and (told := _of_clouds(asked, types)):
        return told
    if profile.providers:
        return _elsewhere(asked, types)
    any_gpu = set(profile.candidates) == {"gpu"} and "cheapest_of" not in cues
    if not profile.instances and (any_gpu or (asked.library.reached and not profile.candidates)):
        return price_of_any(asked.reading, asked.library, asked.day, beyond(asked))
    if profile.candidates and not types and not profile.instances:
        clouds = where_written(asked.reading, asked.facts).clouds
        return _sold_elsewhere(asked, clouds) if clouds else _nobody_sells(asked)
    if not types and not profile.candidates and profile.region and not profile.instances:
        return price_of_place(asked.reading, asked.library, asked.day, beyond(asked))
    how_much = "price_strong" in cues and {ASKS_WHERE, "each_region"}.isdisjoint(cues)
    how_much = how_much and profile.region is None  # of a cloud: its price
    if types and not how_much and asks_regions(asked.reading):
        more, plain = beyond(asked), {ASKS_WHERE, "each_region"}.isdisjoint(cues) or THERE_IS in cues
        told = where_sold(profile, asked.library, asked.day, types, more, ways_out(asked.reading), plain=plain)
        is_open = bool(asked.reading.faqs) and THERE_IS not in cues
        return told.model_copy(update={"whole": False}) if is_open else told
    if (profile.instances and not {"cheapest_of", "per_chip"} & set(cues)) or not types:
        joint = types and JOINT in (profile.region or "")
        if joint and (each := in_each_place(asked.reading, asked.library, asked.day, types)):
            return each
        rows = prices(asked.reading, asked.library, asked.day)
        if "commit" in cues and profile.purchase is None and not unheld_ways(asked.reading):
            rows = tuple(sorted(rows, key=lambda row: row.purchase not in TERMS))  # "the CUD price of ..."
        about = about_prices(asked.reading, asked.library, asked.day, rows)
        if not rows and about and isinstance(about[0], LeftOutType | UnknownType):
            return FactAnswer(headline=about[0], sentences=about[1:])
        return FactAnswer(prices=rows, sentences=(*about, *beyond(asked))) if rows or about else None
    if "cheapest_of" not in cues:
        return _of_chips(asked, types, cheapest=False)
    return _cheapest_anywhere(asked, types)


def _cheapest_anywhere(asked: Asked, types: tuple[Instance, ...]) -> FactAnswer:
    """Of every cloud of which a price is held, specialists too, unless the question names where."""
    asked = replace(asked, reading=commitments_only(asked.reading))
    library = _anywhere(asked)
    if library is not asked.library:
        types = types_asked(asked.reading, asked.profile, library.facts)
    if none := none_holds(types, asked.profile, library.facts):
        return FactAnswer(headline=none, sentences=beyond(asked))
    told = _of_chips(replace(asked, library=library), types, cheapest=True)
    told = with_cheapest_term(told, asked.reading, library, asked.day, types)
    listed = list_prices(told, asked.profile, library) if library is not asked.library else ()
    return told.model_copy(update={"sentences": (*told.sentences, *listed)})


def _anywhere(asked: Asked) -> Library:
    """With every specialist that sells what was asked about; of what number of chips is another matter."""
    any_number = where_written(asked.reading, asked.facts).model_copy(update={"accelerator_count": None})
    return with_sellers(asked.profile, types_asked(asked.reading, any_number, asked.facts), asked.library)


def _of_any_seller(asked: Asked) -> Library:
    """With every specialist that sells GPUs, unless the question names where."""
    types = tuple(thing for thing in asked.facts.instances.values() if is_of_any(thing, asked.facts))
    return with_sellers(asked.profile, types, asked.library)


def _elsewhere(asked: Asked, types: tuple[Instance, ...]) -> FactAnswer:
    """What the provider lists, if known, then the same chips on the clouds that are compared."""
    told = of_specialists(asked.profile, asked.library, asked.day)
    cheapest = "cheapest_of" in asked.reading.cues and bool(types) and not told
    if cheapest:  # of who is not held the nearest is any seller
        library = asked.library.reaching(sellers(asked.facts, {thing.accelerator for thing in types}))
        asked, types = replace(asked, library=library), types_asked(asked.reading, asked.profile, library.facts)
    found = _of_chips(asked, types, cheapest=cheapest) if types else FactAnswer()
    if told or types:
        return found.headed(told) if told else found
    notes = [asked.facts.providers[name].note or "" for name in asked.profile.providers]
    return FactAnswer(headline=NameChip(note=notes[0] if len(notes) == 1 else ""))


def _of_clouds(asked: Asked, types: tuple[Instance, ...]) -> FactAnswer | None:
    """The clouds side by side, after the cheapest way of all where that was asked; then every way on each."""
    profile = asked.profile
    way = profile.purchase or "on_demand"
    rows = _ranked(asked, types, profile.region, profile.purchase)
    if profile.accelerator_count:
        rows = as_many(types, profile, asked.library, asked.day, ways_out(asked.reading))
    told, shown = cloud_hours(rows, profile.clouds, way, asked.library), told_of(rows, way, ROWS + MORE)
    if not told:
        return None
    first = rows[0] if "cheapest_of" in asked.reading.cues and rows[0].quote.purchase != way else None
    lead: tuple[Reason, ...] = told
    if first:
        cheapest = chip_hour(CheapestChip, first, asked.facts, profile)
        lead = (cheapest, *told, *uncompared(rows, first, profile.clouds, way))
    table = price_table(shown, best=first, chip=len({row.chip for row in shown}) > 1)
    told_each = FactAnswer(headline=lead[0], sentences=(*lead[1:], *beyond(asked)), table=table)
    return of_kind(told_each, profile.clouds, asked.reading, asked.library, asked.day)


def _ranked(
    asked: Asked, types: Sequence[Instance], place: str | None, way: Purchase | None, *, everywhere: bool = False
) -> tuple[RankedPrice, ...]:
    """Without the ways to buy that the question excludes; of a number of chips that no machine has, by their sum."""
    out, wanted = ways_out(asked.reading), asked.profile.accelerator_count
    rows = ranked(types, asked.library, asked.day, place, way, everywhere=everywhere, without=out)
    by_machine = asked.reading.machine_memory_gb or (fewest(asked.reading) and not asked.profile.instances)
    return in_all(rows, wanted, unlinked(asked.facts)) if is_counted(rows, wanted) or by_machine else rows


def _nobody_sells(asked: Asked) -> FactAnswer | None:
    """What is known of the nearest chip that is sold; that nobody sells the one named is said before it."""
    nearest = nearest_sold(asked.profile, asked.library, asked.day)
    every = [thing for thing in asked.facts.instances.values() if nearest and thing.accelerator == nearest.id]
    types = tuple(thing for thing in every if thing.cloud in asked.profile.clouds) or tuple(every)
    return _of_chips(asked, types, cheapest=False) if types else None


def _sold_elsewhere(asked: Asked, clouds: tuple[Cloud, ...]) -> FactAnswer | None:
    """A chip that these clouds do not sell: what other clouds charge for it."""
    profile = asked.profile.model_copy(update={"clouds": (), "region": None})
    types = types_asked(asked.reading, profile, asked.facts)
    if not types:
        return _nobody_sells(asked)
    chips = dict.fromkeys(asked.facts.accelerators[thing.accelerator].name for thing in types)
    where = not WHERE.isdisjoint(asked.reading.cues)
    headline = NotSoldThere(things=", ".join(chips), place="", clouds=clouds, purchase="", unsold=True, asked=where)
    asked = replace(asked, reading=asked.reading.model_copy(update={"profile": profile}))
    told = _of_chips(asked, types, cheapest=False)
    return of_kind(told, clouds, asked.reading, asked.library, asked.day).headed(headline)


def _of_chips(asked: Asked, types: tuple[Instance, ...], *, cheapest: bool) -> FactAnswer:
    """The cheapest hour first where that was asked, else what an hour costs on demand."""
    profile, place = asked.profile, asked.profile.region
    every = _ranked(asked, types, place, profile.purchase)
    rows = within(every, asked.reading) or every
    lines: list[Reason] = []
    first: RankedPrice | None = None
    best: RankedPrice | None = None
    each: list[RankedPrice] = []
    held = [row for row in rows if place is None or _is_of(row, place)]
    if held:
        for_years = "commit" in asked.reading.cues and ways_out(asked.reading).isdisjoint(TERMS)
        kept, usual = usually_bought(held, for_years=for_years)
        first = held[0] if cheapest or profile.purchase else usual
        best = held[0] if cheapest else _best(asked, held)
        headline: Reason = chip_hour(CheapestChip if first is best else ChipHour, first, asked.facts, profile, types)
        if cheapest and asks_of_regions(asked.reading):
            also = same_in(first, asked.library, asked.day, place)
            headline = headline.model_copy(update={"also_in": also})
        lines += seen_cheaper(first, asked.library, asked.day, place) if cheapest else ()
        if not cheapest and not profile.purchase:
            each = usual_of_each(held, first, asked.reading, asked.facts)
            lines += (chip_hour(ChipHour, row, asked.facts, profile, types) for row in each)
        if first is not best:
            lines.append(chip_hour(CheapestChip, best, asked.facts, profile, types))
        elif first.quote.purchase in ("spot", *TERMS) and kept is not first and not profile.purchase:
            free = chip_hour(CheapestKept, smallest(kept, held), asked.facts, profile)
            lines.append(free.model_copy(update={"beside": first.quote.purchase}))
    elif not rows and (excluded := ranked(types, asked.library, asked.day, place, profile.purchase)):
        headline = chip_hour(OnlyExcluded, excluded[0], asked.facts, profile)
    else:
        loose = [chip_hour(Unplaced, row, asked.facts) for row in rows if not row.quote.is_placed][:1]
        things = name_of(types, asked.facts)
        rows = _ranked(asked, types, None, None)
        if not rows and (rows := _ranked(asked, with_chips_of(types, asked.facts), None, None)):
            things = ", ".join(thing.id for thing in types)
        headline = NotSoldThere(
            things=things,
            place=place or "",
            clouds=profile.clouds,
            purchase=profile.purchase or "",
            follows=bool(rows or loose),
        )
        near = (*_ranked(asked, types, area_around(place or "", asked.facts), None), *rows)
        listed = next((row for row in near if row.quote.purchase == "on_demand" and row.is_current), None)
        if place and rows:  # what is known comes first
            same = next((row for row in near if row.quote.purchase == profile.purchase and row.is_current), None)
            first = same or (rows[0] if cheapest else listed or rows[0])  # bought as asked, before all others
            several = len({thing.accelerator for thing in types}) > 1
            bound = {"place": place, "clouds": profile.clouds, "way": profile.purchase, "several": several}
            headline = chip_hour(NearestHour, first, asked.facts).model_copy(update=bound)
            lines += [chip_hour(CheapestChip, rows[0], asked.facts)] if rows[0] is not first else []
            lines += [chip_hour(ChipHour, listed, asked.facts)] if listed and listed is not first else []
            lines += loose if same is None or same.quote.is_placed else []
        else:
            lines += [*loose, *([chip_hour(ChipHour, listed, asked.facts)] if listed else [])]
            lines += [chip_hour(CheapestChip, rows[0], asked.facts)] if rows and rows[0] is not listed else []
            lines += () if listed else kept_beside_spot(rows, asked.facts)
    if profile.purchase is None and all(thing.sold and "on_demand" not in thing.sold for thing in types):
        lines.append(NotOnDemand(things=not_on_demand(types, asked.facts)))
    most = ROWS + MORE if asked.library.reached and not profile.clouds else ROWS
    shown = with_first(rows, (first, best, *each), most)
    wanted = profile.accelerator_count
    if wanted and is_counted(rows, wanted):
        lines.append(no_one_machine(rows, wanted))
    known = every if held else rows
    unknown = unpriced(types, known, profile.purchase) if len(known) < ROWS else {}
    unknown = {way: names for way, names in unknown.items() if way not in ways_out(asked.reading)}
    if unknown:
        lines.append(AskVendor(ways=tuple((way, ", ".join(names)) for way, names in unknown.items())))
    lines += beside(profile, types, asked.library, asked.day)
    lines += left_out(rows, shown)
    told = FactAnswer(
        headline=headline,
        sentences=(*for_span(rows, profile, asked.library), *lines, *beyond(asked)),
        table=price_table(shown, best=first, chip=len({row.chip for row in shown}) > 1),
    )
    limit = under_rate(every, asked.reading)
    return told.headed(limit) if limit else beside_sellers(told, profile)


def _is_of(row: RankedPrice, place: str) -> bool:
    """Whether it is a price of the place today, by its region or the area that it says."""
    return row.nearness != BEFORE and (row.quote.is_placed or row.quote.within in place.split(JOINT))


def _best(asked: Asked, rows: Sequence[RankedPrice]) -> RankedPrice:
    """The cheapest of all that are known, of clouds too that these rows leave out."""
    library = _anywhere(asked)
    if library is asked.library:
        return rows[0]
    everywhere = replace(asked, library=library)
    types = types_asked(asked.reading, asked.profile, library.facts)
    others = _ranked(everywhere, types, asked.profile.region, asked.profile.purchase)
    return others[0] if others and others[0].compared_usd < rows[0].compared_usd else rows[0]


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

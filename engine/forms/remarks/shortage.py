"""A machine that is not to be had: where and how it is sold, what stands in for it, and the ways round."""

from __future__ import annotations

from collections.abc import Iterator

from engine.answers.mentioned import meant
from engine.answers.model import AnswerRow, AnswerTable, Cell, FactAnswer
from engine.base.reason import Reason
from engine.forms.per_unit.rates import Question
from engine.prices.price_book import PriceBook, Quote
from engine.workload.question import FormCues
from knowledge.facts import PURCHASES_IN_ORDER, Cloud, Instance, Purchase

COLUMNS = ("machine", "buy", "hourly", "place", "seen_on")
WORK = frozenset({
    "parameters", "model", "tokens", "samples", "tokens_per_day", "runs", "cadence", "task", "method",
    "current_usd_per_month", "deadline_days", "budget_usd",
})  # fmt: skip
CUES = frozenset({"launch_fails", "in_stock"})
PLACES = 6  # regions told
KINDS = 8  # machines that may be meant, which are looked at
OF_CHIP = 3  # other types with the chip
OTHERS = 2  # other chips


class NoneToBeHad(Reason, code="none_to_be_had"):
    """Where the machine is sold, as far as that is held; `there`: whether `region`, which was said, is one of them.

    `asks`: it is asked whether it is to be had, and nobody said that it is not. `not_on`: the cloud of the place that
    was said, where that is known to have no such machine.
    """

    instance: str
    count: int
    chip: str
    cloud: Cloud
    region: str | None
    there: bool
    regions: tuple[str, ...]
    more: int  # regions beside those
    asks: bool
    not_on: Cloud | None = None


class WaysRound(Reason, code="ways_round"):
    """What helps, of the ways the machine is sold. `sisters`: other types with the chip, `others`: other chips."""

    instance: str
    chip: str
    block: bool
    spot: bool
    cloud: Cloud
    sisters: tuple[str, ...]
    others: tuple[str, ...]


class WhichWayRound(Reason, code="which_way_round"):
    """What decides between the stand-ins."""


def is_short(seen: FormCues) -> bool:
    """A named machine that cannot be had, or is asked to be there, and no work to place on another one."""
    if seen.of_a_place:
        return False  # "any trn2 in Europe?": where it is sold
    named = seen.instances + seen.specific > 0
    said = seen.profile.stated()
    tight = said.get("capacity") == "tight" and not seen.has(
        "where_sold", "other_time"
    )  # "no H100 listed", "must I queue"
    other = seen.specific > 1 or seen.has(
        "fit_strong", "fit_word", "support", "better", "compare", "is_normal", "judged"
    )
    short = (tight and not other) or seen.has(*CUES)
    if seen.has("commit_strong") and not seen.has(
        "launch_fails"
    ):  # "insufficient reserved capacity" is no commitment
        return False
    return named and short and WORK.isdisjoint(said) and not seen.has("price_strong", "vs")


def shortage(asked: Question) -> FactAnswer | None:
    """Of the first machine that was named; None where it is not known here."""
    if asked.said.capacity != "tight" and CUES.isdisjoint(asked.reading.cues):
        return None
    book, facts = asked.library.prices(asked.day), asked.library.facts
    gone = next(iter(asked.reading.unavailable), None)
    place = facts.regions.get((gone.region if gone else None) or asked.said.region or "")
    things = meant(asked.reading, facts, book, KINDS)
    there = [one for one in things if place and one.cloud == place.cloud]  # "V100 in westus2" is one of Azure's
    thing = facts.instances.get(gone.id) if gone else None
    thing = thing or next(iter(there or things), None)
    if thing is None:
        return None
    region = place.id if place and place.cloud == thing.cloud else None
    sold = book.sold_in(thing)
    chip = facts.accelerators[thing.accelerator]
    sisters, others = _sisters(thing, asked, book), _others(thing, asked, book)
    ways = [quote.purchase for quote in _ways(thing, book)]
    first = NoneToBeHad(
        instance=thing.id,
        count=thing.count,
        chip=chip.name,
        cloud=thing.cloud,
        region=region,
        there=region in sold,
        regions=sold[:PLACES],
        more=max(0, len(sold) - PLACES),
        not_on=place.cloud if place and place.cloud != thing.cloud else None,
        asks="in_stock" in asked.reading.cues and asked.said.capacity != "tight",
        cites=(thing.source,),
    )
    round_it = WaysRound(
        instance=thing.id,
        chip=chip.name,
        block="capacity_block" in ways or "capacity_block" in thing.sold,
        spot="spot" in ways,
        cloud=thing.cloud,
        sisters=tuple(one.id for one in sisters),
        others=tuple(one.id for one in others),
    )
    rows = [_row(thing, quote, asked) for quote in _ways(thing, book)]
    rows += [_row(one, quote, asked) for one in (*sisters, *others) if (quote := book.near(one, "on_demand", region))]
    return FactAnswer(
        headline=first,
        sentences=(round_it,),
        table=AnswerTable(columns=COLUMNS, rows=tuple(rows)) if rows else None,
        questions=(WhichWayRound(),),
    )


def _ways(thing: Instance, book: PriceBook) -> Iterator[Quote]:
    """The cheapest of each way to buy it that binds nobody for a year."""
    open_ways: tuple[Purchase, ...] = ("on_demand", "capacity_block", "spot")
    for way in PURCHASES_IN_ORDER:
        quote = book.near(thing, way) if way in open_ways else None
        if quote is not None:
            yield quote


def _sisters(thing: Instance, asked: Question, book: PriceBook) -> list[Instance]:
    """Other types with the same chip on sale: of the same cloud first, then of as many chips."""
    found = [
        one
        for one in asked.library.facts.instances.values()
        if one.accelerator == thing.accelerator and one.id != thing.id and book.near(one, "on_demand")
    ]
    found.sort(key=lambda one: (one.cloud != thing.cloud, abs(one.count - thing.count), one.id))
    return found[:OF_CHIP]


def _others(thing: Instance, asked: Question, book: PriceBook) -> list[Instance]:
    """Machines of the same cloud and vendor with as many other chips, at least as much memory each: the nearest."""
    facts = asked.library.facts
    chip = facts.accelerators[thing.accelerator]
    found: dict[str, tuple[float, Instance]] = {}
    for one in facts.instances.values():
        other = facts.accelerators[one.accelerator]
        alike = one.cloud == thing.cloud and other.software == chip.software and one.count == thing.count
        if not alike or other.id == chip.id or other.hbm_gib.value < chip.hbm_gib.value:
            continue
        if book.near(one, "on_demand") is None:
            continue
        far = abs(other.bf16_dense_tflops.value / chip.bf16_dense_tflops.value - 1)
        if other.id not in found or far < found[other.id][0]:
            found[other.id] = far, one
    return [one for _, one in sorted(found.values(), key=lambda entry: (entry[0], entry[1].id))[:OTHERS]]


def _row(thing: Instance, quote: Quote, asked: Question) -> AnswerRow:
    chip = asked.library.facts.accelerators[thing.accelerator]
    cells: dict[str, Cell] = {
        "machine": f"{thing.id} ({thing.count} x {chip.name})",
        "buy": quote.purchase,
        "hourly": quote.usd_per_hour.likely,
        "place": quote.region,
        "seen_on": quote.observed_on,
    }
    return AnswerRow(cells=tuple(cells[name] for name in COLUMNS), cites=quote.cites)

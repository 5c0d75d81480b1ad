"""The cheapest, the dearest, the second of them or the first few, of every way to buy that is named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.answers.model import FactAnswer
from engine.answers.prices import CENT
from engine.answers.rank_prices import RankedPrice
from engine.base.reason import Reason
from engine.forms.money.amounts import below_gb, then_there
from engine.forms.money.beyond import beyond
from engine.forms.money.rows import Priced, apart, bound, cites_of, older, priced, rows_of, types_of
from engine.forms.money.said import AFTER, MoneySaid
from engine.forms.parts.asked_on import AskedOn
from engine.forms.parts.price_table import price_table
from engine.forms.sold.counted import in_all, unlinked
from engine.forms.sold.ties import asks_of_regions
from engine.prices.price_book import UNSTATED
from engine.prices.specialists import sellers
from knowledge.facts import Purchase

ROWS = 8


class RankedAs(Reason, code="ranked_as"):
    """What stands at `place` of the prices held, from the cheapest on or from the `dearest`.

    `first`: what stands first, where it is another. `few`: the first few, where so many are asked for. `wanted`:
    chips that were said, whose machines are summed. `tied`, `first_tied`: other regions at the same price, where
    regions are asked about. `apart_usd`: USD an hour between the two, of a chip (`by_chip`) or of the machine, and
    `apart` as a share of the cheaper. `ways`: those that are named; `unheld`: without a price.
    """

    place: int
    dearest: bool
    one: Priced
    first: Priced | None
    tied: tuple[str, ...]
    first_tied: tuple[str, ...]
    apart_usd: float | None
    apart: float | None
    by_chip: bool
    few: tuple[Priced, ...]
    held: int
    wanted: int | None
    ways: tuple[Purchase, ...]
    unheld: tuple[Purchase, ...]
    where: str
    below: float | None
    then: Priced | None = None  # what is named, bought another way that is asked about where it is cheapest
    then_way: Purchase | None = None
    then_less: float | None = None  # by this share


class NextAfter(Reason, code="next_after"):
    """The cheapest of another seller that costs no less than the cheapest of `after`, which is `first`; `dearest`:
    none does, and `one` is the dearest of the others."""

    after: tuple[str, ...]
    one: Priced
    first: Priced
    apart_usd: float
    apart: float
    dearest: bool


def _next_after(asked: AskedOn, said: MoneySaid) -> FactAnswer | None:
    """What stands behind a seller that is named; None where nothing of it is held, or nothing dearer."""
    after = asked.profile.clouds
    asked = bound(asked, said._replace(any_cloud=True))
    chips = {one.accelerator for one in types_of(asked)}
    asked = replace(asked, library=asked.library.reaching(sellers(asked.facts, chips)))
    rows = apart(rows_of(asked, types_of(asked), said.ways, asked.profile.region))
    first = next((row for row in rows if row.instance.cloud in after), None)
    least = first.compared_usd if first else 0.0
    others = [row for row in rows if row.instance.cloud not in after]
    dearer = next((row for row in others if row.compared_usd >= least), None)
    one = dearer or (others[-1] if others else None)
    if first is None or one is None:
        return None
    high, low = sorted((one.usd_per_chip_hour, first.usd_per_chip_hour), reverse=True)
    told = NextAfter(
        after=after,
        one=priced(one),
        first=priced(first),
        apart_usd=high - low,
        apart=high / low - 1,
        dearest=dearer is None,
        cites=cites_of([one, first]),
    )
    at = min(rows.index(first), rows.index(one))
    table = price_table(rows[at : at + ROWS], best=one, chip=len({row.chip for row in rows[at : at + ROWS]}) > 1)
    return FactAnswer(headline=told, table=table, of_told=True, whole=True)


def rank(asked: AskedOn, said: MoneySaid) -> FactAnswer | None:
    """None where no price of what is named is held."""
    if AFTER in asked.reading.cues and asked.profile.clouds and (behind := _next_after(asked, said)) is not None:
        return behind
    if (ways := then_there(asked.reading.text)) is not None:
        return _with_other(asked, said, *ways)
    return _ranked(asked, said)


def _with_other(asked: AskedOn, said: MoneySaid, way: Purchase, other: Purchase) -> FactAnswer | None:
    """The cheapest bought one way, and what it costs in that very place bought another way."""
    plain = asked.reading.model_copy(update={"profile": asked.profile.model_copy(update={"purchase": way})})
    asked = replace(asked, reading=plain)
    told = _ranked(asked, said._replace(ways=(way,)))
    first = told.headline if told else None
    if told is None or not isinstance(first, RankedAs):
        return None
    thing = bound(asked, said).facts.instances[first.one.instance]
    rows = rows_of(bound(asked, said), (thing,), (other,), first.one.region)
    there = next((row for row in rows if row.quote.told_region == first.one.region), None)
    usd = there.quote.seen.likely if there else first.one.usd
    less = 1 - usd / first.one.usd if usd < first.one.usd else None
    then = {"then": priced(there) if there else None, "then_way": other, "then_less": less}
    cites = tuple(dict.fromkeys((*first.cites, *cites_of([there] if there else []))))
    return told.model_copy(update={"headline": first.model_copy(update={**then, "cites": cites})})


def _ranked(asked: AskedOn, said: MoneySaid) -> FactAnswer | None:
    asked, below = bound(asked, said), below_gb(asked.reading.text)
    types, place = types_of(asked, below), asked.profile.region
    regions = asks_of_regions(asked.reading)
    rows = rows_of(asked, types, said.ways, place, everywhere=said.dearest or regions)
    wanted = asked.profile.accelerator_count
    if wanted and not asked.profile.instances:
        rows = in_all(rows, wanted, unlinked(asked.facts))
    ordered = sorted(rows, key=lambda row: -row.compared_usd) if said.dearest else list(rows)
    each = apart(_of_each_region(ordered) if regions else ordered)
    if len(each) < said.place:
        return None
    one, few = each[said.place - 1], each[: said.most or 0]
    held = {row.quote.purchase for row in each}
    first = each[0] if said.place > 1 else None
    by_chip = first is not None and first.instance.id != one.instance.id
    sums = [row.usd_per_chip_hour if by_chip else row.quote.seen.likely for row in (one, first) if row]
    told = RankedAs(
        place=said.place,
        dearest=said.dearest,
        one=priced(one),
        first=priced(first) if first else None,
        tied=_tied(one, ordered) if regions else (),
        first_tied=_tied(first, ordered) if regions and first else (),
        apart_usd=max(sums) - min(sums) if first else None,
        apart=max(sums) / min(sums) - 1 if first else None,
        by_chip=by_chip,
        few=tuple(map(priced, few)),
        held=len(each),
        wanted=wanted,
        ways=said.ways,
        unheld=tuple(way for way in said.ways if way not in held),
        where=place or "",
        below=below,
        cites=cites_of([one, *few, *(each[:1] if said.place > 1 else ())]),
    )
    shown = each[: max(ROWS, said.most or 0)]
    lines = _of_each_way(each, said, one)
    if said.place == 1 and not wanted and not said.most:
        usd, rows = one.usd_per_chip_hour, older(asked, types, said.ways, place)
        lines += beyond(rows, None if said.dearest else usd, usd if said.dearest else None)
    table = price_table(shown, best=one, chip=len({row.chip for row in shown}) > 1)
    return FactAnswer(headline=told, sentences=tuple(lines), table=table, of_told=True, whole=True)


def _of_each_region(rows: Sequence[RankedPrice]) -> list[RankedPrice]:
    """The first of each region, each way to buy."""
    kept: dict[tuple[str, Purchase], RankedPrice] = {}
    for row in rows:
        kept.setdefault((row.quote.seen_in, row.quote.purchase), row)
    return list(kept.values())


def _tied(one: RankedPrice, rows: Sequence[RankedPrice]) -> tuple[str, ...]:
    """The other regions where the machine costs the same to the cent, bought the same way."""
    same = (
        row.quote.region
        for row in rows
        if (row.instance.id, row.quote.purchase) == (one.instance.id, one.quote.purchase)
        and row.quote.region != one.quote.region
        and UNSTATED not in row.quote.seen_in
        and abs(row.quote.seen.likely - one.quote.seen.likely) < CENT
    )
    return tuple(dict.fromkeys(same))


class CheapestSo(Reason, code="cheapest_so"):
    """The first price of another way to buy that is named."""

    one: Priced


def _of_each_way(each: Sequence[RankedPrice], said: MoneySaid, first: RankedPrice) -> list[Reason]:
    told: list[Reason] = []
    for way in said.ways if len(said.ways) > 1 else ():
        row = next((row for row in each if row.quote.purchase == way), None)
        if row is not None and way != first.quote.purchase:
            told.append(CheapestSo(one=priced(row), cites=(row.quote.source,)))
    return told

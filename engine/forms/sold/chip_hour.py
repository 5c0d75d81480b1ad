"""The hour of a chip as it is told: of a row of prices, with what bounds the question."""

from __future__ import annotations

from collections.abc import Sequence

from engine.answers.model import FactAnswer
from engine.answers.rank_prices import TERMS, RankedPrice
from engine.answers.unpriced import Specialists
from engine.forms.sold.price_reasons import CheapestChip, CheapestKept, ChipHour
from engine.prices.areas import twin
from engine.workload.profile import Profile
from knowledge.facts import COMPARED, Cloud, Facts, Instance

UNBOUND = Profile()
SELLERS = 4  # told in a first line


def chip_hour(
    kind: type[CheapestChip],
    row: RankedPrice,
    facts: Facts,
    said: Profile = UNBOUND,
    types: Sequence[Instance] = (),
) -> CheapestChip:
    """`said`, of these types: what bounds the question, so that "the cheapest" is not read as that of all."""
    quote, place = row.quote, said.region
    if place in facts.regions and place != quote.region:
        place = twin(facts.regions[place], row.instance.cloud, facts)  # as another cloud calls the city
    return kind(
        chip=row.chip,
        usd_chip=row.usd_per_chip_hour,
        usd=quote.seen.likely,
        instance=row.instance.id,
        count=row.instance.count,
        cloud=row.instance.cloud,
        purchase=quote.purchase,
        region=quote.told_region,
        one_list=quote.one_list,
        contract=row.instance.by_contract,
        day=str(quote.observed_on),
        age=quote.age_days,
        claimed=quote.grade in ("claim", "assumed"),
        caveat=quote.caveat or "",
        old=quote.is_outdated,
        own=quote.own is not None,
        list_usd=quote.list_usd_per_hour if quote.own else None,
        place=place or "",
        clouds=_clouds_asked(row, facts, said, types),
        next_on=str(quote.next_on) if quote.next_on else None,
        next_usd=quote.next_usd / row.instance.count if quote.next_usd else None,
        machines=row.machines,
        usd_all=row.usd_in_all,
        chips=row.machines * row.instance.count,
        cites=(quote.source,),
    )


def beside_sellers(told: FactAnswer, said: Profile) -> FactAnswer:
    """With what specialists list for as many of the chip in the first line, where a machine of several is asked for
    and no cloud is named."""
    first, wanted = told.headline, said.accelerator_count or 1
    line = next((one for one in told.sentences if isinstance(one, Specialists)), None)
    if line is None or not isinstance(first, ChipHour) or first.count != wanted or wanted == 1 or said.clouds:
        return told
    if line.purchase != first.purchase:
        return told
    each = zip(line.providers, line.usd_chip, line.usd, line.counts, line.chips, strict=True)
    same = tuple(
        (seller, chip, usd)
        for seller, chip, usd, count, name in each
        if count == wanted and name == first.chip and chip < first.usd_chip
    )
    more = {"sellers": same[:SELLERS], "cites": tuple(dict.fromkeys((*first.cites, *(line.cites if same else ()))))}
    return told.model_copy(update={"headline": first.model_copy(update=more)})


def kept_beside_spot(rows: Sequence[RankedPrice], facts: Facts) -> tuple[CheapestChip, ...]:
    """Of rows that begin with spot the first that is not taken away: spot answers nobody who asks for another way."""
    free = [row for row in rows if row.quote.purchase not in ("spot", *TERMS) and row.is_current][:1]
    told = () if not rows or rows[0].quote.purchase != "spot" else free
    return tuple(chip_hour(CheapestKept, row, facts).model_copy(update={"beside": "spot"}) for row in told)


def _clouds_asked(row: RankedPrice, facts: Facts, said: Profile, types: Sequence[Instance]) -> tuple[Cloud, ...]:
    """The clouds that a question is bound to, by their names or a line's; () where no other one sells it."""
    if said.clouds:
        return said.clouds if len(said.clouds) < len(COMPARED) else ()
    chips, mine = {thing.accelerator for thing in types}, {thing.cloud for thing in types}
    every = {thing.cloud for thing in facts.instances.values() if thing.accelerator in chips}
    return tuple(sorted(mine)) if mine < every and row.instance.cloud in mine and not said.region else ()

"""What a card costs to buy, where that is asked and nothing else: as its maker or the trade has it, else not held."""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.answers.rank_prices import instances_asked, lines_named, ranked
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.forms.per_unit.rates import Question
from engine.options.named import is_named
from engine.workload.question import FormCues
from knowledge.facts import Accelerator, ListPrice, Purchase

BOTH = ("buys_card", "buys_it")  # cues
PRICED = ("asks_cost", "price", "price_strong")  # cues, one of which is there
ELSE = (
    "or_rents",
    "vs",
    "compare",
    "better",
    "asks_if",
    "own_price",
    "host_memory",
    "how_much_memory",
)  # cues of a choice, or of figures that are told
WAY: Purchase = "on_demand"
NEAR = 2


class ForSale(Computed):
    """A card, or a `box` with one, for so many USD each; `usd_high` of a range; `day` it was read."""

    chip: str
    usd: float
    usd_high: float | None
    box: bool
    day: str


class ToBuy(Reason, code="to_buy"):
    """`count` of a card: `held` as it is sold, None where no such price is held; `near`: others of which one is.
    `rent`: USD an hour of one on demand, on `instance`."""

    chip: str
    count: int
    held: tuple[ForSale, ...]
    all_usd: float
    all_usd_high: float
    near: tuple[ForSale, ...]
    rent: float | None
    instance: str
    cloud: str


def asks_to_buy(seen: FormCues) -> bool:
    """Whether the price to buy one card is asked, and no work."""
    asks = all(seen.has(cue) for cue in BOTH) and seen.has(*PRICED) and not seen.has(*ELSE)
    return asks and seen.specific == 1 and not (seen.instances or seen.workload_slots or seen.says("budget_usd"))


def to_buy(asked: Question) -> FactAnswer | None:
    """None where no one card is named."""
    cues, said, facts = asked.reading.cues, asked.said, asked.library.facts
    if not set(BOTH) <= set(cues) or set(PRICED).isdisjoint(cues) or not set(ELSE).isdisjoint(cues):
        return None
    chips = [one for one in facts.accelerators.values() if is_named(one, set(said.candidates))]
    if not chips or len(said.candidates) != 1 or said.instances or said.budget_usd:
        return None
    prices = {one.chip: one for one in facts.list_prices}
    held = [(one, prices[one.id]) for one in chips if one.id in prices]
    others = sorted(
        ((facts.accelerators[name], price) for name, price in prices.items() if not held and price.of == "card"),
        key=lambda pair: abs(pair[0].hbm_gib.value - chips[0].hbm_gib.value),
    )[:NEAR]
    types = instances_asked(said, lines_named(asked.reading), facts)
    rows = [row for row in ranked(types, asked.library, asked.day, said.region, WAY) if row.is_current]
    row = rows[0] if rows else None
    count, first = int(said.accelerator_count or 1), held[0][1] if held else None
    sources = [price.source for _, price in (*held, *others)] + ([row.quote.source] if row else [])
    return FactAnswer(
        headline=ToBuy(
            chip=held[0][0].name if held else chips[0].name,
            count=count,
            held=tuple(_sale(*pair) for pair in held),
            all_usd=first.usd * count if first else 0.0,
            all_usd_high=(first.usd_high or first.usd) * count if first else 0.0,
            near=tuple(_sale(*pair) for pair in others),
            rent=row.usd_per_chip_hour if row else None,
            instance=row.instance.id if row else "",
            cloud=row.instance.cloud if row else "",
            cites=tuple(dict.fromkeys(sources)),
        ),
        of_told=True,
        whole=True,
    )


def _sale(chip: Accelerator, price: ListPrice) -> ForSale:
    return ForSale(
        chip=chip.name, usd=price.usd, usd_high=price.usd_high, box=price.of == "box", day=str(price.checked_on)
    )

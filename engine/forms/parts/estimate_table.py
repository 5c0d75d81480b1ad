"""The table of an estimate: what was named, each way to buy it, and the cheapest that may lead."""

from __future__ import annotations

from engine.answers.model import AnswerRow, AnswerTable, Cell
from engine.forms.parts.estimate_reasons import dollars_of
from engine.options.assumptions import Filled
from engine.options.option import CostedOption, Named
from engine.workload.profile import Profile
from knowledge.facts import Purchase

ROWS = 6
OF_NAMED = 4  # rows of what was named, at most, so that others stand beside it
COLUMNS = ("machines", "chips", "buy", "hours", "rate", "usd", "evidence")
MONTHLY = ("machines", "chips", "buy", "rate", "usd", "per_million", "evidence")
UNASKED: frozenset[Purchase] = frozenset({"spot", "reserved_1yr", "reserved_3yr", "savings_plan"})  # ways to buy


def shown_of(options: list[CostedOption], lead: CostedOption, filled: Filled) -> list[CostedOption]:
    """What was named first, a row of each chip before another way to buy one; then what may lead.

    A cloud and a way to buy that were said bound every row.
    """
    said = filled.reading.profile
    bought = said.purchase
    bound = [option for option in options if not said.clouds or option.cloud in said.clouds]
    options = [option for option in bound if bought in (None, option.purchase)] or bound or options
    named = sorted((option for option in options if option.named >= Named.BY_CHIP), key=_usd)
    named = [option for option in named if _is_open(option, bought)]
    first = {option.accelerator: option.id for option in reversed(named)} | {lead.accelerator: lead.id}
    named.sort(key=lambda option: (first[option.accelerator] != option.id, option.chips < lead.chips))
    named = [lead, *(option for option in named if option.id != lead.id)][: OF_NAMED if named else 1]
    taken = {option.id for option in named}
    open_ways = [option for option in options if option.id not in taken and _is_open(option, bought)]
    here = [option for option in open_ways if option.may_lead or option.named or not filled.profile.clouds]
    others = sorted(here or open_ways, key=_usd)
    return [*named, *others][:ROWS]


def _is_open(option: CostedOption, bought: Purchase | None) -> bool:
    return option.purchase == bought or option.purchase not in UNASKED


def table_of(shown: list[CostedOption], lead: CostedOption, profile: Profile) -> AnswerTable:
    columns = MONTHLY if profile.by_month and profile.latency_ms else COLUMNS
    return AnswerTable(
        columns=columns, rows=tuple(_row(option, columns, lead) for option in shown), offered=tuple(shown)
    )


def _row(option: CostedOption, columns: tuple[str, ...], lead: CostedOption) -> AnswerRow:
    """hours x rate x machines = dollars: of a block its billed hours."""
    dollars, million = dollars_of(option), option.run.usd_per_million_tokens
    cells: dict[str, Cell] = {
        "machines": f"{option.count} x {option.instance}",
        "chips": option.chips,
        "buy": option.purchase,
        "hours": dollars.billed,
        "rate": dollars.usd_per_hour,
        "usd": dollars.usd,
        "per_million": million.likely if million else None,
        "evidence": option.speed.basis if option.speed.basis != "measured" else option.evidence,
    }
    return AnswerRow(
        cells=tuple(cells[name] for name in columns),
        cites=(*option.price.cites[:1], *option.speed.cites[:1]),
        is_named=option.named >= Named.BY_CHIP,
        is_best=option.id == lead.id,
    )


def _usd(option: CostedOption) -> tuple[float, str]:
    return option.run.usd.likely, option.id

"""A cloud's bill shown, and recorded as own prices if the user says so: the second half of `prices own import`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

import click

from bot.commands.common import load_facts, open_store
from bot.commands.terminal import table
from bot.inputs.bill import WORDS, ReadBill, exchange_rates, read_bill
from bot.wording.words import say
from engine.bills.cents import cents
from engine.bills.proposals import Proposal, average_machines, proposals, slots
from engine.bills.summary import BillSummary
from knowledge.facts import Facts, OwnPrice

FIGURES = (3, 4, 5, 6, 7)
THE_SAME = {"id", "by", "note", "valid_until"}


class SaidOfBill(NamedTuple):
    """What the user says beside the files."""

    usd_per: tuple[str, ...]
    run_tag: str | None
    by: str | None
    workspace: str
    records: bool
    as_json: bool


def import_bill(files: Sequence[Path], said: SaidOfBill, today: date) -> None:
    """Shows what the files come to; records the prices it proposes only if asked to."""
    facts = load_facts()
    read = read_bill(files, facts, exchange_rates(said.usd_per), said.run_tag, today)
    found = proposals(read.summary, facts, said.workspace, said.by, today)
    priced = [proposal.price for proposal in found if proposal.price is not None]
    recorded: tuple[OwnPrice, ...] = ()
    known = 0
    if said.records and priced:
        with open_store() as store:
            held = {_identity(price) for price in store.own_prices.of_team(said.workspace)}
            new = [price for price in priced if _identity(price) not in held]
            known = len(priced) - len(new)
            recorded = store.own_prices.add(*new)
    if said.as_json:
        click.echo(json.dumps(_flat(read, found, recorded, facts), ensure_ascii=False, indent=1))
        return
    _show(read, found, facts)
    if not priced:
        click.echo(say(WORDS, "nothing_to_record"))
    elif said.records:
        click.echo(say(WORDS, "recorded", len(recorded), known))
    else:
        click.echo(say(WORDS, "not_recorded"))


def _identity(price: OwnPrice) -> str:
    return price.model_dump_json(exclude=THE_SAME)


def _show(read: ReadBill, found: Sequence[Proposal], facts: Facts) -> None:
    summary = read.summary
    click.echo(say(WORDS, "head", read.formats, summary))
    if read.overlap.counted_once:
        click.echo(say(WORDS, "counted_once", read.overlap.counted_once))
    if read.overlap.alike:
        click.echo(say(WORDS, "alike", read.overlap.alike))
    for exchange in summary.exchanges:
        click.echo(say(WORDS, "exchanged", exchange))
    if summary.uses:
        heads = tuple(say(WORDS, "heads").split("|"))
        paid = summary.shown_paid
        cells = [
            say(WORDS, "cells", use, paid[use.key], average_machines(use, summary)).split("|") for use in summary.uses
        ]
        click.echo(table([heads, *(tuple(cell.strip() for cell in row) for row in cells)], FIGURES))
    else:
        click.echo(say(WORDS, "no_machines"))
    click.echo(say(WORDS, "besides", summary))
    for idle in summary.shown_idle:
        click.echo(say(WORDS, "idle", idle))
    if summary.shared_fees_usd:
        click.echo(say(WORDS, "shared", summary.shared_fees_usd))
    if summary.runs:
        click.echo(say(WORDS, "runs", summary))
    if any(proposal.price for proposal in found):
        click.echo(say(WORDS, "proposed"))
    for proposal in found:
        said = ("price", proposal.price) if proposal.price else ("no_price", proposal)
        click.echo(f"  {say(WORDS, *said)}")
    if said_of_work := slots(summary, facts):
        click.echo(say(WORDS, "slots", said_of_work))


def _flat(read: ReadBill, found: Sequence[Proposal], recorded: Sequence[OwnPrice], facts: Facts) -> dict[str, Any]:
    summary = read.summary
    return {
        "formats": read.formats,
        "lines": summary.lines,
        "lines_counted_once": read.overlap.counted_once,
        "lines_alike": read.overlap.alike,
        "from": summary.first.isoformat() if summary.first else None,
        "until": summary.last.isoformat() if summary.last else None,
        "total_usd": _cents(summary.total_usd),
        "usd_by_kind": {kind: float(usd) for kind, usd in summary.shown_of_kind.items()},
        "machines": [_use(proposal, summary) for proposal in found],
        "idle": [
            {
                "cloud": idle.cloud,
                "purchase": idle.way or None,
                "usd": _cents(idle.idle_usd),
                "share": float(idle.share),
            }
            for idle in summary.shown_idle
        ],
        "exchange_rates": [
            {"currency": one.currency, "usd": float(one.usd), "stated_by": "bill" if one.by_bill else "user"}
            for one in summary.exchanges
        ],
        "runs": summary.runs,
        "slots": slots(summary, facts),
        "recorded": [price.cite for price in recorded],
    }


def _use(proposal: Proposal, summary: BillSummary) -> dict[str, Any]:
    use = proposal.use
    share, machines = use.idle_share, average_machines(use, summary)
    return {
        "cloud": use.key.cloud,
        "instance": use.key.machine,
        "region": use.key.region,
        "purchase": use.key.way,
        "hours": float(use.hours) if use.hours is not None else None,
        "usd": float(summary.shown_paid[use.key]),
        "usd_per_hour": float(use.usd_per_hour) if use.usd_per_hour is not None else None,
        "idle_usd": _cents(use.idle_usd),
        "idle_share": float(share) if share is not None else None,
        "machines": round(float(machines), 3) if machines is not None else None,
        "runs": use.runs,
        "proposed": proposal.price is not None,
        "because": proposal.because,
    }


def _cents(usd: Decimal) -> float:
    return float(cents(usd))

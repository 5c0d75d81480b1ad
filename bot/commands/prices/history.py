"""`chipscout prices history`: the prices of one type through time."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from typing import Any, get_args

import click

from bot.commands.common import Day, SeenDay, load_facts
from bot.commands.prices.show import WORDS
from bot.commands.terminal import table as laid_out
from bot.environment import database_path
from bot.prices.history import HistoryLine, spark
from bot.prices.history import history as read_history
from bot.prices.lookup import query_of
from bot.wording.errors import UserError
from bot.wording.words import say
from knowledge.facts import Purchase, names_of
from knowledge.history.queries import open_history
from knowledge.store.base.backend import DATABASE_ERRORS

EACH = 6  # prices whose every change is listed; of more, one line each
COLUMNS = ("instance", "region", "purchase", "since", "low", "high", "usd", "change", "seen_on", "line")


@click.command("history", help=say("help.j2", "prices_history"))
@click.argument("instance")
@click.option("--region", default=None, help=say("help.j2", "price_region"))
@click.option(
    "--purchase", type=click.Choice(get_args(Purchase)), default=None, help=say("help.j2", "price_purchase")
)
@click.option("--since", type=Day(), default=None, help=say("help.j2", "price_since"))
@click.option("--as-of", type=SeenDay(), default=None, help=say("help.j2", "as_of"))
@click.option("--json", "as_json", is_flag=True, help=say("help.j2", "as_json"))
def history(
    instance: str,
    region: str | None,
    purchase: Purchase | None,
    since: date | None,
    as_of: date | None,
    as_json: bool,
) -> None:
    facts = load_facts()
    day = as_of or datetime.now(UTC).date()
    query = query_of(facts, instance, region=region, purchase=purchase)
    try:
        with open_history(database_path.path()) as past:
            histories = read_history(facts, past, day, query, since)
    except DATABASE_ERRORS:
        raise UserError("history_unread", path=str(database_path.path())) from None
    if not histories:
        near = None if query.instances else names_of(facts).nearest(instance)
        raise UserError("no_price", text=" ".join(filter(None, (instance, region, purchase))), near=near)
    if as_json:
        click.echo(json.dumps([record(line) for line in histories], ensure_ascii=False, indent=1))
        return
    click.echo(table(histories, day))
    if len(histories) > EACH:
        click.echo(say(WORDS, "narrow", len(histories)))
        return
    for line in histories:
        click.echo(f"\n{say(WORDS, 'series', line)}")
        rows = [(str(step.day), say(WORDS, "step", step), step.source) for step in line.steps]
        rows += [(str(wrong.day), say(WORDS, "wrong_step", wrong), wrong.source) for wrong in line.doubted]
        click.echo(laid_out(sorted(rows)))


def record(line: HistoryLine) -> dict[str, Any]:
    """One flat record, and the changes under it."""
    prices = [usd for _, usd in line.priced]
    return line.model_dump(mode="json") | {
        "first": prices[0] if prices else None,
        "last": prices[-1] if prices else None,
        "low": min(prices, default=None),
        "high": max(prices, default=None),
        "percent": None if line.share is None else line.share * 100,
    }


def table(histories: tuple[HistoryLine, ...], day: date) -> str:
    """A line for each price: first, lowest, highest, last, and how it moved."""
    rows = [
        (
            say(WORDS, "thing", line),
            say(WORDS, "place", line),
            say(WORDS, "bought", line),
            str(line.steps[0].day),
            _usd(min((usd for _, usd in line.priced), default=None)),
            _usd(max((usd for _, usd in line.priced), default=None)),
            _usd(line.steps[-1].usd_per_hour),
            say(WORDS, "moved", line.share) if line.share is not None else "",
            str(line.seen_on),
            spark(line, day),
        )
        for line in histories
    ]
    return laid_out([tuple(say(WORDS, "column", name) for name in COLUMNS), *rows], right={4, 5, 6, 7})


def _usd(amount: float | None) -> str:
    return say(WORDS, "amount", amount)

"""`chipscout facts`: whether the data is valid, how old it is, and where a figure comes from."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date, datetime
from zoneinfo import ZoneInfo

import click

from bot.commands.common import Day, load_facts, load_uncached
from bot.commands.terminal import is_terminal, table
from bot.environment import database_path
from bot.prices.believed import believed_prices
from bot.prices.gaps import gaps, lacks, new_gaps
from bot.wording.errors import UserError
from bot.wording.words import say
from engine.prices.specialists import with_specialists
from knowledge.facts import SPECIALISTS, Fact, Facts, Offer, names_of
from knowledge.history.queries import open_history

NEAREST = 3  # regions told of a type


@click.group(help=say("help.j2", "facts"))
def facts() -> None:
    pass


@facts.command(help=say("help.j2", "facts_check"))
def check() -> None:
    facts_read = load_uncached()
    counts = {name: len(getattr(facts_read, name)) for name in Facts.model_fields}
    click.echo(say("help.j2", "facts_sound", sum(counts.values()), counts))


@facts.command(help=say("help.j2", "facts_show"))
@click.argument("name", required=False)
@click.option("--all", "everything", is_flag=True, help=say("help.j2", "facts_all"))
@click.option("--json", "as_json", is_flag=True, help=say("help.j2", "as_json"))
def show(name: str | None, everything: bool, as_json: bool) -> None:
    known = with_specialists(load_facts(), SPECIALISTS)
    entries = by_id(known)
    if everything:
        body = {key: entry.model_dump(mode="json", exclude_none=True) for key, entry in entries.items()}
        click.echo(json.dumps(body, ensure_ascii=False, indent=None if as_json else 1))
        return
    if name is None:
        raise UserError("no_id")
    names = names_of(known)
    meant = (name,) if name in entries else names.entries(name)
    if not meant:
        raise UserError("unknown_id", name=name, near=names.nearest(name, among=entries))
    body = {entry: entries[entry].model_dump(mode="json", exclude_none=True) for entry in meant}
    for entry in meant:  # a specialist cloud, or one of its machines: what it lists
        listed = [price for price in known.specialists if entry in (price.provider, price.instance)]
        if listed:
            body[entry]["prices"] = [price.model_dump(mode="json", exclude_none=True) for price in listed]
    click.echo(json.dumps(body, ensure_ascii=False, indent=1))


@facts.command(help=say("help.j2", "facts_sources"))
def sources() -> None:
    entries = sorted(load_facts().sources.values(), key=lambda source: source.id)
    rows = [(entry.id, str(entry.as_of), entry.grade, entry.publisher, entry.title) for entry in entries]
    click.echo(table(rows) if is_terminal() else "\n".join("\t".join(row) for row in rows))


@facts.command(help=say("help.j2", "facts_stale"))
@click.option("--as-of", type=Day(), default=None, help=say("help.j2", "as_of"))
def stale(as_of: date | None) -> None:
    known = with_specialists(load_facts(), SPECIALISTS)
    day = as_of or datetime.now(ZoneInfo("UTC")).date()
    limit = known.constants["stale_price_days"].value.likely
    newest: dict[tuple[str, str], Offer] = {}
    for offer in known.offers:
        key = offer.instance, offer.purchase
        if key not in newest or offer.observed_on > newest[key].observed_on:
            newest[key] = offer
    old = [offer for offer in newest.values() if (day - offer.observed_on).days > limit]
    for offer in sorted(old, key=lambda offer: (offer.observed_on, offer.instance)):
        days = (day - offer.observed_on).days
        click.echo(say("help.j2", "stale", offer.model_dump() | {"days": days}))
    if not old:
        click.echo(say("help.j2", "none_stale", round(limit)))


@facts.command(name="gaps", help=say("help.j2", "facts_gaps"))
@click.option("--as-of", type=Day(), default=None, help=say("help.j2", "as_of"))
@click.option("--json", "as_json", is_flag=True, help=say("help.j2", "as_json"))
def not_held(as_of: date | None, as_json: bool) -> None:
    known = load_facts()
    day = as_of or datetime.now(ZoneInfo("UTC")).date()
    with open_history(database_path.path()) as past:
        prices = tuple(believed_prices(known, past, day)) if past else ()
        found = gaps(known, prices, past.chips_named()) if past else ()
        is_read = past is not None and bool(past.states(day))
    if as_json:
        click.echo(json.dumps([gap.model_dump(mode="json") for gap in found], ensure_ascii=False))
        return
    unknown = new_gaps(found)
    for gap in unknown:
        shown = gap.regions[:NEAREST]
        click.echo(say("help.j2", "gap", gap.model_dump() | {"shown": shown, "more": len(gap.regions) - len(shown)}))
    click.echo(say("help.j2", "gaps_told", len(unknown), is_read))
    for because, number in Counter(gap.because for gap in found if gap.because).items():
        click.echo(say("help.j2", "gap_left_out", number, because))
    for lack in lacks(known, prices):
        click.echo(say("help.j2", "lack", lack))


def by_id(facts: Facts) -> dict[str, Fact]:
    """Every entry with an id; if two kinds share an id, the second is prefixed with its kind."""
    entries: dict[str, Fact] = {}
    for field in Facts.model_fields:
        table = getattr(facts, field)
        if isinstance(table, dict):
            for key, entry in table.items():
                entries[key if key not in entries else f"{field}:{key}"] = entry
    return entries

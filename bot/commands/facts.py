"""`chipscout facts`: whether the data is valid, how old it is, and where a figure comes from."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from datetime import date, datetime
from typing import Any
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
@click.option("--all", "each", is_flag=True, help=say("help.j2", "stale_all"))
def stale(as_of: date | None, *, each: bool) -> None:
    known = with_specialists(load_facts(), SPECIALISTS)
    day = as_of or datetime.now(ZoneInfo("UTC")).date()
    limit = known.constants["stale_price_days"].value.likely
    newest: dict[tuple[str, str], Offer] = {}
    for offer in known.offers:
        key = offer.instance, offer.purchase
        if key not in newest or offer.observed_on > newest[key].observed_on:
            newest[key] = offer
    since = _looked(known, day)
    old = [
        offer
        for key, offer in newest.items()
        if (day - max(offer.observed_on, since.get(key, offer.observed_on))).days > limit
    ]
    old.sort(key=lambda offer: (offer.observed_on, offer.instance))
    for offer in old if each else ():
        days = (day - offer.observed_on).days
        click.echo(say("help.j2", "stale", offer.model_dump() | {"days": days}))
    if not old:
        click.echo(say("help.j2", "none_stale", round(limit)))
    elif not each:
        groups = _by_source(old, day)
        for group in groups:
            click.echo(say("help.j2", "stale_group", group))
        click.echo(say("help.j2", "stale_told", len(old), round(limit), len(groups)))


def _looked(known: Facts, day: date) -> dict[tuple[str, str], date]:
    """The last day on which a feed showed a price of a type and way, of all regions; none before the first look."""
    found: dict[tuple[str, str], date] = {}
    with open_history(database_path.path()) as past:
        for price in believed_prices(known, past, day) if past else ():
            key = price.key.instance, price.key.purchase
            found[key] = max(price.confirmed_on, found.get(key, price.confirmed_on))
    return found


def _by_source(old: Sequence[Offer], day: date) -> list[dict[str, Any]]:
    """The old prices of each cloud and source, those of the oldest first."""
    grouped: dict[tuple[str, str], list[Offer]] = {}
    for offer in old:
        grouped.setdefault((offer.cloud, offer.source), []).append(offer)
    made = []
    for (cloud, source), offers in grouped.items():
        names = list(dict.fromkeys(offer.instance for offer in offers))
        first, last = offers[0].observed_on, offers[-1].observed_on
        told = {"cloud": cloud, "source": source, "count": len(offers), "first": first, "last": last}
        shown = {"names": names[:NEAREST], "more": len(names) - len(names[:NEAREST])}
        made.append(told | shown | {"days": (day - first).days})
    return made


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

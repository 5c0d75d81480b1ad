"""`chipscout prices show`: what things cost on a day, by every feed, and how fresh each feed is."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from typing import get_args

import click

from bot.commands.common import SeenDay, load_facts, vocabulary_of
from bot.commands.terminal import table as laid_out
from bot.environment import database_path
from bot.prices.freshness import freshness_sentences
from bot.prices.held_files import held_files, held_sentences
from bot.prices.history import begun
from bot.prices.lookup import PriceLine, lines, query_of, wanted
from bot.wording.errors import UserError
from bot.wording.words import say
from engine.changes.licenses import HELD_TOGETHER
from knowledge.facts import COMPARED, Cloud, Purchase, names_of
from knowledge.history.queries import open_history
from knowledge.store.base.backend import DATABASE_ERRORS

WORDS = "words/prices/prices.j2"
DOUBTED = "words/prices/doubts.j2"
DOUBTS = 20  # sentences about figures that are not believed
COLUMNS = ("instance", "region", "purchase", "usd", "since", "seen_on", "age", "source")


@click.command(help=say("help.j2", "prices_show"))
@click.argument("text", nargs=-1)
@click.option("--cloud", type=click.Choice(COMPARED), default=None, help=say("help.j2", "price_cloud"))
@click.option("--instance", default=None, metavar="TYPE", help=say("help.j2", "price_instance"))
@click.option("--region", default=None, help=say("help.j2", "price_region"))
@click.option(
    "--purchase", type=click.Choice(get_args(Purchase)), default=None, help=say("help.j2", "price_purchase")
)
@click.option("--as-of", type=SeenDay(), default=None, help=say("help.j2", "as_of"))
@click.option("--json", "as_json", is_flag=True, help=say("help.j2", "as_json"))
def show(
    text: tuple[str, ...],
    cloud: Cloud | None,
    instance: str | None,
    region: str | None,
    purchase: Purchase | None,
    as_of: date | None,
    as_json: bool,
) -> None:
    facts = load_facts()
    day = as_of or datetime.now(UTC).date()
    given = query_of(facts, instance, cloud=cloud, region=region, purchase=purchase)
    reading = None
    if text:  # without one, nobody waits for what reads it
        from bot.advice.advisor import Advisor

        reading = Advisor(facts, vocabulary=vocabulary_of(facts)).parse(" ".join(text))
    query = wanted(reading, facts, given)
    try:
        with open_history(database_path.path()) as past:
            prices = begun(facts, past, day, query, lines(facts, past, day, query))
            fresh = freshness_sentences(facts, past)
            held = held_files(facts, past, day) if past else ()
    except DATABASE_ERRORS:
        raise UserError("history_unread", path=str(database_path.path())) from None
    if not prices:
        near = None if query.instances else names_of(facts).nearest(instance or " ".join(text))
        raise UserError("no_price", text=" ".join((*text, instance or "", region or "")).strip(), near=near)
    if as_json:
        click.echo(json.dumps([line.model_dump(mode="json") for line in prices], ensure_ascii=False, indent=1))
        return
    click.echo(table(prices))
    doubted = [line for line in prices if line.doubted and line.doubted.code not in HELD_TOGETHER]
    for line in doubted[:DOUBTS]:
        click.echo(say(DOUBTED, "beside", line))
    for sentence in held_sentences((), held):
        click.echo(sentence)
    for sentence in fresh:
        click.echo(sentence)


def table(prices: tuple[PriceLine, ...]) -> str:
    """In columns, the figures to the right."""
    rows = [
        (
            say(WORDS, "thing", line),
            say(WORDS, "place", line),
            say(WORDS, "bought", line),
            say(WORDS, "usd", line),
            str(line.since or ""),
            str(line.seen_on or ""),
            say(WORDS, "age", line),
            say(WORDS, "cited", line),
        )
        for line in prices
    ]
    return laid_out([tuple(say(WORDS, "column", name) for name in COLUMNS), *rows], right={3, 6})

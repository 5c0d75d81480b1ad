"""`chipscout prices accept`: a file that is held back since all of it moved by one factor counts from today on."""

from __future__ import annotations

from datetime import UTC, date, datetime

import click

from bot.commands.common import load_facts, open_store
from bot.feeds.config import configured
from bot.prices.held_files import held_files
from bot.prices.keep_beliefs import keep
from bot.wording.errors import UserError
from bot.wording.feed_reasons import WORDS
from bot.wording.words import say
from engine.changes.held_files import HeldFile
from knowledge.facts import COMPARED, Cloud, Facts
from knowledge.store.store import Store


@click.command(help=say("help.j2", "prices_accept"))
@click.argument("name", metavar="FEED")
@click.option("--cloud", type=click.Choice(COMPARED), default=None, help=say("help.j2", "price_cloud"))
def accept(name: str, cloud: Cloud | None) -> None:
    facts = load_facts()
    feed = configured(facts).named(name)
    with open_store() as store:
        held = [one for one in held_files(facts, store.history) if one.feed == feed.id and cloud in (None, one.cloud)]
        if not held:
            raise UserError("nothing_held", feed=feed.id)
        for one in held:
            day = _accept(facts, store, one.feed, one.cloud)
            click.echo(say(WORDS, "accepted" if isinstance(one, HeldFile) else "accepted_license", one, day))


def _accept(facts: Facts, store: Store, feed: str, cloud: Cloud) -> date:
    """From today on; it was last read when it was last read."""
    newest = (one.seen_on for one in store.history.newest_snapshots() if (one.feed, one.cloud) == (feed, cloud))
    day = max(datetime.now(UTC).date(), *newest)
    with store.history.together():
        store.history.accept(feed, cloud, day)
        keep(facts, store.history)
    return day

"""`chipscout prices import`: a feed's prices from files, for machines without a network."""

from __future__ import annotations

import json
from contextlib import nullcontext
from datetime import UTC, date, datetime
from functools import partial
from typing import Any

import click

from bot.commands.common import Day, load_facts, open_store
from bot.commands.prices.progress import importing
from bot.feeds.config import configured
from bot.feeds.import_files import CloudImport, ImportResult, import_files, untold
from bot.feeds.losses import unusual_loss, unusual_share
from bot.feeds.snapshot import SkippedRows
from bot.prices.held_files import held_files, held_sentences
from bot.prices.keep_beliefs import keep
from bot.wording.errors import UserError
from bot.wording.feed_reasons import WORDS, oddity
from bot.wording.words import say
from knowledge.types.base import COMPARED, Cloud
from knowledge.types.feeds import FeedDescription
from knowledge.types.observed import ParseContext


@click.command(name="import", help=say("help.j2", "import"))
@click.argument("name", metavar="FEED")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--observed-on", type=Day(), metavar="DATE", help=say("help.j2", "import_observed_on"))
@click.option("--cloud", type=click.Choice(COMPARED), help=say("help.j2", "import_cloud"))
@click.option("--partial", "is_partial", is_flag=True, help=say("help.j2", "import_partial"))
@click.option("--accept-shrunk", "accepts_shrunk", is_flag=True, help=say("help.j2", "refresh_shrunk"))
@click.option("--accept-repriced", "accepts_repriced", is_flag=True, help=say("help.j2", "accept_repriced"))
@click.option("--json", "as_json", is_flag=True, help=say("help.j2", "as_json"))
def import_(
    name: str,
    files: tuple[str, ...],
    observed_on: date | None,
    cloud: Cloud | None,
    is_partial: bool,
    accepts_shrunk: bool,
    accepts_repriced: bool,
    as_json: bool,
) -> None:
    facts = load_facts()
    feeds = configured(facts)
    feed = feeds.named(name)
    today = max(datetime.now(UTC).date(), datetime.now().astimezone().date())
    day = _day(feed, observed_on, today)
    if cloud and cloud not in feed.clouds:
        raise UserError("import_wrong_cloud", feed=feed.id, cloud=cloud, clouds=feed.clouds)
    only = cloud or (feed.clouds[0] if len(feed.clouds) == 1 else None)
    with open_store() as store, nullcontext(untold) if as_json else importing() as tell:
        before = held_files(facts, store.history)
        context = ParseContext(day, only, feeds.prefixes)
        imported = import_files(
            feed, files, feeds, store.history,
            context=context, is_partial=is_partial, keep=partial(keep, facts, store.history),
            accepts_shrunk=accepts_shrunk, accepts_repriced=accepts_repriced, tell=tell,
        )  # fmt: skip
        held = held_files(facts, store.history)
    for sentence in held_sentences(before, held):
        click.echo(sentence, err=True)
    if as_json:
        click.echo(json.dumps(_flat(feed, imported), ensure_ascii=False, indent=1))
        return
    for batch in imported.clouds:
        click.echo(_line(feed, batch))
        if loss := unusual_loss(batch.taken, *unusual_share(facts)):
            click.echo(say(WORDS, "unusual_loss", feed.id, batch.cloud, loss), err=True)
    if feed.complete != "nothing" and not all(batch.is_whole for batch in imported.clouds):
        click.echo(say(WORDS, "in_part", feed.id))
    if imported.unread_share is not None:
        click.echo(say(WORDS, "much_unread", feed.id, imported.unread_share), err=True)
    if imported.odd:
        click.echo(say(WORDS, "odd_head", sum(skipped.rows for skipped in imported.odd)))
    for skipped in imported.odd:
        click.echo(f"  {_skipped_line(skipped)}")


def _day(feed: FeedDescription, stated: date | None, today: date) -> date:
    if feed.is_dated:
        if stated:
            raise UserError("import_dated", feed=feed.id)
        return today
    if stated is None:
        raise UserError("import_no_day", feed=feed.id)
    if stated > today:
        raise UserError("import_future", day=stated)
    return stated


def _line(feed: FeedDescription, batch: CloudImport) -> str:
    if feed.is_dated:
        return say(WORDS, "imported_days", feed.id, batch.cloud, batch.days, batch.first, batch.last, batch.taken)
    return say(WORDS, "imported", feed.id, batch.cloud, batch.first, batch.taken)


def _skipped_line(skipped: SkippedRows) -> str:
    return say(WORDS, "odd_line", skipped, oddity(skipped.code))


def _flat(feed: FeedDescription, imported: ImportResult) -> dict[str, Any]:
    return {
        "feed": feed.id,
        "taken": [
            {
                "cloud": batch.cloud,
                "observed_on": batch.first.isoformat(),
                "until": batch.last.isoformat(),
                "complete": batch.is_whole,
                **batch.taken._asdict(),
            }
            for batch in imported.clouds
        ],
        "odd": [skipped.model_dump() | {"because": oddity(skipped.code)} for skipped in imported.odd],
    }

"""`chipscout prices import`: a feed's prices from files, for machines without a network."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from typing import Any, get_args

import click

from bot.commands.common import Day, load_facts, open_store
from bot.feeds.config import configured
from bot.feeds.import_files import Brought, Parcel, bring
from bot.feeds.snapshot import Odd
from bot.wording.errors import UserError
from bot.wording.feed_reasons import WORDS, oddity
from bot.wording.words import say
from knowledge.types.base import Cloud
from knowledge.types.feeds import FeedDescription
from knowledge.types.observed import Known


@click.command(name="import", help=say("help.j2", "import"))
@click.argument("name", metavar="FEED")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--observed-on", type=Day(), metavar="DATE", help=say("help.j2", "import_observed_on"))
@click.option("--cloud", type=click.Choice(get_args(Cloud)), help=say("help.j2", "import_cloud"))
@click.option("--partial", "in_part", is_flag=True, help=say("help.j2", "import_partial"))
@click.option("--json", "as_json", is_flag=True, help=say("help.j2", "as_json"))
def import_(
    name: str, files: tuple[str, ...], observed_on: date | None, cloud: Cloud | None, in_part: bool, as_json: bool
) -> None:
    feeds = configured(load_facts())
    feed = feeds.named(name)
    today = max(datetime.now(UTC).date(), datetime.now().astimezone().date())
    day = _day(feed, observed_on, today)
    if cloud and cloud not in feed.clouds:
        raise UserError("import_wrong_cloud", feed=feed.id, cloud=cloud, clouds=feed.clouds)
    only = cloud or (feed.clouds[0] if len(feed.clouds) == 1 else None)
    with open_store() as store:
        known = Known(day, only, feeds.prefixes)
        parcel = bring(feed, files, feeds, store.history, known=known, in_part=in_part)
    if as_json:
        click.echo(json.dumps(_flat(feed, parcel), ensure_ascii=False, indent=1))
        return
    for each in parcel.brought:
        click.echo(_line(feed, each))
    if feed.complete != "nothing" and not all(each.is_whole for each in parcel.brought):
        click.echo(say(WORDS, "in_part", feed.id))
    if parcel.odd:
        click.echo(say(WORDS, "odd_head", sum(each.rows for each in parcel.odd)))
    for odd in parcel.odd:
        click.echo(f"  {_odd_line(odd)}")


def _day(feed: FeedDescription, said: date | None, today: date) -> date:
    if feed.is_dated:
        if said:
            raise UserError("import_dated", feed=feed.id)
        return today
    if said is None:
        raise UserError("import_no_day", feed=feed.id)
    if said > today:
        raise UserError("import_future", day=said)
    return said


def _line(feed: FeedDescription, each: Brought) -> str:
    if feed.is_dated:
        return say(WORDS, "imported_days", feed.id, each.cloud, each.days, each.first, each.last, each.taken)
    return say(WORDS, "imported", feed.id, each.cloud, each.first, each.taken)


def _odd_line(odd: Odd) -> str:
    return say(WORDS, "odd_line", odd, oddity(odd.code))


def _flat(feed: FeedDescription, parcel: Parcel) -> dict[str, Any]:
    return {
        "feed": feed.id,
        "taken": [
            {
                "cloud": each.cloud,
                "observed_on": each.first.isoformat(),
                "until": each.last.isoformat(),
                "complete": each.is_whole,
                **each.taken._asdict(),
            }
            for each in parcel.brought
        ],
        "odd": [each.model_dump() | {"because": oddity(each.code)} for each in parcel.odd],
    }

"""`chipscout prices changes`: what moved, came or went since a day, and what looks wrong."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from typing import get_args

import click

from bot.commands.common import Day, SeenDay, load_facts
from bot.commands.terminal import table
from bot.prices import changes as price_changes
from bot.wording.errors import UserError
from bot.wording.words import say
from knowledge.facts import COMPARED, Cloud, Purchase

WORDS = price_changes.WORDS
FIGURES = (3, 4, 5)  # columns set to the right


@click.command(help=say("help.j2", "changes"))
@click.option("--since", type=Day(), required=True, help=say("help.j2", "changes_since"))
@click.option("--as-of", "--until", "until", type=SeenDay(), default=None, help=say("help.j2", "changes_until"))
@click.option("--cloud", type=click.Choice(COMPARED), default=None, help=say("help.j2", "changes_cloud"))
@click.option("--instance", metavar="NAME", default=None, help=say("help.j2", "changes_instance"))
@click.option("--region", metavar="NAME", default=None, help=say("help.j2", "changes_region"))
@click.option(
    "--purchase",
    type=click.Choice(get_args(Purchase)),
    default=None,
    help=say("help.j2", "changes_purchase"),
)
@click.option("--threshold", type=float, default=None, metavar="PERCENT", help=say("help.j2", "changes_threshold"))
@click.option("--all", "is_all", is_flag=True, help=say("help.j2", "changes_all"))
@click.option("--json", "as_json", is_flag=True, help=say("help.j2", "as_json"))
def changes(
    since: date,
    until: date | None,
    cloud: Cloud | None,
    instance: str | None,
    region: str | None,
    purchase: Purchase | None,
    threshold: float | None,
    is_all: bool,
    as_json: bool,
) -> None:
    until = until or datetime.now(UTC).date()
    if until < since:
        raise UserError("days_turned", since=since, until=until)
    if threshold is not None and not 0 < threshold < price_changes.PER_CENT:
        raise UserError("threshold_range", value=f"{threshold:g}")
    facts = load_facts()
    found_changes = price_changes.changed(
        facts,
        since,
        until,
        wanted=price_changes.change_filter(facts, cloud, instance, region, purchase),
        least_share=None if threshold is None else threshold / price_changes.PER_CENT,
        is_all=is_all,
    )
    if as_json:
        click.echo(
            json.dumps(
                [price_changes.as_json(change) for change in found_changes.changes], ensure_ascii=False, indent=1
            )
        )
        return
    _show(found_changes, since, until)
    if found_changes.recorded_until is not None:
        click.echo(say(WORDS, "from_recorded", found_changes.recorded_until))


def _show(found: price_changes.FoundChanges, since: date, until: date) -> None:
    if not found.changes:
        click.echo(say(WORDS, "nothing", since, until))
        return
    if found.told:
        click.echo(say(WORDS, "title", since, until))
        click.echo(table(list(price_changes.rows(found.told)), FIGURES))
    for line in price_changes.doubts(found.doubtful):
        click.echo(line)

"""`chipscout data export` and `chipscout data delete`: a user's stored data, for whoever runs chipscout."""

from __future__ import annotations

import json
import sys

import click

from bot.commands.common import open_store
from bot.wording.errors import UserError
from bot.wording.words import say

_team = click.option("--team", metavar="TEAM", help=say("help.j2", "data_team"))


@click.group(help=say("help.j2", "data"))
def data() -> None:
    pass


@data.command(help=say("help.j2", "data_export"))
@click.argument("user")
@_team
def export(user: str, team: str | None) -> None:
    with open_store() as store:
        click.echo(json.dumps({"user": user, **store.retention.rows_about(user, team)}, ensure_ascii=False, indent=2))


@data.command(help=say("help.j2", "data_delete"))
@click.argument("user")
@_team
@click.option("--yes", is_flag=True, help=say("help.j2", "data_yes"))
def delete(user: str, team: str | None, yes: bool) -> None:
    with open_store() as store:
        if not yes:
            if not sys.stdin.isatty():
                raise UserError("delete_unconfirmed")
            rows = sum(len(table) for table in store.retention.rows_about(user, team).values())
            click.confirm(say("help.j2", "data_sure", user, rows), abort=True, err=True)
        click.echo(say("help.j2", "data_gone", user, store.retention.forget_user(user, team)))

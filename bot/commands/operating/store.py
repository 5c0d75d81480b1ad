"""`chipscout store move`: everything the store holds, carried to another one."""

from __future__ import annotations

import sys
import time

import click

from bot.environment import database_path
from bot.wording.errors import UserError
from bot.wording.words import say
from knowledge.store.base.address import location


@click.group(help=say("help.j2", "store"))
def store() -> None:
    pass


@store.command(name="move", help=say("help.j2", "store_move"))
@click.argument("target", metavar="URL")
def move_(target: str) -> None:
    from knowledge.store.base.backend import StoreError
    from knowledge.store.move import MoveError, move

    source = database_path.path()
    try:
        to = location((sys.stdin.readline() if target == "-" else target).strip())
    except ValueError:
        raise UserError("move_address") from None
    try:
        counts = move(source, to, time.time)
    except StoreError as problem:
        raise UserError("store_unusable", path=str(problem.path), reason=problem.reason) from None
    except MoveError as problem:
        raise UserError(
            "move_refused", path=str(problem.where), reason=problem.reason, detail=problem.detail
        ) from None
    tables = sum(1 for rows in counts.values() if rows)
    click.echo(say("words/operating.j2", "moved", str(source), str(to), sum(counts.values()), tables))

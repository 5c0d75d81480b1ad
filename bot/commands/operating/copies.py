"""`chipscout backup` and `chipscout restore`: the SQLite file, copied and put back."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from bot.environment import database_path
from bot.wording.errors import UserError
from bot.wording.words import say
from knowledge.store.base.address import PostgresUrl
from knowledge.store.base.copies import Copied, CopyError

WORDS = "words/operating.j2"


@click.command(help=say("help.j2", "backup"))
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help=say("help.j2", "backup_force"))
def backup(file: Path, force: bool) -> None:
    from knowledge.store.base.copies import back_up

    try:
        copied = back_up(_file(), file, replaces=force)
    except CopyError as problem:
        raise _refusal(problem, "backup") from problem
    click.echo(say(WORDS, "backed_up", file, rows_of(copied), copied.size))


@click.command(help=say("help.j2", "restore"))
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help=say("help.j2", "restore_force"))
def restore(file: Path, force: bool) -> None:
    from knowledge.store.base.copies import put_back
    from knowledge.store.store import MIGRATIONS

    path = _file()
    names, stamp = [migration.name for migration in MIGRATIONS], datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    try:
        copied = put_back(file, path, names, stamp, replaces=force)
    except CopyError as problem:
        raise _refusal(problem, "restore") from problem
    click.echo(say(WORDS, "restored", path, rows_of(copied), copied.size, copied.aside))


def rows_of(copied: Copied) -> int:
    """Without the bookkeeping of the file itself."""
    return sum(rows for table, rows in copied.rows.items() if not table.startswith(("sqlite_", "_sqlite")))


def _file() -> Path:
    """The file of the store.

    Raises:
        UserError: the store is in PostgreSQL, which has tools of its own.
    """
    path = database_path.path()
    if isinstance(path, PostgresUrl):
        raise UserError("copies_of_postgres")
    return path


def _refusal(problem: CopyError, what: str) -> UserError:
    return UserError("copy_refused", path=str(problem.path), reason=problem.reason, detail=problem.detail, what=what)

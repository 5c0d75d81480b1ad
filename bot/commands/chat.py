"""`chipscout chat`: one thread in a terminal, a line for each turn."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from datetime import date
from itertools import chain

import click

from bot.commands.ask import UNREAD, show
from bot.commands.common import Day, advisor_of, local_team
from bot.wording.errors import UserError
from bot.wording.words import error, say
from engine.workload.profile import Reading

ENDS = frozenset({"quit", "exit"})


@click.command(help=say("help.j2", "chat"))
@click.argument("text", nargs=-1)
@click.option("--as-of", type=Day(), default=None, help=say("help.j2", "as_of"))
@click.option("--full", is_flag=True, help=say("help.j2", "full"))
def chat(text: tuple[str, ...], as_of: date | None, *, full: bool) -> None:
    advisor, team = advisor_of(as_of), local_team()
    typed = sys.stdin.isatty()
    if typed:
        click.echo(say("help.j2", "chat_begins"))
    before: Reading | None = None
    first = " ".join(text).strip()
    for turn in chain([first] if first else [], _turns(typed=typed)):
        try:
            answer = advisor.ask(turn, before=before, team=team)
        except UserError as problem:
            if problem.code not in UNREAD:
                raise
            click.echo(error(problem), err=True)
            continue
        before = answer.goes_on_from
        show(answer, full=full)
        click.echo()


def _turns(*, typed: bool) -> Iterator[str]:
    """The lines that say something, until one ends it; the thread is held in memory alone."""
    if typed:
        with suppress(ImportError):
            import readline  # noqa: F401  # the arrow keys edit a line that `input` reads
    while True:
        try:
            line = input(say("help.j2", "chat_prompt") + " " if typed else "").strip()
        except (EOFError, KeyboardInterrupt):
            if typed:
                click.echo()
            return
        if line.casefold() in ENDS:
            return
        if line:
            yield line

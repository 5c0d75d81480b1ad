"""`chipscout serve` and `chipscout manifest`."""

from __future__ import annotations

import click

from bot.words import say


@click.command(help=say("help.j2", "serve"))
def serve() -> None:
    from bot.advisor import Advisor
    from bot.app import serve as run
    from bot.commands.common import load_facts
    from bot.settings import load

    run(load(), Advisor(load_facts()))


@click.command(help=say("help.j2", "manifest"))
def manifest() -> None:
    from bot.manifest import manifest_text

    click.echo(manifest_text(), nl=False)

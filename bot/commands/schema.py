"""`chipscout schema`: the JSON Schemas of what `ask` prints for scripts."""

from __future__ import annotations

import click

from bot.wording.words import say


@click.command(help=say("help.j2", "schema"))
@click.argument("which", type=click.Choice(["brief", "full"]))
def schema(which: str) -> None:
    from bot.brief.schema import schema_text

    click.echo(schema_text(which), nl=False)

"""`chipscout completion`: the script that lets a shell complete commands, options and their values."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from bot.wording.words import say

NAME = "chipscout"
VARIABLE = "_CHIPSCOUT_COMPLETE"  # by which the script asks
SHELLS = ("bash", "zsh", "fish")


@click.command(help=say("help.j2", "completion"))
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    made = get_completion_class(shell)
    assert made is not None  # noqa: S101 - click has these three
    root = context.find_root().command
    click.echo(made(root, {}, NAME, VARIABLE).source())
    click.echo(say("words/operating.j2", "completion_hint", shell))  # zsh wants its own first line first

"""`chipscout prices`: what feeds saw. Each command lives in its own module and is loaded when it is called."""

from __future__ import annotations

import importlib

import click

from bot.wording.words import say

COMMANDS = {
    "changes": "bot.commands.prices.changes:changes",
    "history": "bot.commands.prices.history:history",
    "import": "bot.commands.prices.import_:import_",
    "own": "bot.commands.prices.own:own",
    "refresh": "bot.commands.prices.refresh:refresh",
    "show": "bot.commands.prices.show:show",
}


class Lazy(click.Group):
    """Finds a command by name without importing the others: showing a price should not wait for HTTP."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - the same
        target = COMMANDS.get(cmd_name)
        if target is None:
            return None
        module, name = target.split(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command


@click.group(cls=Lazy, help=say("help.j2", "prices"))
def prices() -> None:
    pass

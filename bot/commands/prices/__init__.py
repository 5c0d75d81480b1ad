"""`chipscout prices`: what feeds saw. Each command lives in its own module and is loaded when it is called."""

from __future__ import annotations

import click

from bot.lazy_group import LazyGroup
from bot.wording.words import say

COMMANDS = {
    "accept": ("bot.commands.prices.accept:accept", "prices_accept"),
    "changes": ("bot.commands.prices.changes:changes", "changes"),
    "history": ("bot.commands.prices.history:history", "prices_history"),
    "import": ("bot.commands.prices.import_:import_", "import"),
    "own": ("bot.commands.prices.own:own", "own_prices"),
    "refresh": ("bot.commands.prices.refresh:refresh", "refresh"),
    "show": ("bot.commands.prices.show:show", "prices_show"),
}


@click.group(cls=LazyGroup, lazy=COMMANDS, help=say("help.j2", "prices"))
def prices() -> None:
    pass

"""What restates questions and checks answers in this environment, if anything does."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.advice.by_model import Reader
    from knowledge.facts import Facts


def reader_of(facts: Facts) -> Reader | None:
    """Where CHIPSCOUT_READER_URL is set; nothing is imported for it elsewhere.

    Raises:
        UserError: a setting of it is malformed.
    """
    if not os.environ.get("CHIPSCOUT_READER_URL"):
        return None
    from bot.advice.by_model import Reader
    from bot.environment import reader
    from bot.reader.shown import shown
    from bot.restate.checking import checking
    from bot.restate.restating import restating
    from bot.restate.server import Server

    settings = reader.load()
    server = Server(settings)
    return Reader(restating(server, facts), checking(server) if settings.checks else None, shown)

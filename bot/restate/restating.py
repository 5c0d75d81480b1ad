"""Has a question put into plain lines by a language model.

What is sent is the text without secrets and the restated lines of its thread; nothing else. Whatever goes wrong
there, the text is read as it was written.
"""

from __future__ import annotations

import logging
from functools import lru_cache

from bot.restate.grounded import is_grounded, stands_in
from bot.restate.prompt import instructions, question
from bot.restate.restated import LONGEST, Restate, Restated
from bot.restate.server import NoReplyError, Server
from knowledge.facts import Facts

KEPT = 2_000  # restated texts, so that the same text stays the same question
log = logging.getLogger(__name__)


def restating(server: Server, facts: Facts) -> Restate:
    """What restates a text."""
    told = instructions(facts)

    @lru_cache(maxsize=KEPT)
    def asked(text: str, earlier: tuple[str, ...]) -> Restated:
        return _grounded(server.asked(told, question(text, earlier), Restated, "restated"), text, earlier)

    def restate(text: str, earlier: tuple[str, ...]) -> Restated | None:
        try:
            return asked(text, earlier)
        except NoReplyError as problem:
            log.warning("the reader at CHIPSCOUT_READER_URL gave no usable reply: %s", problem)
            return None

    return restate


def _grounded(told: Restated, text: str, earlier: tuple[str, ...]) -> Restated:
    """Only lines that say nothing of their own; what is named as beyond must stand in the text."""
    whole = "\n".join((*earlier, text))
    stripped = (line.strip() for line in told.lines)
    lines = tuple(line for line in stripped if 0 < len(line) <= LONGEST and is_grounded(line, whole))
    beyond = tuple(part for part in told.beyond if stands_in(part, text))
    if not lines and not beyond:
        raise NoReplyError("no line that says what the text says")
    return Restated(lines=lines, beyond=beyond)

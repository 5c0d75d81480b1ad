"""Has a question put into plain lines by a language model.

What is sent is the text without secrets and the restated lines of its thread; nothing else. Whatever goes wrong
there, the text is read as it was written.
"""

from __future__ import annotations

import logging
from functools import lru_cache

from bot.restate.grounded import is_grounded, stands_in
from bot.restate.prompt import instructions, question, written
from bot.restate.restated import LONGEST, Restate, Restated
from bot.restate.server import NoReplyError, Server
from knowledge.facts import Facts

KEPT = 2_000  # restated texts, so that the same text stays the same question
log = logging.getLogger(__name__)


def restating(server: Server, facts: Facts) -> Restate:
    """What restates a text."""
    told, offered = instructions(facts), frozenset(written(facts))

    @lru_cache(maxsize=KEPT)
    def asked(text: str, earlier: tuple[str, ...], tried: tuple[str, ...]) -> Restated:
        made = server.asked(told, question(text, earlier, tried), Restated, "restated")
        return grounded(made, "\n".join((*earlier, text)), text, offered - {*tried}, tried)

    def restate(text: str, earlier: tuple[str, ...], tried: tuple[str, ...]) -> Restated | None:
        try:
            return asked(text, earlier, tried)
        except NoReplyError as problem:
            log.warning("the reader at CHIPSCOUT_READER_URL gave no usable reply: %s", problem)
            return None

    return restate


def grounded(told: Restated, whole: str, text: str, offered: frozenset[str], tried: tuple[str, ...] = ()) -> Restated:
    """Only lines that say nothing beyond the `whole` thread, or are one of the questions `offered`, to which what is
    written rests on no figure of theirs; what is named as beyond must stand in the text.

    Raises:
        NoReplyError: nothing of it is left.
    """
    stripped = dict.fromkeys(line.strip() for line in told.lines)
    lines = tuple(
        line
        for line in stripped
        if line not in tried and 0 < len(line) <= LONGEST and (line in offered or is_grounded(line, whole))
    )
    beyond = tuple(part for part in told.beyond if stands_in(part, text))
    if not lines and not beyond:
        raise NoReplyError("no line that says what the text says")
    return Restated(lines=lines, beyond=beyond)

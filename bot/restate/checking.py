"""Has an answer read against its question by a language model, before anybody else reads it.

What is sent is the text and the first lines of each part of its answer. Whatever goes wrong there, the answer stands.
"""

from __future__ import annotations

import logging
import re
from functools import lru_cache

from bot.restate.checked import Check, Checked
from bot.restate.grounded import stands_in
from bot.restate.server import NoReplyError, Server
from bot.wording.words import lines_of

KEPT = 2_000  # checked answers, so that the same answer stays the same
SHOWN = 3  # questions that are not answered
_FIGURE = re.compile(r"\d[\d.,]*\d|\d")
log = logging.getLogger(__name__)


def checking(server: Server) -> Check:
    """What checks an answer."""
    told = lines_of("check.j2", "instructions")

    @lru_cache(maxsize=KEPT)
    def asked(text: str, earlier: tuple[str, ...], parts: tuple[str, ...]) -> Checked:
        found = server.asked(told, lines_of("check.j2", "answered", text, earlier, parts), Checked, "checked")
        off = tuple(at for at in dict.fromkeys(found.off) if 1 <= at <= len(parts))
        unanswered = tuple(part for part in found.unanswered if stands_in(part, text))
        return Checked(off=off, unanswered=unanswered[:SHOWN])

    def check(text: str, earlier: tuple[str, ...], parts: tuple[str, ...]) -> Checked | None:
        try:
            return asked(text, earlier, parts)
        except NoReplyError as problem:
            log.warning("the reader at CHIPSCOUT_READER_URL checked no answer: %s", problem)
            return None

    return check


def without_figures(part: str, text: str) -> str:
    """A part without the figures that the asker did not write: a team's own prices and speeds stay here."""
    written = set(_FIGURE.findall(text))
    return _FIGURE.sub(lambda figure: figure.group() if figure.group() in written else "#", part)

"""Whether a reply in our thread that does not name us is meant for us: people talk to each other there too."""

from __future__ import annotations

from bot.errors import UserError
from bot.surfaces.answering import reading_of
from bot.surfaces.deps import Deps
from bot.surfaces.why import asks_why
from engine.profile import Reading

OF_FACTS = frozenset({"price_lookup", "compare", "explain", "commitment", "carbon"})


def is_for_us(deps: Deps, team: str, channel: str, thread_ts: str, text: str) -> bool:
    """It says something of a workload, changes what the thread is about, or asks for a fact; "thanks" does not."""
    if asks_why(text):
        return True
    known = deps.store.conversation(team, channel, thread_ts)
    before = reading_of(known.reading) if known else None
    try:
        with deps.thinking:
            alone = deps.advisor.parse(text)
            turn = deps.advisor.parse(text, before=before)
    except UserError as unread:
        return unread.code not in ("empty", "no_words")  # a thumb up is no question; what is too long is told so
    return bool(alone.profile.said()) or _changes(before, turn) or (turn.intent in OF_FACTS and "?" in text)


def _changes(before: Reading | None, turn: Reading) -> bool:
    return before is not None and turn.profile != before.profile

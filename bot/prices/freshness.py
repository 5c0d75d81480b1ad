"""When each feed was last read, and since when one fails: what stands under every table of prices."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.wording.words import say
from knowledge.facts import Facts
from knowledge.history.queries import HistoryReader

WORDS = "words/prices/prices.j2"


def freshness(facts: Facts, past: HistoryReader | None) -> list[str]:
    """A sentence each; where no feed was ever read, how old the prices are that come along."""
    sentences = [say(WORDS, "read_last", taking) for taking in past.newest_snapshots()] if past else []
    for look in past.attempts() if past else ():
        if look.failing_since is not None and look.address == "":
            since = datetime.fromtimestamp(look.failing_since, UTC).date()
            sentences.append(say(WORDS, "failing", look, since))
    return sentences or [say(WORDS, "recorded_only", max(offer.observed_on for offer in facts.offers))]

"""What stands under a table of prices: how fresh each feed is."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime
from pathlib import Path

from bot.prices.freshness import freshness
from knowledge.facts import Facts
from knowledge.history.queries import open_history
from knowledge.store.store import Store
from tests.bot.observed import P5, price, take


def test_without_any_feed_it_says_how_old_the_bundled_prices_are(facts: Facts) -> None:
    (sentence,) = freshness(facts, None)
    newest = max(offer.observed_on for offer in facts.offers)
    assert newest.isoformat() in sentence and "chipscout prices refresh" in sentence


def test_each_feed_that_was_read_has_a_sentence_and_each_that_fails_another(facts: Facts, tmp_path: Path) -> None:
    path = tmp_path / "chipscout.db"
    with Store(path, time.time) as store:
        take(store, date(2026, 11, 10), price(P5, "50"))
        failed = datetime(2026, 11, 17, 6, tzinfo=UTC).timestamp()
        store.history.note_attempt("skypilot", "aws", failed, False, "timeout")
    with open_history(path) as past:
        read, failing = freshness(facts, past)
    assert read.startswith("skypilot, AWS") and "2026-11-10" in read
    assert "2026-11-17" in failing and "timeout" in failing

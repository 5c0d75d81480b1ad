"""Which files of feeds are held back on a day, and what is said of them."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

from bot.prices.held_files import held_files, held_sentences
from bot.prices.keep_beliefs import keep
from engine.changes.held_files import HeldFile
from knowledge.facts import Facts, SeriesKey
from knowledge.store.store import Store
from tests.bot.observed import price, take

FIRST = date(2026, 9, 1)
USD = {"p5.48xlarge": "55.04", "p4d.24xlarge": "21.96", "trn1.32xlarge": "21.5"}
KEYS = {
    SeriesKey("aws", name, region, "on_demand"): usd
    for name, usd in USD.items()
    for region in ("us-east-1", "us-west-2")
}


def test_a_file_is_held_from_its_first_look_on_and_not_before(facts: Facts, tmp_path: Path) -> None:
    with Store(tmp_path / "c.db", lambda: 0.0) as store:
        for day, factor in enumerate(("1", "1", "1.19", "1.19")):
            rows = (price(key, str(Decimal(usd) * Decimal(factor))) for key, usd in KEYS.items())
            take(store, FIRST + timedelta(day), *rows)
            keep(facts, store.history)
        assert held_files(facts, store.history, FIRST + timedelta(1)) == ()
        (held,) = held_files(facts, store.history)
        assert (held.feed, held.cloud, held.since, held.prices) == ("skypilot", "aws", FIRST + timedelta(2), 6)
        assert round(held.factor, 4) == 1.19
        assert len(list(held_sentences((), [held]))) == 1


def test_what_is_held_no_more_is_said_once() -> None:
    one = HeldFile("skypilot", "aws", FIRST, 0.9, 15)
    (said,) = held_sentences([one], [])
    assert "held back no more" in said
    assert list(held_sentences([], [])) == []

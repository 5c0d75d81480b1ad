"""Verdicts follow what feeds see: of the day asked about, also where another process read them."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.advice.advisor import Advisor
from bot.card.as_json import answer_json
from bot.card.as_text import card_text
from bot.card.card import card
from bot.cli import chipscout
from bot.prices.market_cache import Markets
from knowledge.facts import Facts
from knowledge.store.store import Store
from tests.bot.observed import P5, blocks, price, take
from tests.day import DAY

ROOT = Path(__file__).resolve().parents[3]
PRICE = "price of p5.48xlarge on demand in us-east-1"
YESTERDAY = date(2026, 11, 20)

PAIR = "trn2.48xlarge or p5en.48xlarge: repeated Llama fine-tune, PyTorch, tight region capacity"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "chipscout.db", time.time) as opened:
        yield opened


def usd(advisor: Advisor) -> float:
    answer = advisor.ask(PRICE)
    quote = next(row.quote for row in answer.facts.prices if row.purchase == "on_demand")
    assert quote is not None
    return quote.usd_per_hour.likely


def test_without_a_file_or_in_an_empty_one_the_recorded_prices_are_all(facts: Facts, store: Store) -> None:
    for path in (Path("nowhere.db"), store.path):
        advisor = Advisor(facts, DAY, Markets(path, facts))
        assert advisor.ask(PRICE).market is None
        assert usd(advisor) == 55.04


def test_a_verdict_is_made_of_what_feeds_saw_and_turns_with_it(facts: Facts, store: Store) -> None:
    """The founding question between the two leans to Trainium2 at tens of dollars an hour; at 200 it cannot.

    200 is more than three times what the chip has cost, so three looks over more than two days have to agree.
    """
    recorded = Advisor(facts, DAY).ask(PAIR).verdict
    for day in (17, 19, 20):
        take(store, date(2026, 11, day), *blocks("200"))
    found = Advisor(facts, DAY, Markets(store.path, facts)).ask(PAIR)
    assert recorded is not None
    assert found.verdict is not None
    assert (recorded.lean, found.verdict.lean) == ("trainium", "gpu")
    said = {note.title for note in card(found).notes}
    assert "SkyPilot catalog" in said


def test_a_server_sees_new_prices_through_the_connections_of_its_store(facts: Facts, store: Store) -> None:
    advisor = Advisor(facts, DAY, Markets(store.path, facts))
    advisor.read_prices_through(store.history)
    assert usd(advisor) == 55.04
    take(store, YESTERDAY, price(P5, "50"))
    assert usd(advisor) == 50


def test_as_of_a_day_the_prices_of_that_day_count(facts: Facts, store: Store) -> None:
    take(store, date(2026, 11, 15), price(P5, "50"))
    take(store, date(2026, 11, 20), price(P5, "40"))
    markets = Markets(store.path, facts)
    days = (date(2026, 11, 14), date(2026, 11, 16), DAY)
    assert [usd(Advisor(facts, day, markets)) for day in days] == [55.04, 50, 40]


def test_sources_that_differ_stand_on_the_card_with_both_figures(facts: Facts, store: Store) -> None:
    for day in (YESTERDAY - timedelta(4), YESTERDAY):  # a rise from what was known waits for a second look
        take(store, day, price(P5, "60"), feed="aws_offers")
        take(store, day, price(P5, "50"), feed="gpuhunt")
    answer = Advisor(facts, DAY, Markets(store.path, facts)).ask(PRICE)
    (line,) = card(answer).differ
    assert "$60.00/h (seen 2026-11-20) / $50.00 (seen 2026-11-20)" in line.text
    assert "Sources disagree" in card_text(answer) and "Used: $60.00" in card_text(answer)  # at first sight
    (conflict,) = answer_json(answer)["conflicts"]
    assert (conflict["used"], conflict["cites"]) == ("60", ["feed-aws_offers-aws", "feed-gpuhunt-aws"])


TAKE = """
import sys, time
from datetime import date, timedelta
from pathlib import Path
from knowledge.store.store import Store
from tests.bot.observed import P5, price, take

with Store(Path(sys.argv[1]), time.time) as store:
    take(store, date(2026, 11, 21), price(P5, sys.argv[2]))
"""


def refresh(path: Path, usd_per_hour: str) -> None:
    """As another process does it."""
    subprocess.run([sys.executable, "-c", TAKE, str(path), usd_per_hour], check=True, cwd=ROOT)


def test_a_server_notices_what_another_process_read_and_no_question_waits_for_it(facts: Facts, store: Store) -> None:
    take(store, YESTERDAY, price(P5, "50"))
    markets = Markets(store.path, facts, is_patient=False)
    advisor = Advisor(facts, DAY, markets)
    assert usd(advisor) == 50
    refresh(store.path, "40")
    assert usd(advisor) == 50  # of before, while the new ones are read
    markets.settle()
    assert usd(advisor) == 40
    before = advisor.ask(PRICE).market
    store.deliveries.claim("something else that is written to the file")
    assert advisor.ask(PRICE).market is before


def test_a_command_always_has_the_newest(facts: Facts, store: Store) -> None:
    take(store, YESTERDAY, price(P5, "50"))
    advisor = Advisor(facts, DAY, Markets(store.path, facts))
    assert usd(advisor) == 50
    refresh(store.path, "40")
    assert usd(advisor) == 40


def test_ask_answers_with_observed_prices(store: Store) -> None:
    take(store, YESTERDAY, price(P5, "50"))
    done = CliRunner(env={"CHIPSCOUT_DB": str(store.path)}).invoke(chipscout, ["ask", PRICE, "--as-of", "2026-11-21"])
    assert "$50.00/h, us-east-1, seen 2026-11-20, 1 day ago" in done.output


def test_a_file_that_is_no_database_is_told_and_answered_without(tmp_path: Path) -> None:
    path = tmp_path / "chipscout.db"
    path.write_text("no database " * 100)
    done = CliRunner(env={"CHIPSCOUT_DB": str(path)}).invoke(
        chipscout, ["ask", PRICE, "--json", "--as-of", "2026-11-21"]
    )
    assert "observed prices could not be read" in done.stderr
    assert json.loads(done.stdout)["intent"] == "price_lookup"


def test_a_figure_doubted_on_the_day_of_a_bundled_price_is_the_feeds_alone(facts: Facts, store: Store) -> None:
    bundled = max(
        offer.observed_on
        for offer in facts.offers
        if (offer.instance, offer.region, offer.purchase) == (P5.instance, P5.region, P5.purchase)
    )
    for day, seen in ((bundled - timedelta(1), "55.04"), (bundled, "5.38")):
        take(store, day, price(P5, seen))
    answer = Advisor(facts, bundled, Markets(store.path, facts)).ask(PRICE)
    assert answer.market is not None
    assert [(doubt.feed, doubt.usd_per_hour) for doubt in answer.market.doubts] == [("skypilot", 5.38)]

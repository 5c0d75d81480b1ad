"""A kept verdict comes out the same again, whatever feeds say since, and otherwise at the prices of today."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from bot.advice.advisor import Advisor, Answer
from bot.advice.rejudge import Rejudge, counts_own, freeze
from bot.card.as_json import answer_json
from bot.prices.market_cache import Markets
from knowledge.facts import Facts
from knowledge.store.frozen_prices import NAMED_WITHIN_SECONDS
from knowledge.store.store import Store
from knowledge.store.verdicts import KeptVerdict
from knowledge.types.team import OwnPrice
from tests.bot.observed import blocks, take, take_for_good
from tests.day import DAY, FOUNDING

NEXT_WEEK = date(2026, 11, 28)
LARGE = "trn2.48xlarge or p5en.48xlarge for a Llama 70B full fine-tune, PyTorch, 1B tokens, 60 runs, AWS"
BLOCKS, DEAR = blocks("35.76"), blocks("200")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "chipscout.db", time.time) as opened:
        yield opened


def kept(store: Store, advisor: Advisor, answer: Answer, number: str = "a") -> KeptVerdict:
    """As a surface keeps it."""
    store.verdicts.keep(
        KeptVerdict(
            id=number, team="T1", channel="C1", thread_ts="1.000001", message_ts="1.000002", user="U1",
            question=answer.question, reading=answer.reading.model_dump_json(),
            prices=freeze(store, advisor, "T1", answer), as_of=answer.as_of,
            lean=answer.verdict.lean if answer.verdict else None, option=None, headline="",
        )
    )  # fmt: skip
    found = store.verdicts.get("T1", number)
    assert found is not None
    return found


@pytest.mark.parametrize("is_observed", [True, False])
def test_the_same_verdict_again_after_prices_moved(facts: Facts, store: Store, is_observed: bool) -> None:
    if is_observed:
        take(store, date(2026, 11, 20), *BLOCKS)
    advisor = Advisor(facts, DAY, Markets(store.path, facts))
    first = advisor.ask(FOUNDING)
    held = kept(store, advisor, first)
    take(store, date(2026, 11, 20), *DEAR)  # the feed corrected itself
    take(store, NEXT_WEEK, *DEAR)
    again = Rejudge(Advisor(facts, NEXT_WEEK, Markets(store.path, facts)), store).before(held)
    assert again is not None
    assert again.verdict == first.verdict
    assert answer_json(again) == answer_json(first)


def test_a_follow_up_is_given_again_with_what_it_changed(facts: Facts, store: Store) -> None:
    advisor = Advisor(facts, DAY)
    first = advisor.ask(FOUNDING)
    second = advisor.ask("make it 70B", before=first.reading)
    held = kept(store, advisor, second).model_copy(update={"before": first.reading.model_dump_json()})
    again = Rejudge(advisor, store).before(held)
    assert again is not None
    assert again.verdict == second.verdict
    assert again.changed == second.changed
    assert again.changed is not None


def test_at_the_prices_of_today_it_turns(facts: Facts, store: Store) -> None:
    take(store, date(2026, 11, 20), *BLOCKS)
    advisor = Advisor(facts, None, Markets(store.path, facts))
    held = kept(store, advisor, advisor.answer(LARGE, advisor.parse(LARGE), day=DAY))
    take_for_good(store, NEXT_WEEK, *DEAR)
    judge = Rejudge(advisor, store)
    before, now = judge.before(held), judge.now(held, NEXT_WEEK)
    assert before is not None
    assert before.verdict is not None
    assert now is not None
    assert now.verdict is not None
    assert (before.verdict.lean, now.verdict.lean) == ("trainium", "gpu")
    assert (before.as_of, now.as_of) == (DAY, NEXT_WEEK)


def test_a_frozen_price_keeps_its_source_when_the_facts_lose_it(facts: Facts, store: Store) -> None:
    advisor = Advisor(facts, DAY)
    first = advisor.ask("price of p5.48xlarge on demand in us-east-1")
    held = kept(store, advisor, first)
    gone = "datareceipts-hyperscalers"
    fewer = facts.model_copy(
        update={
            "sources": {name: source for name, source in facts.sources.items() if name != gone},
            "offers": tuple(offer for offer in facts.offers if offer.source != gone),
        }
    )
    again = Rejudge(Advisor(fewer, DAY), store).before(held)
    assert again is not None
    assert answer_json(again) == answer_json(first)
    assert gone in answer_json(again)["cites"]


def test_verdicts_at_the_same_prices_share_them_and_unused_ones_go(facts: Facts, store: Store) -> None:
    advisor = Advisor(facts, DAY, Markets(store.path, facts))
    for number, question in (("a", FOUNDING), ("b", f"{FOUNDING}, 8B")):
        kept(store, advisor, advisor.ask(question), number)
    assert store.file.db.execute("SELECT count(*) FROM frozen_prices").fetchone() == (1,)
    take(store, date(2026, 11, 20), *BLOCKS)
    newer = advisor.ask(FOUNDING)
    freeze(store, advisor, "T1", newer)  # and nothing was kept with it
    with store.file.writing() as db:
        db.execute("UPDATE frozen_prices SET kept = kept - ?", (NAMED_WITHIN_SECONDS,))
    take(store, DAY, *DEAR)
    kept(store, advisor, advisor.ask(FOUNDING), "c")
    assert store.file.db.execute("SELECT count(*) FROM frozen_prices").fetchone() == (2,)


def test_what_another_version_kept_is_not_guessed_at(facts: Facts, store: Store) -> None:
    advisor = Advisor(facts, DAY)
    held = kept(store, advisor, advisor.ask(FOUNDING))
    judge = Rejudge(advisor, store)
    assert judge.before(held.model_copy(update={"prices": None})) is None
    assert judge.before(held.model_copy(update={"team": "T2"})) is None
    assert judge.now(held.model_copy(update={"reading": '{"words": 1}'}), DAY) is None


def test_what_may_count_own_prices_is_told_also_where_they_came_later(facts: Facts, store: Store) -> None:
    advisor = Advisor(facts, DAY)
    held = kept(store, advisor, advisor.ask(FOUNDING))
    assert not counts_own(store, held)  # there are none
    store.own_prices.add(
        OwnPrice(
            team="T1", kind="rate", scope="instance", name="p5en.48xlarge", cloud="aws",
            purchase="capacity_block", amount=Decimal(20), valid_from=date(2026, 1, 1),
        )
    )  # fmt: skip
    assert counts_own(store, held)  # judged again it would count them
    assert not counts_own(store, held.model_copy(update={"audience": "shared_channel"}))

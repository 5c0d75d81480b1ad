"""Frozen prices: a body is kept as long as a verdict names it, and never returned damaged."""

from __future__ import annotations

import hashlib
import zlib

from knowledge.store.frozen_prices import NAMED_WITHIN_SECONDS
from knowledge.store.store import Store
from tests.knowledge.store.conftest import Clock
from tests.knowledge.store.test_verdicts import kept

MONDAY, TUESDAY = b'{"day": "Monday"}', b'{"day": "Tuesday"}'


def digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


def test_a_body_comes_back_in_its_workspace_alone(store: Store) -> None:
    store.frozen_prices.keep("T1", digest(MONDAY), MONDAY)
    assert store.frozen_prices.get("T1", digest(MONDAY)) == MONDAY
    assert store.frozen_prices.get("T2", digest(MONDAY)) is None


def test_a_body_that_no_verdict_names_is_deleted_when_the_next_is_kept(store: Store, clock: Clock) -> None:
    store.frozen_prices.keep("T1", digest(MONDAY), MONDAY)
    clock.now += NAMED_WITHIN_SECONDS + 1
    store.frozen_prices.keep("T1", digest(TUESDAY), TUESDAY)
    assert store.frozen_prices.get("T1", digest(MONDAY)) is None


def test_a_new_body_waits_for_the_verdict_that_will_name_it(store: Store) -> None:
    """Another question was answered in between, and the prices of the first were gone when it was judged again."""
    store.frozen_prices.keep("T1", digest(MONDAY), MONDAY)
    store.frozen_prices.keep("T1", digest(TUESDAY), TUESDAY)
    store.verdicts.keep(kept("a", prices=digest(MONDAY)))
    assert store.frozen_prices.get("T1", digest(MONDAY)) == MONDAY


def test_a_body_that_a_verdict_names_stays(store: Store, clock: Clock) -> None:
    store.verdicts.keep(kept("a", prices=digest(MONDAY)))
    store.frozen_prices.keep("T1", digest(MONDAY), MONDAY)
    clock.now += NAMED_WITHIN_SECONDS + 1
    store.frozen_prices.keep("T1", digest(TUESDAY), TUESDAY)
    assert store.frozen_prices.get("T1", digest(MONDAY)) == MONDAY


def test_a_body_that_does_not_match_its_digest_is_not_returned(store: Store) -> None:
    store.frozen_prices.keep("T1", digest(MONDAY), MONDAY)
    with store.file.writing() as db:
        db.execute("UPDATE frozen_prices SET body = ?", (zlib.compress(TUESDAY),))
    assert store.frozen_prices.get("T1", digest(MONDAY)) is None

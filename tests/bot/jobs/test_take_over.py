"""Taking over: leases are renewed in time, and in the order that loses nothing."""

from __future__ import annotations

import pytest

from bot.jobs.take_over import TakeOverJob
from knowledge.store.base.leases import LEASE_SECONDS, RENEW_SECONDS
from knowledge.store.store import Store
from tests.knowledge.store.conftest import Clock
from tests.knowledge.store.conftest import clock as clock
from tests.knowledge.store.conftest import store as store


class NothingLeft:
    """Stands in for the app behind the inbox."""

    looks = 0

    def take_over(self) -> int:
        self.looks += 1
        return 0


def test_a_claim_that_takes_long_is_renewed_and_so_not_given_to_another(store: Store, clock: Clock) -> None:
    """A post that Slack rate-limits for a minute: its redelivery found the claim free, and the card came twice."""
    store.deliveries.claim("message:1")
    app = NothingLeft()
    job = TakeOverJob(store, app, clock)  # type: ignore[arg-type]
    for _ in range(int(3 * LEASE_SECONDS)):
        clock.now += 1
        job.run()
        assert store.deliveries.claim("message:1") == "busy"
    assert app.looks == 3 * LEASE_SECONDS


def test_claims_are_renewed_before_the_inbox(store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    monkeypatch.setattr(store.deliveries, "renew", lambda: order.append("deliveries"))
    monkeypatch.setattr(store.inbox, "renew", lambda: order.append("inbox"))
    job = TakeOverJob(store, NothingLeft(), clock)  # type: ignore[arg-type]
    job.run()
    clock.now += RENEW_SECONDS
    job.run()
    assert order == ["deliveries", "inbox"]


def test_a_lease_is_renewed_several_times_before_it_ends() -> None:
    assert 3 * RENEW_SECONDS < LEASE_SECONDS

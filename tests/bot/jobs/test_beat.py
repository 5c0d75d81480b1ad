"""The beat: what this process holds stays its own for as long as the job runs."""

from __future__ import annotations

from pathlib import Path

from bot.jobs.beat import BeatJob
from knowledge.store.base.leases import LEASE_SECONDS
from knowledge.store.store import Store
from tests.knowledge.store.conftest import Clock


def test_a_claim_that_takes_long_is_not_given_to_another(tmp_path: Path) -> None:
    """A post that Slack rate-limits for a minute: its redelivery found the claim free, and the card came twice."""
    clock = Clock()
    with Store(tmp_path / "c.db", clock) as store, Store(tmp_path / "c.db", clock) as other:
        jobs = BeatJob(store.replicas), BeatJob(other.replicas)
        jobs[0].run()
        store.deliveries.claim("message:1")
        for _ in range(int(3 * LEASE_SECONDS)):
            clock.now += 1
            for job in jobs:
                job.run()
            assert other.deliveries.claim("message:1") == "busy"


def test_what_goes_with_each_beat_is_done_every_time(tmp_path: Path) -> None:
    done: list[int] = []
    with Store(tmp_path / "c.db", Clock()) as store:
        job = BeatJob(store.replicas, lambda: done.append(1))
        job.run()
        job.run()
    assert done == [1, 1]

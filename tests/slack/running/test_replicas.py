"""Replicas: what one took when it died is answered by another, once. Longer: `python -m tests.slack.replicas 600`."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest

from tests.servers import postgres
from tests.slack.local.local_slack import LocalSlack
from tests.slack.replicas import WAYS, Replicas, judged


def test_the_living_answer_what_the_dead_one_took(tmp_path: Path, worker_id: str) -> None:
    """Two on one PostgreSQL database; one is killed right after they took questions, and not started again."""
    pytest.importorskip("psycopg_pool", reason=postgres.DRIVER)
    if postgres.server() is None:
        pytest.skip(postgres.INSTALL)
    with LocalSlack(patience=30.0) as slack:
        replicas = Replicas(slack, postgres.fresh(f"replicas_{worker_id}"), tmp_path, 2, socket=False)
        try:
            ana = slack.user("ana")
            channel = slack.channel("ml", members=[ana, slack.bot])
            asked = [
                (time.monotonic(), way(slack, ana, channel, "what does p5.48xlarge cost in us-east-1?"))
                for way in (*WAYS, *WAYS)
            ]
            slack.wait_for(lambda: all(each.acked_at for each in slack.deliveries), what="every question to be taken")
            replicas.kill_one(random.Random(7), again=False)
            outcome = judged(slack, replicas, asked)
        finally:
            replicas.stop()
    assert (outcome.asked, outcome.kills) == (6, 1)
    assert (outcome.lost, outcome.doubled, outcome.unacknowledged) == ([], [], 0), outcome

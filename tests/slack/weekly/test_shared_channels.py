"""A channel shared with another organization after a card counted own prices: nothing of it is posted there."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from knowledge.store.store import Store
from knowledge.types.team import OwnPrice
from tests.bot.observed import blocks, take_for_good
from tests.slack.local.local_slack import LocalSlack
from tests.slack.local.people import Person
from tests.slack.local.records import TEAM, Channel
from tests.slack.price_week import due, today
from tests.slack.process import AppProcess
from tests.slack.rooms import MANY_RUNS, Room

RATE = OwnPrice.model_validate(
    {
        "team": TEAM,
        "kind": "rate",
        "scope": "instance",
        "name": "p5en.48xlarge",
        "cloud": "aws",
        "purchase": "capacity_block",
        "amount": "62.37",
        "valid_from": "2026-01-01",
    }
)


@pytest.fixture
def slack() -> Iterator[LocalSlack]:
    with LocalSlack(patience=20.0) as local:
        yield local


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """Trainium's block costs 35.76, and the team has a rate for p5en."""
    path = tmp_path / "c.db"
    with Store(path, time.time) as store:
        store.own_prices.add(RATE)
        take_for_good(store, today(), *blocks("35.76"))
    return path


@pytest.fixture
def ada(slack: LocalSlack) -> Person:
    return slack.user("ada")


@pytest.fixture
def ml(slack: LocalSlack, ada: Person) -> Channel:
    return slack.channel("ml", members=[ada, slack.bot])


def reported(db: Path) -> list[tuple[str, str | None]]:
    """What became of each report."""
    with Store(db, time.time) as store:
        return list(store.file.db.execute("SELECT state, because FROM watch_reports"))


@pytest.mark.parametrize("is_shared", [False, True])
def test_a_watched_verdict_is_reported_where_its_workspace_alone_reads(
    slack: LocalSlack, db: Path, ada: Person, ml: Channel, is_shared: bool
) -> None:
    with AppProcess(slack, db=db) as app:
        room = Room(slack, ml, ada, ada, db)
        card = room.shares(MANY_RUNS)
        assert "62.37" in card.said
        room.kept(card)
        ada.chooses(card, "more", room.chosen(card, "watch")).response()
        ml.is_ext_shared = is_shared
        app.stop()
    with Store(db, time.time) as store:
        take_for_good(store, today(), *blocks("200"))
    with AppProcess(slack, db=db) as app:
        slack.wait_for(lambda: [state for state, _ in reported(db) if state != "begun"], what="a report", timeout=60)
        replies = [reply.said for reply in slack.replies(card)]
        if is_shared:
            assert reported(db) == [("refused", "shared_channel")] and replies == []
            slack.wait_for(
                lambda: any("kept back (shared_channel)" in line for line in app.stderr), what="a log line"
            )
        else:
            assert reported(db) == [("posted", "")] and "Prices flipped this verdict" in "".join(replies)


@pytest.mark.parametrize("is_shared", [False, True])
def test_the_digest_of_a_shared_channel_leaves_such_verdicts_out(
    slack: LocalSlack, db: Path, ada: Person, ml: Channel, is_shared: bool
) -> None:
    with AppProcess(slack, db=db):
        Room(slack, ml, ada, ada, db).shares(MANY_RUNS)
    with Store(db, time.time) as store:
        take_for_good(store, today(), *blocks("200"))
    ml.is_ext_shared = is_shared
    due(db, ml.id)
    with AppProcess(slack, db=db):
        digest = slack.wait_for_message(in_=ml)
        if digest.said.startswith("Prices flipped"):  # the watch may report before the digest is due
            digest = slack.wait_for_message(in_=ml)
        slack.wait_until_quiet()
    said = "\n".join([digest.said, *(reply.said for reply in slack.replies(digest))])
    assert ("1 verdict here no longer holds" in said) is not is_shared
    assert ("150 runs" in said) is not is_shared and "62.37" not in said

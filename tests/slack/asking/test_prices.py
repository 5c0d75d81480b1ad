"""`/chipscout prices`: looking up prices, and own prices that no other workspace sees."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from knowledge.store.store import Store
from knowledge.types.team import OwnPrice
from tests.bot.observed import P5, price, take
from tests.slack.local.local_slack import LocalSlack
from tests.slack.local.people import Person
from tests.slack.local.records import TEAM, Channel
from tests.slack.price_week import today
from tests.slack.process import AppProcess
from tests.slack.rooms import MANY_RUNS

OURS = {
    "team": TEAM, "kind": "rate", "scope": "instance", "name": "p5en.48xlarge", "cloud": "aws",
    "purchase": "capacity_block", "amount": "20", "valid_from": "2026-01-01",
}  # fmt: skip


@pytest.fixture
def slack() -> Iterator[LocalSlack]:
    with LocalSlack(patience=15.0) as local:
        yield local


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "c.db"


@pytest.fixture
def app(slack: LocalSlack, db: Path) -> Iterator[AppProcess]:
    with Store(db, time.time) as store:
        take(store, today(), price(P5, "44.03"))
    with AppProcess(slack, db=db, env={"CHIPSCOUT_ADMINS": "U00000002"}) as process:
        yield process


@pytest.fixture
def ana(slack: LocalSlack) -> Person:
    """The first person of the workspace: the one CHIPSCOUT_ADMINS lists."""
    return slack.user("ana")


@pytest.fixture
def ml(slack: LocalSlack, ana: Person) -> Channel:
    return slack.channel("ml", members=[ana, slack.bot])


@pytest.mark.usefixtures("app")
def test_prices_are_shown_privately_with_age_and_source(slack: LocalSlack, ana: Person, ml: Channel) -> None:
    shown = ana.types("/chipscout prices p5.48xlarge on demand in us-east-1", in_=ml).response()
    assert shown.ephemeral_to == ana.id and slack.messages(in_=ml) == []
    assert "44.03" in shown.said and "0 d" in shown.said and str(today()) in shown.said
    assert "feed-skypilot-aws" in shown.said


@pytest.mark.usefixtures("app")
def test_an_own_price_is_set_by_an_admin_and_used_in_the_next_card(
    slack: LocalSlack, ana: Person, ml: Channel
) -> None:
    ben = slack.user("ben")
    ml.members.add(ben.id)
    adding = "/chipscout prices own add p5en.48xlarge 20 by capacity_block until 2027-06-30 note PPA 7"
    assert "admin" in ben.types(adding, in_=ml).response().said
    told = ana.types(adding, in_=ml).response()
    assert "own-price-1: $20.00/h, p5en.48xlarge, Capacity Block" in told.said and "PPA 7" in told.said
    card = ben.types(f"/chipscout {MANY_RUNS}", in_=ml).response()
    assert "your rate" in card.said and "20.00" in card.said
    assert "Only workspace admins" in ben.types("/chipscout prices own", in_=ml).response().said
    assert "own-price-1" in ana.types("/chipscout prices own", in_=ml).response().said
    assert "12x" in ana.types("/chipscout prices own add p5 12x", in_=ml).response().said
    assert "Removed" in ana.types("/chipscout prices own remove 1", in_=ml).response().said
    assert "your rate" not in ben.types(f"/chipscout {MANY_RUNS} please", in_=ml).response().said


@pytest.mark.usefixtures("app")
def test_no_workspace_sees_another_s_prices(db: Path, ana: Person, ml: Channel) -> None:
    with Store(db, time.time) as store:
        store.own_prices.add(OwnPrice.model_validate(OURS | {"team": "T0OTHER"}))
    card = ana.types(f"/chipscout {MANY_RUNS}", in_=ml).response()
    assert "your rate" not in card.said and "63.16" in card.said
    assert "no prices of your own" in ana.types("/chipscout prices own", in_=ml).response().said
    assert "your rate" not in ana.types("/chipscout prices p5en.48xlarge", in_=ml).response().said
    assert "You have no own price 1" in ana.types("/chipscout prices own remove 1", in_=ml).response().said

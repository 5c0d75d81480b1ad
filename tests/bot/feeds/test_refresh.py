"""Feeds refreshed from a real server into a real file: stored completely, confirmed, or left as they were."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from bot.commands.prices.progress import Silent
from bot.feeds import refresh as refreshing
from bot.feeds.config import Feeds
from bot.feeds.probe import ProbedHost, Unreachable
from bot.feeds.refresh import Refresher, RefreshOutcome
from knowledge.facts import Facts
from knowledge.store.store import Store
from knowledge.types.observed import Observed
from tests.bot.catalogs import AFTER_A_CUT, AS_IT_WAS, catalog
from tests.http.conftest import site as site
from tests.http.describing import QUICK, feed_at
from tests.http.server import Deed, Request, Site, answer, cut_off, endless, redirect, tagged
from tests.knowledge.feeds.aws.test_block_page import P5, page, table

DAY = date(2026, 11, 21)
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC).timestamp()
PREFIXES = frozenset({"p4", "p5", "g5"})


class Clock:
    """Noon of the tests' day, until it is moved forward."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> float:
        return self.now

    def forward(self, **time: float) -> None:
        self.now += timedelta(**time).total_seconds()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(tmp_path: Path, clock: Clock) -> Iterator[Store]:
    with Store(tmp_path / "chipscout.db", clock) as made:
        yield made


Refresh = Callable[..., RefreshOutcome]


@pytest.fixture
def refresh(facts: Facts, store: Store, clock: Clock, site: Site) -> Refresh:
    """Serves these responses at the feed's address, refreshes it once and gives the outcome."""

    def at(*deeds: Deed, only_due: bool = False, accepts_shrunk: bool = False, **changed: object) -> RefreshOutcome:
        address = site.at("/vms.csv", *deeds) if deeds else f"http://127.0.0.1:{site.port}/vms.csv"
        feed = feed_at(facts, "skypilot", address, **changed)
        refresher = Refresher(store, Feeds({feed.id: feed}, QUICK, PREFIXES), clock, Silent())
        (outcome,) = refresher.run([feed], only_due=only_due, accepts_shrunk=accepts_shrunk)
        return outcome

    return at


def standing(store: Store, day: date = DAY) -> dict[tuple[str, str], str]:
    """The on-demand prices, by type and region."""
    held = store.history.latest(day, purchase="on_demand")
    return {(each.key.instance, each.key.region): str(each.usd_per_hour) for each in held}


def whole(prices: dict[str, str]) -> dict[tuple[str, str], str]:
    return {(instance, region): usd for instance, usd in prices.items() for region in ("us-east-1", "us-west-2")}


def test_a_first_refresh_stores_everything(refresh: Refresh, store: Store) -> None:
    """Three machines in two regions, on demand and spot."""
    outcome = refresh(answer(catalog()))
    assert (outcome.kind, outcome.taken and outcome.taken.new, outcome.standing_since) == ("taken", 12, DAY)
    assert standing(store) == whole(AS_IT_WAS)


def test_a_price_cut_is_stored_and_earlier_days_stay_as_they_were(
    refresh: Refresh, store: Store, clock: Clock
) -> None:
    refresh(answer(catalog()))
    clock.forward(days=1)
    outcome = refresh(answer(catalog(AFTER_A_CUT)))
    assert outcome.taken is not None
    assert (outcome.kind, outcome.taken.changed, outcome.taken.unchanged) == ("taken", 4, 8)
    assert standing(store, DAY + timedelta(1)) == whole(AFTER_A_CUT)
    assert standing(store, DAY) == whole(AS_IT_WAS)


def test_not_modified_confirms_the_stored_prices(refresh: Refresh, store: Store, clock: Clock, site: Site) -> None:
    refresh(tagged(catalog(), '"v1"'))
    clock.forward(days=2)
    assert refresh().kind == "unchanged"
    assert site.requests[-1].headers["if-none-match"] == '"v1"'
    assert {each.confirmed_on for each in store.history.latest(DAY + timedelta(2))} == {DAY + timedelta(2)}
    assert {each.seen_on for each in store.history.latest(DAY + timedelta(2))} == {DAY}


def test_the_same_document_without_validators_confirms_them_too(refresh: Refresh, store: Store, clock: Clock) -> None:
    refresh(answer(catalog()))
    clock.forward(days=2)
    assert refresh().kind == "unchanged"
    assert {each.confirmed_on for each in store.history.latest(DAY + timedelta(2))} == {DAY + timedelta(2)}


def test_validators_are_not_sent_once_a_file_was_imported(
    refresh: Refresh, store: Store, clock: Clock, site: Site
) -> None:
    """A 304 would refer to an older snapshot than the newest stored one."""
    refresh(tagged(catalog(), '"v1"'))
    clock.forward(days=1)
    held = [each for each in store.history.latest(DAY) if each.usd_per_hour]
    cheaper = [Observed(each.key, each.usd_per_hour / 2, each.chips).placed() for each in held]
    store.history.take("skypilot", "aws", DAY + timedelta(1), cheaper, digest="brought abc")
    clock.forward(days=1)
    assert refresh().kind == "taken"
    assert "if-none-match" not in site.requests[-1].headers
    assert standing(store, DAY + timedelta(2)) == whole(AS_IT_WAS)


@pytest.mark.parametrize(
    ("deed", "code"),
    [
        (answer(b"", status=500), "status"),
        (answer(b"", status=429), "busy"),
        (answer(b"", status=429, Retry_After=999), "busy_long"),
        (cut_off(catalog(AFTER_A_CUT)[:200], 400), "broken_off"),
        (redirect("http://elsewhere.example/vms.csv"), "host"),
        (answer(b"<html>moved</html>"), "html"),
        (answer(catalog(AFTER_A_CUT).replace(b"InstanceType", b"Machine")), "wrong_header"),
        (answer(catalog(AFTER_A_CUT).replace(b",Price,", b",OnDemand,")), "wrong_header"),
        (answer(b"PNG\0\0\0\xff\xfe"), None),
        (answer(catalog({"p5.48xlarge": "49.536"}, {"us-east-1": "use1-az1"})), "shrunk"),
        (answer(catalog(dict.fromkeys(AS_IT_WAS, ""))), "blank"),
        (endless(catalog(AFTER_A_CUT), b"x" * 4096), "too_big"),
    ],
)
def test_a_failing_feed_keeps_its_prices_and_gives_the_reason(
    refresh: Refresh, store: Store, clock: Clock, deed: Deed, code: str | None
) -> None:
    refresh(answer(catalog()))
    clock.forward(days=1)
    outcome = refresh(deed, megabytes_at_most=0.1)
    assert outcome.kind == "failed" and outcome.standing_since == DAY
    assert outcome.because == code if code else outcome.because
    assert standing(store, DAY + timedelta(1)) == whole(AS_IT_WAS)
    noted = next(each for each in store.history.attempts() if not each.address)
    assert (noted.because, noted.succeeded, noted.failing_since) == (outcome.because, NOON, clock.now)


def test_a_shrunken_snapshot_is_stored_if_accepted(refresh: Refresh, clock: Clock) -> None:
    refresh(answer(catalog()))
    clock.forward(days=1)
    outcome = refresh(answer(catalog({"p5.48xlarge": "55.04"}, {"us-east-1": "use1-az1"})), accepts_shrunk=True)
    assert outcome.taken is not None and outcome.taken.gone == 10


def test_a_success_clears_the_last_error(refresh: Refresh, store: Store, clock: Clock) -> None:
    refresh(answer(b"", status=500))
    assert not store.history.newest_snapshots()
    clock.forward(hours=1)
    assert refresh(answer(catalog())).kind == "taken"
    noted = next(each for each in store.history.attempts() if not each.address)
    assert (noted.because, noted.succeeded, noted.failing_since) == ("", clock.now, None)


def test_only_feeds_that_are_due_are_read(refresh: Refresh, clock: Clock, site: Site) -> None:
    refresh(answer(catalog()))
    clock.forward(hours=20)
    assert refresh(only_due=True).kind == "fresh"
    assert len(site.requests) == 1
    clock.forward(hours=2)
    assert refresh(only_due=True).kind == "unchanged"


def test_a_failed_feed_is_due_again_at_once(refresh: Refresh) -> None:
    refresh(answer(b"", status=404))
    assert refresh(answer(catalog()), only_due=True).kind == "taken"


def test_a_feed_whose_key_is_not_set_is_skipped(facts: Facts, store: Store, clock: Clock, site: Site) -> None:
    feed = feed_at(facts, "gcp_skus", site.at("/skus", answer(b"{}")))
    refresher = Refresher(store, Feeds({feed.id: feed}, QUICK, PREFIXES), clock, Silent())
    (outcome,) = refresher.run([feed])
    assert (outcome.kind, outcome.because, outcome.found) == ("skipped", "key", "CHIPSCOUT_GCP_KEY")
    assert site.requests == [] and store.history.attempts() == ()


def test_a_failing_feed_does_not_stop_the_next(facts: Facts, store: Store, clock: Clock, site: Site) -> None:
    broken = feed_at(facts, "gpuhunt_tpu", site.at("/tpu.json", answer(b"", status=404)))
    sound = feed_at(facts, "skypilot", site.at("/vms.csv", answer(catalog())))
    refresher = Refresher(store, Feeds({}, QUICK, PREFIXES), clock, Silent())
    assert [each.kind for each in refresher.run([broken, sound])] == ["failed", "taken"]


@contextmanager
def another(store: Store, clock: Clock) -> Iterator[Store]:
    with Store(store.path, clock) as made:
        yield made


def test_two_refreshes_at_once_read_a_feed_once(facts: Facts, store: Store, clock: Clock, site: Site) -> None:
    """While the first reads, the second finds the claim taken and skips the feed."""
    kinds: list[str] = []
    feed = feed_at(facts, "skypilot", "http://127.0.0.1:1/")  # its address is set below

    def meanwhile(request: object, connection: object) -> None:
        with another(store, clock) as theirs:
            (outcome,) = Refresher(theirs, feeds, clock, Silent()).run([feed])
        kinds.append(outcome.kind)
        answer(catalog())(request, connection)  # type: ignore[arg-type]

    feed = feed_at(facts, "skypilot", site.at("/vms.csv", meanwhile))
    feeds = Feeds({feed.id: feed}, QUICK, PREFIXES)
    (outcome,) = Refresher(store, feeds, clock, Silent()).run([feed])
    assert (outcome.kind, kinds, len(site.requests)) == ("taken", ["busy"], 1)
    assert standing(store) == whole(AS_IT_WAS)


def test_a_feed_that_another_process_read_meanwhile_is_skipped(
    facts: Facts, store: Store, clock: Clock, site: Site
) -> None:
    sound = feed_at(facts, "skypilot", site.at("/vms.csv", answer(catalog())))
    feeds = Feeds({}, QUICK, PREFIXES)

    def meanwhile(request: object, connection: object) -> None:
        clock.forward(seconds=1)
        with another(store, clock) as theirs:
            Refresher(theirs, feeds, clock, Silent()).run([sound])
        answer(b"", status=404)(request, connection)  # type: ignore[arg-type]

    slow = feed_at(facts, "gpuhunt_tpu", site.at("/tpu.json", meanwhile))
    outcomes = Refresher(store, feeds, clock, Silent()).run([slow, sound])
    assert [each.kind for each in outcomes] == ["failed", "fresh"]
    assert site.paths() == ["/tpu.json", "/vms.csv"]


def test_downloads_run_at_once_and_are_stored_in_the_order_asked_for(
    facts: Facts, store: Store, clock: Clock, site: Site
) -> None:
    """The first answers only once the second was asked, which one after the other would never happen."""
    second_was_asked = threading.Event()

    def first(request: Request, connection: socket.socket) -> None:
        assert second_was_asked.wait(10)
        answer(catalog())(request, connection)

    def second(request: Request, connection: socket.socket) -> None:
        second_was_asked.set()
        answer(b"", status=404)(request, connection)

    feeds = [
        feed_at(facts, "skypilot", site.at("/vms.csv", first)),
        feed_at(facts, "gpuhunt_tpu", site.at("/tpu.json", second)),
    ]
    settings = QUICK.model_copy(update={"downloads_at_once": 2, "read_seconds": 20})
    outcomes = Refresher(store, Feeds({}, settings, PREFIXES), clock, Silent()).run(feeds)
    assert [(each.feed, each.kind) for each in outcomes] == [("skypilot", "taken"), ("gpuhunt_tpu", "failed")]


def test_an_outcome_says_how_much_came_and_how_long_it_took(refresh: Refresh) -> None:
    outcome = refresh(answer(catalog()))
    assert outcome.megabytes == len(catalog()) / 1e6
    assert 0 < outcome.seconds < 20
    assert refresh(answer(catalog()), only_due=True).seconds == 0


def test_a_page_for_people_is_read_where_the_feed_is_one(
    facts: Facts, store: Store, clock: Clock, site: Site
) -> None:
    """The same answer, of the type HTML, for the feed that reads AWS's page and for one that reads tables."""
    body = page(table("P5 Pricing", P5)).encode()
    feeds = [
        feed_at(facts, "aws_block_page", site.at("/page", answer(body, Content_Type="text/html;charset=UTF-8"))),
        feed_at(facts, "skypilot", site.at("/vms.csv", answer(body, Content_Type="text/html;charset=UTF-8"))),
    ]
    outcomes = Refresher(store, Feeds({}, QUICK, PREFIXES), clock, Silent()).run(feeds)
    assert [(each.kind, each.because) for each in outcomes] == [("taken", ""), ("failed", "html")]
    (price,) = store.history.latest(DAY, purchase="capacity_block")
    assert (price.key.instance, price.key.region, str(price.usd_per_hour)) == ("p5.48xlarge", "us-east-1", "47.76")


def test_without_a_network_no_feed_is_asked_and_each_keeps_what_it_had(
    facts: Facts, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, ...]] = []

    class Listening(Silent):
        def offline(self, hosts: Sequence[ProbedHost], seconds: float) -> None:
            told.append((*(one.host for one in hosts), f"{seconds:g}"))

    away = Unreachable((ProbedHost("prices.example", 443, is_private=False),), is_all=True)
    monkeypatch.setattr(refreshing, "unreachable", lambda *_: away)
    feeds = [feed_at(facts, "skypilot", "https://prices.example/vms.csv")]
    (outcome,) = Refresher(store, Feeds({}, QUICK, PREFIXES), clock, Listening()).run(feeds)
    assert (outcome.kind, outcome.because, told) == ("failed", "no_network", [("prices.example", "3")])
    (attempt,) = store.history.attempts()
    assert attempt.succeeded is None
    mirror = Unreachable(away.hosts)  # another host answers: this one alone is left out
    monkeypatch.setattr(refreshing, "unreachable", lambda *_: mirror)
    (outcome,) = Refresher(store, Feeds({}, QUICK, PREFIXES), clock, Listening()).run(feeds)
    assert (outcome.kind, outcome.because, outcome.found) == ("failed", "unreachable", "prices.example")

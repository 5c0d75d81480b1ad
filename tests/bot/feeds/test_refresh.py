"""Feeds read from a real server into a real file: taken whole, confirmed, or left as they were and said so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from bot.commands.prices.progress import Silent
from bot.feeds.config import Feeds
from bot.feeds.refresh import Refresher, RefreshOutcome
from knowledge.facts import Facts
from knowledge.store.store import Store
from knowledge.types.observed import Observed
from tests.bot.catalogs import AFTER_A_CUT, AS_IT_WAS, catalog
from tests.http.conftest import site as site
from tests.http.describing import QUICK, feed_at
from tests.http.server import Deed, Site, answer, cut_off, endless, redirect, tagged

DAY = date(2026, 11, 21)
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC).timestamp()
PREFIXES = frozenset({"p4", "p5", "g5"})


class Clock:
    """Noon of the day, until it is set forward."""

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


Look = Callable[..., RefreshOutcome]


@pytest.fixture
def look(facts: Facts, store: Store, clock: Clock, site: Site) -> Look:
    """Does these deeds at the feed's address and has it refreshed once; says how it went."""

    def at(*deeds: Deed, only_due: bool = False, accepts_shrunk: bool = False, **changed: object) -> RefreshOutcome:
        address = site.at("/vms.csv", *deeds) if deeds else f"http://127.0.0.1:{site.port}/vms.csv"
        feed = feed_at(facts, "skypilot", address, **changed)
        refresher = Refresher(store, Feeds({feed.id: feed}, QUICK, PREFIXES), clock, Silent())
        (outcome,) = refresher.run([feed], only_due=only_due, accepts_shrunk=accepts_shrunk)
        return outcome

    return at


def standing(store: Store, day: date = DAY) -> dict[tuple[str, str], str]:
    """What is asked on demand, by type and region."""
    held = store.history.latest(day, purchase="on_demand")
    return {(each.key.instance, each.key.region): str(each.usd_per_hour) for each in held}


def whole(prices: dict[str, str]) -> dict[tuple[str, str], str]:
    return {(instance, region): usd for instance, usd in prices.items() for region in ("us-east-1", "us-west-2")}


def test_a_first_look_takes_everything(look: Look, store: Store) -> None:
    """Three machines in two regions, on demand and spot."""
    outcome = look(answer(catalog()))
    assert (outcome.kind, outcome.taken and outcome.taken.new, outcome.standing_since) == ("taken", 12, DAY)
    assert standing(store) == whole(AS_IT_WAS)


def test_a_cut_is_taken_and_the_days_before_stay_as_they_were(look: Look, store: Store, clock: Clock) -> None:
    look(answer(catalog()))
    clock.forward(days=1)
    outcome = look(answer(catalog(AFTER_A_CUT)))
    assert outcome.taken is not None
    assert (outcome.kind, outcome.taken.changed, outcome.taken.unchanged) == ("taken", 4, 8)
    assert standing(store, DAY + timedelta(1)) == whole(AFTER_A_CUT)
    assert standing(store, DAY) == whole(AS_IT_WAS)


def test_nothing_new_confirms_the_prices_of_before(look: Look, store: Store, clock: Clock, site: Site) -> None:
    look(tagged(catalog(), '"v1"'))
    clock.forward(days=2)
    assert look().kind == "unchanged"
    assert site.requests[-1].headers["if-none-match"] == '"v1"'
    assert {each.confirmed_on for each in store.history.latest(DAY + timedelta(2))} == {DAY + timedelta(2)}
    assert {each.seen_on for each in store.history.latest(DAY + timedelta(2))} == {DAY}


def test_the_same_again_without_validators_confirms_as_well(look: Look, store: Store, clock: Clock) -> None:
    look(answer(catalog()))
    clock.forward(days=2)
    assert look().kind == "unchanged"
    assert {each.confirmed_on for each in store.history.latest(DAY + timedelta(2))} == {DAY + timedelta(2)}


def test_a_server_is_not_believed_that_nothing_is_new_once_a_file_was_imported(
    look: Look, store: Store, clock: Clock, site: Site
) -> None:
    """Its 304 would speak of another snapshot than the newest one that is held."""
    look(tagged(catalog(), '"v1"'))
    clock.forward(days=1)
    cheaper = (
        each.model_copy(update={"usd_per_hour": each.usd_per_hour / 2})
        for each in _observed(store)
        if each.usd_per_hour
    )
    store.history.take("skypilot", "aws", DAY + timedelta(1), list(cheaper), digest="brought abc")
    clock.forward(days=1)
    assert look().kind == "taken"
    assert "if-none-match" not in site.requests[-1].headers
    assert standing(store, DAY + timedelta(2)) == whole(AS_IT_WAS)


@pytest.mark.parametrize(
    ("deed", "code"),
    [
        (answer(b"", status=500), "status"),
        (answer(b"", status=429), "busy"),
        (answer(b"", status=429, Retry_After=999), "busy_long"),
        (cut_off(catalog(AFTER_A_CUT)[:200], 400), "cut_off"),
        (redirect("http://elsewhere.example/vms.csv"), "host"),
        (answer(b"<html>moved</html>"), "html"),
        (answer(catalog(AFTER_A_CUT).replace(b"InstanceType", b"Machine")), "wrong_header"),
        (answer(catalog(AFTER_A_CUT).replace(b",Price,", b",OnDemand,")), "wrong_header"),
        (answer(b"PNG\0\0\0\xff\xfe"), None),
        (answer(catalog({"p5.48xlarge": "49.536"}, {"us-east-1": "use1-az1"})), "shrunk"),
        (endless(catalog(AFTER_A_CUT), b"x" * 4096), "too_big"),
    ],
)
def test_a_feed_that_fails_keeps_what_it_had_and_says_so(
    look: Look, store: Store, clock: Clock, deed: Deed, code: str | None
) -> None:
    look(answer(catalog()))
    clock.forward(days=1)
    outcome = look(deed, megabytes_at_most=0.1)
    assert outcome.kind == "failed" and outcome.standing_since == DAY
    assert outcome.because == code if code else outcome.because
    assert standing(store, DAY + timedelta(1)) == whole(AS_IT_WAS)
    noted = next(each for each in store.history.attempts() if not each.address)
    assert (noted.because, noted.succeeded, noted.failing_since) == (outcome.because, NOON, clock.now)


def test_a_snapshot_that_shrank_is_taken_where_somebody_says_so(look: Look, clock: Clock) -> None:
    look(answer(catalog()))
    clock.forward(days=1)
    outcome = look(answer(catalog({"p5.48xlarge": "55.04"}, {"us-east-1": "use1-az1"})), accepts_shrunk=True)
    assert outcome.taken is not None and outcome.taken.gone == 10


def test_what_went_wrong_is_forgotten_when_it_goes_well_again(look: Look, store: Store, clock: Clock) -> None:
    look(answer(b"", status=500))
    assert not store.history.newest_snapshots()
    clock.forward(hours=1)
    assert look(answer(catalog())).kind == "taken"
    noted = next(each for each in store.history.attempts() if not each.address)
    assert (noted.because, noted.succeeded, noted.failing_since) == ("", clock.now, None)


def test_what_is_due_is_read_and_what_was_read_lately_is_not(look: Look, clock: Clock, site: Site) -> None:
    look(answer(catalog()))
    clock.forward(hours=20)
    assert look(only_due=True).kind == "fresh"
    assert len(site.requests) == 1
    clock.forward(hours=2)
    assert look(only_due=True).kind == "unchanged"


def test_a_failed_look_is_due_again_at_once(look: Look) -> None:
    look(answer(b"", status=404))
    assert look(answer(catalog()), only_due=True).kind == "taken"


def test_a_feed_whose_key_is_not_set_is_skipped(facts: Facts, store: Store, clock: Clock, site: Site) -> None:
    feed = feed_at(facts, "gcp_skus", site.at("/skus", answer(b"{}")))
    refresher = Refresher(store, Feeds({feed.id: feed}, QUICK, PREFIXES), clock, Silent())
    (outcome,) = refresher.run([feed])
    assert (outcome.kind, outcome.because, outcome.found) == ("skipped", "key", "CHIPSCOUT_GCP_KEY")
    assert site.requests == [] and store.history.attempts() == ()


def test_one_that_fails_does_not_keep_the_next_from_being_read(
    facts: Facts, store: Store, clock: Clock, site: Site
) -> None:
    broken = feed_at(facts, "gpuhunt_tpu", site.at("/tpu.json", answer(b"", status=404)))
    sound = feed_at(facts, "skypilot", site.at("/vms.csv", answer(catalog())))
    refresher = Refresher(store, Feeds({}, QUICK, PREFIXES), clock, Silent())
    assert [each.kind for each in refresher.run([broken, sound])] == ["failed", "taken"]


@contextmanager
def another(store: Store, clock: Clock) -> Iterator[Store]:
    with Store(store.path, clock) as made:
        yield made


def test_two_at_once_do_the_work_once(facts: Facts, store: Store, clock: Clock, site: Site) -> None:
    """While one reads, the other finds the claim taken and leaves it to the first."""
    kinds: list[str] = []
    feed = feed_at(facts, "skypilot", "http://127.0.0.1:1/")  # its address comes below

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


def test_what_another_finished_while_we_were_at_other_feeds_is_left(
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


def _observed(store: Store) -> Iterator[Observed]:
    for each in store.history.latest(DAY):
        yield Observed(key=each.key, usd_per_hour=each.usd_per_hour, chips=each.chips)

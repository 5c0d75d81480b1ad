"""What prices did to a verdict: which of them, how far, told when and how often; and the verdict through time."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from threading import Lock
from typing import Any

import pytest

from bot.advice.advisor import Advisor
from bot.advice.rejudge import freeze
from bot.advice.team import TeamData
from bot.blockkit.check import check_message
from bot.commands import common
from bot.prices.market_cache import Markets
from bot.watch.history import through_time
from bot.watch.watching import VerdictWatch, WatchedVerdict
from knowledge.facts import Facts, Observed, OwnPrice
from knowledge.store.store import Store
from knowledge.store.verdicts import KeptVerdict
from tests.bot.observed import P5EN, TRN1, TRN2, of_types, price, take, take_for_good
from tests.bot.test_cli import refused
from tests.bot.test_cli import run_here as run
from tests.day import DAY

# At 35.76 and 63.16 USD/h 150 runs cost 29.9k on Trainium, port included, and 33.3k on the GPU.
QUESTION = "trn2.48xlarge or p5en.48xlarge for a Llama 8B full fine-tune, 1B tokens a run, 150 runs, PyTorch, AWS"
LATER = DAY + timedelta(days=7)


def prices(trn2: str, p5en: str, trn1: str = "20") -> tuple[Observed, ...]:
    return (price(TRN2, trn2), price(P5EN, p5en), price(TRN1, trn1))


BEFORE = prices("35.76", "63.16")


class Team:
    """A workspace with one verdict, and feeds that observe prices."""

    def __init__(self, facts: Facts, store: Store, team: str = "T1") -> None:
        self.facts, self.store, self.team = facts, store, team
        self.advisor = Advisor(facts, None, Markets(store.path, facts))
        self.watching = VerdictWatch(self.advisor, store, Lock())

    def asks(self, question: str = QUESTION, *, day: date = DAY, **changed: Any) -> KeptVerdict:
        team = TeamData(prices=self.store.own_prices.of_team(self.team))
        answer = self.advisor.answer(question, self.advisor.parse(question), team=team, day=day)
        assert answer.verdict is not None and answer.verdict.option is not None
        plain = {
            "id": f"v-{self.team}", "team": self.team, "channel": "C1", "thread_ts": "1.000001", "user": "U1",
            "question": question, "reading": answer.reading.model_dump_json(), "as_of": day, "headline": "",
            "prices": freeze(self.store, self.advisor, self.team, answer), "lean": answer.verdict.lean,
            "option": answer.verdict.option.id, "is_watched": True,
        }  # fmt: skip
        kept = KeptVerdict.model_validate(plain | changed)
        self.store.verdicts.keep(kept)
        return kept

    def looks(self, kept: KeptVerdict, day: date = LATER) -> WatchedVerdict:
        seen = self.watching.look(kept, day)
        assert seen is not None
        return seen


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "chipscout.db", time.time) as opened:
        take_for_good(opened, DAY, *BEFORE)
        yield opened


@pytest.fixture
def team(facts: Facts, store: Store) -> Team:
    """At the prices of what is compared alone: each look judges several times."""
    return Team(of_types(facts, P5EN.instance, TRN1.instance, TRN2.instance), store)


def causes(seen: WatchedVerdict) -> list[str]:
    assert seen.moved is not None
    return [move.thing.instance for move in seen.moved.because]


def test_of_several_changed_prices_the_one_that_flips_the_verdict_is_named(team: Team) -> None:
    """Trainium is the dearer above 44.39 USD/h; 62 instead of 63.16 for the GPU changes nothing."""
    kept = team.asks()
    take_for_good(team.store, LATER, *prices("200", "62", "19"))
    seen = team.looks(kept)
    assert seen.moved is not None
    assert (seen.moved.before.lean, seen.moved.after.lean, seen.moved.kinds[0]) == ("trainium", "gpu", "flipped")
    assert causes(seen) == ["trn2.48xlarge"]


def test_if_no_single_price_flips_it_the_prices_that_do_together_are_named(team: Team) -> None:
    """150 runs at 50 and 55 cost 35.7k on Trainium and 29.3k on the GPU; a smaller gap is a near tie, its rule's.

    With 35.76 put back it is 30.1k against 29.3k, with 63.16 put back 35.7k against 33.7k: Trainium either way.
    """
    kept = team.asks()
    take_for_good(team.store, LATER, *prices("50", "55", "19"))
    seen = team.looks(kept)
    assert seen.moved is not None and seen.moved.after.lean == "gpu"
    assert sorted(causes(seen)) == ["p5en.48xlarge", "trn2.48xlarge"]


def test_only_a_large_enough_change_of_the_saving_is_reported(team: Team) -> None:
    """At 30 USD/h Trainium's 150 runs cost 27.7k: 5.6k less than the GPU's, before 3.4k. At 35.5 it is 3.5k."""
    kept = team.asks()
    take(team.store, LATER, *prices("35.5", "63.16"))
    assert team.looks(kept).moved is None
    take(team.store, LATER + timedelta(days=1), *prices("30", "63.16"))
    seen = team.looks(kept, LATER + timedelta(days=1))
    assert seen.moved is not None and seen.moved.kinds[0] == "saving"
    assert causes(seen) == ["trn2.48xlarge"]


def test_time_alone_changes_nothing(team: Team) -> None:
    kept = team.asks()
    assert team.looks(kept, DAY + timedelta(days=60)).moved is None  # the same prices, older


def test_of_two_processes_that_see_the_same_change_one_reports_it(team: Team) -> None:
    kept = team.asks()
    take_for_good(team.store, LATER, *prices("50", "63.16"))
    first, second = team.looks(kept), team.looks(kept)
    assert [team.watching.note(each, 1.0) is not None for each in (first, second)] == [True, False]


def test_a_verdict_that_flaps_is_reported_once_each_way(team: Team) -> None:
    """Prices every three days on either side of where the verdict changes, and finally far beyond it.

    The rule for this work keeps Trainium2 while its chance to be the cheaper is 0.4 or more, which ends at about 55
    USD/h: 37.7k against 33.7k, at a log-spread of 0.44.
    """
    kept, reported = team.asks(), []
    for day, usd in enumerate(("58", "58", "52", "58", "52", "58", *["200"] * 3), start=1):
        when = DAY + timedelta(days=3 * day)
        take(team.store, when, *prices(usd, "63.16"))
        seen = team.looks(kept, when)
        if seen.moved and team.watching.note(seen, float(day)):
            reported.append((day, seen.moved.after.lean))
    assert reported[:2] == [(2, "gpu"), (3, "trainium")]  # a rise counts at its second look, a fall at once
    assert reported[-1] == (9, "gpu") and len(reported) <= 4


def test_a_report_starts_with_the_change_and_is_valid_for_slack(team: Team) -> None:
    kept = team.asks()
    take_for_good(team.store, LATER, *prices("200", "63.16"))
    report = team.watching.note(team.looks(kept), 1.0)
    assert report is not None
    message = json.loads(report.message)
    assert (message["channel"], message["thread_ts"]) == ("C1", "1.000001")
    assert message["text"] == "Prices flipped this verdict: now NVIDIA GPU, no longer Trainium"
    assert "$35.76 (2026-11-21) to $200.00/h (2026-11-28), +459.3%" in message["plain"]  # 200 / 35.76 - 1
    assert check_message({"text": message["text"], "blocks": message["blocks"]}) == ()


def test_an_own_price_that_expires_changes_only_its_team_s_verdict(team: Team, facts: Facts, store: Store) -> None:
    """At a rate of 20 the GPU's 150 runs cost 10.5k; another team pays the list price and keeps Trainium."""
    rate = {
        "team": "T1", "kind": "rate", "scope": "instance", "name": "p5en.48xlarge", "cloud": "aws", "amount": "20",
        "purchase": "capacity_block", "valid_from": DAY, "valid_until": DAY,
    }  # fmt: skip
    store.own_prices.add(OwnPrice.model_validate(rate))
    other = Team(facts, store, "T2")
    ours, theirs = team.asks(), other.asks()
    assert (ours.lean, theirs.lean) == ("gpu", "trainium")
    take(store, LATER, *BEFORE)
    seen = team.looks(ours)
    assert seen.moved is not None and seen.moved.after.lean == "trainium"
    (move,) = seen.moved.because
    assert move.before is not None and (move.before.usd_per_hour, move.before.source) == (20, "own-price-1")
    assert other.looks(theirs).moved is None
    body = store.frozen_prices.get("T2", theirs.prices or "")
    assert body is not None and b"own-price" not in body


def test_the_history_has_each_day_on_which_a_price_changed(team: Team) -> None:
    """Break-even in runs = migration cost / saving per run; with Trainium at 50 or more there is none."""
    kept = team.asks()
    take_for_good(team.store, LATER, *prices("200", "63.16"))
    points = {point.day: point.figures for point in through_time(team.advisor, team.store, kept, LATER)}
    doubted = points[LATER - timedelta(days=3)]  # 200 was seen once
    assert doubted.break_even_runs == pytest.approx(120, rel=0.1) and doubted.lean == "trainium"
    assert points[LATER].break_even_runs is None and points[LATER].lean == "gpu"


def test_watch_list_and_watch_show_in_a_terminal(team: Team, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(common, "load_cached", lambda *_: team.facts)
    kept = team.asks()
    take_for_good(team.store, LATER, *prices("200", "63.16"))
    env = {"CHIPSCOUT_DB": str(team.store.path)}
    listed = run("watch", "list", "--as-of", LATER.isoformat(), env=env).stdout
    assert kept.id in listed and "Prices flipped this verdict" in listed
    picture = tmp_path / "v.png"
    shown = run("watch", "show", kept.id, "--as-of", LATER.isoformat(), "--chart", str(picture), env=env).stdout
    assert "This price alone caused it" in shown and "+459.3%" in shown and "Break-even over time" in shown
    assert picture.read_bytes().startswith(b"\x89PNG")
    flat = json.loads(run("watch", "show", kept.id, "--as-of", LATER.isoformat(), "--json", env=env).stdout)
    assert flat["moved"]["because"][0]["percent"] == 459.28 and flat["history"][-1]["lean"] == "gpu"
    assert "watch list" in refused(run("watch", "show", "nothing", env=env))

"""`chipscout feedback`: thumbs counted, reasons listed, nobody named."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.cli import chipscout
from knowledge.store.store import Store
from knowledge.store.votes import Vote

DAY_SECONDS = 24 * 3600.0
MONDAY = 1_795_392_000.0  # 2026-11-23 00:00 UTC


def vote(verdict: str, user: str, is_up: bool, **more: object) -> Vote:
    plain = {"team": "T1", "verdict": verdict, "user": user, "is_up": is_up, "voted": MONDAY}
    return Vote.model_validate(plain | {"lean": "gpu", "intent": "advise"} | more)


@pytest.fixture
def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "chipscout.db"
    monkeypatch.setenv("CHIPSCOUT_DB", str(path))
    with Store(path, time.time) as store:
        store.votes.cast(vote("a", "U1", True, lean="trainium"))
        store.votes.cast(vote("a", "U2", False, lean="trainium", reason="=no\nquota", voted=MONDAY - DAY_SECONDS))
        store.votes.cast(vote("b", "U1", False))
        store.votes.cast(vote("b", "U1", True))  # changed their mind
        store.votes.cast(vote("c", "U1", True, lean=None, intent="price_lookup"))
    return path


def said(*words: str) -> str:
    done = CliRunner().invoke(chipscout, ["feedback", *words], catch_exceptions=False)
    assert done.exit_code == 0
    return done.output


def test_votes_are_counted_in_all_by_lean_and_by_kind(db: Path) -> None:
    assert db.exists()
    found = json.loads(said("--json"))
    assert (found["votes"], found["up"], found["down"], found["share_up"]) == (4, 3, 1, 0.75)
    assert {name: (count["up"], count["votes"]) for name, count in found["by_lean"].items()} == {
        "gpu": (1, 1),
        "none": (1, 1),
        "trainium": (1, 2),
    }
    assert {name: count["votes"] for name, count in found["by_intent"].items()} == {"advise": 3, "price_lookup": 1}
    assert [reason["reason"] for reason in found["reasons"]] == ["=no\nquota"]
    assert "U1" not in said("--json")


def test_read_by_a_person_it_is_a_line_each(db: Path) -> None:
    assert db.exists()
    lines = said().splitlines()
    assert lines[0] == "3 of 4 up (75%), 1 down."
    assert "Lean Trainium: 1 of 2 up (50%)" in lines
    assert lines[-1] == "2026-11-22 a down: =no quota"


def test_only_votes_from_a_day_on(db: Path) -> None:
    assert db.exists()
    assert json.loads(said("--since", "2026-11-23", "--json"))["votes"] == 3
    assert said("--since", "2027-01-01").strip() == "There are no votes since 2027-01-01 yet."

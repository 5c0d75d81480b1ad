"""List prices through time."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from bot.api.past import price_history
from bot.brief.contract import LONGEST
from bot.wording.errors import UserError
from knowledge.facts import Facts
from tests.day import DAY


def test_every_change_has_its_day(facts: Facts, tmp_path: Path) -> None:
    none = tmp_path / "none.db"
    (series,) = price_history(facts, none, DAY, "p5.48xlarge", "us-east-1", "on_demand", None).series
    assert (series.steps[0].usd_per_hour, series.steps[-1].usd_per_hour) == (98.32, 55.04)
    assert series.change_percent == -44.0 and series.seen_on == "2026-11-09"
    later = price_history(facts, none, DAY, "p5.48xlarge", "us-east-1", "on_demand", date(2026, 1, 1)).series[0]
    assert len(later.steps) <= len(series.steps)


def test_many_prices_are_cut_and_counted(facts: Facts, tmp_path: Path) -> None:
    made = price_history(facts, tmp_path / "none.db", DAY, "h100", "", "", None)
    assert len(made.model_dump_json(exclude_none=True)) <= LONGEST and made.left_out["series"] > 0


def test_what_has_no_price_or_no_such_way_is_said(facts: Facts, tmp_path: Path) -> None:
    for name, way in (("p9.48xlarge", ""), ("p5.48xlarge", "haggling")):
        with pytest.raises(UserError):
            price_history(facts, tmp_path / "none.db", DAY, name, "", way, None)
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"no database" * 100)
    with pytest.raises(UserError):
        price_history(facts, broken, DAY, "p5.48xlarge", "", "", None)

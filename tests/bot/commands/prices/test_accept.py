"""`chipscout prices accept`, and what every command says of a file that is held back until then."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from tests.bot.catalogs import HEADER
from tests.bot.test_cli import refused, run_here

TODAY = datetime.now(UTC).date()
USD = {
    "p5.48xlarge": ("H100", "55.04"),
    "p4d.24xlarge": ("A100", "21.957642"),
    "trn1.32xlarge": ("Trainium", "21.5"),
}
REGIONS = {"us-east-1": "use1-az1", "us-west-2": "usw2-az1"}
SHOW = ("prices", "show", "p5.48xlarge", "--region", "us-east-1", "--purchase", "on_demand", "--json")


class Desk:
    """A database that is filled from files, and the commands on it."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._env = folder, {"CHIPSCOUT_DB": str(folder / "c.db"), "HOME": str(folder)}

    def run(self, *words: str) -> str:
        done = run_here(*words, env=self._env)
        return done.stdout + done.stderr

    def refused(self, *words: str) -> str:
        return refused(run_here(*words, env=self._env))

    def look(self, ago: int, factor: str, *words: str) -> str:
        """A catalog of that day, each price so many times what it was."""
        lines = [
            f"{name},{chip},8,96,1024,,{Decimal(usd) * Decimal(factor)},,{region},{zone}"
            for name, (chip, usd) in USD.items()
            for region, zone in REGIONS.items()
        ]
        path = self._folder / f"{ago}.csv"
        path.write_text("\n".join([HEADER, *lines, ""]))
        day = str(TODAY - timedelta(ago))
        return self.run("prices", "import", "skypilot", str(path), "--observed-on", day, "--cloud", "aws", *words)

    def price(self) -> tuple[float, bool]:
        """What it costs, and whether the feed shows something else."""
        (line,) = json.loads(self.run(*SHOW))
        return line["usd_per_hour"], line["doubted"] is not None


@pytest.fixture
def held(tmp_path: Path) -> Desk:
    """Read daily, in another currency for the last five days but today."""
    desk = Desk(tmp_path)
    for ago in range(9, 5, -1):
        assert "held back" not in desk.look(ago, "1")
    for ago in range(5, 0, -1):
        assert "skypilot aws: 6 prices have been 0.9 times what they were" in " ".join(desk.look(ago, "0.9").split())
    return desk


def test_until_it_is_accepted_nothing_moves_and_each_list_says_so_once(held: Desk) -> None:
    assert held.price() == (55.04, True)
    week = ("--since", str(TODAY - timedelta(7)))
    for command in (("prices", "show", "p5.48xlarge"), ("prices", "changes", *week), ("digest", *week)):
        said = " ".join(held.run(*command).split())
        assert said.count("times what they were since") == 1, command
        assert "prices accept skypilot" in said
    assert json.loads(held.run("digest", *week, "--json"))["lines"] == []
    found = json.loads(held.run("prices", "changes", *week, "--json"))
    assert {(one["announced"], one["code"]) for one in found} == {(False, "held_file")}
    assert len(found) == 6
    assert "$55.04/h" in held.run("ask", "price of p5.48xlarge on demand in us-east-1")
    history = held.run("prices", "history", "p5.48xlarge", "--region", "us-east-1", "--purchase", "on_demand")
    assert "$49.54/h" in history and "not believed" in history


def test_accepted_it_counts_from_today_on_everywhere(held: Desk) -> None:
    assert "accepted; 6 prices at 0.9 times" in " ".join(held.run("prices", "accept", "skypilot").split())
    assert held.price() == (49.536, False)
    yesterday = str(TODAY - timedelta(1))
    (before,) = json.loads(held.run(*SHOW, "--as-of", yesterday))
    assert before["usd_per_hour"] == 55.04
    found = json.loads(held.run("prices", "changes", "--since", yesterday, "--json"))
    assert {(one["announced"], one["percent"], one["told_on"]) for one in found} == {(True, -10.0, str(TODAY))}
    assert len(found) == 6
    (now,) = json.loads(held.run(*SHOW))
    assert (now["since"], now["seen_on"]) == (str(TODAY - timedelta(5)), yesterday)  # nobody looked again
    assert f"last read {yesterday}" in held.run("prices", "show", "p5.48xlarge")
    assert "-10.0%" in held.run("digest", "--since", yesterday)
    assert "$49.54/h" in held.run("ask", "price of p5.48xlarge on demand in us-east-1")
    assert "held back" not in held.run("prices", "show", "p5.48xlarge")
    assert "nothing to accept" in held.refused("prices", "accept", "skypilot")


def test_a_file_is_accepted_as_it_is_imported_and_later_looks_go_on_with_it(held: Desk) -> None:
    said = " ".join(held.look(0, "0.9", "--accept-repriced").split())
    assert "is held back no more" in said
    assert held.price() == (49.536, False)


def test_back_where_it_was_the_file_is_held_no_more_and_nothing_is_told(held: Desk) -> None:
    assert "is held back no more" in " ".join(held.look(0, "1").split())
    assert held.price() == (55.04, False)
    assert json.loads(held.run("prices", "changes", "--since", str(TODAY - timedelta(8)), "--json")) == []


def test_a_license_in_a_list_is_one_line_until_it_is_accepted(tmp_path: Path) -> None:
    """$0.05 for each CPU of three types: 192 of p5, 96 of p4d, 128 of trn1."""
    desk, cpus = Desk(tmp_path), {"p5.48xlarge": 192, "p4d.24xlarge": 96, "trn1.32xlarge": 128}
    for ago in (15, 12, 9, 6, 3):
        rows = [
            f"{name},{chip},8,96,1024,,{Decimal(usd) + (ago < 10) * cpus[name] * Decimal('0.05')},,us-east-1,use1-az1"
            for name, (chip, usd) in USD.items()
        ]
        path = tmp_path / f"license-{ago}.csv"
        path.write_text("\n".join([HEADER, *rows, ""]))
        day = str(TODAY - timedelta(ago))
        said = desk.run("prices", "import", "skypilot", str(path), "--observed-on", day, "--cloud", "aws")
    line = f"the list adds $0.05 per vCPU to 3 types in us-east-1 since {TODAY - timedelta(9)}"
    assert line in said and "prices accept skypilot" in said
    assert desk.price() == (55.04, True)
    for words in (("prices", "changes", "--since", str(TODAY - timedelta(20))), ("digest",), SHOW[:-1]):
        assert " ".join(desk.run(*words).split()).count(line) == 1
    assert "3 types count" in desk.run("prices", "accept", "skypilot")
    assert desk.price() == (64.64, False)  # 55.04 + 192 x 0.05

"""`chipscout prices changes`, from files to what is told."""

from __future__ import annotations

import csv
import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bot.cli import chipscout
from bot.wording.errors import UserError

COLUMNS = ("InstanceType", "AcceleratorName", "AcceleratorCount", "Price", "SpotPrice", "Region", "AvailabilityZone")
KEYS = ["provider", "instance", "region", "purchase", "before", "after", "percent", "kind", "announced", "because"]


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "chipscout.db"
    monkeypatch.setenv("CHIPSCOUT_DB", str(path))
    return path


def run(*words: str) -> Result:
    return CliRunner().invoke(chipscout, ["prices", *words])


def changes(*words: str) -> list[dict[str, Any]]:
    done = run("changes", *words, "--json")
    assert done.exit_code == 0, done.output
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def bring(folder: Path, day: date, p5: str, p4d: str) -> None:
    """A SkyPilot catalog of two types in one region."""
    path = folder / f"{day}.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(COLUMNS)
        rows.writerow(("p5.48xlarge", "H100", "8.0", p5, "17.0", "us-east-1", "use1-az1"))
        rows.writerow(("p4d.24xlarge", "A100", "8.0", p4d, "8.0", "us-east-1", "use1-az1"))
    done = run("import", "skypilot", str(path), "--observed-on", str(day), "--cloud", "aws")
    assert done.exit_code == 0, done.output


def test_without_any_feed_the_recorded_prices_show_the_cuts_of_june_2025() -> None:
    found = changes("--since", "2025-06-01", "--as-of", "2025-07-30")
    assert found == changes("--since", "2025-06-01", "--until", "2025-07-30")
    assert {(each["instance"], each["percent"]) for each in found} == {
        ("p5.48xlarge", -44.02),
        ("p4d.24xlarge", -33.0),
        ("p5en.48xlarge", -25.36),
    }
    assert [list(each)[:10] for each in found] == [KEYS] * 3
    assert found[0]["because"] == (
        "p5.48xlarge on demand in us-east-1 went from $98.32 to $55.04/h (-44.0%), first seen 2025-06-23."
    )


def test_a_feed_that_is_read_hides_none_of_the_recorded_moves(tmp_path: Path) -> None:
    before = changes("--since", "2025-06-01")
    bring(tmp_path, date(2026, 11, 1), "55.04", "21.957642")
    assert changes("--since", "2025-06-01") == before
    assert changes("--since", "2026-11-01") == []  # where the feed begins is no change


def test_whoever_imports_the_table_of_the_readme_still_sees_the_recorded_moves() -> None:
    """docs/prices.csv dates p5's cut to 5 June 2025; the recorded prices saw it on the 23rd, and the rest besides."""
    done = run("import", "recorded", "docs/prices.csv")
    assert done.exit_code == 0, done.output
    found = changes("--since", "2025-06-01", "--until", "2025-07-30")
    assert {(each["instance"], each["percent"], each["seen_on"]) for each in found} == {
        ("p5.48xlarge", -44.02, "2025-06-05"),
        ("p4d.24xlarge", -33.0, "2025-06-23"),
        ("p5en.48xlarge", -25.36, "2025-06-23"),
    }


def test_a_cut_is_told_and_a_price_that_returns_is_not(tmp_path: Path) -> None:
    bring(tmp_path, date(2026, 11, 1), "55.04", "21.957642")
    bring(tmp_path, date(2026, 11, 8), "44.03", "3.66")
    bring(tmp_path, date(2026, 11, 15), "44.03", "21.95764")
    told, doubted = changes("--since", "2026-11-01")
    assert (told["instance"], told["kind"], told["percent"]) == ("p5.48xlarge", "moved", -20.0)
    assert told["announced"]
    assert (doubted["instance"], doubted["kind"], doubted["announced"]) == ("p4d.24xlarge", "suspect", False)
    assert doubted["because"] == (
        "p4d.24xlarge on demand in us-east-1 showed $3.66/h on 2026-11-08 after $21.96 (-83.3%) and was back on"
        " 2026-11-15."
    )


def test_a_person_reads_a_table_and_what_looks_wrong_apart(tmp_path: Path) -> None:
    bring(tmp_path, date(2026, 11, 1), "55.04", "21.957642")
    bring(tmp_path, date(2026, 11, 15), "44.03", "3.66")
    text = run("changes", "--since", "2026-11-01").stdout
    table, _, doubts = text.partition("Looks wrong, please check (1):")
    assert "p5.48xlarge" in table and "44.03" in table and "-20.0" in table and "p4d" not in table
    assert "p4d.24xlarge on demand in us-east-1 showed $3.66" in doubts


def test_the_days_asked_for_begin_at_the_price_that_was_told_and_the_help_says_so(tmp_path: Path) -> None:
    """55.37 is 0.6 % above 55.04, too little to report; 56.15 is 1.4 % above it, and 2 % above what was told."""
    for day, p5 in ((1, "55.04"), (5, "55.37"), (8, "55.37"), (12, "56.15"), (15, "56.15")):
        bring(tmp_path, date(2026, 11, day), p5, "21.957642")
    assert changes("--since", "2026-11-01", "--until", "2026-11-10") == []
    for since in ("2026-11-01", "2026-11-10"):
        (told,) = changes("--since", since, "--until", "2026-11-15")
        assert (told["before"], told["after"], told["percent"]) == (55.04, 56.15, 2.02)
    assert "price that reports had told by this day" in " ".join(run("changes", "--help").stdout.split())


def shown_as_doubted(day: str) -> set[tuple[str, str, float]]:
    found = json.loads(run("show", "--cloud", "aws", "--as-of", day, "--json").stdout)
    return {
        (each["instance"], each["purchase"], each["doubted"]["usd_per_hour"]) for each in found if each["doubted"]
    }


def test_what_waits_is_listed_whenever_it_was_first_shown_as_beside_the_price_of_the_day(tmp_path: Path) -> None:
    """3.66 waits from the 8th on, and 700 is never believed; on the 16th nothing of that is new."""
    for day, p5, p4d in ((1, "55.04", "21.957642"), (8, "55.04", "3.66"), (15, "700", "3.66")):
        bring(tmp_path, date(2026, 11, day), p5, p4d)
    waiting = {("p5.48xlarge", "on_demand", 700.0), ("p4d.24xlarge", "on_demand", 3.66)}
    for since in ("2026-11-01", "2026-11-10", "2026-11-16", "2026-11-20"):
        found = changes("--since", since, "--until", "2026-11-20")
        assert {(each["instance"], each["purchase"], each["after"]) for each in found} == waiting
        assert {each["kind"] for each in found} == {"suspect"}
    assert shown_as_doubted("2026-11-20") == waiting


def test_what_waits_since_the_first_look_and_on_spot_is_listed_too(tmp_path: Path) -> None:
    bring(tmp_path, date(2026, 11, 1), "700", "21.957642")
    path = tmp_path / "2026-11-01.csv"
    path.write_text(
        path.read_text().replace("p4d.24xlarge,A100,8.0,21.957642,8.0", "p4d.24xlarge,A100,8.0,21.957642,20")
    )
    assert run("import", "skypilot", str(path), "--observed-on", "2026-11-08", "--cloud", "aws").exit_code == 0
    found = changes("--since", "2026-11-15", "--until", "2026-11-20")
    waiting = {(each["instance"], each["purchase"], each["after"]) for each in found}
    assert waiting == {("p5.48xlarge", "on_demand", 700.0), ("p4d.24xlarge", "spot", 20.0)}
    assert waiting == shown_as_doubted("2026-11-20")


def test_changes_can_be_narrowed() -> None:
    words = ("--since", "2025-01-01", "--until", "2025-07-30")
    assert {each["provider"] for each in changes(*words, "--cloud", "azure")} == {"azure"}
    assert {each["instance"] for each in changes(*words, "--instance", "p5")} == {"p5.48xlarge", "p5en.48xlarge"}
    assert {each["region"] for each in changes(*words, "--region", "West US3")} == {"westus3"}
    assert {each["purchase"] for each in changes(*words, "--purchase", "spot")} == {"spot"}
    # -33 % is a move by 49 % of the lower price, -44 % one by 79 %
    assert {each["instance"] for each in changes(*words, "--cloud", "aws", "--threshold", "60")} == {"p5.48xlarge"}


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--since", "2026-02-02", "--until", "2026-01-01"), "days_turned"),
        (("--since", "2026-02-02", "--threshold", "100"), "threshold_range"),
        (("--since", "soon"), "bad_date"),
    ],
)
def test_what_cannot_be_asked_is_said_in_a_sentence(words: tuple[str, ...], code: str) -> None:
    problem = run("changes", *words).exception
    assert isinstance(problem, UserError) and problem.code == code


def test_a_figure_no_parser_takes_for_a_price_is_shown_as_doubtful_once(tmp_path: Path) -> None:
    """A hundredfold price and a zero: what stood goes on standing, in verdicts too."""
    bring(tmp_path, date(2026, 11, 1), "55.04", "21.957642")
    bring(tmp_path, date(2026, 11, 8), "5504", "0.0")
    bring(tmp_path, date(2026, 11, 15), "5504", "21.957642")
    found = {each["instance"]: each for each in changes("--since", "2026-11-01")}
    assert {each["kind"] for each in found.values()} == {"suspect"}
    assert not any(each["announced"] for each in found.values())
    high = found["p5.48xlarge"]
    assert (high["before"], high["after"], high["percent"]) == (55.04, 5504, 9900.0)
    assert (high["seen_on"], high["last_seen_on"]) == ("2026-11-08", "2026-11-15")
    assert "implausibly high price (5504)" in high["because"]
    assert "priced at zero" in found["p4d.24xlarge"]["because"]
    assert changes("--since", "2026-11-08") == []
    shown = json.loads(run("show", "p5.48xlarge", "--purchase", "on_demand", "--json").stdout)
    assert {entry["usd_per_hour"] for entry in shown if entry["region"] == "us-east-1"} == {55.04}


def test_of_two_figures_for_one_price_the_one_that_stands_goes_on_standing(tmp_path: Path) -> None:
    """Named equally often, neither is believed against what stood before."""
    bring(tmp_path, date(2026, 11, 1), "55.04", "21.957642")
    path = tmp_path / "twice.csv"
    rows = [("p5.48xlarge", "H100", "8.0", usd, "17.0", "us-east-1", "use1-az1") for usd in ("55.04", "27.52")]
    rows.append(("p4d.24xlarge", "A100", "8.0", "21.957642", "8.0", "us-east-1", "use1-az1"))
    path.write_text("\n".join(",".join(row) for row in (COLUMNS, *rows)) + "\n", encoding="utf-8")
    assert run("import", "skypilot", str(path), "--observed-on", "2026-11-08", "--cloud", "aws").exit_code == 0
    (doubted,) = changes("--since", "2026-11-01")
    assert (doubted["instance"], doubted["kind"], doubted["before"]) == ("p5.48xlarge", "suspect", 55.04)
    assert not doubted["announced"]

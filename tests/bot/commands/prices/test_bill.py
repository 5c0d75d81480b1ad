"""`chipscout prices own import BILL` as a person meets it: shown first, recorded when asked, nothing else kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.bot.test_cli import refused
from tests.bot.test_cli import run_here as run
from tests.knowledge.bills.exports import BILLS, google, json_lines

IMPORT = ("prices", "own", "import")
LIST = ("prices", "own", "list", "--json")


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    return {"CHIPSCOUT_DB": str(tmp_path / "chipscout.db")}


@pytest.fixture
def bill(tmp_path: Path) -> str:
    path = tmp_path / "cur.csv"
    path.write_bytes(BILLS["aws_cur"][0])
    return str(path)


def test_a_bill_is_shown_before_anything_is_written(env: dict[str, str], bill: str) -> None:
    said = run(*IMPORT, bill, env=env).stdout
    lines = said.splitlines()
    assert lines[0] == (
        "AWS Cost and Usage Report: 18 entries, machines from 2026-10-01 to 2026-10-02; $2,324.63 in all, "
        "commitments spread over what they covered."
    )
    assert lines[2].split() == [
        "p5.48xlarge",
        "us-east-1",
        "Savings",
        "Plan",
        "48.00",
        "31.46",
        "1,510.27",
        "0.00",
        "1.00",
    ]
    assert "Not used: 21% of what was paid for Savings Plan on AWS ($409.73)." in said
    assert "committed or reserved and not used $434.73" in said  # 409.728 + 25
    assert "no price of p6-b999.48xlarge (on demand): chipscout does not know this type; its cost is counted" in said
    assert lines[-1] == "Nothing was recorded. Add --record to record these prices; nothing else of the bill is kept."
    assert json.loads(run(*LIST, env=env).stdout) == []


def test_recorded_prices_are_those_shown_once(env: dict[str, str], bill: str, tmp_path: Path) -> None:
    assert "4 prices recorded; nothing else of the bill is kept." in run(*IMPORT, bill, "--record", env=env).stdout
    held = json.loads(run(*LIST, env=env).stdout)
    assert [(row["name"], row["purchase"], row["region"], row["amount"], row["valid_from"]) for row in held] == [
        ("p5.48xlarge", "savings_plan", "us-east-1", 31.464, "2026-10-01"),
        ("p4d.24xlarge", "reserved_3yr", "us-west-2", 12.5, "2026-10-01"),
        ("p5.48xlarge", "on_demand", "us-east-1", 55.04, "2026-10-01"),
        ("p4d.24xlarge", "spot", "us-east-2", 9.0, "2026-10-01"),
    ]
    again = run(*IMPORT, bill, "--record", env=env).stdout
    assert "0 prices recorded, 4 were recorded before" in again
    kept = (tmp_path / "chipscout.db").read_bytes()
    assert b"llama-17" not in kept and b"409.72" not in kept  # neither the run's tag nor what lay idle


def test_the_next_card_is_costed_at_what_was_recorded(env: dict[str, str], bill: str) -> None:
    run(*IMPORT, bill, "--record", env=env)
    shown = run("ask", "price of p5.48xlarge in us-east-1 savings plan", "--as-of", "2026-11-21", env=env).stdout
    assert "31.46" in shown


def test_scripts_get_the_sums_as_json(env: dict[str, str], bill: str) -> None:
    body = json.loads(run(*IMPORT, bill, "--json", env=env).stdout)
    assert (body["total_usd"], body["lines"], body["runs"], body["recorded"]) == (2324.63, 18, 2, [])
    assert body["usd_by_kind"] == {
        "machine": 1830.79, "fee": 0.0, "idle": 434.73, "other": 12.34, "tax": 100.1, "credit": -53.33,
    }  # fmt: skip
    first = body["machines"][0]
    assert (first["instance"], first["usd_per_hour"], first["hours"], first["machines"]) == (
        "p5.48xlarge",
        31.464,
        48,
        1,
    )
    assert body["slots"]["current_usd_per_month"] == "22968.72"


@pytest.mark.parametrize("name", ["azure_cost", "focus", "gcp_export"])
def test_every_export_has_its_card(name: str, env: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "export"
    path.write_bytes(BILLS[name][0])
    said = run(*IMPORT, str(path), env=env).stdout
    assert f"${float(BILLS[name][1]):,.2f} in all" in said
    assert said.splitlines()[-1].startswith("Nothing ")


def test_a_file_that_is_neither_bill_nor_table_is_one_sentence(env: dict[str, str], tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    path.write_text("day,dollars\n2026-10-01,5\n")
    assert "is neither a bill that chipscout reads" in refused(run(*IMPORT, str(path), env=env))


def test_a_rate_by_the_calendar_is_shown_and_recorded_as_none_of_on_demand(
    env: dict[str, str], tmp_path: Path
) -> None:
    """Two hours of a machine for 6 + 70 dollars, which is no price on demand, whatever is recorded."""
    path = tmp_path / "export.jsonl"
    skus = (
        ("A3 Instance Core DWS Flex Start in Americas", 6.0, 416),
        ("Nvidia H100 80GB GPU DWS Flex Start", 70.0, 16),
    )
    path.write_bytes(json_lines([google(*sku) for sku in skus]))
    said = run(*IMPORT, str(path), "--record", env=env).stdout
    assert said.splitlines()[2].split()[:6] == ["a3-highgpu-8g", "us-central1", "scheduled", "2.00", "38.00", "76.00"]
    assert "no price of a3-highgpu-8g (scheduled): an own price has no such way to buy" in said
    assert json.loads(run(*LIST, env=env).stdout) == []

"""`chipscout backtest` on tables as people have them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli import chipscout
from bot.wording.errors import UserError

HEAD = (
    "id,kind,benchmark,model,architecture,parameters,active_parameters,method,sequence_length,precision,"
    "accelerator,accelerator_count,tokens_per_second_per_accelerator,group\n"
)
TABLE = (
    "# measured by hand\n"
    + HEAD
    + "r1,training,llm-foundry,mpt-7b,dense-decoder,6658859008,,full_ft,2048,BF16,h100,8,9500,mine|mpt-7b|h100\n"
    + "\n# a blank result, and a blank size of a known model\n"
    + "r2,training,nemo-perf/megatron-bridge,llama-3.1-8b,,,,pretraining,8192,FP8-CS,gb200,8,,mine|8b|gb200\n"
    + "r3,training,x,resnet50,cnn,25000000,,pretraining,,,h100,8,,g\n"
    + "r4,training,x,llama-3.1-8b,dense-decoder,8e9,8e9,pretraining,,,quantumchip,8,,g\n"
    + "r5,training,x,llama-3.1-8b,dense-decoder,8e9,8e9,pretraining,,,h100,eight,,g\n"
    + "r6,training,x,who-knows,dense-decoder,,,pretraining,,,h100,8,,g\n"
)


def run(path: Path, *options: str) -> Result:
    return CliRunner().invoke(chipscout, ["backtest", str(path), *options])


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "table.csv"
    path.write_text(TABLE, encoding="utf-8")
    return path


def test_every_row_is_predicted_or_says_why_not(table: Path) -> None:
    body = json.loads(run(table, "--json").output)
    first, second = body["rows"]
    assert first["id"] == "r1"
    assert first["unit"] == "tokens/s per accelerator"
    assert first["measured"] == 9500
    assert first["low"] < first["predicted"] < first["high"]
    assert (second["id"], second["measured"]) == ("r2", None)
    reasons = {row["id"]: row["because"] for row in body["skipped"]}
    assert reasons.keys() == {"r3", "r4", "r5", "r6"}
    assert "quantumchip" in reasons["r4"]
    assert "accelerator_count=eight" in reasons["r5"]
    assert body["summary"]["all"]["rows"] == 1


def test_groups_the_fit_knows_are_scored_by_themselves(table: Path) -> None:
    known = TABLE.replace("mine|mpt-7b|h100", "llm-foundry|mpt-7b|h100|full")
    assert json.loads(run(table, "--json").output)["summary"]["seen"] is None
    table.write_text(known, encoding="utf-8")
    body = json.loads(run(table, "--json").output)
    assert body["summary"]["seen"]["rows"] == 1
    assert "The model was fitted to the seen groups" in run(table).output


def test_the_text_reports_the_errors_and_what_was_skipped(table: Path) -> None:
    shown = run(table).output
    assert "2 rows predicted, 4 skipped" in shown
    assert "h100-sxm training" in shown
    assert "The chip quantumchip is unknown." in shown


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("colour,size\nred,1\n", "no_benchmark_table"),
        ("", "no_benchmark_table"),
        (HEAD + 'r1,training,"unclosed\n', "unreadable_file"),
        (HEAD + "r1," * 30 + "\n", "ragged_table"),
    ],
)
def test_what_is_no_table_is_the_user_s_error(tmp_path: Path, text: str, code: str) -> None:
    path = tmp_path / "table.csv"
    path.write_text(text, encoding="utf-8")
    problem = run(path).exception
    assert isinstance(problem, UserError)
    assert problem.code == code


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    problem = run(tmp_path / "none.csv").exception
    assert isinstance(problem, UserError)
    assert problem.code == "unreadable_file"

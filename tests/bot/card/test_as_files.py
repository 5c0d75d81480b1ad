"""The answer as a file: a spreadsheet reads the table, and no cell of it does anything."""

from __future__ import annotations

import csv
import io
import json

import pytest

from bot.advice.advisor import Advisor
from bot.card.as_files import csv_text, exported, guarded

TEXT = "trn2.48xlarge or p5en.48xlarge for a Llama 8B fine-tune, 1B tokens a run, 150 runs, PyTorch, AWS"


def test_the_table_has_every_offering_with_the_same_figures_as_the_json(advisor: Advisor) -> None:
    answer = advisor.ask(TEXT)
    text = csv_text(answer)
    assert text.startswith("\ufeff") and "\r\n" in text
    rows = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))
    body = json.loads(exported(answer, "json", "abc").content)
    assert [row["id"] for row in rows] == [option["id"] for option in body["options"]]
    for row, option in zip(rows, body["options"], strict=True):
        if option["usd_per_run"]:
            assert float(row["usd_per_run_likely"]) == option["usd_per_run"]["likely"]
            assert float(row["usd_per_run_high"]) == option["usd_per_run"]["high"]


@pytest.mark.parametrize("cell", ['=HYPERLINK("x")', "+1", "-1+2", "@SUM(A1)", "\t=1", "\r=1", "\n=1"])
def test_what_a_spreadsheet_would_work_out_is_text(cell: str) -> None:
    assert guarded(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", ["p5en.48xlarge", "a-b", 12.5, -3.0, None, ""])
def test_everything_else_is_left_as_it_is(cell: object) -> None:
    assert guarded(cell) == cell


def test_an_answer_without_offerings_is_an_empty_table(advisor: Advisor) -> None:
    assert csv_text(advisor.ask("price of p5.48xlarge")).strip("\ufeff\r\n") == ""


def test_the_name_says_which_verdict_it_is(advisor: Advisor) -> None:
    answer = advisor.ask(TEXT)
    assert [exported(answer, kind, "abc").name for kind in ("csv", "json", "math")] == [
        "chipscout-abc.csv",
        "chipscout-abc.json",
        "chipscout-abc-math.txt",
    ]

"""`chipscout ask` and `parse`: one question, or a batch of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.cli import chipscout
from bot.wording.errors import UserError
from tests.day import DAY, FOUNDING


@pytest.fixture(autouse=True)
def no_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHIPSCOUT_DB", str(tmp_path / "none.db"))


def run(*words: str, text: str | None = None) -> Result:
    return CliRunner().invoke(chipscout, words, input=text)


def test_a_question_gives_one_card_and_the_same_as_json() -> None:
    card = run("ask", FOUNDING, "--as-of", DAY.isoformat()).output
    body = json.loads(run("ask", FOUNDING, "--as-of", DAY.isoformat(), "--json").output)
    assert body["verdict"]["lean"] == "trainium" and "Trainium2" in card.splitlines()[0]


def test_a_slot_set_by_hand_overrides_what_was_read() -> None:
    body = json.loads(run("ask", "8B fine-tune, 50 runs", "--set", "runs=20", "--json").output)
    assert body["profile"]["runs"] == 20


def test_a_batch_answers_threads_turn_by_turn(tmp_path: Path) -> None:
    lines = [{"id": "a", "text": "price of p5.48xlarge"}, {"id": "b", "turns": ["8B fine-tune", "make it 70B"]}]
    file = tmp_path / "questions.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)) + "\n\n", encoding="utf-8")
    said = [json.loads(line) for line in run("parse", "--batch", str(file)).output.splitlines()]
    assert [one["id"] for one in said] == ["a", "b#1", "b#2"]
    assert [one["profile"].get("parameters") for one in said] == [None, 8e9, 70e9]


def test_a_batch_can_come_through_a_pipe() -> None:
    (line,) = run("parse", "--batch", "-", text='{"id": "x", "text": "8B fine-tune"}\n').output.splitlines()
    assert json.loads(line)["id"] == "x"


NO_QUESTION = [
    "no json", '{"text": "without an id"}', '{"id": "x"}', "[1]", "null", "[" * 100_000, '{"id": ' + "9" * 5000 + "}",
    '{"id": "x", "text": 5}', '{"id": ["x"], "text": "8B"}', '{"id": "x", "turns": "8B"}',
    '{"id": "x", "turns": [5]}', '{"id": "x", "turns": {"a": 1}}', '{"id": "x", "text": "a\x00b"}', "\x00",
]  # fmt: skip


@pytest.mark.parametrize("line", NO_QUESTION, ids=lambda line: ascii(line)[:40])
def test_a_line_that_is_no_question_is_named_by_its_number(line: str) -> None:
    refused = run("parse", "--batch", "-", text=f'{{"id": "x", "text": "8B"}}\n{line}\n').exception
    assert isinstance(refused, UserError)
    assert (refused.code, refused.values["number"]) == ("bad_batch_line", 2)


def test_a_text_that_cannot_be_read_is_named_by_its_line(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text('{"id": "a", "text": "8B"}\n\n   \n{"id": "b", "text": "..."}\n', encoding="utf-8")
    refused = run("parse", "--batch", str(file)).exception
    assert isinstance(refused, UserError)
    assert (refused.code, refused.values["number"]) == ("batch_line", 4)


def test_a_batch_as_windows_writes_it_is_read(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_bytes('\ufeff{"id": "a", "text": "8B\u2028fine-tune"}\r\n\r\n{"id": 2, "text": "70B"}\r\n'.encode())
    said = [json.loads(line) for line in run("parse", "--batch", str(file)).output.splitlines()]
    assert [one["id"] for one in said] == ["a", "2"]


@pytest.mark.parametrize("value", ["-3", "0", "nan", "inf", "1e400", "9" * 5000, "0x10", "1_0_", "٣"])
def test_a_number_of_runs_that_is_none_is_refused_in_a_sentence(value: str) -> None:
    refused = run("ask", "8B fine-tune", "--set", f"runs={value}").exception
    assert isinstance(refused, UserError) and refused.code == "bad_value"

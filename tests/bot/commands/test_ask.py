"""`chipscout ask` and `parse`: one question, or a batch of them."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner, Result

from bot.brief.schema import schema_of
from bot.cli import chipscout
from bot.wording.errors import UserError
from bot.wording.words import error
from tests.day import DAY, FOUNDING
from tests.engine.estimates.sample import AXOLOTL


@pytest.fixture(autouse=True)
def no_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHIPSCOUT_DB", str(tmp_path / "none.db"))


def run(*words: str, text: str | None = None) -> Result:
    return CliRunner().invoke(chipscout, words, input=text)


def test_a_question_gives_one_card_and_the_same_as_json() -> None:
    card = run("ask", FOUNDING, "--as-of", DAY.isoformat()).output
    body = json.loads(run("ask", FOUNDING, "--as-of", DAY.isoformat(), "--json").output)
    assert body["verdict"]["lean"] == "trainium" and "Trainium2" in card.splitlines()[0]


def test_the_brief_answer_is_one_line_of_at_most_4_kb() -> None:
    printed = run("ask", FOUNDING, "--as-of", DAY.isoformat(), "--brief").output
    assert printed.count("\n") == 1 and len(printed.encode()) <= 4_096
    assert json.loads(printed)["option"]["instance"] == "trn2.48xlarge"


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


def test_a_full_line_of_a_batch_is_the_full_answer_with_an_id() -> None:
    """Byte for byte, so valid against the schema, whatever is asked."""
    validator = jsonschema.Draft202012Validator(schema_of("full"))
    for question in (FOUNDING, "price of p5.48xlarge", "hello"):
        line = json.loads(run("ask", "--json", "--batch", "-", text=json.dumps({"id": "x", "text": question})).output)
        assert list(validator.iter_errors(line)) == []
        assert line.pop("id") == "x"
        assert line == json.loads(run("ask", "--json", question).output)
    brief = json.loads(
        run("ask", "--brief", "--batch", "-", text='{"id": "x", "text": "price of p5.48xlarge"}').output
    )
    assert list(jsonschema.Draft202012Validator(schema_of("brief")).iter_errors(brief)) == []


@pytest.mark.parametrize("slot", ["parameters", "active_parameters"])
@pytest.mark.parametrize("value", ["70", "1.5"])
def test_a_size_without_its_unit_is_refused_with_what_was_meant(slot: str, value: str) -> None:
    refused = run("ask", "52 full fine-tunes on AWS", "--set", f"{slot}={value}").exception
    assert isinstance(refused, UserError) and refused.code == "too_small_a_model"
    assert error(refused).startswith(f"{value} parameters? Say {value}B for {value} billion")


def test_a_size_is_set_as_people_write_it() -> None:
    for value in ("70B", "70b", "70e9", "70000000000"):
        body = json.loads(run("ask", "52 full fine-tunes on AWS", "--set", f"parameters={value}", "--json").output)
        assert body["profile"]["parameters"] == 70e9


def test_a_day_far_ahead_is_refused_in_one_sentence() -> None:
    refused = run("ask", "price of p5.48xlarge", "--as-of", "2099-01-01").exception
    assert isinstance(refused, UserError) and refused.code == "no_day_ahead"
    assert error(refused).startswith("2099-01-01 is too far ahead")
    assert run("ask", "price of p5.48xlarge", "--as-of", "2027-01-09").exit_code == 0


def test_a_brief_line_of_a_batch_is_the_brief_answer_with_an_id() -> None:
    """Byte for byte, so that it keeps to the same 4 kB."""
    line = run("ask", "--brief", "--batch", "-", text=json.dumps({"id": "x", "text": FOUNDING})).output
    assert line == '{"id":"x",' + run("ask", "--brief", FOUNDING).output[1:]


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


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"[" * 100_000, "bad_batch_line"),
        (b'{"a":' * 50_000, "bad_batch_line"),
        (b'{"id": ' + b"9" * 5_000 + b', "text": "8B"}', "bad_batch_line"),
        (b'{"id": "a", "text": "8B \\ud800"}', "bad_batch_line"),
        (b'{"id": "\\udfff", "text": "8B"}', "bad_batch_line"),
        (b'{"id": Infinity, "text": "8B"}', "bad_batch_line"),
        (b'{"id": "a", "text": "caf\xe9"}', "bad_batch_text"),
        ('{"id": "a", "text": "8B"}'.encode("utf-16"), "bad_batch_text"),
        (b'{"id": "a", "text": ""}', "batch_line"),
    ],
    ids=["brackets", "braces", "digits", "half-a-pair", "half-an-id", "infinity", "latin-1", "utf-16", "empty"],
)
def test_a_line_that_cannot_be_read_is_named(line: bytes, code: str, tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_bytes(b'\xef\xbb\xbf{"id": "a", "text": "8B fine-tune"}\r\n\n   \n' + line + b"\n")
    refused = run("parse", "--batch", str(file)).exception
    assert isinstance(refused, UserError)
    assert (refused.code, refused.values["number"]) == (code, 4)


@pytest.mark.parametrize("pair", ["runs", "runs=", "runs= ", "=3", " =3"])
def test_a_setting_without_slot_or_value_is_told(pair: str) -> None:
    refused = run("ask", "8B fine-tune", "--set", pair).exception
    assert isinstance(refused, UserError) and refused.code == "bad_setting"


def test_the_math_of_a_fit_is_not_empty_as_json() -> None:
    text = "does full fine-tuning of a 70B fit on 8 H100?"
    body = json.loads(run("ask", text, "--as-of", DAY.isoformat(), "--math", "--json").output)
    assert any("130 weights + 130 gradients + 782 Adam states" in line["text"] for line in body["lines"])


def test_a_config_in_the_code_of_a_question_is_estimated() -> None:
    card = run(
        "ask",
        f"does this fit on 8 A100 40GB and what does it cost?\n```yaml\n{AXOLOTL}```",
        "--as-of",
        DAY.isoformat(),
    ).output
    assert card.startswith("Fits on 1 x ") and "8 x NVIDIA A100 40 GB" in card.splitlines()[0]
    assert "$" in card.splitlines()[0]


def test_a_past_day_is_answered_in_the_terminal_too() -> None:
    """$98.32 was the list price of p5.48xlarge until the cut of June 2025."""
    card = run("ask", "what did p5.48xlarge cost in January 2025?", "--as-of", DAY.isoformat()).output
    assert card.startswith("On 2025-01-31") and "$98.32" in card.splitlines()[0]

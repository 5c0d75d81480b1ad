"""The command as a person or a script meets it: exit status, one sentence for bad input, never a traceback."""

from __future__ import annotations

import contextlib
import gc
import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from unittest import mock

import pytest

from bot.cli import main
from knowledge.loading.load import data_dir
from tests.day import FOUNDING
from tests.forked import as_text, completed

ROOT = Path(__file__).resolve().parents[2]
COMMAND = Path(sys.executable).parent / "chipscout"


def run(*words: str, env: dict[str, str] | None = None, text: str = "") -> subprocess.CompletedProcess[str]:
    """A process of its own, forked from one that has imported everything."""
    there = {**os.environ, "COLUMNS": "100", **(env or {})}
    return as_text(completed([str(COMMAND), *words], env=there, text=text))


def script(*words: str, env: dict[str, str] | None = None, text: str = "") -> subprocess.CompletedProcess[str]:
    """The console script itself."""
    return subprocess.run(
        [str(COMMAND), *words],
        capture_output=True,
        text=True,
        input=text,
        env={**os.environ, "COLUMNS": "100", **(env or {})},
        check=False,
        timeout=60,
    )


def run_here(*words: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """The same in this process: `main` with these words, and what it printed. Starts in milliseconds."""
    out, err, status, rarely = io.StringIO(), io.StringIO(), 0, gc.get_threshold()
    there = {"COLUMNS": "100", **(env or {})}
    with (
        mock.patch.dict(os.environ, there),
        mock.patch.object(sys, "argv", [str(COMMAND), *words]),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as stopped:
            status = int(stopped.code or 0)
        finally:
            gc.set_threshold(*rarely)  # that of a command must not stay for the tests that follow it here
    return subprocess.CompletedProcess(words, status, out.getvalue(), err.getvalue())


def refused(done: subprocess.CompletedProcess[str]) -> str:
    """The sentence of a refusal: status 2, nothing on stdout, one line on stderr."""
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    return done.stderr.strip()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("ask",), "need a question"),
        (("ask", "   "), "need a question"),
        (("ask", "x" * 50_000), "50000 characters"),
        (("ask", "🙂🙂🙂"), "no words"),
        (("ask", "--set", "rnus=3", FOUNDING), "did you mean runs"),
        (("ask", "--set", "runs=many", FOUNDING), "not a value for runs"),
        (("ask", "--set", "runs", FOUNDING), "slot=value"),
        (("ask", "--set", "runs=-3", FOUNDING), "-3 is not a value for runs: it must be greater than 0."),
        (("ask", "--set", "runs=0", FOUNDING), "0 is not a value for runs: it must be greater than 0."),
        (("ask", "--set", "deadline_days=-1", FOUNDING), "-1 is not a value for deadline_days"),
        (("ask", "--set", "utilization=70", FOUNDING), "it must be less than or equal to 1"),
        (("ask", "--set", "precision=fp7", FOUNDING), "fp7 is not a value for precision"),
        (("ask", "--as-of", "yesterday", FOUNDING), "not a date"),
        (("prices", "show", "p5", "--as-of", "2130-01-01"), "still to come"),
        (("ask", "--batch", "nowhere.jsonl", "--json"), "cannot be read"),
        (("facts", "show", "traniumm2"), "did you mean trainium2"),
        (("facts", "show"), "Name an entry"),
        (("ask", "--no-such-option", FOUNDING), "No such option"),
        (("nonsense",), "No such command"),
    ],
)
def test_bad_input_gets_one_sentence_that_says_what_would_work(words: tuple[str, ...], says: str) -> None:
    assert says in refused(run_here(*words))


def test_forty_thousand_characters_are_refused_in_one_sentence_or_read() -> None:
    done = run("ask", "--json", "fine-tune llama 8b " * 2_105)
    assert done.returncode in (0, 2)
    assert "Traceback" not in done.stderr


def test_a_broken_data_file_names_file_entry_and_remedy(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    shutil.copytree(data_dir(), folder)
    with (folder / "hardware/accelerators.toml").open("a", encoding="utf-8") as file:
        file.write('\n[[accelerator]]\nid = "vendor-x1"\nname = "X1"\n')
    sentence = refused(run("ask", FOUNDING, env={"CHIPSCOUT_DATA": str(folder)}))
    assert "accelerators.toml" in sentence and "vendor-x1" in sentence and "missing" in sentence


def test_a_missing_data_folder_is_named(tmp_path: Path) -> None:
    assert "not found" in refused(run("ask", FOUNDING, env={"CHIPSCOUT_DATA": str(tmp_path / "nowhere")}))


def test_an_off_topic_text_is_answered_kindly_with_status_0() -> None:
    done = run("ask", "tell me a joke about kubernetes")
    assert done.returncode == 0
    assert "accelerators" in done.stdout


def test_a_batch_gives_one_object_a_line_and_threads_number_their_turns(tmp_path: Path) -> None:
    batch = tmp_path / "q.jsonl"
    lines = [
        {"id": "a", "text": FOUNDING},
        {"id": "t", "turns": ["weekly llama 8b fine-tune, pytorch", "what if only 2 runs?"]},
    ]
    batch.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    for command in ("ask", "parse"):
        done = run(command, "--batch", str(batch), *(["--json"] if command == "ask" else []))
        assert done.returncode == 0, done.stderr
        made = [json.loads(line) for line in done.stdout.splitlines()]
        assert [entry["id"] for entry in made] == ["a", "t#1", "t#2"]
        assert made[2]["profile"]["runs"] == 2


def test_a_bad_line_of_a_batch_is_named_and_nothing_is_answered(tmp_path: Path) -> None:
    batch = tmp_path / "q.jsonl"
    batch.write_text('{"id": "a", "text": "llama"}\n{"id": 3}\n', encoding="utf-8")
    assert "Line 2" in refused(run("ask", "--batch", str(batch), "--json"))


def test_settings_override_what_was_read() -> None:
    body = json.loads(run("ask", "--json", "--set", "parameters=70e9", "--set", "clouds=gcp", FOUNDING).stdout)
    assert body["profile"]["parameters"] == 70e9
    assert body["profile"]["clouds"] == ["gcp"]


def test_the_facts_are_sound_and_can_be_followed() -> None:
    assert "all consistent" in run("facts", "check").stdout
    body = json.loads(run("facts", "show", "trainium2").stdout)
    assert body["trainium2"]["bf16_dense_tflops"]["value"] == 667
    everything = json.loads(run("facts", "show", "--all", "--json").stdout)
    assert {"trainium2", "p5.48xlarge", "ex1-breakeven"} <= set(everything)


def test_what_is_known_is_that_of_the_day_asked_about() -> None:
    """Before the June 2025 cut p5.48xlarge cost 98.32 an hour on demand; today it is 55.04."""
    then, now = (
        json.loads(run("ask", "--json", "--as-of", day, "price of p5.48xlarge in us-east-1").stdout)
        for day in ("2025-05-15", "2026-11-21")
    )
    assert "98.32" in then["verdict"]["headline"]
    assert "55.04" in now["verdict"]["headline"]


def test_the_module_is_the_command() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "bot.cli", "--help"], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert told.returncode == 0 and "prices" in told.stdout

"""`chipscout estimate`, as a shell sees it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.bot.test_cli import refused, run, run_here
from tests.engine.estimates.sample import AXOLOTL, TRAINER

DAY = ("--as-of", "2026-11-21")


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "a.yml"
    file.write_text(AXOLOTL)
    return file


def test_a_file_is_answered_with_fit_hours_and_dollars(config: Path) -> None:
    done = run_here("estimate", str(config), "--on", "8xH100", *DAY)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Fits on ")


def test_standard_input_is_a_file_too(config: Path) -> None:
    piped = run("estimate", "-", "--json", *DAY, text=AXOLOTL)
    named = run_here("estimate", str(config), "--json", *DAY)
    assert json.loads(piped.stdout)["runs"][0]["usd"] == json.loads(named.stdout)["runs"][0]["usd"]


def test_two_formats_of_one_run_cost_the_same(config: Path, tmp_path: Path) -> None:
    other = tmp_path / "a.json"
    other.write_text(TRAINER)
    body = json.loads(run_here("estimate", str(config), str(other), "--on", "8xH100", "--json", *DAY).stdout)
    assert body["runs"][0]["usd"] == body["runs"][1]["usd"]


def test_a_difference_is_the_comment_of_a_pull_request(config: Path, tmp_path: Path) -> None:
    longer = tmp_path / "b.yml"
    longer.write_text(AXOLOTL.replace("4096", "16384"))
    done = run_here("estimate", str(longer), "--diff", str(config), *DAY)
    assert done.returncode == 0, done.stderr
    assert "sequence 4,096 → 16,384" in done.stdout
    body = json.loads(run_here("estimate", str(longer), "--diff", str(config), "--json", *DAY).stdout)
    assert body["runs"][0]["verdict"] == "dearer"
    assert body["comment"] == done.stdout


def test_a_base_file_and_several_files_do_not_go_together(config: Path) -> None:
    assert "one file" in refused(run_here("estimate", str(config), str(config), "--diff", str(config)))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty."),
        (b"\x89PNG\r\n\x1a\n\x00\xff", "is not a text file."),
        (b"Dear diary, today I trained a model.", "is none of the config and job formats I read."),
        (b"x" * 100_000_000, "is longer than the 400,000 characters"),
    ],
)
def test_a_file_of_another_kind_is_one_sentence(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "odd.yml"
    file.write_bytes(content)
    assert said in refused(run_here("estimate", str(file)))


def test_a_file_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    assert "cannot be read" in refused(run_here("estimate", str(tmp_path / "none.yml")))


def test_a_slot_that_does_not_exist_is_one_sentence(config: Path) -> None:
    assert "did you mean samples" in refused(run_here("estimate", str(config), "--set", "sample=5"))


def test_a_file_that_can_no_longer_be_read_is_not_called_removed(config: Path, tmp_path: Path) -> None:
    base = tmp_path / "base"
    base.mkdir()
    (base / config.name).write_text(config.read_text())
    (base / "other.yml").write_text(config.read_text())
    other = config.with_name("other.yml")
    other.write_text(config.read_text())
    config.write_text("base_model: [x\n")
    done = run_here("estimate", str(config), str(other), "--diff", str(base))
    assert done.returncode == 0
    assert "removed" not in done.stdout and "is not valid YAML" in done.stdout

"""`chipscout plan`, as a shell sees it."""

from __future__ import annotations

import json
from pathlib import Path

from tests.bot.fleet.sample import TUNE
from tests.bot.test_cli import refused, run_here

DAY = ("--as-of", "2026-11-21")
EXAMPLE = str(Path(__file__).parents[3] / "docs" / "fleet.toml")


def test_the_example_of_the_documents_has_a_plan_and_a_picture(tmp_path: Path) -> None:
    picture = tmp_path / "plan.png"
    done = run_here("plan", EXAMPLE, "--picture", str(picture), *DAY)
    assert done.returncode == 0, done.stderr
    assert " for all 4 workloads, within $300,000 in total and $25,000 a month" in done.stdout.splitlines()[
        0
    ] + " " + " ".join(done.stdout.splitlines()[1:2])
    assert "Adds up" in done.stdout
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_the_json_is_one_object(tmp_path: Path) -> None:
    file = tmp_path / "f.toml"
    file.write_text(TUNE)
    done = run_here("plan", str(file), "--json", *DAY)
    assert json.loads(done.stdout)["plan"]["used"][0]["workload"] == "tune"


def test_a_file_that_cannot_be_read_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "f.toml"
    file.write_text(TUNE + "colour = 3\n")
    assert "Line 9 of" in refused(run_here("plan", str(file), *DAY))
    assert "No such file" in refused(run_here("plan", str(tmp_path / "none.toml"), *DAY))

"""`chipscout measure` as a person meets it: recorded, compared, listed, removed, and used by the next verdict."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from bot.advice.advisor import Advisor
from bot.advice.team import TeamData
from bot.blockkit.check import check_message
from bot.card.as_json import answer_json
from bot.card.as_text import (
    card_text,
    math_text,
)
from bot.card.blocks.message import (
    card_blocks,
    sentence,
)
from knowledge.store.store import Store
from tests.bot.test_cli import refused
from tests.bot.test_cli import run_here as run
from tests.knowledge.store.test_measurements import measurement

QUESTION = "trn2.48xlarge or p5en.48xlarge for a Llama 8B fine-tune, 1B tokens a run, 150 runs, PyTorch, AWS"
LLAMA = ("--model", "llama-3.1-8b")
ADD = ("measure", "add", "--on", "trn2.48xlarge", "--tokens-per-second")

PAIR = "trn2.48xlarge or p5en.48xlarge: repeated Llama fine-tune, PyTorch, tight region capacity"


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    return {"CHIPSCOUT_DB": str(tmp_path / "chipscout.db")}


def done(*words: str, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    made = run(*words, env=env)
    assert made.returncode == 0, made.stderr
    return made


def asked(env: dict[str, str]) -> dict[str, Any]:
    body: dict[str, Any] = json.loads(done("ask", QUESTION, "--as-of", "2026-11-21", "--json", env=env).stdout)
    return body


def test_what_was_recorded_is_said_back_with_what_it_implies(env: dict[str, str]) -> None:
    """51,200 tokens/s on 16 chips: 3,200 per chip x 5.1401e10 FLOPs = 164.5 TFLOP/s of 667, 25%."""
    said = done(*ADD, "51.2k", *LLAMA, "--date", "2026-11-20", "--note", "batch 128", env=env).stdout
    assert "own-1" in said and "51,200 tokens/s" in said and "3,200 per chip" in said
    assert "164 TFLOP/s" in said and "25%" in said and "(MFU)" in said
    assert "vendor claim" in said and "below that interval" in said
    listed = done("measure", "list", env=env).stdout
    assert "own-1 2026-11-20 trn2.48xlarge, 16 chips" in listed and "batch 128" in listed
    (row,) = json.loads(done("measure", "list", "--json", env=env).stdout)
    assert (row["id"], row["accelerator"], row["chips"], row["tokens_per_second"]) == (1, "trainium2", 16, 51_200)
    assert row["mfu_percent"] == pytest.approx(24.66, abs=0.01)


def test_the_figure_of_one_chip_is_the_same_measurement(env: dict[str, str]) -> None:
    body = json.loads(done(*ADD, "3,200", *LLAMA, "--per-chip", "--json", env=env).stdout)
    assert body["tokens_per_second"] == 51_200


def test_the_next_verdict_rests_on_it_and_cites_it(env: dict[str, str]) -> None:
    """Half of what the vendor claims: Trainium2 no longer pays within 150 runs."""
    assert asked(env)["verdict"]["lean"] == "trainium"
    done(*ADD, "51.2k", *LLAMA, "--date", "2026-11-20", env=env)
    body = asked(env)
    assert body["verdict"]["lean"] == "gpu"
    option = next(option for option in body["options"] if option["accelerator"] == "trainium2")
    assert (option["evidence"], option["basis"]) == ("own", "measured")
    assert "own-1" in option["cites"]
    assert body["cites"]["own-1"]["title"].startswith("Measured by your team on 2026-11-20: Llama 3.1 8B")
    assert (body["cites"]["own-1"]["grade"], body["cites"]["own-1"]["as_of"]) == ("own", "2026-11-20")
    card = done("ask", QUESTION, "--as-of", "2026-11-21", env=env).stdout
    assert "your own test" in card and "Measured by your team on 2026-11-20" in card
    assert "Your team" in done("ask", QUESTION, "--as-of", "2026-11-21", "--math", env=env).stdout


def test_removed_it_counts_no_more(env: dict[str, str]) -> None:
    before = asked(env)
    done(*ADD, "51.2k", *LLAMA, env=env)
    assert "Removed own-1" in done("measure", "remove", "own-1", env=env).stdout
    assert asked(env) == before
    assert "measure list" in refused(run("measure", "remove", "1", env=env))


def test_what_another_workspace_measured_is_not_asked_about(env: dict[str, str]) -> None:
    before = asked(env)
    done(*ADD, "51.2k", *LLAMA, "--workspace", "T0123456", env=env)
    assert asked(env) == before
    assert "Nothing is recorded" in done("measure", "list", env=env).stdout
    assert "own-1" in done("measure", "list", "--workspace", "T0123456", env=env).stdout


def test_a_batch_rests_on_it_too(env: dict[str, str], tmp_path: Path) -> None:
    done(*ADD, "51.2k", *LLAMA, env=env)
    batch = tmp_path / "q.jsonl"
    batch.write_text(json.dumps({"id": "a", "text": QUESTION}) + "\n", encoding="utf-8")
    assert "own-1" in json.loads(done("ask", "--batch", str(batch), "--json", env=env).stdout)["cites"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((*ADD, "51.2k", *LLAMA, "--per-chip"), "3.95 times the peak of AWS Trainium2 (667)"),
        ((*ADD, "51.2k", *LLAMA, "--per-chip"), "total for all 16 chips; drop --per-chip"),
        ((*ADD, "512k", *LLAMA), "more than 16 chips (--chips)"),
        ((*ADD, "fast", *LLAMA), "not a number for --tokens-per-second"),
        ((*ADD, "0", *LLAMA), "not a number for --tokens-per-second"),
        ((*ADD, "nan", *LLAMA), "not a number for --tokens-per-second"),
        ((*ADD, "-5", *LLAMA), "not a number for --tokens-per-second"),
        ((*ADD, "50k"), "--parameters 8B"),
        ((*ADD, "50k", "--model", "lama-3.1-8b"), "did you mean llama-3.1-8b"),
        ((*ADD, "50k", *LLAMA, "--parameters", "70B"), "8.03B parameters, not 70B"),
        ((*ADD, "50k", *LLAMA, "--date", "2999-01-01"), "future"),
        ((*ADD, "50k", *LLAMA, "--date", "yesterday"), "not a date"),
        ((*ADD, "50k", *LLAMA, "--chips", "0"), "--chips"),
        (("measure", "add", "--on", "trn2", "--tokens-per-second", "5k", *LLAMA), "--chips 8"),
        (("measure", "add", "--on", "trn2.84xlarge", "--tokens-per-second", "5k", *LLAMA), "mean trn2.48xlarge"),
        (("measure", "add", "--tokens-per-second", "5k"), "--on"),
        (("measure", "remove", "own-x"), "measure list"),
        (("measure", "remove", "9" * 40), "measure list"),
    ],
)
def test_bad_input_gets_one_sentence_and_nothing_is_recorded(
    words: tuple[str, ...], says: str, env: dict[str, str]
) -> None:
    assert says in refused(run(*words, env=env))
    assert json.loads(done("measure", "list", "--json", env=env).stdout) == []


def test_one_of_a_chip_the_facts_no_longer_have_is_told(env: dict[str, str]) -> None:
    with Store(Path(env["CHIPSCOUT_DB"]), time.time) as store:
        store.measurements.add(measurement(workspace="local", accelerator="abacus"))
    assert "does not know the chip abacus" in done("measure", "list", env=env).stdout
    assert asked(env)["verdict"]["lean"] == "trainium"


def test_a_very_slow_one_is_recorded_and_asked_about(env: dict[str, str]) -> None:
    assert "record it again with --per-chip" in done(*ADD, "3200", *LLAMA, env=env).stdout


def test_a_very_fast_one_is_recorded_and_asked_about(env: dict[str, str]) -> None:
    """160,000 tokens/s on 16 chips are 514 TFLOP/s a chip, 77% of the peak; nobody has published more than 65 %."""
    said = done(*ADD, "160k", *LLAMA, env=env).stdout
    assert "77%" in said and "Nobody has published" in said


def test_asking_makes_no_database_and_needs_none(env: dict[str, str]) -> None:
    assert asked(env)["verdict"]["lean"] == "trainium"
    assert not Path(env["CHIPSCOUT_DB"]).exists()


def test_a_database_that_cannot_be_read_is_told_and_answered_without(env: dict[str, str]) -> None:
    Path(env["CHIPSCOUT_DB"]).write_bytes(b"these are notes, not a database " * 40)
    made = done("ask", QUESTION, env=env)
    assert "answered without them" in made.stderr
    assert len(made.stderr.strip().splitlines()) == 1
    assert "Trainium2" in made.stdout
    assert "not a database" in refused(run(*ADD, "50k", *LLAMA, env=env))


def test_the_table_is_plain_sqlite_in_wal(env: dict[str, str]) -> None:
    done(*ADD, "51.2k", *LLAMA, env=env)
    plain = sqlite3.connect(env["CHIPSCOUT_DB"])
    assert plain.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert plain.execute("SELECT workspace, accelerator FROM measurements").fetchall() == [("local", "trainium2")]
    plain.close()


# ---- on the card


def test_markup_in_a_name_or_note_stays_text(advisor: Advisor) -> None:
    row = measurement(id=1, model="<!channel> <https://evil.example|aws.com>", parameters=8e9)
    answer = advisor.ask(QUESTION, team=TeamData((row,)))
    blocks = card_blocks(answer)
    assert check_message({"text": sentence(answer), "blocks": blocks}) == ()
    assert "<!channel>" not in json.dumps(blocks, ensure_ascii=False)
    assert "evil.example" in card_text(answer, full=True) and math_text(answer)


def test_the_plan_ends_in_the_command_that_records_its_result(advisor: Advisor, env: dict[str, str]) -> None:
    pilot = answer_json(advisor.ask(PAIR))["verdict"]["pilot"]
    assert f"$ {pilot['command']}\n" in card_text(advisor.ask(PAIR), full=True)
    words = pilot["command"].replace(" N ", " 9k ").split()
    assert words[0] == "chipscout"
    assert "own-1" in done(*words[1:], env=env).stdout


def test_the_pilot_in_json_says_what_where_how_long_how_much_and_what_turns(advisor: Advisor) -> None:
    pilot = answer_json(advisor.ask(PAIR))["verdict"]["pilot"]
    bench = pilot["bench"]
    assert (bench["instance"], bench["purchase"], bench["instances"]) == ("trn2.48xlarge", "capacity_block", 1)
    assert bench["billed_hours"] == 24 and 0 < bench["hours"] <= 24
    assert bench["usd"] == pytest.approx(24 * 35.7608)
    assert (pilot["turns"], pilot["doubt"]) == ("below", "claimed")
    assert pilot["tokens_per_second_per_instance"] == pytest.approx(16 * pilot["tokens_per_second_per_chip"])
    assert isinstance(pilot["worth_it"], bool) and pilot["plan"] and pilot["worth"] and pilot["text"]
    assert set(bench["cites"]) <= set(answer_json(advisor.ask(PAIR))["cites"])


def test_answers_in_facts_have_no_pilot(advisor: Advisor) -> None:
    assert answer_json(advisor.ask("price of p5.48xlarge in us-east-1"))["verdict"]["pilot"] is None


def test_one_side_measured_is_told(advisor: Advisor) -> None:
    body = answer_json(advisor.ask(QUESTION, team=TeamData((measurement(id=1),))))
    assert any("your own" in reason for reason in body["verdict"]["not_surer_because"])


def test_a_comparison_shows_the_team_s_own_speed(advisor: Advisor) -> None:
    text = card_text(advisor.ask("compare trn2.48xlarge and p5en.48xlarge", team=TeamData((measurement(id=1),))))
    assert "best own measurement" in text


def test_a_log_is_imported_and_counts_in_the_next_verdict(env: dict[str, str], tmp_path: Path) -> None:
    """Twenty steps at 1,000 tokens/s a chip after two slow ones, on eight chips: 8,000."""
    log = tmp_path / "run.log"
    slow = [200.0, 200.0]
    log.write_text(
        "\n".join(
            f"Step {step} | loss:1.7 lr:2e-05 tokens_per_second_per_gpu:{speed}"
            for step, speed in enumerate([*slow, *[1000.0] * 18], 1)
        )
    )
    words = ("measure", "import", str(log), "--on", "p5.48xlarge", *LLAMA)
    assert "Recorded" not in done(*words, "--dry-run", env=env).stdout
    assert json.loads(done("measure", "list", "--json", env=env).stdout) == []
    said = done(*words, env=env).stdout
    assert "a torchtune log: 8,000 tokens/s" in said and "after the first 2 (warm-up)" in said and "own-1" in said
    body = json.loads(done(*words, "--json", env=env).stdout)
    assert body["tokens_per_second"] == 8000.0 and body["log"]["warm_up"] == 2
    assert (body["id"], body["log"]["recorded"], body["log"]["held_already"]) == (1, False, True)
    assert "held already as own-1" in done(*words, env=env).stdout
    assert len(json.loads(done("measure", "list", "--json", env=env).stdout)) == 1
    assert "own-1" in done("measure", "list", env=env).stdout


def test_a_log_that_cannot_be_used_is_refused_in_one_line(env: dict[str, str], tmp_path: Path) -> None:
    log = tmp_path / "diary.txt"
    log.write_text("dear diary")
    assert "I cannot read this log" in refused(run("measure", "import", str(log), "--on", "p5.48xlarge", env=env))

"""Own measurements over the local Slack: recorded while the app runs, used only for their workspace."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.forked import completed
from tests.slack.local.local_slack import LocalSlack
from tests.slack.local.people import Person
from tests.slack.local.records import TEAM, Channel, texts_in
from tests.slack.process import AppProcess, chipscout

QUESTION = "trn2.48xlarge or p5en.48xlarge for a Llama 8B fine-tune, 1B tokens a run, 150 runs, PyTorch, AWS"


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "chipscout.db"


@pytest.fixture
def running(slack: LocalSlack, db: Path) -> Iterator[AppProcess]:
    with AppProcess(slack, db=db) as process:
        yield process


def record(running: AppProcess, workspace: str) -> None:
    """Records one as the operator would, in another process, while the app serves."""
    words = "measure add --on trn2.48xlarge --tokens-per-second 51.2k --model llama-3.1-8b --date 2026-11-20"
    command = [chipscout(), *words.split(), "--workspace", workspace]
    completed(command, env=running.env).check_returncode()


def test_answers_use_the_measurements_of_their_own_workspace_only(
    running: AppProcess, ada: Person, ml: Channel
) -> None:
    def asked() -> str:
        return ada.types(f"/chipscout {QUESTION}", in_=ml).response().said

    before = asked()
    assert "vendor claim" in before and "your own test" not in before
    for other in ("T0OTHER", "local"):
        record(running, other)
    assert asked() == before
    record(running, TEAM)
    after = asked()
    assert "your own test" in after
    assert after.splitlines()[0] != before.splitlines()[0]


def test_the_card_has_the_pilot_plan_and_the_command_to_record_it(
    slack: LocalSlack, running: AppProcess, ada: Person
) -> None:
    assert running.is_running
    asked = ada.dms("repeated Llama fine-tune, PyTorch, tight region capacity")
    ada.clicks(slack.wait_for_message(in_=ada, thread=asked), "why")
    view = slack.wait_for_view(for_=ada)
    slack.wait_for(lambda: view.updates == 1, what="what Why opens")
    said = "\n".join(texts_in(view.blocks))
    assert "chipscout measure add --on trn2.48xlarge --tokens-per-second N" in said

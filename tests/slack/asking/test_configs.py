"""A training config in Slack, pasted or as a file: answered with its estimate, and stored nowhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.engine.estimates.sample import AXOLOTL
from tests.slack.local.app_manifest import app_manifest
from tests.slack.local.local_slack import LocalSlack
from tests.slack.local.people import Person
from tests.slack.local.state import Channel
from tests.slack.process import AppProcess

SECRET = "hf_SECRETSECRET"
CONFIG = f"{AXOLOTL}hub_token: {SECRET}\n"


class Office:
    """The workspace, and the database of the app that serves it."""

    def __init__(self, slack: LocalSlack, db: Path) -> None:
        self.slack, self.db = slack, db

    def stored(self) -> bytes:
        return b"".join(file.read_bytes() for file in self.db.parent.glob("chipscout.db*"))


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    with LocalSlack.from_manifest(app_manifest(), patience=20.0) as slack:
        db = tmp_path_factory.mktemp("configs") / "chipscout.db"
        with AppProcess(slack, db=db):
            yield Office(slack, db)


@pytest.fixture
def ana(office: Office) -> Person:
    return office.slack.user("ana")


@pytest.fixture
def channel(office: Office, ana: Person, request: pytest.FixtureRequest) -> Channel:
    return office.slack.channel(request.node.name[:40], members=[ana, office.slack.bot])


def test_a_pasted_config_is_answered_with_its_estimate(office: Office, ana: Person, channel: Channel) -> None:
    ana.mentions_bot(f"what does this cost on 8 H100?\n```{CONFIG}```", in_=channel)
    card = office.slack.wait_for_message(in_=channel)
    assert "Fits on 1 x p5.48xlarge" in card.said
    assert "sequence_len" in card.said
    assert SECRET not in str(card.blocks) + card.text


def test_a_pasted_server_is_the_question_of_serving_it(office: Office, ana: Person, channel: Channel) -> None:
    server = "vllm serve Qwen/Qwen3-32B --tensor-parallel-size 2 --max-model-len 16384"
    ana.mentions_bot(f"does this fit on 2 H100?\n```{server}```", in_=channel)
    card = office.slack.wait_for_message(in_=channel)
    assert "Qwen3 32B" in card.said and "2 x NVIDIA H100" in card.said
    assert card.said.startswith("Yes")


def test_a_snippet_with_its_language_and_an_indentation_is_one_too(
    office: Office, ana: Person, channel: Channel
) -> None:
    indented = "".join(f"    {line}\n" for line in AXOLOTL.splitlines())
    for snippet in (f"yaml\n{AXOLOTL}", indented):
        ana.mentions_bot(f"and this on 8 H100?\n```{snippet}```", in_=channel)
        assert "Fits on 1 x p5.48xlarge" in office.slack.wait_for_message(in_=channel).said


def test_a_shared_file_in_a_direct_message_is_answered(office: Office, ana: Person) -> None:
    ana.shares("train.yml", CONFIG, in_=ana)
    card = office.slack.wait_for_message(in_=office.slack.dm(ana))
    assert "a run on demand (" in card.said
    assert SECRET not in str(card.blocks) + card.text


def test_a_file_in_a_thread_of_ours_is_answered_there(office: Office, ana: Person, channel: Channel) -> None:
    asked = ana.mentions_bot("fine-tune Llama 8B on AWS, 20 runs", in_=channel)
    office.slack.wait_for_message(in_=channel)
    ana.shares("train.yml", CONFIG, in_=channel, thread=asked)
    card = office.slack.wait_for_message(in_=channel, containing="sequence_len")
    assert card.thread_ts == asked.ts


@pytest.mark.parametrize(
    ("name", "content", "kind", "said"),
    [
        ("notes.txt", "Dear diary", "text/plain", "notes.txt is none of the config and job formats I read."),
        ("photo.png", b"\x89PNG", "image/png", "photo.png is not a text file."),
        ("empty.yml", "", "text/plain", "empty.yml is empty."),
    ],
)
def test_a_file_that_is_no_config_gets_one_sentence(
    office: Office, name: str, content: str, kind: str, said: str
) -> None:
    ben = office.slack.user(f"ben-{name.partition('.')[0]}")
    ben.shares(name, content, in_=ben, kind=kind)
    assert office.slack.wait_for_message(in_=office.slack.dm(ben)).text == said


def test_a_file_that_lies_elsewhere_is_not_fetched(office: Office) -> None:
    eve = office.slack.user("eve")
    eve.shares("train.yml", CONFIG, in_=eve, at="https://files.slack.com.evil.example/train.yml")
    assert "not stored at Slack" in office.slack.wait_for_message(in_=office.slack.dm(eve)).text


def test_nothing_of_a_config_but_what_was_read_is_stored(office: Office, ana: Person, channel: Channel) -> None:
    ana.mentions_bot(f"```{CONFIG}```", in_=channel)
    office.slack.wait_for_message(in_=channel)
    assert b"gradient_accumulation_steps" not in office.stored()
    assert SECRET.encode() not in office.stored()


FLEET = """
months = 2
clouds = ["aws"]
[[workload]]
name = "tune"
text = "full fine-tune of Llama 3.1 8B, PyTorch"
runs_per_month = 4
tokens = 5e8
[[workload]]
name = "chat"
text = "serve Llama 3.1 8B, 20M tokens a day"
"""


def test_a_fleet_file_is_answered_with_its_plan(office: Office, ana: Person, channel: Channel) -> None:
    asked = ana.mentions_bot(f"plan this\n```{FLEET}```", in_=channel)
    plan = office.slack.wait_for_message(in_=channel, containing="for all 2 workloads")
    assert plan.thread_ts == asked.ts
    assert "Adds up" in plan.said
    ana.shares("fleet.toml", FLEET.replace("runs_per_month", "runs_a_month"), in_=ana)
    wrong = office.slack.wait_for_message(in_=office.slack.dm(ana), containing="fleet.toml")
    assert wrong.text == "Line 7 of fleet.toml: runs_a_month is not a key; did you mean runs_per_month?"
    ana.shares("fleet.toml", FLEET, in_=ana)
    assert "for all 2 workloads" in office.slack.wait_for_message(in_=office.slack.dm(ana), containing="Adds up").said
    assert b"runs_per_month = 4" not in office.stored()


def test_the_verb_says_how_to_share_a_file_and_plans_what_is_pasted_behind_it(ana: Person, channel: Channel) -> None:
    assert "Share the file" in ana.types("/chipscout plan", in_=channel).response().said
    planned = ana.types(f"/chipscout plan\n{FLEET}", in_=channel).response()
    assert planned.ephemeral_to == ana.id
    assert "for all 2 workloads" in planned.said
    assert "Adds up" in planned.said

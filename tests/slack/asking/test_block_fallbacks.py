"""A workspace without the newest blocks gets a simpler form of the card, and the app remembers it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from slack_sdk import WebClient

from bot.advice.advisor import Advisor
from bot.blockkit.length import counted
from bot.card.blocks.message import (
    card_blocks,
    sentence,
)
from bot.slack import post, sendings
from knowledge.store.store import Store
from tests.bot.block_samples import Json, button, container, data_table, line, mrkdwn, plain, section
from tests.bot.slack.test_sendings import client, ml, store
from tests.day import FOUNDING
from tests.share import examples
from tests.slack.local.app_manifest import app_manifest
from tests.slack.local.local_slack import LocalSlack
from tests.slack.local.state import Channel
from tests.slack.process import AppProcess

__all__ = ["ml", "store"]  # fixtures


@pytest.fixture(autouse=True)
def unlearned() -> Iterator[None]:
    """Forgets what earlier tests learned about refused blocks."""
    post.SEEN_REFUSED.forget()
    yield
    post.SEEN_REFUSED.forget()


@pytest.fixture
def card(advisor: Advisor, ml: Channel) -> post.Message:
    answer = advisor.ask(FOUNDING)
    return post.Message(channel=ml.id, text=sentence(answer), blocks=card_blocks(answer), plain="all of it")


def kinds(slack: LocalSlack) -> list[str]:
    return [block["type"] for block in slack.messages()[-1].blocks]


@pytest.mark.parametrize(
    ("lacking", "there"),
    [
        ((), "data_table"),
        (("data_table",), "table"),
        (("data_table", "table"), "section"),
        (("data_table", "table", "fields", "data_visualization"), "section"),
    ],
)
def test_a_simpler_form_is_sent_and_remembered(
    slack: LocalSlack, store: Store, card: post.Message, lacking: tuple[str, ...], there: str
) -> None:
    slack.lacks(*lacking)
    web: WebClient = client(slack)
    sendings.once(web, store, "first", card)
    assert there in kinds(slack) and not {"table", "data_table"} & set(kinds(slack)) - {there}
    assert len(slack.calls("chat.postMessage")) == 1 + len(lacking)
    sendings.once(web, store, "second", card)
    assert len(slack.calls("chat.postMessage")) == 2 + len(lacking), "the second card goes out in one call"


def test_blocks_refused_for_their_content_are_not_remembered_as_unsupported(
    slack: LocalSlack, store: Store, card: post.Message
) -> None:
    twice = [block for block in card.blocks if block["type"] == "data_table"]
    sendings.once(client(slack), store, "bad", card.model_copy(update={"blocks": [*card.blocks, *twice]}))
    sendings.once(client(slack), store, "good", card)
    assert "data_table" in kinds(slack)


@settings(max_examples=examples(15), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    words=st.lists(st.integers(1, 2900), min_size=4, max_size=20).filter(lambda each: sum(each) > 13_000),
    kinds_of_it=st.sets(st.sampled_from(["chart", "container", "data_table"])),
)
def test_a_refusal_for_length_teaches_nothing_and_keeps_the_first_line_and_the_buttons(
    slack: LocalSlack, store: Store, card: post.Message, words: list[int], kinds_of_it: set[str]
) -> None:
    """Whatever is in it: charts, folded parts and tables go on being shown to every workspace."""
    post.SEEN_REFUSED.forget()
    made = {"chart": line(), "container": container(section()), "data_table": data_table()}
    long = [section(text=mrkdwn(length)) for length in words]
    first: Json = {"type": "header", "text": plain(20)}
    buttons: Json = {"type": "actions", "elements": [button(action_id="refine")]}
    blocks = [first, *(made[kind] for kind in sorted(kinds_of_it)), *long, buttons]
    ts = sendings.once(
        client(slack), store, f"long {words} {kinds_of_it}", card.model_copy(update={"blocks": blocks})
    )
    shown = next(message for message in slack.messages() if message.ts == ts)
    assert post.SEEN_REFUSED.known() == frozenset()
    assert shown.blocks[0]["type"] == "header"
    assert any(block["type"] == "actions" for block in shown.blocks)
    assert counted(shown.blocks) <= 13_200
    assert "Shortened" in shown.said


def test_what_a_workspace_lacks_is_learned_of_a_message_that_is_too_long_as_well(
    slack: LocalSlack, store: Store, card: post.Message
) -> None:
    slack.lacks("data_visualization")
    blocks = [line(), data_table(), *(section(text=mrkdwn(2900)) for _ in range(6))]
    sendings.once(client(slack), store, "both", card.model_copy(update={"blocks": blocks}))
    assert post.SEEN_REFUSED.known() <= {"data_visualization"}
    sendings.once(client(slack), store, "later", card)
    assert "data_table" in kinds(slack) and post.SEEN_REFUSED.known() == {"data_visualization"}


def test_a_private_answer_falls_back_to_a_simpler_form_too(
    slack: LocalSlack, card: post.Message, ml: Channel
) -> None:
    ana = slack.user("ana")
    slack.lacks("data_table")
    url = slack.world.new_response_url(ana.id, ml.id)
    post.privately(slack.core.url_of(url), card)
    assert "table" in [block["type"] for block in slack.ephemerals(to=ana)[0].blocks]


def test_without_native_charts_the_thread_gets_a_picture_with_alt_text(tmp_path: Path) -> None:
    with LocalSlack.from_manifest(app_manifest(), patience=10) as slack:
        slack.lacks("data_visualization")
        ana = slack.user("ana")
        room = slack.channel("ml", members=[ana, slack.bot])
        with AppProcess(slack, db=tmp_path / "c.db"):
            ana.clicks(ana.types(f"/chipscout {FOUNDING}", in_=room).response(), "share")
            card = slack.wait_for_message(in_=room)
            picture = slack.wait_for_message(in_=room, thread=card)
            file = slack.world.files[picture.files[0]["id"]]
            assert file["content"].startswith(b"\x89PNG") and "trn2.48xlarge costs less" in file["alt_txt"]
            slack.wait_until_quiet()
            assert len(slack.replies(card)) == 1


def test_without_the_files_scope_the_card_comes_without_a_picture(tmp_path: Path) -> None:
    installed = app_manifest()
    installed["oauth_config"]["scopes"]["bot"].remove("files:write")
    with LocalSlack.from_manifest(installed, patience=10) as slack:
        slack.lacks("data_visualization")
        ana = slack.user("ana")
        room = slack.channel("ml", members=[ana, slack.bot])
        with AppProcess(slack, db=tmp_path / "c.db") as app:
            ana.clicks(ana.types(f"/chipscout {FOUNDING}", in_=room).response(), "share")
            card = slack.wait_for_message(in_=room)
            slack.wait_for(lambda: any("not uploaded" in line for line in app.stderr), what="a line in the log")
            assert (
                card.blocks and not slack.replies(card) and len(slack.ephemerals(to=ana)) == 1
            )  # the one that was shared


def test_a_private_answer_in_plain_text_says_how_to_share_it(slack: LocalSlack, tmp_path: Path, ml: Channel) -> None:
    slack.lacks("section", "header", "actions")
    with AppProcess(slack, db=tmp_path / "c.db"):
        ana = slack.user("ana")
        ml.members.add(ana.id)
        shown = ana.types(f"/chipscout {FOUNDING}", in_=ml).response()
    assert not shown.blocks and "Trainium2" in shown.text
    assert "To show this to others, ask again with @chipscout in the channel." in shown.text

"""A workspace without the newest blocks: the card comes in the next form there is, and the lesson is kept."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from slack_sdk import WebClient

from bot import post
from bot.advisor import Advisor
from bot.render import card_blocks, sentence
from knowledge.store import Store
from tests.day import FOUNDING
from tests.slack.local import LocalSlack
from tests.slack.state import Channel
from tests.slack.test_app_post import client, ml, store

__all__ = ["ml", "store"]  # fixtures


@pytest.fixture(autouse=True)
def unlearned() -> Iterator[None]:
    """What one workspace of a test lacks is no lesson for the next test."""
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
        (("data_table", "table", "fields", "container", "data_visualization"), "section"),
    ],
)
def test_the_next_form_is_sent_and_remembered(
    slack: LocalSlack, store: Store, card: post.Message, lacking: tuple[str, ...], there: str
) -> None:
    slack.lacks(*lacking)
    web: WebClient = client(slack)
    post.once(web, store, "first", card)
    assert there in kinds(slack) and not {"table", "data_table"} & set(kinds(slack)) - {there}
    assert len(slack.calls("chat.postMessage")) == 1 + len(lacking)
    post.once(web, store, "second", card)
    assert len(slack.calls("chat.postMessage")) == 2 + len(lacking), "the second card goes out in one call"


def test_a_fault_of_the_words_is_no_lesson_about_the_platform(
    slack: LocalSlack, store: Store, card: post.Message
) -> None:
    twice = [block for block in card.blocks if block["type"] == "data_table"]
    post.once(client(slack), store, "bad", card.model_copy(update={"blocks": [*card.blocks, *twice]}))
    post.once(client(slack), store, "good", card)
    assert "data_table" in kinds(slack)


def test_a_private_answer_comes_in_the_next_form_too(slack: LocalSlack, card: post.Message, ml: Channel) -> None:
    ana = slack.user("ana")
    slack.lacks("data_table")
    url = slack.world.new_response_url(ana.id, ml.id)
    post.privately(slack.core.url_of(url), card)
    assert "table" in [block["type"] for block in slack.ephemerals(to=ana)[0].blocks]

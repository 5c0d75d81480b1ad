"""The card in Slack: valid for the platform, inert towards what people write, the same answer as the text."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.advice.advisor import Advisor
from bot.blockkit.check import check_message
from bot.card.as_text import card_text
from bot.card.blocks.message import (
    card_blocks,
    sentence,
)
from bot.wording.errors import UserError
from tests.day import FOUNDING
from tests.golden.test_golden import CARDS
from tests.share import examples

NASTY = "<!channel> <@U123> <https://evil.example|aws.com> *bold* llama 8b fine-tune & `code`"


@pytest.mark.parametrize("name", CARDS)
def test_every_golden_card_is_valid_block_kit(name: str, advisor: Advisor) -> None:
    answer = advisor.ask(CARDS[name])
    assert check_message({"text": sentence(answer), "blocks": card_blocks(answer)}) == ()


@settings(max_examples=examples(25), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=400))
def test_whatever_is_written_the_card_is_valid(advisor: Advisor, text: str) -> None:
    try:
        answer = advisor.ask(f"{text} llama fine-tune")
    except UserError:
        return
    assert check_message({"text": sentence(answer), "blocks": card_blocks(answer)}) == ()
    assert card_text(answer)


def test_markup_in_a_question_stays_text(advisor: Advisor) -> None:
    blocks = json.dumps(card_blocks(advisor.ask(NASTY)), ensure_ascii=False)
    mrkdwn = [part for part in json.loads(blocks) if part["type"] in ("section", "context")]
    for block in mrkdwn:
        for part in [block.get("text", {}), *block.get("elements", [])]:
            if part.get("type") == "mrkdwn":
                assert "<!channel>" not in part["text"] and "<@U123>" not in part["text"]
                assert "evil.example|" not in part["text"]


def test_the_notification_says_the_verdict_in_a_sentence(advisor: Advisor) -> None:
    answer = advisor.ask(FOUNDING)
    assert sentence(answer).startswith(card_text(answer).split("\n")[0][:40].replace("&", "&amp;"))
    assert "confidence" in sentence(answer)


def test_thanks_get_a_line_and_no_card(advisor: Advisor) -> None:
    (line,) = card_blocks(advisor.ask("thanks!"))
    assert line["type"] == "section" and line["text"]["text"] == "You are welcome."

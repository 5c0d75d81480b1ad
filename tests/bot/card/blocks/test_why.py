"""*Why*: what does not stand open, as a modal; and the reasons alone for a thread."""

from __future__ import annotations

import json

import pytest

from bot.advice.advisor import Advisor
from bot.blockkit.check import check_message, check_view
from bot.blockkit.length import counted
from bot.card.blocks.why import reason_blocks, why_blocks
from bot.card.card import card
from tests.day import FOUNDING
from tests.golden.test_golden import CARDS


@pytest.mark.parametrize("name", sorted(CARDS))
def test_it_is_a_modal_slack_takes(advisor: Advisor, name: str) -> None:
    blocks = why_blocks(card(advisor.ask(CARDS[name])))
    title = {"type": "plain_text", "text": "Why"}
    assert check_view({"type": "modal", "title": title, "blocks": blocks}) == ()


def test_it_has_the_reasons_the_trade_offs_the_plan_and_how_the_question_was_read(advisor: Advisor) -> None:
    said = json.dumps(why_blocks(card(advisor.ask(FOUNDING))))
    titles = ("Reasons", "Why not higher", "Changes if", "Trade-offs", "Sources disagree", "Understood", "Assumed")
    assert [title for title in titles if f"*{title}*" not in said] == []
    assert "chipscout measure add" in said


def test_an_answer_that_said_everything_says_so(advisor: Advisor) -> None:
    assert "nothing more to say" in json.dumps(why_blocks(card(advisor.ask("thanks!"))))


def test_the_reasons_in_a_thread_are_a_message_with_their_sources_a_press_away(advisor: Advisor) -> None:
    blocks = reason_blocks(advisor.ask(FOUNDING), "abc")
    assert check_message({"text": "t", "blocks": blocks}) == ()
    assert counted(blocks) <= 7000
    assert blocks[-1]["elements"][0] | {"text": None} == {
        "type": "button", "action_id": "sources", "value": "abc", "text": None
    }  # fmt: skip
    assert "*Reasons*" in json.dumps(blocks)

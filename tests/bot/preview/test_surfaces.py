"""What can be looked at, by name."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor, Answer
from bot.blockkit.check import check_message, check_view
from bot.preview.surfaces import SURFACES
from tests.day import FOUNDING


@pytest.fixture(scope="module")
def answer(advisor: Advisor) -> Answer:
    return advisor.ask(FOUNDING)


@pytest.mark.parametrize("name", sorted(SURFACES))
def test_every_surface_is_something_slack_would_take(name: str, answer: Answer) -> None:
    shown = SURFACES[name](lambda: answer)
    assert shown.blocks
    if shown.kind == "message":
        assert check_message({"text": shown.text, "blocks": list(shown.blocks)}) == ()
    else:
        title = {"title": {"type": "plain_text", "text": shown.title}} if shown.title else {}
        submit = {"submit": {"type": "plain_text", "text": "Send"}} if shown.kind == "modal" else {}
        assert check_view({"type": shown.kind, "blocks": list(shown.blocks)} | title | submit) == ()


def test_only_the_private_card_offers_to_be_shared(answer: Answer) -> None:
    assert "'share'" in str(SURFACES["private"](lambda: answer).blocks)
    assert "'share'" not in str(SURFACES["card"](lambda: answer).blocks)


def test_help_needs_no_answer() -> None:
    def never() -> Answer:
        raise AssertionError("nothing has to be worked out for it")

    assert SURFACES["help"](never).text

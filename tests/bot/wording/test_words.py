"""Sentences come from templates; other people's words stay words."""

from __future__ import annotations

import pytest
from jinja2 import UndefinedError

from bot.wording.errors import UserError
from bot.wording.words import clip, environment, error, inert, mrkdwn, say, to_json


def test_a_sentence_is_folded_onto_one_line() -> None:
    said = say("errors.j2", "no_price", "p9", near="p5")
    assert said == " ".join(said.split()) and "p9" in said and "p5" in said


def test_a_sentence_nobody_wrote_is_an_error() -> None:
    with pytest.raises(LookupError, match="no_such_sentence"):
        say("errors.j2", "no_such_sentence")
    with pytest.raises(UndefinedError):
        environment().from_string("{{ missing }}").render()


def test_what_the_user_did_wrong_is_worded_for_terminal_and_slack_alike() -> None:
    assert "2026-11-21" in error(UserError("bad_date", value="yesterday"))
    assert error(UserError("subscribe_time", word="25:00"))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\n\tb  c", "a b c"),
        ("bell \x07 and \u202eright to left", "bell and right to left"),
        ("x" * 12, "x" * 9 + "…"),
    ],
)
def test_somebody_elses_words_are_one_line_without_control_characters(text: str, shown: str) -> None:
    assert inert(text, 10 if text.startswith("x") else 100) == shown


def test_a_cut_is_made_at_a_line_and_can_be_seen() -> None:
    assert clip("first line\nsecond line", 16) == "first line\n…"
    assert clip("short", 16) == "short"


def test_slack_reads_no_markup_in_escaped_text() -> None:
    assert mrkdwn("<@U1> & <https://a.example|b>") == "&lt;@U1&gt; &amp; &lt;https://a.example|b&gt;"
    assert to_json("a & <b>") == '"a & <b>"'

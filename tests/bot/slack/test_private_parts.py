"""Code is left out of what is written down, wherever Slack repeats it."""

from __future__ import annotations

from bot.slack.private_parts import without_code

SECRET = "```\ntoken: s3cret\n```"


def test_code_goes_from_every_copy_of_a_message() -> None:
    block = {"type": "rich_text", "elements": [{"type": "rich_text_preformatted", "elements": [{"text": "s3cret"}]}]}
    message = {"text": f"what does this cost? {SECRET}", "blocks": [block], "user": "U1"}
    edited = {"event": {"subtype": "message_changed", "message": message, "previous_message": message}}
    kept, had_code = without_code(edited)
    assert had_code and "s3cret" not in str(kept)
    assert kept["event"]["message"] == {"text": "what does this cost? ", "user": "U1"}


def test_a_question_without_code_keeps_its_words() -> None:
    kept, had_code = without_code({"event_id": "Ev1", "event": {"text": "8 H100 for 3 days", "blocks": []}})
    assert (kept, had_code) == ({"event_id": "Ev1", "event": {"text": "8 H100 for 3 days"}}, False)


def test_a_command_stays_as_it_is() -> None:
    command = {"command": "/chipscout", "text": "```not a config```"}
    assert without_code(command) == (command, False)

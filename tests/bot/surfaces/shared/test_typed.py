"""What a person typed, out of what Slack sends."""

from __future__ import annotations

import pytest

from bot.surfaces.shared.typed import is_from_a_person, is_to_others, typed


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        ("8B &amp; 70B, &lt; 20 runs", "8B & 70B, < 20 runs"),
        ("&amp;lt;!channel&amp;gt;", "&lt;!channel&gt;"),
        ("<@U0BOT> which chip?", "which chip?"),
        ("<@U0BOT|chipscout>: which chip?", ": which chip?"),
        ("ask <@U1|ana> or <@U2>", "ask @ana or @U2"),
        ("see <#C1|ml-infra>", "see #ml-infra"),
        ("<!channel> <!here> <!subteam^S1|@ml>", "@channel @here @ml"),
        ("<https://aws.example/p5|aws.example/p5> costs", "aws.example/p5 costs"),
        ("<https://aws.example/p5>", "https://aws.example/p5"),
        ("<mailto:ana@example.com|ana@example.com>", "ana@example.com"),
        ("`trn1.32xlarge` or `p5.48xlarge`", "trn1.32xlarge  or  p5.48xlarge"),
    ],
)
def test_slack_s_tokens_are_read_as_they_are_shown(sent: str, read: str) -> None:
    assert typed(sent, "U0BOT") == read


@pytest.mark.parametrize(
    ("text", "is_theirs"),
    [
        ("<@U1> what do you think?", True),
        ("<!subteam^S1|@ml> what do you think?", True),
        ("<@U1> and <@U0BOT> what about spot?", False),
        ("what about spot, as <@U1> said", False),
        ("<!channel> what about spot?", False),
        ("what about spot?", False),
    ],
)
def test_a_reply_that_begins_with_somebody_s_name_is_theirs(text: str, is_theirs: bool) -> None:
    assert is_to_others(text, "U0BOT") is is_theirs


@pytest.mark.parametrize(
    ("event", "is_a_question"),
    [
        ({"user": "U1"}, True),
        ({"user": "U1", "subtype": "file_share"}, True),
        ({"user": "U1", "subtype": "thread_broadcast"}, True),
        ({"user": "U1", "bot_id": "B1"}, False),
        ({"user": "U1", "subtype": "channel_join"}, False),
        ({"subtype": "message_changed"}, False),
    ],
)
def test_only_people_ask(event: dict[str, str], is_a_question: bool) -> None:
    assert is_from_a_person(event) is is_a_question

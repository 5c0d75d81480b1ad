"""Slack's mrkdwn as HTML."""

from __future__ import annotations

import pytest

from bot.preview.markup import address, mrkdwn


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("*bold* and _slanted_ and ~gone~", "<strong>bold</strong> and <em>slanted</em> and <s>gone</s>"),
        ("2 * 3 * 4 and snake_case_name", "2 * 3 * 4 and snake_case_name"),
        ("<https://a.example/?b=1&amp;c=2|a &amp; b>", None),
        ("`a *b* <c>`", "<code>a *b* &lt;c&gt;</code>"),
        ("```one\ntwo```", "<pre>one\ntwo</pre>"),
        ("a &lt;b&gt; &amp; c", "a &lt;b&gt; &amp; c"),
        ("<!channel> <@U1|ana>", '<span class="mention">!channel</span> <span class="mention">ana</span>'),
        ("seen <!date^1795267374^{date_short_pretty} at {time}|2026-11-21>", "seen 2026-11-21"),
        ("<javascript:alert(1)|here>", "here"),
        ("&gt; said", "<blockquote>said</blockquote>"),
        ("one\ntwo", "one<br>two"),
        ("\ue0000\ue001", "0"),
    ],
)
def test_markup_is_read_as_slack_reads_it(text: str, shown: str | None) -> None:
    link = '<a href="https://a.example/?b=1&amp;c=2" rel="noreferrer">a &amp; b</a>'
    assert str(mrkdwn(text)) == (shown or link)


@pytest.mark.parametrize(
    ("url", "is_safe"),
    [("https://a.example", True), ("mailto:ana@a.example", True), ("javascript:alert(1)", False), ("/etc", False)],
)
def test_a_reader_is_led_only_where_it_is_safe(url: str, is_safe: bool) -> None:
    assert address(url) == (url if is_safe else None)

"""Blocks made so that Slack takes them, whatever is written in them."""

from __future__ import annotations

import pytest

from bot.blockkit.build import (
    HEADER_LENGTH,
    TABLE_ROWS,
    Mrkdwn,
    bullets,
    code,
    context,
    data_table,
    header,
    joined,
    line_chart,
    link,
    links,
    raw,
    safe,
    section,
    sections,
)
from bot.blockkit.check import check_message


def test_what_somebody_wrote_is_neither_a_mention_nor_a_link() -> None:
    assert safe("<!channel> a & b") == "&lt;!channel&gt; a &amp; b"
    assert code("x ``` y") == "```x  y```"


@pytest.mark.parametrize(
    ("url", "text", "shown"),
    [
        ("https://a.example/x?a=1&b=2", "A | B", "<https://a.example/x?a=1&amp;b=2|A / B>"),
        ("https://a.example/|x", "A", "<https://a.example/%7Cx|A>"),
        (None, "A", "A"),
    ],
)
def test_a_link_cannot_be_broken_by_its_text_or_address(url: str | None, text: str, shown: str) -> None:
    assert link(url, text) == shown


def test_a_long_heading_breaks_at_a_clause_and_goes_on_below() -> None:
    text = f"{'a' * 80}; {'b' * 80}"
    head, rest = header(text)
    assert head["text"]["text"] == f"{'a' * 80} …"
    assert rest["text"]["text"] == f"… {'b' * 80}"
    assert [block["type"] for block in header("x" * (HEADER_LENGTH + 1))] == ["section"]


def test_no_lines_make_no_block_and_empty_text_a_dash() -> None:
    assert (bullets("Title", []), context([]), data_table("c", ["a"], [])) == ([], [], [])
    assert section(Mrkdwn(" "))["text"]["text"] == "-"
    assert joined([Mrkdwn("a"), Mrkdwn(""), Mrkdwn("b")]) == "a b"


def test_lines_fill_as_few_sections_as_hold_them_and_a_cut_is_seen() -> None:
    lines = [Mrkdwn("x" * 1400)] * 5
    assert [len(block["text"]["text"]) for block in sections(lines, 5)] == [2801, 2801, 1400]
    assert sections(lines, 2)[1]["text"]["text"].endswith("…")


def test_a_table_too_long_for_slack_is_cut_and_still_taken() -> None:
    rows = [
        [raw(f"row {number}"), raw("5", 5.0), links([("a", "https://a.example"), ("b", None)])]
        for number in range(200)
    ]
    (table,) = data_table("caption", ["what", "number", "links"], rows)
    assert len(table["rows"]) == TABLE_ROWS + 1
    assert check_message({"text": "t", "blocks": [table]}) == ()


def test_a_cell_with_a_value_can_be_sorted_by_it() -> None:
    assert raw("$5", 5.0) == {"type": "raw_number", "value": 5.0, "text": "$5"}
    assert raw("") == {"type": "raw_text", "text": "-"}


def test_a_chart_is_one_slack_takes() -> None:
    chart = line_chart("title", ("runs", "USD"), ["0", "10"], [("gpu", [0, 100]), ("trainium", [50, 60])])
    assert check_message({"text": "t", "blocks": [chart]}) == ()
    with pytest.raises(ValueError, match="zip"):
        line_chart("title", ("runs", "USD"), ["0", "10"], [("gpu", [0])])

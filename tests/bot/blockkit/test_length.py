"""The length of blocks as Slack counts it: by hand, and against what others measured."""

from __future__ import annotations

from bot.blockkit.length import counted, standing_open
from tests.bot.block_samples import button, container, data_table, line, mrkdwn, section


def test_every_block_counts_a_hundred_beside_its_words() -> None:
    assert counted([{"type": "divider"}]) == 100
    assert counted([section(text=mrkdwn(250))]) == 350
    assert counted([section(text=mrkdwn(250)), {"type": "divider"}]) == 450


def test_the_words_of_cells_buttons_and_charts_count_and_what_nobody_reads_does_not() -> None:
    assert counted([data_table(rows=3, columns=4)]) == 100 + 12 + len("prices")
    assert counted([{"type": "actions", "elements": [button(action_id="a" * 90, value="v" * 90)]}]) == 101
    chart = line(series=1, points=2, label=3, name=5)
    assert counted([chart]) == 100 + 1 + 5 + 6 + 6  # title, name, two labels at the axis and two at the points
    linked = {"type": "link", "url": "https://a.example", "text": "[1]"}
    assert counted([{"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": [linked]}]}]) == 120


def test_of_a_folded_part_its_title_stands_open() -> None:
    folded = container(section(text=mrkdwn(2000)), is_collapsible=True, default_collapsed=True)
    assert counted([folded]) == 100 + 1 + 100 + 2000
    assert standing_open([folded]) == 100 + 1
    assert standing_open([container(section(text=mrkdwn(2000)))]) == 100 + 1 + 100 + 2000


def test_what_slack_was_seen_to_refuse_and_to_take() -> None:
    """slackapi/bolt-js#2509: markdown alone is refused from 13,298 characters; #2867: 11,341 in many blocks were."""
    assert counted([{"type": "markdown", "text": "x" * 13_298}]) > 13_200
    assert counted([section(text=mrkdwn(567))] * 20) == 20 * 667 > 13_200
    assert counted([{"type": "markdown", "text": "x" * 12_000}]) < 13_200

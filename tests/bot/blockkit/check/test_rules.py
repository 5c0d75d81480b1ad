"""What a message may not be besides too long, what it may be, and that nothing breaks the checker."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.blockkit.check import Problem, check_message, check_view
from bot.blockkit.check.shapes import slack_limits
from tests.bot.block_samples import (
    Json,
    button,
    card,
    container,
    data_table,
    line,
    menu,
    message,
    mrkdwn,
    on,
    option,
    pie,
    plain,
    raw,
    rich,
    section,
    table,
)

IMAGE = {"type": "image", "image_url": "u", "alt_text": "a"}
UNEQUAL = data_table() | {"rows": [[raw()], [raw(), raw()]]}
PERIODS = line(points=2)
PERIODS["chart"]["series"][0] = {"name": "a", "data": [{"label": "00", "value": 1}, {"label": "00", "value": 2}]}
NAMED_TWICE = line(series=2)
NAMED_TWICE["chart"]["series"][1]["name"] = "00"
SEGMENT_TWICE = pie(2)
SEGMENT_TWICE["chart"]["segments"][1]["label"] = "0"

WRONG: list[tuple[str, Json, str]] = [
    ("nothing", {}, ""),
    ("unknown block", message({"type": "poem"}), "/blocks/0/type"),
    ("block without type", message({"text": mrkdwn(1)}), "/blocks/0"),
    ("block that is none", message("text"), "/blocks/0"),  # type: ignore[arg-type]
    ("blocks that are none", {"text": "t", "blocks": "x"}, "/blocks"),
    ("unknown key", message(section(colour="red")), "/blocks/0/colour"),
    ("unknown key of a text", message(section(text=mrkdwn(1) | {"emoji": True})), "/blocks/0/text/emoji"),
    ("key to be escaped", message(section(**{"a/b~c": 1})), "/blocks/0/a~1b~0c"),
    ("unknown key of a message", message(section()) | {"block": []}, "/block"),
    ("unknown element", on({"type": "lever"}), "/blocks/0/elements/0/type"),
    ("markdown_text with blocks", {"markdown_text": "x", "blocks": [section()]}, "/markdown_text"),
    ("markdown_text with text", {"markdown_text": "x", "text": "x"}, "/markdown_text"),
    ("section without words", message({"type": "section"}), "/blocks/0"),
    ("header in mrkdwn", message({"type": "header", "text": mrkdwn(1)}), "/blocks/0/text/type"),
    ("text as a string", message(section(text="x")), "/blocks/0/text"),
    ("expand", message(section(expand="yes")), "/blocks/0/expand"),
    ("image without words", message({"type": "image", "image_url": "u"}), "/blocks/0"),
    ("image without source", message({"type": "image", "alt_text": "a"}), "/blocks/0"),
    ("image with two sources", message(IMAGE | {"slack_file": {"id": "F1"}}), "/blocks/0"),
    ("button style", on(button(style="loud")), "/blocks/0/elements/0/style"),
    ("button in context", message({"type": "context", "elements": [button()]}), "/blocks/0/elements/0/type"),
    (
        "button in context_actions",
        message({"type": "context_actions", "elements": [button()]}),
        "/blocks/0/elements/0/type",
    ),
    (
        "options of both kinds",
        menu(options=[option()], option_groups=[{"label": plain(1), "options": [option()]}]),
        "/blocks/0/elements/0",
    ),
    ("no options", menu(), "/blocks/0/elements/0"),
    (
        "confirm without words",
        on(button(confirm={"title": plain(1), "text": plain(1), "confirm": plain(1)})),
        "/blocks/0/elements/0/confirm",
    ),
    ("block_id twice", message(section(block_id="a"), section(block_id="a")), "/blocks/1/block_id"),
    (
        "block_id twice, one inside",
        message(section(block_id="a"), container(section(block_id="a"))),
        "/blocks/1/child_blocks/0/block_id",
    ),
    (
        "action_id twice",
        message({"type": "actions", "elements": [button(action_id="a")] * 2}),
        "/blocks/0/elements/1/action_id",
    ),
    (
        "action_id twice in a card",
        message(card(actions=[button(action_id="a")] * 2)),
        "/blocks/0/actions/1/action_id",
    ),
    ("table in an attachment", message(table(), attachments=[{"blocks": [table()]}]), "/attachments/0/blocks/0"),
    (
        "header in an attachment",
        {"attachments": [{"blocks": [{"type": "header", "text": plain(151)}]}]},
        "/attachments/0/blocks/0/text/text",
    ),
    ("key of an attachment", {"attachments": [{"text": "t", "colour": "red"}]}, "/attachments/0/colour"),
    ("rows of two widths", message(UNEQUAL), "/blocks/0/rows/1"),
    ("rich header cell", message(data_table() | {"rows": [[rich()], [raw()]]}), "/blocks/0/rows/0/0/type"),
    ("no caption", message(data_table() | {"caption": ""}), "/blocks/0/caption"),
    (
        "number as words",
        message(data_table() | {"rows": [[raw()], [{"type": "raw_number", "value": "1", "text": "1"}]]}),
        "/blocks/0/rows/1/0/value",
    ),
    ("button in a cell", message(table() | {"rows": [[button()]]}), "/blocks/0/rows/0/0/type"),
    ("column align", message(table(column_settings=[{"align": "middle"}])), "/blocks/0/column_settings/0/align"),
    ("category without point", message(PERIODS), "/blocks/0/chart/series/0/data"),
    ("series twice", message(NAMED_TWICE), "/blocks/0/chart/series/1/name"),
    ("segment twice", message(SEGMENT_TWICE), "/blocks/0/chart/segments/1/label"),
    ("unknown chart", message(pie() | {"chart": {"type": "radar"}}), "/blocks/0/chart/type"),
    ("chart that is infinite", message(pie(value=float("inf"))), "/blocks/0/chart/segments/0/value"),
    ("container without title", message({"type": "container", "child_blocks": [section()]}), "/blocks/0"),
    ("container width", message(container(section(), width="huge")), "/blocks/0/width"),
    (
        "collapsed, not collapsible",
        message(container(section(), default_collapsed=True)),
        "/blocks/0/default_collapsed",
    ),
    (
        "divider, collapsible",
        message(container(section(), is_collapsible=True, has_header_divider=True)),
        "/blocks/0/has_header_divider",
    ),
    ("empty card", message({"type": "card", "subtitle": mrkdwn(1)}), "/blocks/0"),
    (
        "menu on a card",
        message(card(actions=[{"type": "overflow", "options": [option()]}])),
        "/blocks/0/actions/0/type",
    ),
    (
        "task status",
        message({"type": "task_card", "task_id": "1", "title": "t", "status": "done"}),
        "/blocks/0/status",
    ),
    (
        "unknown part of rich text",
        message({"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": [{"type": "shout"}]}]}),
        "/blocks/0/elements/0/elements/0/type",
    ),
]


@pytest.mark.parametrize(("payload", "pointer"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG])
def test_a_message_says_where_it_is_wrong(payload: Json, pointer: str) -> None:
    assert [problem.pointer for problem in check_message(payload)] == [pointer]


RIGHT: dict[str, Json] = {
    "text alone": {"text": "hello"},
    "attachments alone": {"attachments": [{"text": "a", "color": "#fff"}]},
    "what a post takes besides": message(section(), channel="C1", thread_ts="1.2", unfurl_links=False, metadata={}),
    "no blocks": {"text": "t", "blocks": []},
    "one action_id in two blocks": message(*[{"type": "actions", "elements": [button(action_id="a")]}] * 2),
    "a table inside a container": message(container(table())),
    "columns left as they are": message(table(column_settings=[None, {"is_wrapped": True}])),
    "points in another order": message(line(points=2)),
    "a collapsed container": message(container(section(), is_collapsible=True, default_collapsed=True)),
    "a chosen option": menu(options=[option("a"), option("b")], initial_option=option("b")),
}


@pytest.mark.parametrize("payload", RIGHT.values(), ids=RIGHT)
def test_what_slack_takes_has_no_problems(payload: Json) -> None:
    assert check_message(payload) == ()


def test_all_problems_are_told_at_once() -> None:
    problems = check_message(message(section(text=mrkdwn(3001), colour="red"), {"type": "poem"}))
    assert problems == (
        Problem(
            pointer="/blocks/0/colour",
            because="unknown key 'colour'; section takes accessory, block_id, expand, fields, text, type",
        ),
        Problem(pointer="/blocks/0/text/text", because="has 3001 characters; at most 3000"),
        Problem(pointer="/blocks/1/type", because="unknown block 'poem'"),
    )


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["type", "text", "rows", "elements", "chart", "blocks", "options", "x"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=8,
)


@settings(deadline=None)
@given(
    st.sampled_from(sorted(slack_limits().block)), st.dictionaries(st.text(max_size=3), JSON, max_size=2), st.data()
)
def test_no_payload_breaks_the_checker(kind: str, more: dict[str, Any], data: st.DataObject) -> None:
    """Whatever stands under the keys a block knows, the answer is a list of problems and not a traceback."""
    limits = slack_limits()
    keys = sorted(limits.keys_of(limits.block[kind]))
    block = (
        {"type": kind}
        | more
        | {key: data.draw(JSON) for key in data.draw(st.lists(st.sampled_from(keys), max_size=4))}
    )
    payloads: list[Json] = [{"blocks": [block]}, {"attachments": [{"blocks": [block]}]}, {"blocks": block}]
    for payload in payloads:
        check_message(payload)
        check_view({"type": "modal"} | payload)
        check_view({"type": "home"} | payload)


@settings(deadline=None)
@given(JSON)
def test_no_nonsense_breaks_the_checker(value: Any) -> None:
    for key in ("text", "blocks", "attachments", "markdown_text", "type", "title"):
        check_message({key: value})
        check_view({"type": "modal", key: value})

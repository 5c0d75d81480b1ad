"""For each limit on a modal or Home view, what just fits and what just does not; which surface takes what."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bot.blockkit.check import check_message, check_view
from bot.blockkit.check.shapes import slack_limits
from tests.bot.block_samples import (
    Json,
    button,
    card,
    container,
    data_table,
    field,
    home,
    message,
    modal,
    mrkdwn,
    option,
    pie,
    plain,
    rich,
    section,
    table,
)

IMAGE = {"type": "image", "image_url": "https://e.example/i.png", "alt_text": "a chip"}
VIDEO = {
    "type": "video",
    "alt_text": "a",
    "title": plain(1),
    "video_url": "https://e.example/v",
    "thumbnail_url": "https://e.example/t.png",
}
TASK = {"type": "task_card", "task_id": "1", "title": "look up", "status": "complete"}
VOTE = {"text": plain(1), "value": "v"}
FEEDBACK = {"type": "feedback_buttons", "positive_button": VOTE, "negative_button": VOTE}
TEXT = {"type": "plain_text_input"}

Limit = tuple[str, int, int, Callable[[int], Json], str]
VIEWS: list[Limit] = [
    ("modal blocks", 100, 101, lambda n: modal(*[section()] * n), "/blocks"),
    ("modal blocks at least", 1, 0, lambda n: modal(*[section()] * n), "/blocks"),
    ("home blocks", 100, 101, lambda n: home(*[section()] * n), "/blocks"),
    ("title", 24, 25, lambda n: modal(section(), title=plain(n)), "/title/text"),
    ("submit", 24, 25, lambda n: modal(section(), submit=plain(n)), "/submit/text"),
    ("close", 24, 25, lambda n: modal(section(), close=plain(n)), "/close/text"),
    ("private_metadata", 3000, 3001, lambda n: modal(section(), private_metadata="m" * n), "/private_metadata"),
    ("home metadata", 3000, 3001, lambda n: home(section(), private_metadata="m" * n), "/private_metadata"),
    ("callback_id", 255, 256, lambda n: modal(section(), callback_id="c" * n), "/callback_id"),
    ("external_id", 255, 256, lambda n: home(section(), external_id="e" * n), "/external_id"),
    ("alert", 200, 201, lambda n: modal({"type": "alert", "text": mrkdwn(n)}), "/blocks/0/text/text"),
    ("label", 2000, 2001, lambda n: modal(field(TEXT, label=plain(n))), "/blocks/0/label/text"),
    ("hint", 2000, 2001, lambda n: modal(field(TEXT, hint=plain(n))), "/blocks/0/hint/text"),
    ("min_length", 3000, 3001, lambda n: modal(field(TEXT | {"min_length": n})), "/blocks/0/element/min_length"),
    ("max_length", 3000, 3001, lambda n: modal(field(TEXT | {"max_length": n})), "/blocks/0/element/max_length"),
    ("max_length at least", 1, 0, lambda n: modal(field(TEXT | {"max_length": n})), "/blocks/0/element/max_length"),
    (
        "lines",
        100,
        101,
        lambda n: modal(field({"type": "rich_text_input", "max_lines": n})),
        "/blocks/0/element/max_lines",
    ),
    ("files", 10, 11, lambda n: modal(field({"type": "file_input", "max_files": n})), "/blocks/0/element/max_files"),
    ("tables on Home", 1, 2, lambda n: home(*[table()] * n), "/blocks/1"),
]


@pytest.mark.parametrize(("name", "fits", "beyond", "make", "pointer"), VIEWS, ids=[limit[0] for limit in VIEWS])
def test_a_view_fits_up_to_its_limit(
    name: str, fits: int, beyond: int, make: Callable[[int], Json], pointer: str
) -> None:
    assert check_view(make(fits)) == (), name
    assert [problem.pointer for problem in check_view(make(beyond))] == [pointer]


BLOCKS: dict[str, Json] = {
    "header": {"type": "header", "text": plain(1)},
    "section": section(),
    "divider": {"type": "divider"},
    "context": {"type": "context", "elements": [mrkdwn(1), IMAGE]},
    "actions": {"type": "actions", "elements": [button()]},
    "context_actions": {"type": "context_actions", "elements": [FEEDBACK]},
    "image": IMAGE,
    "input": field(TEXT),
    "markdown": {"type": "markdown", "text": "x"},
    "rich_text": rich(),
    "table": table(),
    "data_table": data_table(),
    "data_visualization": pie(),
    "card": card(),
    "carousel": {"type": "carousel", "elements": [card()]},
    "container": container(section()),
    "alert": {"type": "alert", "text": mrkdwn(1), "level": "warning"},
    "task_card": TASK,
    "plan": {"type": "plan", "title": "t", "tasks": [TASK]},
    "video": VIDEO,
    "file": {"type": "file", "external_id": "f", "source": "remote"},
    "call": {"type": "call", "call_id": "R1"},
    "auth_provider": {"type": "auth_provider", "value": "v", "name": plain(1), "is_connected": True},
}
EVERYWHERE = frozenset(
    {"header", "section", "divider", "context", "actions", "image", "input", "rich_text", "card", "video"}
)
ON = {
    "message": EVERYWHERE
    | {"context_actions", "markdown", "table", "data_table", "data_visualization", "carousel", "container"}
    | {"task_card", "plan", "call", "auth_provider"},
    "modal": EVERYWHERE | {"alert"},
    "home": EVERYWHERE | {"table", "data_table", "carousel"},
}


@pytest.mark.parametrize("kind", BLOCKS)
def test_each_block_stands_where_the_platform_lets_it(kind: str) -> None:
    block = BLOCKS[kind]
    found = {
        "message": check_message(message(block)),
        "modal": check_view(modal(block)),
        "home": check_view(home(block)),
    }
    for surface, problems in found.items():
        if kind in ON[surface]:
            assert problems == (), surface
        else:
            assert [each.pointer for each in problems] == ["/blocks/0"], surface


def test_every_block_the_data_names_is_tried_here() -> None:
    assert set(slack_limits().block) == set(BLOCKS)


@pytest.mark.parametrize("kind", sorted(EVERYWHERE | {"table"}))
def test_a_container_takes_plain_blocks(kind: str) -> None:
    inside = set(slack_limits().block) & {kind}
    problems = check_message(message(container(BLOCKS[kind])))
    expected = ["/blocks/0/child_blocks/0/type"] if kind == "card" else []
    assert [each.pointer for each in problems] == expected, inside


@pytest.mark.parametrize(
    "kind", ["card", "carousel", "container", "plan", "task_card", "data_table", "data_visualization"]
)
def test_a_container_takes_no_card_container_plan_or_chart(kind: str) -> None:
    problems = check_message(message(container(BLOCKS[kind])))
    assert [each.pointer for each in problems] == ["/blocks/0/child_blocks/0/type"]


WRONG: list[tuple[str, Any, Json, str]] = [
    ("no type", check_view, {"blocks": [section()]}, "/type"),
    ("no blocks", check_view, {"type": "home"}, ""),
    ("no title", check_view, {"type": "modal", "blocks": [section()]}, ""),
    ("home with submit", check_view, home(section(), submit=plain(1)), "/submit"),
    ("unknown key", check_view, modal(section(), colour="red"), "/colour"),
    ("title not plain", check_view, modal(section(), title=mrkdwn(1)), "/title/type"),
    ("fields without submit", check_view, {"type": "modal", "title": plain(1), "blocks": [field(TEXT)]}, ""),
    (
        "dispatch of a file",
        check_view,
        modal(field({"type": "file_input"}, dispatch_action=True)),
        "/blocks/0/dispatch_action",
    ),
    ("file on Home", check_view, home(field({"type": "file_input"})), "/blocks/0/element"),
    ("file in a message", check_message, message(field({"type": "file_input"})), "/blocks/0/element"),
    ("button as field", check_view, modal(field(button())), "/blocks/0/element/type"),
    ("field in actions", check_view, modal({"type": "actions", "elements": [TEXT]}), "/blocks/0/elements/0/type"),
    (
        "lengths crossed",
        check_view,
        modal(field(TEXT | {"min_length": 5, "max_length": 4})),
        "/blocks/0/element/min_length",
    ),
    (
        "date",
        check_view,
        modal(field({"type": "datepicker", "initial_date": "1.2.2026"})),
        "/blocks/0/element/initial_date",
    ),
    (
        "time",
        check_view,
        modal(field({"type": "timepicker", "initial_time": "24:00"})),
        "/blocks/0/element/initial_time",
    ),
    (
        "initial option",
        check_view,
        modal(field({"type": "static_select", "options": [option()], "initial_option": option("w")})),
        "/blocks/0/element/initial_option",
    ),
    (
        "number",
        check_view,
        modal(field({"type": "number_input", "is_decimal_allowed": True, "initial_value": "two"})),
        "/blocks/0/element/initial_value",
    ),
]


@pytest.mark.parametrize(
    ("check", "payload", "pointer"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG]
)
def test_a_view_says_where_it_is_wrong(check: Callable[[Json], Any], payload: Json, pointer: str) -> None:
    assert [problem.pointer for problem in check(payload)] == [pointer]

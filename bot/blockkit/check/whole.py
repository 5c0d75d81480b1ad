"""A whole message or view: its blocks one by one, then what counts across all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeAlias

from bot.blockkit.check.problem import Problem, below
from bot.blockkit.check.rules import entries, objects
from bot.blockkit.check.shapes import ListShape, OneShape, StringShape, Surface, slack_limits
from bot.blockkit.check.walk import BlockPlace, check_keys, check_shape

Object: TypeAlias = Mapping[str, object]
NESTED = ("child_blocks", "elements", "tasks")  # where a block may hold further blocks


class Placed(NamedTuple):
    pointer: str
    block: Object


def check_message(message: Mapping[str, object]) -> tuple[Problem, ...]:
    """Why Slack would refuse to post this; empty if it would not."""
    return tuple(_message(message))


def check_view(view: Mapping[str, object]) -> tuple[Problem, ...]:
    """Why Slack would refuse to open or publish this modal or Home view; empty if it would not."""
    return tuple(_view(view))


def _message(message: Object) -> Iterator[Problem]:
    limits = slack_limits().message
    place = BlockPlace(slack_limits(), "message", "")
    for key in message:
        if key not in (*limits.content_keys, *limits.other_keys):
            yield place.at(key).problem(f"unknown key {key!r}")
    for key, most in (("text", limits.text_max), ("markdown_text", limits.markdown_text_max)):
        if message.get(key) is not None:
            yield from check_shape(message[key], StringShape(kind="string", max=most), place.at(key))
    if message.get("markdown_text") is not None:
        for key in ("text", "blocks"):
            if message.get(key):
                yield place.at("markdown_text").problem(f"cannot stand beside {key}")
    if not any(message.get(key) for key in limits.content_keys):
        yield place.problem(f"needs one of {', '.join(limits.content_keys)}")
    placed = []
    if message.get("blocks") is not None:
        yield from _blocks(message["blocks"], limits.blocks_max, place.at("blocks"), least=0)
        placed += list(_placed(message["blocks"], "/blocks"))
    attachments = message.get("attachments")
    if attachments is not None:
        yield from _attachments(attachments, place.at("attachments"))
        for number, attachment in objects(attachments):
            placed += list(_placed(attachment.get("blocks"), below("/attachments", number, "blocks")))
    yield from _across(placed, "message")


def _attachments(attachments: object, place: BlockPlace) -> Iterator[Problem]:
    limits = place.limits.message
    if not isinstance(attachments, list | tuple):
        yield place.problem("not a list")
        return
    if len(attachments) > limits.attachments_max:
        yield place.problem(f"has {len(attachments)} entries; at most {limits.attachments_max}")
    for number, attachment in enumerate(attachments):
        here = place.at(number)
        if not isinstance(attachment, Mapping):
            yield here.problem("not an object (attachment)")
            continue
        for key in attachment:
            if key not in limits.attachment_keys:
                yield here.at(key).problem(f"unknown key {key!r}")
        if attachment.get("blocks") is not None:
            yield from _blocks(attachment["blocks"], limits.blocks_max, here.at("blocks"), least=0)


def _view(view: Object) -> Iterator[Problem]:
    kind = view.get("type")
    limits = slack_limits().view
    if kind not in ("modal", "home"):
        yield Problem(pointer="/type", because=f"is {kind!r}; allowed: modal, home")
        return
    surface: Surface = "modal" if kind == "modal" else "home"
    place = BlockPlace(slack_limits(), surface, "")
    keys = limits.modal if surface == "modal" else limits.home
    yield from check_keys(view, keys, place, f"a {kind} view", also=("type", "blocks"))
    if "blocks" not in view:
        yield place.problem(f"a {kind} view needs blocks")
        return
    yield from _blocks(view["blocks"], limits.blocks_max, place.at("blocks"), least=1)
    placed = list(_placed(view["blocks"], "/blocks"))
    if surface == "modal" and "submit" not in view and any(each.block.get("type") == "input" for each in placed):
        yield place.problem("inputs need submit")
    yield from _across(placed, surface)


def _blocks(blocks: object, most: int, place: BlockPlace, *, least: int) -> Iterator[Problem]:
    shape = ListShape(kind="list", min=least, max=most, of=OneShape(kind="one", among="block"))
    yield from check_shape(blocks, shape, place)


def _placed(blocks: object, pointer: str) -> Iterator[Placed]:
    """Every block, however deep, with the way to it."""
    known = slack_limits().block
    for number, block in objects(blocks):
        here = below(pointer, number)
        kind = block.get("type")
        if isinstance(kind, str) and kind in known:
            yield Placed(here, block)
            if kind in ("container", "carousel", "plan"):
                for key in NESTED:
                    yield from _placed(block.get(key), below(here, key))


def _across(placed: list[Placed], surface: Surface) -> Iterator[Problem]:
    yield from _unique_block_ids(placed)
    for each in placed:
        yield from _unique_action_ids(each)
    limits = slack_limits().message if surface == "message" else slack_limits().view
    tables = [each for each in placed if each.block["type"] in ("table", "data_table")]
    for each in tables[limits.tables_max :]:
        yield Problem(pointer=each.pointer, because="only_one_table_allowed: counting table, data_table")
    yield from _total(tables, "table", limits.table_characters_max)
    yield from _total(tables, "data_table", limits.data_table_characters_max)
    if surface == "message":
        message = slack_limits().message
        markdown = [each for each in placed if each.block["type"] == "markdown"]
        if len(markdown) > 1:  # one alone is held to the same figure by its shape
            yield from _total(markdown, "markdown", message.markdown_characters_max)
        charts = [each for each in placed if each.block["type"] == "data_visualization"]
        for each in charts[message.charts_max :]:
            yield Problem(pointer=each.pointer, because=f"at most {message.charts_max} charts")


def _unique_block_ids(placed: list[Placed]) -> Iterator[Problem]:
    seen: dict[str, str] = {}
    for pointer, block in placed:
        block_id = block.get("block_id")
        if not isinstance(block_id, str) or not block_id:
            continue
        if block_id in seen:
            yield Problem(pointer=below(pointer, "block_id"), because=f"{block_id!r} is taken by {seen[block_id]}")
        seen.setdefault(block_id, pointer)


def _unique_action_ids(placed: Placed) -> Iterator[Problem]:
    """Slack tells the elements of one block apart by their action_id; another block may use it again."""
    seen: set[str] = set()
    for key in ("elements", "actions"):
        for number, element in objects(placed.block.get(key)):
            action_id = element.get("action_id")
            if not isinstance(action_id, str):
                continue
            if action_id in seen:
                pointer = below(placed.pointer, key, number, "action_id")
                yield Problem(pointer=pointer, because=f"{action_id!r} stands twice here")
            seen.add(action_id)


def _total(placed: list[Placed], kind: str, most: int) -> Iterator[Problem]:
    counted = [(each, _characters(each.block)) for each in placed if each.block["type"] == kind]
    total = sum(count for _, count in counted)
    if total > most:
        yield Problem(
            pointer=counted[-1][0].pointer, because=f"{kind} blocks hold {total} characters; at most {most}"
        )


def _characters(block: Object) -> int:
    """The characters Slack counts: the text of a markdown block, the texts of all cells of a table."""
    if block["type"] == "markdown":
        return len(str(block.get("text", "")))
    return sum(_text_in(cell) for row in entries(block.get("rows")) for cell in entries(row))


def _text_in(part: object) -> int:
    if not isinstance(part, Mapping):
        return 0
    text = part.get("text")
    return (len(text) if isinstance(text, str) else 0) + sum(
        _text_in(inner) for inner in entries(part.get("elements"))
    )

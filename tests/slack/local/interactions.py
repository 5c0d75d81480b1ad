"""What a person can press, choose and fill in, and how Slack words it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.slack.local.core import INTERACTIVE, every_block
from tests.slack.local.records import Json

ONE_OPTION = frozenset({"static_select", "external_select", "radio_buttons", "overflow"})
MANY_OPTIONS = frozenset({"multi_static_select", "multi_external_select", "checkboxes"})
PLAIN = {
    "plain_text_input": "value",
    "number_input": "value",
    "email_text_input": "value",
    "url_text_input": "value",
    "rich_text_input": "rich_text_value",
    "datepicker": "selected_date",
    "timepicker": "selected_time",
    "datetimepicker": "selected_date_time",
    "users_select": "selected_user",
    "conversations_select": "selected_conversation",
    "channels_select": "selected_channel",
    "multi_users_select": "selected_users",
    "multi_conversations_select": "selected_conversations",
    "multi_channels_select": "selected_channels",
    "file_input": "files",
}
INITIAL = {
    "value": "initial_value",
    "rich_text_value": "initial_value",
    "selected_date": "initial_date",
    "selected_time": "initial_time",
    "selected_date_time": "initial_date_time",
    "selected_user": "initial_user",
    "selected_conversation": "initial_conversation",
    "selected_channel": "initial_channel",
    "selected_users": "initial_users",
    "selected_conversations": "initial_conversations",
    "selected_channels": "initial_channels",
}
HELD = (ONE_OPTION | MANY_OPTIONS | PLAIN.keys()) - {"overflow"}  # what a form remembers


def elements_in(blocks: list[Json]) -> Iterator[tuple[Json, Json]]:
    """Each interactive element with the block it stands in."""
    for block in every_block(blocks):
        holders = [
            block.get("element"),
            block.get("accessory"),
            *(block.get("elements") or []),
            *(block.get("actions") or []),
        ]
        for element in holders:
            if isinstance(element, dict) and element.get("type") in INTERACTIVE:
                yield block, element


def find(blocks: list[Json], action_id: str, **also: Any) -> tuple[Json, Json]:
    """The one element with that action_id; `also` tells apart several (block_id, value, text)."""
    found = []
    for block, element in elements_in(blocks):
        label = element.get("text", {}).get("text") if isinstance(element.get("text"), dict) else None
        known = {"block_id": block.get("block_id"), "value": element.get("value"), "text": label}
        if element["type"] == "feedback_buttons":
            known.pop("value")
        wanted = {key: value for key, value in also.items() if value is not None and key in known}
        if element.get("action_id") == action_id and all(known[key] == value for key, value in wanted.items()):
            found.append((block, element))
    if not found:
        there = sorted({str(element.get("action_id")) for _, element in elements_in(blocks)})
        raise AssertionError(f"nothing with action_id {action_id!r} {also or ''} is shown; there are {there}")
    if len(found) > 1:
        raise AssertionError(
            f"{len(found)} elements have action_id {action_id!r}; say which by block_id, value or text"
        )
    return found[0]


def option(element: Json, wanted: Any) -> Json:
    """An option by its value or its label; a whole option is taken as it is."""
    if isinstance(wanted, dict):
        return wanted
    offered = list(element.get("options") or [])
    for group in element.get("option_groups") or []:
        offered += group["options"]
    for each in offered:
        if wanted in (each["value"], each["text"]["text"]):
            return dict(each)
    raise AssertionError(f"{wanted!r} is not offered; there are {[each['value'] for each in offered]}")


def chosen(element: Json, value: Any) -> Json:
    """The element's state once a person has put the value there."""
    kind = element["type"]
    if kind in ONE_OPTION:
        return {"type": kind, "selected_option": None if value is None else option(element, value)}
    if kind in MANY_OPTIONS:
        many = value if isinstance(value, list | tuple) else [] if value is None else [value]
        return {"type": kind, "selected_options": [option(element, each) for each in many]}
    if kind == "plain_text_input" and value is not None:
        least, most = element.get("min_length", 0), element.get("max_length", 3000)
        if not least <= len(value) <= most:
            raise AssertionError(f"the client would not take {len(value)} characters here; {least} to {most}")
    if kind == "number_input" and value is not None:
        value = str(value)
    return {"type": kind, PLAIN[kind]: value}


def initial(element: Json) -> Json:
    """The element's state before anybody touches it."""
    kind = element["type"]
    if kind in ONE_OPTION:
        return {"type": kind, "selected_option": element.get("initial_option")}
    if kind in MANY_OPTIONS:
        return {"type": kind, "selected_options": element.get("initial_options") or []}
    return {"type": kind, PLAIN[kind]: element.get(INITIAL.get(PLAIN[kind], ""))}


def is_empty(state: Json) -> bool:
    return all(value in (None, "", []) for key, value in state.items() if key != "type")


def state_of(blocks: list[Json], held: dict[str, Json]) -> dict[str, Json]:
    """The values of all fields: what was put there, else what they start with."""
    values: dict[str, Json] = {}
    for block, element in elements_in(blocks):
        if element["type"] in HELD:
            block_id, action_id = block["block_id"], element["action_id"]
            known = held.get(block_id, {}).get(action_id)
            values.setdefault(block_id, {})[action_id] = known if known is not None else initial(element)
    return values


def filled(blocks: list[Json], held: dict[str, Json], given: dict[str, Any]) -> dict[str, Json]:
    """The values a submit sends. `given` is by action_id, by block_id, or by both, nested."""
    values = state_of(blocks, held)
    left = dict(given)
    for block, element in elements_in(blocks):
        if element["type"] not in HELD:
            continue
        block_id, action_id = block["block_id"], element["action_id"]
        for key in (action_id, block_id):
            if key in left:
                value = left.pop(key)
                value = value[action_id] if isinstance(value, dict) and action_id in value else value
                values[block_id][action_id] = chosen(element, value)
                break
    if left:
        known = sorted(f"{b['block_id']}/{e['action_id']}" for b, e in elements_in(blocks) if e["type"] in HELD)
        raise AssertionError(f"no field for {sorted(left)}; there are {known}")
    for block in every_block(blocks):
        if block.get("type") == "input" and not block.get("optional"):
            state = values[block["block_id"]][block["element"]["action_id"]]
            if is_empty(state) and block["element"]["type"] != "checkboxes":
                raise AssertionError(f"the client would not submit: {block['label']['text']!r} is empty")
    return values


def action(block: Json, element: Json, value: Any, ts: str) -> Json:
    """One entry of `actions`."""
    kind = element["type"]
    sent: Json = {"type": kind, "action_id": element["action_id"], "block_id": block["block_id"], "action_ts": ts}
    if kind in ("button", "workflow_button", "icon_button"):
        sent |= {key: element[key] for key in ("text", "value", "style", "url", "icon") if key in element}
    elif kind == "feedback_buttons":
        sides = {"positive": element["positive_button"], "negative": element["negative_button"]}
        for side, button in sides.items():
            if value in (side, button["value"], button["text"]["text"]):
                sent |= {"text": button["text"], "value": button["value"]}
        if "value" not in sent:
            raise AssertionError(f"say positive or negative, or one of {[b['value'] for b in sides.values()]}")
    else:
        sent |= chosen(element, value)
    return sent

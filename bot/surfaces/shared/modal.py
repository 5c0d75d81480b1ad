"""Modals: opened while the trigger is valid, filled when there is something to show."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.wording.errors import UserError
from bot.wording.words import environment

log = logging.getLogger(__name__)

View = dict[str, Any]
Fill = Callable[[View], None]
LATE = frozenset({"expired_trigger_id", "exchanged_trigger_id", "trigger_expired", "trigger_exchanged"})
PASSED = frozenset({"hash_conflict", "not_found"})  # closed, or already replaced


def open_form(client: WebClient, trigger_id: str, body: View) -> View:
    """The modal as Slack shows it.

    Raises:
        UserError: the trigger expired.
    """
    try:
        shown: View = client.views_open(trigger_id=trigger_id, view=body)["view"]
    except SlackApiError as problem:
        if problem.response.get("error") in LATE:
            raise UserError("too_late") from problem
        raise
    return shown


@contextmanager
def opened(client: WebClient, trigger_id: str, title: str) -> Iterator[Fill]:
    """Opens a modal that says it is loading, and yields a function that fills it. On an error it says so.

    Raises:
        UserError: the trigger expired.
    """
    shown = open_form(client, trigger_id, view("loading", title=title))

    def fill(body: View) -> None:
        try:
            client.views_update(view_id=shown["id"], hash=shown["hash"], view=body)
        except SlackApiError as problem:
            if problem.response.get("error") not in PASSED:
                raise
            log.info("a modal was gone before it could be filled (%s)", problem.response.get("error"))

    try:
        yield fill
    except Exception:
        fill(view("failed", title=title))
        raise


def view(template: str, **values: Any) -> View:
    """The modal that `templates/slack/modals/TEMPLATE.j2` describes."""
    made: View = json.loads(environment().get_template(f"slack/modals/{template}.j2").render(**values))
    return made


def carried(body: View) -> str:
    """The id of the verdict a modal is about, from its private metadata."""
    return str(body.get("private_metadata") or "")


def values_in(body: View) -> dict[str, Any]:
    """The submitted values by field: text, an option's value, or a list of them; None if empty."""
    values: dict[str, Any] = {}
    for block_id, elements in body["state"]["values"].items():
        for element in elements.values():
            values[block_id] = _value(element)
    return values


def initial_in(body: View) -> dict[str, Any]:
    """The value each field had when the modal was opened."""
    values: dict[str, Any] = {}
    for block in body["blocks"]:
        element = block.get("element") or {}
        for name in ("initial_value", "initial_date"):
            if element.get(name) is not None:
                values[block["block_id"]] = element[name]
        if element.get("initial_option"):
            values[block["block_id"]] = element["initial_option"]["value"]
        if element.get("initial_options"):
            values[block["block_id"]] = [option["value"] for option in element["initial_options"]]
    return values


def _value(element: dict[str, Any]) -> Any:
    if "selected_options" in element:
        return [option["value"] for option in element["selected_options"] or ()]
    if "selected_option" in element:
        return (element["selected_option"] or {}).get("value")
    if "selected_date" in element:
        return element["selected_date"]
    return element.get("value")

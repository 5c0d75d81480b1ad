"""Kinds of blocks a workspace does not have: the newest come to some workspaces later than to others."""

from __future__ import annotations

from tests.slack.local.records import Json, SlackError


def refuse_unknown(args: Json, unknown: set[str]) -> None:
    """Raise what Slack answers to a kind it does not know; "fields" stands for sections that have some."""
    for number, block in enumerate(args.get("blocks") or []):
        kind = "fields" if block.get("fields") else block["type"]
        if kind in unknown:
            messages = [f"[ERROR] unsupported type: {kind} [json-pointer:/blocks/{number}/type]"]
            raise SlackError("invalid_blocks", errors=messages, response_metadata={"messages": messages})

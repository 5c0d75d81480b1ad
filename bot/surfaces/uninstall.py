"""The app was removed from a workspace, or its token revoked: everything stored for the workspace is deleted."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from slack_bolt import App

from bot.surfaces.shared.answering import once
from bot.surfaces.shared.deps import Deps

log = logging.getLogger(__name__)

EVENTS = ("app_uninstalled", "tokens_revoked")


def forget(deps: Deps, body: Mapping[str, Any]) -> None:
    """Once per event. A late event, from before the app was installed again, deletes nothing."""
    event, team = body["event"], str(body["team_id"])
    if event["type"] == "tokens_revoked" and not (event.get("tokens") or {}).get("bot"):
        return  # a user's token: we store none
    with once(deps.store, f"event:{body['event_id']}") as is_mine:
        if not is_mine:
            return
        if deps.store.installations.since(team, float(body.get("event_time") or 0)):
            log.warning("%s: reinstalled since this %s", team, event["type"])
            return
        deleted = deps.store.retention.forget_workspace(team)
        log.info("%s: %s, %d rows deleted", team, event["type"], sum(deleted.values()))


def register(app: App, deps: Deps) -> None:
    def on_removed(body: dict[str, Any]) -> None:
        forget(deps, body)

    for name in EVENTS:
        app.event(name)(on_removed)

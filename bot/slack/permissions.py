"""Who may do what. Anyone may ask; what affects others may be changed by those concerned.

A channel's subscriptions and settings belong to its members: a command from the channel proves that whoever
typed it is one. A workspace's settings belong to its admins, or to those listed in CHIPSCOUT_ADMINS. What
needs a scope the app lacks counts as no: then only the list decides.
"""

from __future__ import annotations

import logging
from http.client import HTTPException
from typing import Any

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.wording.errors import UserError

log = logging.getLogger(__name__)

PAGE = 1000  # members per request
PAGES = 20  # members of larger channels are told to type the command there


class Permissions:
    """`admins`: user ids that may change workspace settings; if empty, Slack's admins and owners may."""

    def __init__(self, admins: frozenset[str] = frozenset()) -> None:
        self._admins = admins

    def may_change_workspace(self, client: WebClient, user: str) -> bool:
        """Workspace settings: by the list if there is one, else by Slack (needs the scope users:read)."""
        if self._admins:
            return user in self._admins
        answer = _asked(client, "users.info", user=user)
        who = answer.get("user") or {}
        return bool(who.get("is_admin") or who.get("is_owner")) and not who.get("deleted")

    def may_change_channel(self, client: WebClient, user: str, channel: str, came_from: str | None = None) -> bool:
        """A channel's subscriptions and settings. `came_from`: the channel of the command or click."""
        if came_from == channel or self.may_change_workspace(client, user):
            return True
        return _is_member(client, user, channel)

    def require_workspace(self, client: WebClient, user: str) -> None:
        """
        Raises:
            UserError: this user may not; the message is for them alone.
        """
        if not self.may_change_workspace(client, user):
            raise UserError("not_an_admin")

    def require_channel(self, client: WebClient, user: str, channel: str, came_from: str | None = None) -> None:
        """
        Raises:
            UserError: this user may not; the message is for them alone.
        """
        if not self.may_change_channel(client, user, channel, came_from):
            raise UserError("not_a_member")


def _is_member(client: WebClient, user: str, channel: str) -> bool:
    cursor = ""
    for _ in range(PAGES):
        answer = _asked(client, "conversations.members", channel=channel, limit=PAGE, cursor=cursor)
        if user in answer.get("members", ()):
            return True
        cursor = (answer.get("response_metadata") or {}).get("next_cursor") or ""
        if not cursor:
            return False
    return False


def _asked(client: WebClient, method: str, **values: Any) -> dict[str, Any]:
    """Slack's answer; empty on an error."""
    try:
        answer = client.api_call(method, params=values)
    except SlackApiError as problem:
        log.info("%s: %s", method, problem.response.get("error"))
        return {}
    except (OSError, HTTPException) as problem:
        log.warning("%s: %s", method, type(problem).__name__)
        return {}
    return dict(answer.data) if isinstance(answer.data, dict) else {}

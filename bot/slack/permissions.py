"""Who may do what. Anyone may ask; what affects others may be changed by those concerned.

A channel's subscriptions and settings belong to its members: a command from the channel proves that whoever
typed it is one. A workspace's settings belong to its admins, or to those listed in CHIPSCOUT_ADMINS. Readers of
another organization, and guests unless a setting says otherwise, are an audience of their own
(`bot.advice.audience`). What Slack does not tell counts as no.
"""

from __future__ import annotations

import logging
from http.client import HTTPException
from typing import Any

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.advice.audience import MEMBERS, Audience
from bot.slack.people import People
from bot.wording.errors import UserError

log = logging.getLogger(__name__)

PAGE = 1000  # members per request
PAGES = 20  # members of larger channels are told to type the command there


class Permissions:
    """`admins`: user ids that may change workspace settings; if empty, Slack's admins and owners may.

    `guests_are_members`: guests see what members see. `members_list_prices`: every member may list own prices.
    """

    def __init__(
        self,
        admins: frozenset[str] = frozenset(),
        *,
        guests_are_members: bool = False,
        members_list_prices: bool = False,
    ) -> None:
        self._admins, self.people = admins, People()
        self._guests_are_members, self._members_list_prices = guests_are_members, members_list_prices

    def audience(self, client: WebClient, user: str, channel: str) -> Audience:
        """Who reads an answer to this person in this channel."""
        return self.of_person(client, user).together_with(self.of_place(client, channel))

    def of_person(self, client: WebClient, user: str) -> Audience:
        who = self.people.person(client, user)
        if who.unknown and (who.is_outside or not self._guests_are_members):
            return Audience(limit="unknown", missing=who.unknown)
        if who.is_outside:
            return Audience(limit="other_organization")
        return Audience(limit="guest") if who.is_guest and not self._guests_are_members else MEMBERS

    def of_place(self, client: WebClient, channel: str) -> Audience:
        """Whoever reads a channel."""
        where = self.people.place(client, channel)
        if where.unknown:
            return Audience(limit="unknown", missing=where.unknown)
        return Audience(limit="shared_channel") if where.is_shared else MEMBERS

    def may_change_workspace(self, client: WebClient, user: str) -> bool:
        """Workspace settings: by the list if there is one, else by Slack (needs the scope users:read)."""
        if self._admins:
            return user in self._admins
        return self.people.person(client, user).is_admin

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
            unknown = None if self._admins else self.people.person(client, user).unknown
            raise UserError("not_an_admin", missing=unknown, listed=bool(self._admins))

    def require_channel(self, client: WebClient, user: str, channel: str, came_from: str | None = None) -> None:
        """
        Raises:
            UserError: this user may not; the message is for them alone.
        """
        if not self.may_change_channel(client, user, channel, came_from):
            raise UserError("not_a_member")

    def require_price_list(self, client: WebClient, user: str) -> None:
        """All own prices with their notes.

        Raises:
            UserError: for admins only, unless a setting opens it to members.
        """
        if not self._members_list_prices:
            self.require_workspace(client, user)


def require_ours(audience: Audience) -> None:
    """
    Raises:
        UserError: these readers may ask, but not watch, record, export, set or see what the workspace pays.
    """
    if not audience.is_ours:
        raise UserError("members_only", limit=audience.limit, missing=audience.missing)


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

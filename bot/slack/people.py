"""What Slack tells of people and channels: who belongs to another organization, is a guest or an admin.

A member of another organization has another `team_id` in `users.info`; `is_stranger` alone does not tell: it is false
for those who share a channel with the app. Within an Enterprise organization the workspaces differ, and
`enterprise_user.enterprise_id` is the same. A channel is shared with another organization if `conversations.info`
says `is_ext_shared` or `is_pending_ext_shared`, or `is_shared` without `is_org_shared`. Events say it themselves
(`is_ext_shared_channel`); commands and presses do not.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from http.client import HTTPException
from threading import Lock
from typing import Any

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from knowledge.facts import Fact

log = logging.getLogger(__name__)

KEPT_SECONDS = 60.0  # a channel may be shared, and somebody become a guest, at any moment
FAILED_SECONDS = 10.0
MOST = 5000  # answers kept
NO_SUCH = (
    "unknown_method"  # a stand-in for Slack, as of tests, which has neither guests nor shared channels to tell of
)

Answer = dict[str, Any]


class Person(Fact):
    """Somebody, as Slack tells. `unknown`: what Slack lacked to tell all of it, such as a scope."""

    is_outside: bool = True  # of another organization
    is_guest: bool = False
    is_admin: bool = False
    unknown: str | None = None


class Place(Fact):
    """A conversation. `unknown`: what Slack lacked to tell."""

    is_shared: bool = True  # with another organization
    unknown: str | None = None


class People:
    """Asks Slack and keeps its answers for a minute. Safe for several threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._held: dict[tuple[str | None, str, str], tuple[float, Any]] = {}

    def note(self, client: WebClient, body: Mapping[str, Any]) -> None:
        """What a delivery says itself: whether its channel is shared, and of which workspace its author is."""
        event = body.get("event")
        if isinstance(event, Mapping):
            channel = event.get("channel")
            if isinstance(channel, str) and isinstance(body.get("is_ext_shared_channel"), bool):
                self._keep((client.token, "event", channel), body["is_ext_shared_channel"], KEPT_SECONDS)
            inner = event.get("message")  # an edit wraps the message
            said = inner if isinstance(inner, Mapping) else event
            user, team = said.get("user"), said.get("user_team") or said.get("team")
        elif isinstance(body.get("user"), Mapping):
            user, team = body["user"].get("id"), body["user"].get("team_id")
        else:
            user, team = body.get("user_id"), body.get("team_id")
        if isinstance(user, str) and isinstance(team, str):
            self._keep((client.token, "team", user), team, KEPT_SECONDS)

    def person(self, client: WebClient, user: str) -> Person:
        us = self._asked(client, "auth.test", "", {})
        told = self._asked(client, "users.info", user, {"user": user})
        about = told.get("user")
        if not isinstance(about, Mapping) or not us.get("team_id"):
            home = self._known((client.token, "team", user))
            unknown = str(told.get("lacks") or us.get("lacks") or "users.info")
            if unknown == NO_SUCH and home == us.get("team_id"):
                return Person(is_outside=False)
            return Person(is_outside=home is None or home != us.get("team_id"), is_guest=True, unknown=unknown)
        enterprise = us.get("enterprise_id")
        same = bool(enterprise) and (about.get("enterprise_user") or {}).get("enterprise_id") == enterprise
        ours = {us["team_id"], enterprise}
        teams = {about.get("team_id"), self._known((client.token, "team", user))} - {None}
        is_outside = bool(about.get("is_stranger")) or not (same or (teams and teams <= ours))
        return Person(
            is_outside=is_outside,
            is_guest=bool(about.get("is_restricted") or about.get("is_ultra_restricted")),
            is_admin=not is_outside
            and not about.get("deleted")
            and bool(about.get("is_admin") or about.get("is_owner")),
        )

    def place(self, client: WebClient, channel: str) -> Place:
        """A direct message with the app has one reader, who is asked for by `person`."""
        if channel.startswith(("D", "U", "W")):
            return Place(is_shared=False)
        told_by_event = self._known((client.token, "event", channel))
        if told_by_event is not None:
            return Place(is_shared=told_by_event)
        told = self._asked(client, "conversations.info", channel, {"channel": channel})
        about = told.get("channel")
        if not isinstance(about, Mapping):
            unknown = str(told.get("lacks") or "conversations.info")
            return Place(is_shared=False) if unknown == NO_SUCH else Place(unknown=unknown)
        beyond = about.get("is_shared") and not about.get("is_org_shared")
        return Place(is_shared=bool(about.get("is_ext_shared") or about.get("is_pending_ext_shared") or beyond))

    def _asked(self, client: WebClient, method: str, about: str, values: Mapping[str, str]) -> Answer:
        """Slack's answer; on an error `lacks` says what for."""
        key = client.token, method, about
        known: Answer | None = self._known(key)
        if known is not None:
            return known
        try:
            answer = client.api_call(method, params=dict(values)).data
            told = dict(answer) if isinstance(answer, dict) else {}
        except SlackApiError as problem:
            code = str(problem.response.get("error"))
            told = {"lacks": str(problem.response.get("needed") or code) if code == "missing_scope" else code}
        except (OSError, HTTPException) as problem:
            told = {"lacks": type(problem).__name__}
        if told.get("lacks"):
            log.warning("%s does not tell (%s): list prices alone there", method, told["lacks"])
        self._keep(key, told, FAILED_SECONDS if told.get("lacks") else KEPT_SECONDS)
        return told

    def _known(self, key: tuple[str | None, str, str]) -> Any:
        with self._lock:
            until, value = self._held.get(key, (0.0, None))
        return value if until > self._clock() else None

    def _keep(self, key: tuple[str | None, str, str], value: Any, seconds: float) -> None:
        with self._lock:
            self._held.pop(key, None)
            self._held[key] = self._clock() + seconds, value
            while len(self._held) > MOST:
                del self._held[next(iter(self._held))]

"""Keeps the Home tab up to date: built from the store, published over the version Slack last reported."""

from __future__ import annotations

import logging
import time
from functools import partial
from http.client import HTTPException
from threading import Lock
from typing import Any

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

from bot.prices.freshness import freshness
from bot.slack import errands
from bot.slack.outbox import Lane
from bot.surfaces.shared.deps import ANSWERS, EVERY_CHANNEL, PRIVATE, Deps
from bot.surfaces.shared.home_page import SHOWN, Admin, HomePage, entry, home_view, page
from knowledge.store.verdicts import KeptVerdict

log = logging.getLogger(__name__)

LOOKED_SECONDS = 24 * 3600.0  # after longer it is built when they open it
TRIES = 3  # if others publish at the same moment
LINKS_KEPT = 2000


class Links:
    """Links to messages, which never change: requested once each. Safe for several threads."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str, str], str] = {}
        self._lock = Lock()

    def of(self, client: WebClient, kept: KeptVerdict) -> str | None:
        """A link to the card of a verdict; None for a private one, or if Slack gives none."""
        if kept.is_private or kept.message_ts is None:
            return None
        key = kept.team, kept.channel, kept.message_ts
        with self._lock:
            if key in self._known:
                return self._known[key]
        try:
            answer = client.chat_getPermalink(channel=kept.channel, message_ts=kept.message_ts)
        except SlackApiError as problem:
            log.info("no link to a card (%s)", problem.response.get("error"))
            return None
        link = str(answer["permalink"])
        with self._lock:
            self._known = dict(list(self._known.items())[-LINKS_KEPT:]) | {key: link}
        return link


LINKS = Links()


class Publishing:
    """Home on its way, in a lane of its own: no channel waits for it."""

    thread: str | None = None

    def __init__(self, deps: Deps, client: WebClient, team: str, user: str) -> None:
        self._deps, self._client, self._team, self._user = deps, client, team, user
        self.lane = Lane(client.token, "home", user)

    def attempt(self) -> None:
        refresh(self._deps, self._client, self._team, self._user)


def refresh_after(deps: Deps, client: WebClient, team: str, *users: str) -> None:
    """The same when the messages of this delivery have been sent."""
    for user in dict.fromkeys(users):
        if deps.store.home_tabs.get(team, user, since=time.time() - LOOKED_SECONDS) is not None:
            publishing = Publishing(deps, client, team, user)
            errands.afterwards(partial(deps.outbox.send, publishing, by=user))


def refresh(deps: Deps, client: WebClient, team: str, user: str) -> None:
    """Publishes Home for a user who opened it recently. Nothing depends on it: a failure is only logged."""
    if deps.store.home_tabs.get(team, user, since=time.time() - LOOKED_SECONDS) is None:
        return
    try:
        publish(deps, client, team, user)
    except (SlackApiError, OSError, HTTPException) as problem:
        code = problem.response.get("error") if isinstance(problem, SlackApiError) else type(problem).__name__
        log.warning("Home was not brought up to date (%s)", code)


def publish(deps: Deps, client: WebClient, team: str, user: str) -> None:
    """Publishes the current state. If another process published in the meantime, Home is built again first.

    Raises:
        SlackApiError, OSError, HTTPException: Slack does not take it, or cannot be reached.
    """
    for left in reversed(range(TRIES)):
        known = deps.store.home_tabs.get(team, user)
        shown: dict[str, Any] = {"user_id": user, "view": home_view(home_page(deps, client, team, user))}
        try:
            answer = client.views_publish(**shown, hash=known.hash if known and left else None)
        except SlackApiError as problem:
            if problem.response.get("error") != "hash_conflict" or not left:
                raise
            continue
        deps.store.home_tabs.published(team, user, answer["view"].get("hash"))
        return


def home_page(deps: Deps, client: WebClient, team: str, user: str) -> HomePage:
    """What this person may see: their own verdicts, digests of channels they set up or asked in, and the workspace's
    settings, with all its digests, if they may change them.
    """
    verdicts, is_ours = deps.store.verdicts, deps.permissions.of_person(client, user).is_ours
    own = [kept for kept in verdicts.recent(team, user=user) if is_ours or kept.audience]
    kept_watched = verdicts.watched(team, user=user) if is_ours else ()
    watched = [entry(kept, LINKS.of(client, kept)) for kept in reversed(kept_watched)]
    recent = [entry(kept, LINKS.of(client, kept)) for kept in own[: 2 * SHOWN]]
    admin = None
    if is_ours and deps.permissions.may_change_workspace(client, user):
        chosen = deps.store.channel_settings.get(team, EVERY_CHANNEL, ANSWERS)
        admin = Admin(answers=chosen or PRIVATE, keep_days=deps.keep_days)
    channels = {kept.channel for kept in own}
    weekly = tuple(
        subscription
        for subscription in deps.store.subscriptions.all(team)
        if is_ours and (admin or subscription.user == user or subscription.channel in channels)
    )
    fresh = freshness(deps.advisor.facts, deps.store.history.attempts())
    return page(watched, recent, fresh, admin, weekly, may_watch=is_ours)

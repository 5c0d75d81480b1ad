"""What `chipscout doctor` can tell without a network: settings, facts, store, disk and feeds."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import cast

from bot.environment.secret import secret
from bot.environment.settings import Settings
from bot.feeds.config import Feeds
from bot.health.finding import Finding, Status
from bot.wording import words
from bot.wording.errors import UserError
from bot.wording.feed_reasons import reason
from knowledge.history.queries import FetchAttempt, open_history
from knowledge.store.base.address import Location, PostgresUrl
from knowledge.store.base.backend import DATABASE_ERRORS, StoreError
from knowledge.store.base.inspection import Inspection, inspected
from knowledge.store.base.sqlite_file import LEAST_FREE_BYTES
from knowledge.store.store import MIGRATIONS
from knowledge.types.feeds import FeedDescription

FEW_BYTES = 512 * 2**20  # a disk with less is worth a word
LATE = 2.0  # intervals after which a feed is called old


def settings_findings(settings: Settings | UserError) -> Iterator[Finding]:
    """Whether every setting can be read, and what `serve` would need."""
    if isinstance(settings, UserError):
        yield Finding("settings", "fail", "problem", {"sentence": words.error(settings)})
        return
    yield Finding("settings", "ok", "settings_read")
    ways: list[str] = []
    missing: dict[str, None] = {}
    for way, complete in (("socket", settings.for_socket_mode), ("http", settings.for_http)):
        try:
            complete()
        except UserError as problem:
            missing |= dict.fromkeys(cast("tuple[str, ...]", problem.values["names"]))
        else:
            ways.append(way)
    if ways:
        yield Finding("serve", "ok", "can_serve", {"ways": ways})
    else:
        yield Finding("serve", "warn", "cannot_serve", {"names": tuple(missing)})


def facts_finding(problem: UserError | None) -> Finding:
    if problem is not None:
        return Finding("facts", "fail", "problem", {"sentence": words.error(problem)})
    return Finding("facts", "ok", "facts_read")


def store_findings(path: Location) -> Iterator[Finding]:
    if isinstance(path, PostgresUrl):
        yield _server(path)
        return
    found = inspected(path, [migration.name for migration in MIGRATIONS])
    yield _store(found)
    if found.exists and not found.is_private:
        yield Finding("store", "warn", "store_open_to_others", {"path": str(path)})
    if not found.problem or found.problem == "full":
        yield _disk(found)


def _server(url: PostgresUrl) -> Finding:
    """Nothing is migrated, and the test write changes no row."""
    from knowledge.store.base.postgres import PostgresDatabase  # its driver is an extra

    names, reason, applied = {migration.name for migration in MIGRATIONS}, None, 0
    try:
        with PostgresDatabase(url) as database:
            applied = len(database.applied() & names)
            reason = "newer" if database.applied() - names else database.problem() if applied else None
    except StoreError as problem:
        reason = problem.reason
    if reason:
        unusable = UserError("store_unusable", path=str(url), reason=reason)
        return Finding("store", "fail", "problem", {"sentence": words.error(unusable)})
    return Finding("store", "ok", "store_shared", {"path": str(url), "applied": applied, "known": len(names)})


def _store(found: Inspection) -> Finding:
    path = str(found.path)
    if found.problem:
        unusable = UserError("store_unusable", path=path, reason=found.problem)
        return Finding("store", "fail", "problem", {"sentence": words.error(unusable)})
    if not found.exists:
        return Finding("store", "ok", "store_to_come", {"path": path})
    values = {"path": path, "size": found.size, "applied": found.applied, "known": found.known}
    if found.applied < found.known:
        return Finding("store", "warn", "store_to_migrate", values)
    return Finding("store", "ok", "store_opens", values)


def _disk(found: Inspection) -> Finding:
    status: Status = "fail" if found.free < LEAST_FREE_BYTES else "warn" if found.free < FEW_BYTES else "ok"
    return Finding("disk", status, "disk_free" if status == "ok" else "disk_short", {"free": found.free})


def feed_findings(feeds: Feeds, path: Location, now: float | None = None) -> Iterator[Finding]:
    """A line for each feed and cloud that is refreshed."""
    try:
        with open_history(path) as history:
            attempts = history.attempts() if history else ()
    except DATABASE_ERRORS:
        return  # the line on the store says it
    if not attempts:
        yield Finding("feeds", "warn", "feeds_unread")
        return
    at = time.time() if now is None else now
    for feed in feeds.enabled():
        if feed.key_variable and not secret(feed.key_variable):
            yield Finding("feeds", "ok", "feed_without_key", {"feed": feed.id, "variable": feed.key_variable})
            continue
        for cloud in feed.clouds:
            tried = [each for each in attempts if (each.feed, each.cloud) == (feed.id, cloud)]
            yield _feed(feed, cloud, tried, feeds.refreshing.every_hours, at)


def _feed(feed: FeedDescription, cloud: str, tried: list[FetchAttempt], every_hours: float, now: float) -> Finding:
    values: dict[str, object] = {"feed": feed.id, "cloud": cloud}
    times = [each.succeeded for each in tried]
    read = min((time for time in times if time is not None), default=None)
    if read is None or None in times:
        if feed.is_optional:
            return Finding("feeds", "ok", "feed_optional", values)
        return Finding("feeds", "warn", "feed_unread", values)
    hours = max(0, int((now - read) / 3600))
    values |= {"hours": hours, "days": hours // 24}
    failing = [each for each in tried if each.failing_since is not None]
    if failing:
        return Finding("feeds", "warn", "feed_failing", values | {"because": reason(failing[0].because, "")})
    is_old = now - read > LATE * max(feed.cadence_hours, every_hours) * 3600
    return Finding("feeds", "warn" if is_old else "ok", "feed_old" if is_old else "feed_fresh", values)

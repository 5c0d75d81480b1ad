"""Re-evaluates verdicts when there are new prices, and reports changes in their threads, exactly once.

A report is stored before it is posted and has a key of its own; after a crash, stored reports that are missing in
Slack are posted.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from http.client import HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError, SlackRequestError

from bot.advice.advisor import Advisor
from bot.advice.audience import MEMBERS, Audience
from bot.advice.rejudge import counts_own
from bot.slack import post, sendings
from bot.slack.permissions import Permissions
from bot.watch.history import through_time
from bot.watch.message import is_serving
from bot.watch.watching import VerdictWatch
from bot.wording.errors import UserError
from bot.wording.words import error, inert, say
from knowledge.store.deliveries import HeldElsewhereError
from knowledge.store.store import Store
from knowledge.store.watch_reports import Report

log = logging.getLogger(__name__)

LEASE_SECONDS = 600.0  # longer than posting takes; the lease of a process that died on this host ends at once
ALT_LENGTH = 1000
ClientOf = Callable[[str], WebClient | None]


class RoundSummary(NamedTuple):
    """What one round did: verdicts re-evaluated, those that changed, and reports posted to Slack."""

    judged: int
    moved: int
    posted: int


class WatchReporter:
    """`client_of` gives a workspace's client, None if it uninstalled the app; `clock` returns seconds since 1970;
    `permissions` tell who reads a report.
    """

    def __init__(
        self,
        advisor: Advisor,
        store: Store,
        watching: VerdictWatch,
        client_of: ClientOf,
        clock: Callable[[], float],
        permissions: Permissions | None = None,
    ) -> None:
        self._permissions = permissions or Permissions()
        self._advisor, self._store, self._watching = advisor, store, watching
        self._client_of, self._clock = client_of, clock

    def round(self) -> RoundSummary:
        """Posts pending reports first, then re-evaluates every verdict at today's prices."""
        posted = self.post_pending()
        today = datetime.fromtimestamp(self._clock(), UTC).date()
        self._advisor.settle(today)
        judged = moved = 0
        for kept in self._watching.verdicts(today):
            try:
                seen = self._watching.look(kept, today)
            except Exception:  # a bug in one verdict must not stop the others
                log.exception("verdict %s could not be re-evaluated", kept.id)
                continue
            judged += seen is not None
            if seen is None or seen.moved is None:
                continue
            moved += 1
            report = self._watching.note(seen, self._clock())
            posted += report is not None and self._post(report)
        return RoundSummary(judged, moved, posted)

    def post_pending(self) -> int:
        """Posts the reports that were stored but not posted yet; returns how many."""
        return sum(self._post(report) for report in self._store.watch_reports.begun())

    def _post(self, report: Report) -> bool:
        try:
            client = self._client_of(report.team)
            return client is not None and self._send(client, report)
        except (SlackApiError, OSError, HTTPException, HeldElsewhereError) as problem:
            log.warning("a verdict's report could not be sent: %s", _error_code(problem))
            return False

    def _send(self, client: WebClient, report: Report) -> bool:
        key = f"watch:{report.team}:{report.verdict}:{report.number}"
        if self._store.deliveries.claim(key, LEASE_SECONDS) != "mine":
            return False
        message = post.Message.model_validate_json(report.message)
        readers = self._readers(client, report, message)
        if readers.limit:
            log.warning("a verdict's report counts own prices and is kept back (%s)", readers.limit)
            self._store.watch_reports.finish(report, "refused", because=readers.limit)
            self._store.deliveries.finish(key)
            return False
        try:
            ts = sendings.once(client, self._store, key, message)
        except post.RefusedError as refusal:
            log.warning("a verdict's report was refused (%s)", refusal.code)
            self._store.watch_reports.finish(report, "refused", because=refusal.code)
            self._store.deliveries.finish(key)
            return False
        except BaseException:
            self._store.deliveries.release(key)
            raise
        self._store.watch_reports.finish(report, "posted", ts=ts)
        self._store.deliveries.finish(key)
        self._upload_chart(client, report, message, ts)
        return True

    def _readers(self, client: WebClient, report: Report, message: post.Message) -> Audience:
        """Who reads a report that counts what the workspace has of its own; members for any other."""
        kept = self._store.verdicts.get(report.team, report.verdict)
        if kept is not None and not counts_own(self._store, kept):
            return MEMBERS
        if kept is not None and kept.is_private:
            return self._permissions.of_person(client, kept.user)
        return self._permissions.of_place(client, message.channel)

    def _upload_chart(self, client: WebClient, report: Report, message: post.Message, ts: str) -> None:
        """A chart of the verdict over time. Optional: the report says the same in words."""
        kept = self._store.verdicts.get(report.team, report.verdict)
        if kept is None or message.thread_ts is None:
            return
        current = self._watching.look(kept, report.day)
        if current is None or current.now.verdict is None:
            return
        from bot.watch.chart import chart

        try:
            points = through_time(self._advisor, self._store, kept, report.day)
            with TemporaryDirectory() as folder:
                file = Path(folder) / say("words/watch.j2", "file_name")
                alt_text = chart(points, current.now.verdict.case.runs, is_serving(current.now), file)
                client.files_upload_v2(
                    file=str(file),
                    filename=file.name,
                    title=say("words/watch.j2", "chart_title", "break_even"),
                    alt_txt=inert(alt_text, ALT_LENGTH),
                    channel=message.channel,
                    thread_ts=message.thread_ts or ts,
                )
        except UserError as problem:
            log.info("a verdict has no picture: %s", error(problem))
        except (SlackApiError, SlackRequestError, OSError, HTTPException) as problem:
            log.warning("a verdict's picture was not uploaded: %s", type(problem).__name__)


def _error_code(problem: Exception) -> str:
    return str(problem.response.get("error")) if isinstance(problem, SlackApiError) else type(problem).__name__

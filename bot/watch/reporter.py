"""Verdicts judged again after prices came, and what became of them told in their threads: each time once.

A report is written down before it is posted and has a key of its own; whoever goes on after a crash posts what was
written and is not there yet.
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
from bot.slack import post
from bot.watch.history import through_time
from bot.watch.message import is_serving
from bot.watch.watching import Watching
from bot.wording.errors import UserError
from bot.wording.words import error, inert, say
from knowledge.store.store import Store
from knowledge.store.watch_reports import Report

log = logging.getLogger(__name__)

LEASE_SECONDS = 600.0  # longer than posting lasts, rate limits included; a dead owner of this host loses it at once
ALT_LENGTH = 1000
ClientOf = Callable[[str], WebClient | None]


class Done(NamedTuple):
    """One round: verdicts judged again, those that moved, and reports that came to stand in Slack."""

    judged: int
    moved: int
    posted: int


class WatchReporter:
    """`client_of` gives a workspace's client, None where it left; `clock` seconds since 1970."""

    def __init__(
        self, advisor: Advisor, store: Store, watching: Watching, client_of: ClientOf, clock: Callable[[], float]
    ) -> None:
        self._advisor, self._store, self._watching = advisor, store, watching
        self._client_of, self._clock = client_of, clock

    def round(self) -> Done:
        """What an earlier round left is posted first; then every verdict is judged at the prices of today."""
        posted = self.resume()
        today = datetime.fromtimestamp(self._clock(), UTC).date()
        self._advisor.settle(today)
        judged = moved = 0
        for kept in self._watching.verdicts(today):
            try:
                seen = self._watching.look(kept, today)
            except Exception:  # one verdict's fault, ours most likely, must not keep the others from being told
                log.exception("verdict %s could not be judged again", kept.id)
                continue
            judged += seen is not None
            if seen is None or seen.moved is None:
                continue
            moved += 1
            report = self._watching.note(seen, self._clock())
            posted += report is not None and self._try(report)
        return Done(judged, moved, posted)

    def resume(self) -> int:
        """Posts what was written down and does not stand yet; how many."""
        return sum(self._try(report) for report in self._store.watch_reports.begun())

    def _try(self, report: Report) -> bool:
        try:
            client = self._client_of(report.team)
            return client is not None and self._send(client, report)
        except (SlackApiError, OSError, HTTPException) as problem:
            log.warning("a verdict's report could not be sent: %s", _named(problem))
            return False

    def _send(self, client: WebClient, report: Report) -> bool:
        key = f"watch:{report.team}:{report.verdict}:{report.number}"
        if self._store.deliveries.claim(key, LEASE_SECONDS) != "mine":
            return False
        message = post.Message.model_validate_json(report.message)
        try:
            ts = post.once(client, self._store, key, message)
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
        self._picture(client, report, message, ts)
        return True

    def _picture(self, client: WebClient, report: Report, message: post.Message, ts: str) -> None:
        """The verdict through time. Without it nothing is lost: the report says in words what became of it."""
        kept = self._store.verdicts.get(report.team, report.verdict)
        if kept is None or message.thread_ts is None:
            return
        now = self._watching.look(kept, report.day)
        if now is None or now.now.verdict is None:
            return
        from bot.watch.chart import chart

        try:
            points = through_time(self._advisor, self._store, kept, report.day)
            with TemporaryDirectory() as folder:
                file = Path(folder) / say("words/watch.j2", "file_name")
                said = chart(points, now.now.verdict.case.runs, is_serving(now.now), file)
                client.files_upload_v2(
                    file=str(file),
                    filename=file.name,
                    title=say("words/watch.j2", "chart_title", "break_even"),
                    alt_txt=inert(said, ALT_LENGTH),
                    channel=message.channel,
                    thread_ts=message.thread_ts or ts,
                )
        except UserError as problem:
            log.info("a verdict has no picture: %s", error(problem))
        except (SlackApiError, SlackRequestError, OSError, HTTPException) as problem:
            log.warning("a verdict's picture was not uploaded: %s", type(problem).__name__)


def _named(problem: Exception) -> str:
    return str(problem.response.get("error")) if isinstance(problem, SlackApiError) else type(problem).__name__

"""What is counted while the app serves, for `/metrics`. docs/operating.md lists every name.

Labels come from lists of ours and from the feeds' names: no workspace, no person, no channel, no text.
What is looked up when it is asked for (queues, ages) is in `bot.health.scraped`. Several processes that serve
together count in files they share, so that whichever is asked tells the sum.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Metric,
    ProcessCollector,
    disable_created_metrics,
    values,
)
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from bot.observe.trace import current
from bot.wording.words import say

SECONDS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 30.0, 60.0, 300.0)

SHARED = "PROMETHEUS_MULTIPROC_DIR"  # where the library looks for the folder
WAITING_NAME = "chipscout_waiting"  # not shown: what processes tell each other of their queues

REGISTRY = CollectorRegistry()  # of this process
PROCESS = CollectorRegistry()
ProcessCollector(registry=PROCESS)
disable_created_metrics()  # type: ignore[no-untyped-call]  # the library gives it none; a line more for each label


def described(name: str) -> tuple[str, str]:
    """A metric's name and what `/metrics` says of it."""
    return name, say("words/health.j2", "metric", name)


QUESTIONS = Counter(*described("chipscout_questions"), ("surface", "form"), registry=REGISTRY)
ANSWER = Histogram(*described("chipscout_answer_seconds"), ("surface",), buckets=SECONDS, registry=REGISTRY)
REFUSALS = Counter(*described("chipscout_refusals"), ("why",), registry=REGISTRY)
FAILURES = Counter(*described("chipscout_failures"), ("surface",), registry=REGISTRY)
RATE_LIMITS = Counter(*described("chipscout_slack_rate_limits"), ("method",), registry=REGISTRY)


WAITING = Gauge(WAITING_NAME, "", ("queue",), registry=None, multiprocess_mode="livesum")


class _Sum(Collector):
    """What all processes counted, those that ended too."""

    def collect(self) -> Iterator[Metric]:
        yield from (family for family in _families() if family.name != WAITING_NAME)


def share() -> None:
    """From now on this process and those it forks count together. Before the first fork, before anything counts."""
    os.environ[SHARED] = folder = tempfile.mkdtemp(prefix="chipscout-metrics-")
    values.ValueClass = values.get_value_class()  # type: ignore[no-untyped-call]  # it looked once, when it was imported
    atexit.register(_remove, folder, os.getpid())


def is_shared() -> bool:
    return SHARED in os.environ


def counted() -> CollectorRegistry:
    """By this process, or by all that share."""
    if not is_shared():
        return REGISTRY
    together = CollectorRegistry()
    together.register(_Sum())
    return together


def ended(process: int) -> None:
    """What it counted stays; nothing waits in it any more."""
    if is_shared():
        mark_process_dead(process)  # type: ignore[no-untyped-call]


def waits(queue: str, number: int) -> None:
    """So many wait in this process; the others are told."""
    WAITING.labels(queue).set(number)


def waiting(queue: str) -> int:
    """How many wait in all processes that share, as they last said."""
    samples = (each for family in _families() if family.name == WAITING_NAME for each in family.samples)
    return int(sum(each.value for each in samples if each.labels["queue"] == queue))


def _families() -> Iterable[Metric]:
    files = [str(file) for file in Path(os.environ[SHARED]).glob("*.db") if _holds_figures(file)]
    return MultiProcessCollector.merge(files)  # type: ignore[no-untyped-call,no-any-return]


def _holds_figures(file: Path) -> bool:
    """A process that has just begun made its file and not yet filled it, which the library cannot read; the file of
    one that has just ended may be gone."""
    try:
        return file.stat().st_size > 0
    except FileNotFoundError:
        return False


def _remove(folder: str, owner: int) -> None:
    if os.getpid() == owner:  # not when a process that was forked ends
        shutil.rmtree(folder, ignore_errors=True)


def asked(form: str) -> None:
    """A question was worked out; which one, its trace says."""
    trace = current()
    if trace is not None:
        trace.form = form
    QUESTIONS.labels(trace.surface if trace else "other", form).inc()


def answered(now: float | None = None) -> None:
    """A message of this delivery is in Slack: the first one after a question was worked out is its answer."""
    trace = current()
    if trace is not None and trace.form is not None:
        trace.form = None
        ANSWER.labels(trace.surface).observe(max(0.0, (time.time() if now is None else now) - trace.begun))


def refused(why: str) -> None:
    """`why`: the code of a UserError, or of a refused request. Never text of a person."""
    REFUSALS.labels(why).inc()


def failed() -> None:
    trace = current()
    FAILURES.labels(trace.surface if trace else "other").inc()


def rate_limited(method: str) -> None:
    """Slack said to wait. `method`: such as chat.postMessage; `response_url` for those."""
    RATE_LIMITS.labels(method).inc()

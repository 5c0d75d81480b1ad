"""How a refresh and an import show their progress: bars in a terminal, plain lines in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Self

import click

from bot.environment.output import drawing
from bot.feeds.fetch import Progress
from bot.feeds.probe import ProbedHost
from bot.feeds.refresh import RefreshOutcome
from bot.wording.feed_reasons import WORDS, reason
from bot.wording.printable import printable
from bot.wording.words import say
from knowledge.types.base import Cloud
from knowledge.types.feeds import FeedDescription

if TYPE_CHECKING:
    from rich.progress import TaskID

    from bot.feeds.import_files import Phase, Tell


def line(outcome: RefreshOutcome) -> str:
    because = reason(outcome.because, outcome.found) if outcome.because else ""
    return say(WORDS, "line", outcome, because)


class Silent:
    """For JSON: all output comes at the end."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None: ...

    def started(self, feed: FeedDescription, cloud: Cloud) -> Progress:  # noqa: ARG002 - the listener's signature
        return lambda _so_far, _whole: None

    def finished(self, outcome: RefreshOutcome) -> None: ...

    def offline(self, hosts: Sequence[ProbedHost], seconds: float) -> None: ...


class Lines(Silent):
    """One line for each cloud of a feed that is done."""

    def finished(self, outcome: RefreshOutcome) -> None:
        click.echo(line(outcome))

    def offline(self, hosts: Sequence[ProbedHost], seconds: float) -> None:
        click.echo(say(WORDS, "offline", hosts, seconds), err=True)


class Bars:
    """A bar on stderr for each download; above it, a line for each cloud of a feed that is done."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            DownloadColumn,
            Progress,
            SpinnerColumn,
            TextColumn,
            TransferSpeedColumn,
        )

        self._progress = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(),
            DownloadColumn(),
            TransferSpeedColumn(),
            console=Console(file=drawing(sys.stderr)),
            transient=True,
        )
        self._tasks: dict[tuple[str, Cloud], TaskID] = {}

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _problem: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._progress.stop()

    def started(self, feed: FeedDescription, cloud: Cloud) -> Progress:
        task = self._progress.add_task(printable(say(WORDS, "reading", feed.title, cloud)), total=None)
        self._tasks[feed.id, cloud] = task

        def show(so_far: int, total: int | None) -> None:
            self._progress.update(task, completed=so_far, total=total)

        return show

    def finished(self, outcome: RefreshOutcome) -> None:
        task = self._tasks.pop((outcome.feed, outcome.cloud), None)
        if task is not None:
            self._progress.remove_task(task)
        self._progress.console.print(printable(line(outcome)), markup=False, highlight=False)

    def offline(self, hosts: Sequence[ProbedHost], seconds: float) -> None:
        self._progress.console.print(printable(say(WORDS, "offline", hosts, seconds)), markup=False, highlight=False)


@contextmanager
def importing() -> Iterator[Tell]:
    """A bar on stderr for the days of an import, if that is a terminal; it is gone at the end."""
    if not sys.stderr.isatty():
        yield lambda _phase, _stored, _days: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn

    columns = SpinnerColumn(), TextColumn("{task.description}"), BarColumn()
    with Progress(*columns, console=Console(file=drawing(sys.stderr)), transient=True) as progress:
        task = progress.add_task("", total=None)

        def tell(phase: Phase, stored: int, days: int) -> None:
            said = printable(say(WORDS, "import_phase", phase, stored, days))
            progress.update(task, description=said, completed=stored, total=days or None)

        yield tell

"""Files brought by hand: opened, unpacked, read as a feed's documents, and taken whole or not at all."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import date
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

import click

from bot.feeds.config import Feeds
from bot.feeds.decompress import CHUNK, Unpacked, plain
from bot.feeds.detect_format import looks_like
from bot.feeds.discover import NEXT_PAGE, digest_of, page_after
from bot.feeds.fetch import MEGABYTE
from bot.feeds.snapshot import Odd, Read, joined, read, snapshot
from bot.wording.errors import UserError
from bot.wording.feed_reasons import reason
from knowledge.history.history import History, SnapshotCounts
from knowledge.types.base import Cloud
from knowledge.types.feeds import FeedDescription
from knowledge.types.observed import FeedError, ParseContext

STDIN = "-"
STDIN_NAME = "<stdin>"
RIGHT_FORMAT = frozenset({"other_cloud", "no_prices", "cut_off", "currency", "aws_cut_off", "aws_no_rows"})


class Brought(NamedTuple):
    """What was taken of one cloud: on one day, or on `days` of them from `first` to `last`."""

    cloud: Cloud
    first: date
    last: date
    days: int
    taken: SnapshotCounts
    is_whole: bool


class Parcel(NamedTuple):
    """All that one import brought."""

    brought: tuple[Brought, ...]
    odd: tuple[Odd, ...]


class Paper(NamedTuple):
    """One open document; `name` is what the person called it."""

    name: str
    file: BinaryIO


def bring(
    feed: FeedDescription,
    names: Sequence[str],
    feeds: Feeds,
    history: History,
    *,
    context: ParseContext,
    in_part: bool,
) -> Parcel:
    """Takes what the files hold.

    Raises:
        UserError: a file cannot be read, or is not of this feed; then nothing was taken.
    """
    if names.count(STDIN) > 1:
        raise UserError("import_stdin_twice")
    with ExitStack() as stack:
        papers = [_opened(name, feed, stack) for name in names]
        in_part = in_part or not _is_last_page_there(feed, papers)
        got = _read(feed, papers, feeds, context)
        if context.cloud and (others := sorted({cloud for _, cloud in got.days} - {context.cloud})):
            raise UserError("import_other_cloud", cloud=context.cloud, found=others)
        if not got.days:
            odd = sum(each.rows for each in got.odd)
            raise UserError("import_empty", feed=feed.id, path=papers[0].name, odd=odd)
        digest = hashlib.sha256("".join(digest_of(each.file) for each in papers).encode()).hexdigest()
        return Parcel(_taken(feed, got, history, f"brought {digest}", in_part), got.odd)


def _taken(feed: FeedDescription, got: Read, history: History, digest: str, in_part: bool) -> tuple[Brought, ...]:
    brought: dict[Cloud, Brought] = {}
    for day, cloud in sorted(got.days):
        found = snapshot(feed, cloud, got, history, day, in_part=in_part)
        taken = history.take(
            feed.id, cloud, day, found.prices,
            complete=found.is_whole, digest=digest, doubts=found.doubts, regions=found.regions,
        )  # fmt: skip
        before = brought.get(cloud)
        if before:
            summed = SnapshotCounts(*(ours + theirs for ours, theirs in zip(before.taken, taken, strict=True)))
            brought[cloud] = before._replace(last=day, days=before.days + 1, taken=summed)
        else:
            brought[cloud] = Brought(cloud, day, day, 1, taken, found.delists)
    return tuple(brought.values())


def _opened(name: str, feed: FeedDescription, stack: ExitStack) -> Paper:
    most = int(feed.unpacked_megabytes_at_most * MEGABYTE)
    called = STDIN_NAME if name == STDIN else name
    try:
        file = cast(BinaryIO, click.open_file(name, "rb"))
        if name != STDIN:
            stack.callback(file.close)
        if name == STDIN or not Path(name).is_file():  # a pipe, or a device that may never end
            file = _copied(file, most, stack)
        spare = stack.enter_context(tempfile.TemporaryFile())  # noqa: SIM115 - the stack closes it
        found = plain(file, spare, most)
        if found.seek(0, 2) > most:
            raise OverflowError
        found.seek(0)
    except OverflowError:
        raise UserError("import_too_big", path=called, megabytes=f"{feed.unpacked_megabytes_at_most:g}") from None
    except ValueError:
        raise UserError("import_damaged", path=called) from None
    except OSError as problem:
        raise UserError("unreadable_file", path=called, reason=problem.strerror or "") from None
    return Paper(called, found)


def _copied(file: BinaryIO, most: int, stack: ExitStack) -> BinaryIO:
    spare = stack.enter_context(tempfile.TemporaryFile())  # noqa: SIM115 - the stack closes it
    target = Unpacked(spare, most)
    while chunk := file.read(CHUNK):
        target.write(chunk)
    spare.seek(0)
    return spare


def _is_last_page_there(feed: FeedDescription, papers: Sequence[Paper]) -> bool:
    """Of a paged feed, some page says that none follows it; pages that all name a next one are a part."""
    key = NEXT_PAGE.get(feed.route)
    return key is None or not all(page_after(each.file, key) for each in papers)


def _read(feed: FeedDescription, papers: Sequence[Paper], feeds: Feeds, context: ParseContext) -> Read:
    """Pages are one document; other files stand each for itself, and may be of different clouds."""
    bundles = [papers] if feed.route in NEXT_PAGE else [[each] for each in papers]
    parts = [_one(feed, bundle, feeds, context) for bundle in bundles]
    return joined(parts)


def _one(feed: FeedDescription, papers: Sequence[Paper], feeds: Feeds, context: ParseContext) -> Read:
    files = [each.file for each in papers]
    try:
        return read(feed, files, context)
    except FeedError as problem:
        wrong = (
            papers[0]
            if len(papers) == 1
            else next((each for each in papers if not _is_one(feed, each, context)), papers[0])
        )
        wrong.file.seek(0)
        found = reason(problem.code, problem.found)
        if problem.code in RIGHT_FORMAT:
            raise UserError("import_refused", feed=feed.id, path=wrong.name, found=found) from None
        looks = looks_like(wrong.file, feed.id, feeds, context)
        raise UserError("import_not_this", feed=feed.id, path=wrong.name, looks=looks, found=found) from None
    finally:
        for file in files:
            file.seek(0)


def _is_one(feed: FeedDescription, paper: Paper, context: ParseContext) -> bool:
    paper.file.seek(0)
    try:
        read(feed, [paper.file], context)
    except FeedError:
        return False
    return True

"""Imports a feed's prices from files: all of them or, if one cannot be read, none."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack, nullcontext
from datetime import date
from functools import partial
from pathlib import Path
from typing import BinaryIO, Literal, NamedTuple, cast

import click

from bot.feeds.config import Feeds
from bot.feeds.decompress import CHUNK, SizeLimitedFile, decompress
from bot.feeds.detect_format import looks_like
from bot.feeds.discover import NEXT_PAGE, digest_of, page_after
from bot.feeds.fetch import MEGABYTE, FetchError
from bot.feeds.losses import refuse_broken
from bot.feeds.memory import without_collecting
from bot.feeds.snapshot import ParsedDocuments, SkippedRows, merge, read, snapshot
from bot.wording.errors import UserError
from bot.wording.feed_reasons import reason
from knowledge.history.history import History, SnapshotCounts
from knowledge.types.base import Cloud
from knowledge.types.feeds import FeedDescription
from knowledge.types.observed import FeedError, ParseContext

STDIN = "-"
STDIN_NAME = "<stdin>"
RIGHT_FORMAT = frozenset({
    "other_cloud", "no_prices", "cut_off", "counted_more", "currency",
    "aws_cut_off", "aws_no_rows", "too_many_unread",
})  # fmt: skip


Phase = Literal["reading", "storing", "believing"]
Tell = Callable[[Phase, int, int], None]  # what is done now, and of how many days how many are stored


def untold(_phase: Phase, _stored: int, _days: int) -> None:
    """Nobody is told of the progress."""


class CloudImport(NamedTuple):
    """What was imported for one cloud: prices of `days` days, from `first` to `last`."""

    cloud: Cloud
    first: date
    last: date
    days: int
    taken: SnapshotCounts
    is_whole: bool


class ImportResult(NamedTuple):
    """What one import stored, and the rows it skipped."""

    clouds: tuple[CloudImport, ...]
    odd: tuple[SkippedRows, ...]
    unread_share: float | None = None  # if it is so much that it is told


class OpenedFile(NamedTuple):
    """One open document; `name` is how the user called it."""

    name: str
    file: BinaryIO


@without_collecting()
def import_files(
    feed: FeedDescription,
    names: Sequence[str],
    feeds: Feeds,
    history: History,
    *,
    context: ParseContext,
    is_partial: bool,
    keep: Callable[[], None],
    accepts_shrunk: bool = False,
    accepts_repriced: bool = False,
    tell: Tell = untold,
) -> ImportResult:
    """Stores the prices in the files, and in the same transaction what of them is believed: `keep` does that.

    Raises:
        UserError: a file cannot be read, does not belong to this feed, or lacks too much of what stands and
            `accepts_shrunk` is not given; nothing was stored. `accepts_repriced`: it is right though all of it
            moved by one factor.
    """
    if names.count(STDIN) > 1:
        raise UserError("import_stdin_twice")
    with ExitStack() as stack:
        documents = [_opened(name, feed, stack) for name in names]
        is_partial = is_partial or not _is_last_page_there(feed, documents)
        tell("reading", 0, 0)
        parsed = _read(feed, documents, feeds, context)
        if context.cloud and (others := sorted({cloud for _, cloud in parsed.days} - {context.cloud})):
            raise UserError("import_other_cloud", cloud=context.cloud, found=others)
        if not parsed.days:
            odd = sum(skipped.rows for skipped in parsed.odd)
            raise UserError("import_empty", feed=feed.id, path=documents[0].name, odd=odd)
        digest = hashlib.sha256("".join(digest_of(document.file) for document in documents).encode()).hexdigest()
        keep()  # whatever an older version left to do is done without keeping other writers waiting
        smallest_share = 0.0 if accepts_shrunk else feeds.refreshing.smallest_share
        whole = nullcontext() if feed.is_dated else history.together()  # what has dates drops nothing
        try:
            with whole:
                mark = f"brought {digest}"
                stored = _store(feed, parsed, history, mark, is_partial, keep, smallest_share, accepts_repriced, tell)
        except FetchError as problem:
            because = reason(problem.code, problem.found)
            raise UserError("import_broken", feed=feed.id, path=documents[0].name, found=because) from None
        return ImportResult(stored, parsed.odd, parsed.unread_share if parsed.is_much_unread else None)


def _store(
    feed: FeedDescription,
    parsed: ParsedDocuments,
    history: History,
    digest: str,
    is_partial: bool,
    keep: Callable[[], None],
    smallest_share: float,
    accepts_repriced: bool,
    tell: Tell,
) -> tuple[CloudImport, ...]:
    """`smallest_share` 0: whatever is missing is taken to be.

    Raises:
        FetchError: too much is missing.
    """
    clouds: dict[Cloud, CloudImport] = {}
    last = {cloud: day for day, cloud in sorted(parsed.days)}
    for number, (day, cloud) in enumerate(sorted(parsed.days)):
        tell("storing", number, len(parsed.days))
        listed = snapshot(feed, cloud, parsed, history, day, is_partial=is_partial)
        with history.together():
            taken = history.take(
                feed.id, cloud, day, listed.prices,
                complete=listed.is_whole, digest=digest, doubts=listed.doubts, regions=listed.regions,
            )  # fmt: skip
            if smallest_share:
                refuse_broken(listed, taken, smallest_share)
            if accepts_repriced:
                history.accept(feed.id, cloud, day)
            if day == last[cloud]:
                tell("believing", number, len(parsed.days))
                keep()
        before = clouds.get(cloud)
        if before:
            summed = SnapshotCounts(*(ours + theirs for ours, theirs in zip(before.taken, taken, strict=True)))
            clouds[cloud] = before._replace(last=day, days=before.days + 1, taken=summed)
        else:
            clouds[cloud] = CloudImport(cloud, day, day, 1, taken, listed.delists)
    return tuple(clouds.values())


def _opened(name: str, feed: FeedDescription, stack: ExitStack) -> OpenedFile:
    max_bytes = int(feed.unpacked_megabytes_at_most * MEGABYTE)
    shown_name = STDIN_NAME if name == STDIN else name
    try:
        file = cast(BinaryIO, click.open_file(name, "rb"))
        if name != STDIN:
            stack.callback(file.close)
        if name == STDIN or not Path(name).is_file():  # a pipe, or a device that may never end
            file = _copied(file, max_bytes, stack)
        content = decompress(file, partial(_temporary, stack), max_bytes)
        if content.seek(0, 2) > max_bytes:
            raise OverflowError
        content.seek(0)
    except OverflowError:
        raise UserError("import_too_big", path=shown_name, megabytes=f"{feed.unpacked_megabytes_at_most:g}") from None
    except ValueError:
        raise UserError("import_damaged", path=shown_name) from None
    except OSError as problem:
        raise UserError("unreadable_file", path=shown_name, reason=problem.strerror or "") from None
    return OpenedFile(shown_name, content)


def _temporary(stack: ExitStack) -> BinaryIO:
    return stack.enter_context(tempfile.TemporaryFile())


def _copied(file: BinaryIO, max_bytes: int, stack: ExitStack) -> BinaryIO:
    output = _temporary(stack)
    target = SizeLimitedFile(output, max_bytes)
    while chunk := file.read(CHUNK):
        target.write(chunk)
    output.seek(0)
    return output


def _is_last_page_there(feed: FeedDescription, documents: Sequence[OpenedFile]) -> bool:
    """Whether no page of a paged feed is missing at the end: some page names no next one."""
    key = NEXT_PAGE.get(feed.route)
    return key is None or not all(page_after(document.file, key) for document in documents)


def _read(
    feed: FeedDescription, documents: Sequence[OpenedFile], feeds: Feeds, context: ParseContext
) -> ParsedDocuments:
    """Pages form one document; other files are parsed one by one, and may belong to different clouds."""
    batches = [documents] if feed.route in NEXT_PAGE else [[document] for document in documents]
    return merge([_parse(feed, batch, feeds, context) for batch in batches])


def _parse(
    feed: FeedDescription, documents: Sequence[OpenedFile], feeds: Feeds, context: ParseContext
) -> ParsedDocuments:
    files = [document.file for document in documents]
    try:
        return read(feed, files, context)
    except FeedError as problem:
        wrong = (
            documents[0]
            if len(documents) == 1
            else next((document for document in documents if not _parses(feed, document, context)), documents[0])
        )
        wrong.file.seek(0)
        because = reason(problem.code, problem.found)
        if problem.code in RIGHT_FORMAT:
            raise UserError("import_refused", feed=feed.id, path=wrong.name, found=because) from None
        looks = looks_like(wrong.file, feed.id, feeds, context)
        raise UserError("import_not_this", feed=feed.id, path=wrong.name, looks=looks, found=because) from None
    finally:
        for file in files:
            file.seek(0)


def _parses(feed: FeedDescription, document: OpenedFile, context: ParseContext) -> bool:
    document.file.seek(0)
    try:
        read(feed, [document.file], context)
    except FeedError:
        return False
    return True

"""What a file looks like if it is not what the user said it is."""

from __future__ import annotations

import csv
import json
from collections.abc import Generator, Iterable
from contextlib import closing
from itertools import islice
from typing import BinaryIO, cast

from bot.feeds.config import Feeds
from bot.wording.words import say
from knowledge.feeds.registry import FEEDS, parser
from knowledge.types.base import Cloud
from knowledge.types.observed import FeedError, Listed, ParseContext, RejectedRow

WORDS = "words/prices/refresh.j2"
HEAD = 4096
NAMES = 6  # columns or keys to show
TRIED_BYTES = 32_000_000  # a bigger file is not tried with every parser
ROWS = 200
Parsing = Generator[Listed | RejectedRow, None, None]


def looks_like(file: BinaryIO, stated_feed: str, feeds: Feeds, context: ParseContext) -> str:
    """A few words: whose file it is, or what kind of text. The file is at its start before and after."""
    others = [name for name in FEEDS if name != stated_feed and name in feeds.described]
    other = _other_feed(file, others, feeds, context)
    if other:
        return say(WORDS, "looks_feed", other)
    return _kind(file)


def _other_feed(file: BinaryIO, names: Iterable[str], feeds: Feeds, context: ParseContext) -> str | None:
    if file.seek(0, 2) > TRIED_BYTES:
        file.seek(0)
        return None
    for name in names:
        clouds: tuple[Cloud | None, ...] = (context.cloud, *feeds.described[name].clouds)
        for cloud in dict.fromkeys(clouds):
            file.seek(0)
            if _is_parsed_by(file, name, context._replace(cloud=cloud)):
                file.seek(0)
                return name
    file.seek(0)
    return None


def _is_parsed_by(file: BinaryIO, name: str, context: ParseContext) -> bool:
    try:
        with closing(
            cast(Parsing, parser(name)([file], context))
        ) as rows:  # the parser holds the file until it is closed
            return any(not isinstance(row, RejectedRow) for row in islice(rows, ROWS))
    except FeedError:
        return False


def _kind(file: BinaryIO) -> str:
    head = file.read(HEAD)
    file.seek(0)
    if not head.strip():
        return say(WORDS, "looks_empty")
    if b"\0" in head:
        return say(WORDS, "looks_binary")
    text = head.decode("utf-8", "replace").lstrip("\ufeff \t\r\n")
    if text[:1] == "<":
        return say(WORDS, "looks_html")
    if text[:1] in "[{":
        return say(WORDS, "looks_json", _keys(text))
    columns = next(csv.reader(text.splitlines()[:1]), [])
    if len(columns) > 1:
        return say(WORDS, "looks_table", columns[:NAMES], len(columns[NAMES:]))
    return say(WORDS, "looks_text", text.splitlines()[0])


def _keys(text: str) -> list[str]:
    """The first keys of a JSON text, which may be truncated."""
    names = []
    for part in text.split('"')[1::2]:
        name = json.dumps(part)
        if f"{name}:" in text.replace(f"{name} :", f"{name}:"):
            names.append(part)
    return list(dict.fromkeys(names))[:NAMES]

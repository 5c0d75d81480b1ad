"""Who a text would call, and where its links lead: what Slack makes of `<…>` in mrkdwn, markdown and rich text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tests.slack.local.records import Json

TOKEN = re.compile(r"<([^<>]+)>")
BARE = re.compile(r"(?<![\w@])@(channel|here|everyone)\b")


@dataclass(frozen=True)
class Ping:
    """Somebody would be notified: kind is channel, here, everyone, usergroup or user."""

    kind: str
    target: str
    said: str
    method: str
    channel: str


@dataclass(frozen=True)
class Link:
    """A link, and the words it hides behind."""

    url: str
    label: str
    method: str
    channel: str


def calls_in(text: str, *, parsed_names: bool = False) -> Iterator[tuple[str, str]]:
    """Kind and target of each ping in a text Slack parses. With `parse=full` or `link_names` bare words count too."""
    for match in TOKEN.finditer(text):
        inner = match.group(1)
        if inner.startswith("!"):
            word = inner[1:].split("|")[0].split("^")
            if word[0] in ("channel", "here", "everyone", "group"):
                yield word[0], word[0]
            elif word[0] == "subteam":
                yield "usergroup", word[1] if len(word) > 1 else ""
        elif inner.startswith("@"):
            yield "user", inner[1:].split("|")[0]
    if parsed_names:
        for match in BARE.finditer(text):
            yield match.group(1), match.group(1)


def links_in(text: str) -> Iterator[tuple[str, str]]:
    """Address and label of each link written as `<address|label>`."""
    for match in TOKEN.finditer(text):
        inner = match.group(1)
        if not inner.startswith(("!", "@", "#")):
            url, _, label = inner.partition("|")
            yield url, label


def live_texts(part: object) -> Iterator[str]:
    """The strings Slack parses: mrkdwn objects and markdown blocks. plain_text and raw_text are inert."""
    if isinstance(part, Mapping):
        text = part.get("text")
        if part.get("type") in ("mrkdwn", "markdown") and isinstance(text, str):
            yield text
        for value in part.values():
            yield from live_texts(value)
    elif isinstance(part, list | tuple):
        for entry in part:
            yield from live_texts(entry)


def rich_calls(part: object) -> Iterator[tuple[str, str]]:
    """Pings made by rich text parts."""
    if isinstance(part, Mapping):
        match part.get("type"):
            case "broadcast":
                yield str(part.get("range")), str(part.get("range"))
            case "user":
                yield "user", str(part.get("user_id"))
            case "usergroup":
                yield "usergroup", str(part.get("usergroup_id"))
        for value in part.values():
            yield from rich_calls(value)
    elif isinstance(part, list | tuple):
        for entry in part:
            yield from rich_calls(entry)


def rich_links(part: object) -> Iterator[tuple[str, str]]:
    if isinstance(part, Mapping):
        if part.get("type") == "link":
            yield str(part.get("url")), str(part.get("text") or "")
        for value in part.values():
            yield from rich_links(value)
    elif isinstance(part, list | tuple):
        for entry in part:
            yield from rich_links(entry)


def legacy_texts(attachments: list[Json]) -> Iterator[str]:
    """The strings of old-style attachments that Slack parses."""
    for attachment in attachments:
        for key in ("text", "pretext", "fallback"):
            if isinstance(attachment.get(key), str):
                yield attachment[key]


def scan(args: Json, method: str, channel: str) -> tuple[list[Ping], list[Link]]:
    """All pings and links of one outgoing message."""
    blocks, attachments = args.get("blocks") or [], args.get("attachments") or []
    texts = [str(args[key]) for key in ("text", "markdown_text") if args.get(key)]
    texts += [*live_texts(blocks), *live_texts(attachments), *legacy_texts(attachments)]
    names = args.get("parse") == "full" or args.get("link_names") in (True, 1, "1", "true")
    pings = [
        Ping(kind, who, text, method, channel) for text in texts for kind, who in calls_in(text, parsed_names=names)
    ]
    pings += [Ping(kind, who, "(rich text)", method, channel) for kind, who in rich_calls([blocks, attachments])]
    links = [Link(url, label, method, channel) for text in texts for url, label in links_in(text)]
    links += [Link(url, label, method, channel) for url, label in rich_links([blocks, attachments])]
    return pings, links

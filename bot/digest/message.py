"""A digest as Slack messages: a short parent, and in its thread the full table and a chart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from bot.blockkit.build import (
    Block,
    Mrkdwn,
    bold,
    bullets,
    context,
    data_table,
    header,
    inert_context,
    joined,
    link,
    raw,
    safe,
    section,
)
from bot.digest.chart import chart
from bot.prices.changes import course
from bot.slack.post import Message
from bot.wording.words import mrkdwn, say
from engine.impact.digest import Affected, Digest, Move
from knowledge.facts import Fact, Facts

WORDS = "words/digest.j2"
AFFECTED = 3  # verdicts in the parent post
ROWS = 60
PLAIN_ROWS = 20
LINES = 12  # of failing feeds and the like
Name = Literal["parent", "table", "chart"]


class DigestPart(Fact):
    """One message of a digest; all but the parent are posted in its thread."""

    name: Name
    message: Message


def parts(facts: Facts, d: Digest, channel: str) -> tuple[DigestPart, ...]:
    """The messages, parent first. A week without changes is one line, with a thread only for suspect prices."""
    messages = [DigestPart(name="parent", message=_line(d, channel) if d.is_quiet else _parent(d, channel))]
    if d.moves or d.in_doubt or len(d.affected) > AFFECTED:
        messages.append(DigestPart(name="table", message=_table(facts, d, channel)))
    drawn = chart(d)
    if drawn is not None:
        text = say(WORDS, "chart_in_words", d, drawn.moves)
        blocks = [drawn.block, inert_context(text, 2000)]
        message = Message(channel=channel, text=mrkdwn(text), blocks=blocks, plain=mrkdwn(text))
        messages.append(DigestPart(name="chart", message=message))
    return tuple(messages)


def blind_spots(d: Digest) -> Iterator[str]:
    """What the feeds failed to report, one sentence each."""
    if d.recorded_until is not None and not d.is_quiet:
        yield say(WORDS, "recorded", d.recorded_until)
    yield from (say(WORDS, "failing", feed) for feed in d.failing[:LINES])
    yield from (say(WORDS, "unread", cloud) for cloud in d.unread)


def _line(d: Digest, channel: str) -> Message:
    text = mrkdwn(" ".join([say(WORDS, "quiet", d), *blind_spots(d)]))
    return Message(channel=channel, text=text, blocks=[section(Mrkdwn(text))], plain=text)


def _parent(d: Digest, channel: str) -> Message:
    title, sentence = say(WORDS, "heading", d), say(WORDS, "sentence", d)
    more = len(d.affected) - AFFECTED
    meaning = [_verdict(affected) for affected in d.affected[:AFFECTED]]
    meaning += [safe(say(WORDS, "more_affected", more))] if more > 0 else []
    moved = [_move(move) for move in d.top]
    small = [safe(line) for line in (*blind_spots(d), say(WORDS, "footer", d))]
    blocks = [
        *header(title),
        section(safe(say(WORDS, "summary", d))),
        *bullets(say(WORDS, "moved_most"), moved),
        *bullets(say(WORDS, "means"), meaning),
        *context(small),
    ]
    text = mrkdwn(f"{title}. {sentence}")
    plain = "\n".join([bold(safe(title)), safe(sentence), *_dotted(moved), *_dotted(meaning), *small])
    return Message(channel=channel, text=text, blocks=blocks, plain=plain)


def _dotted(lines: Sequence[Mrkdwn]) -> list[str]:
    return [f"• {line}" for line in lines]


def _move(move: Move) -> Mrkdwn:
    drawn = course(move.change)
    return joined([bold(safe(say(WORDS, "thing", move))), safe(say(WORDS, "move", move)), safe(drawn)])


def _verdict(affected: Affected) -> Mrkdwn:
    question = safe(say(WORDS, "question", affected))
    title = Mrkdwn(f"{question}:") if "_" in question else Mrkdwn(f"_{question}_:")
    return joined([title, safe(say(WORDS, "outcome", affected))])


def _table(facts: Facts, d: Digest, channel: str) -> Message:
    title = say(WORDS, "detail", d) if d.moves else say(WORDS, "none_moved")
    rows = [cells(move) for move in d.moves[:ROWS]]
    heads = say(WORDS, "columns").split("|")
    below = [say(WORDS, "more_rows", len(d.moves) - ROWS)] if len(d.moves) > ROWS else []
    below += [say(WORDS, "in_doubt", len(d.in_doubt))] if d.in_doubt else []
    cited = [link(url, text) for text, url in sources(facts, d)]
    rest = [_verdict(affected) for affected in d.affected[AFFECTED:]]
    blocks: list[Block] = [
        section(safe(title)),
        *(data_table(say(WORDS, "caption", d), heads, rows) if rows else ()),
        *bullets(say(WORDS, "means"), rest),
        *context([safe(line) for line in below]),
        *context(cited),
    ]
    listed = [" | ".join(cell["text"] for cell in row) for row in rows[:PLAIN_ROWS]]
    left = len(d.moves) - PLAIN_ROWS
    plain = "\n".join(
        [
            mrkdwn(title),
            *(mrkdwn(line) for line in listed),
            *([mrkdwn(say(WORDS, "more_rows", left))] if left > 0 else []),
            *_dotted(rest),
            *(mrkdwn(line) for line in below[-1:] if d.in_doubt),
            *cited,
        ]
    )
    text = mrkdwn(" ".join([title, *below]))
    return Message(channel=channel, text=text, blocks=blocks, plain=plain)


def cells(move: Move) -> list[Block]:
    c = move.change
    difference = None if c.before is None or c.after is None else c.after - c.before
    return [
        raw(c.instance),
        raw(say(WORDS, "where", move)),
        raw(say(WORDS, "how", c)),
        *(_price(usd) for usd in (c.before, c.after)),
        raw("") if difference is None else raw(say(WORDS, "signed", difference), round(difference, 4)),
        raw("") if c.percent is None else raw(f"{c.percent:+.1f}", round(c.percent, 2)),
        raw(c.seen_on.isoformat()),
        raw(course(c)),
        raw(c.feed),
    ]


def _price(usd: float | None) -> Block:
    return raw(say("words/prices/changes.j2", "price", usd), usd)


def sources(facts: Facts, d: Digest) -> list[tuple[str, str | None]]:
    """The feeds behind the changes, with the last day each confirmed them, and their address."""
    last_seen: dict[str, str] = {}
    for move in d.moves:
        day = move.change.last_seen_on.isoformat()
        last_seen[move.change.feed] = max(day, last_seen.get(move.change.feed, ""))
    cited = []
    for feed, day in sorted(last_seen.items()):
        described = facts.feeds.get(feed)
        source = facts.sources.get(described.source) if described else None
        title = described.title if described else feed
        cited.append((say(WORDS, "source", feed, title, day), source.url if source else None))
    return cited

"""A digest as Slack messages: a short parent, and in its thread the other lines, a table and a chart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

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
from bot.prices.held_files import held_sentences
from bot.slack.post import Message
from bot.wording.words import mrkdwn, say
from engine.impact.digest import Affected, Digest
from engine.impact.digest_lines import DigestLine, LinePart
from knowledge.facts import Fact, Facts

WORDS = "words/digest.j2"
AFFECTED = 3  # verdicts in the parent post
ROWS = 60
CHARACTERS = 7000  # of the lines of one message: its sections hold 8,700
LINES = 12  # of failing feeds and the like


class DigestPart(Fact):
    """One message of a digest; all but the parent are posted in its thread."""

    name: str  # parent, lines-1, lines-2 ..., table, chart
    message: Message


def parts(facts: Facts, d: Digest, channel: str) -> tuple[DigestPart, ...]:
    """The messages, parent first. A week without changes is one line, with a thread only for suspect prices."""
    messages = [DigestPart(name="parent", message=_line(d, channel) if d.is_quiet else _parent(d, channel))]
    for number, lines in enumerate(_chunks([_told(line) for line in d.rest]), start=1):
        messages.append(DigestPart(name=f"lines-{number}", message=_rest(lines, channel)))
    if d.lines or d.in_doubt or len(d.affected) > AFFECTED:
        messages.append(DigestPart(name="table", message=_table(facts, d, channel)))
    drawn = chart(d)
    if drawn is not None:
        text = say(WORDS, "chart_in_words", d, drawn.changes)
        blocks = [drawn.block, inert_context(text, 2000)]
        message = Message(channel=channel, text=mrkdwn(text), blocks=blocks, plain=mrkdwn(text))
        messages.append(DigestPart(name="chart", message=message))
    return tuple(messages)


def footnotes(d: Digest) -> Iterator[str]:
    """What moved and is not listed, what nobody knows, and what the feeds failed to report, one sentence each."""
    if d.aside:
        yield say(WORDS, "aside", d)
    if d.unknown.number:
        yield say(WORDS, "unknown", d.unknown)
    yield from blind_spots(d)


def blind_spots(d: Digest) -> Iterator[str]:
    """What the feeds failed to report, one sentence each."""
    if d.recorded_until is not None and not d.is_quiet:
        yield say(WORDS, "recorded", d.recorded_until)
    yield from (say(WORDS, "failing", feed) for feed in d.failing[:LINES])
    yield from held_sentences((), d.held)
    yield from (say(WORDS, "unread", cloud) for cloud in d.unread)


def _line(d: Digest, channel: str) -> Message:
    text = mrkdwn(" ".join([say(WORDS, "quiet", d), *footnotes(d)]))
    return Message(channel=channel, text=text, blocks=[section(Mrkdwn(text))], plain=text)


def _parent(d: Digest, channel: str) -> Message:
    title, sentence = say(WORDS, "heading", d), say(WORDS, "sentence", d)
    more = len(d.affected) - AFFECTED
    meaning = [_verdict(affected) for affected in d.affected[:AFFECTED]]
    meaning += [safe(say(WORDS, "more_affected", more))] if more > 0 else []
    moved = [_told(line) for line in d.top]
    small = [safe(line) for line in (*footnotes(d), say(WORDS, "footer", d))]
    blocks = [
        *header(title),
        section(safe(say(WORDS, "summary", d))),
        *bullets(say(WORDS, "moved_first"), moved),
        *bullets(say(WORDS, "means"), meaning),
        *context(small),
    ]
    text = mrkdwn(f"{title}. {sentence}")
    plain = "\n".join([bold(safe(title)), safe(say(WORDS, "count", d)), *_dotted(moved), *_dotted(meaning), *small])
    return Message(channel=channel, text=text, blocks=blocks, plain=plain)


def _rest(lines: Sequence[Mrkdwn], channel: str) -> Message:
    """Lines that the parent has no room for."""
    title = say(WORDS, "moved_too")
    plain = "\n".join([bold(safe(title)), *_dotted(lines)])
    return Message(channel=channel, text=mrkdwn(title), blocks=bullets(title, lines), plain=plain)


def _chunks(lines: Iterable[Mrkdwn]) -> list[list[Mrkdwn]]:
    """As many of them as one message takes."""
    chunks: list[list[Mrkdwn]] = []
    for line in lines:
        if chunks and sum(len(other) for other in chunks[-1]) + len(line) <= CHARACTERS:
            chunks[-1].append(line)
        else:
            chunks.append([line])
    return chunks


def _dotted(lines: Sequence[Mrkdwn]) -> list[str]:
    return [f"• {line}" for line in lines]


def _told(line: DigestLine) -> Mrkdwn:
    drawn = course(line.parts[0].at.change)
    return joined([Mrkdwn(f"{bold(safe(say(WORDS, 'thing', line)))}:"), safe(say(WORDS, "told", line)), safe(drawn)])


def _verdict(affected: Affected) -> Mrkdwn:
    question = safe(say(WORDS, "question", affected))
    title = Mrkdwn(f"{question}:") if "_" in question else Mrkdwn(f"_{question}_:")
    return joined([title, safe(say(WORDS, "outcome", affected))])


def _table(facts: Facts, d: Digest, channel: str) -> Message:
    """What went one way in a row, so that it can be sorted; every line is told in words as well."""
    title = say(WORDS, "detail", d) if d.lines else say(WORDS, "none_moved")
    every = [cells(line, part) for line in d.lines for part in line.parts]
    rows = every[:ROWS]
    heads = say(WORDS, "columns").split("|")
    below = [say(WORDS, "more_rows", len(every) - ROWS)] if len(every) > ROWS else []
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
    listed = [" | ".join(cell["text"] for cell in row) for row in rows]
    plain = "\n".join(
        [
            mrkdwn(title),
            *(mrkdwn(line) for line in (*listed, *below[:1])),
            *_dotted(rest),
            *map(mrkdwn, below[1:]),
            *cited,
        ]
    )
    text = mrkdwn(" ".join([title, *below]))
    return Message(channel=channel, text=text, blocks=blocks, plain=plain)


def cells(line: DigestLine, part: LinePart) -> list[Block]:
    c, usd = part.at.change, part.at.after if part.at.after is not None else part.at.before
    return [
        raw(say(WORDS, "chip", line)),
        raw(c.instance),
        raw(say(WORDS, "where", part)),
        raw(say(WORDS, "how", c)),
        *(_price(price) for price in (c.before, c.after)),
        raw("") if c.difference is None else raw(say(WORDS, "signed", c.difference), round(c.difference, 4)),
        raw("") if c.percent is None else raw(f"{c.percent:+.1f}", round(c.percent, 2)),
        raw("") if usd is None else _price(usd),
        raw(c.seen_on.isoformat()),
        raw(course(c)),
        raw(c.feed),
    ]


def _price(usd: float | None) -> Block:
    return raw(say("words/prices/changes.j2", "price", usd), usd)


def sources(facts: Facts, d: Digest) -> list[tuple[str, str | None]]:
    """The feeds behind the changes, with the last day each confirmed them, and their address."""
    last_seen: dict[str, str] = {}
    for change in d.told:
        day = change.last_seen_on.isoformat()
        last_seen[change.feed] = max(day, last_seen.get(change.feed, ""))
    cited = []
    for feed, day in sorted(last_seen.items()):
        described = facts.feeds.get(feed)
        source = facts.sources.get(described.source) if described else None
        title = described.title if described else feed
        cited.append((say(WORDS, "source", feed, title, day), source.url if source else None))
    return cited

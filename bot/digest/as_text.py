"""A digest for a terminal, and for scripts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.digest.message import footnotes, sources
from bot.prices import changes
from bot.wording.words import environment, say
from engine.changes.held_files import HeldFile
from engine.changes.licenses import HeldLicense
from engine.impact.digest import Affected, Digest
from engine.impact.digest_lines import DigestLine, LinePart
from engine.impact.verdict_figures import VerdictFigures
from knowledge.facts import Facts

WORDS = "words/digest.j2"
WIDTH = 110
BULLET = "- "


def digest_text(facts: Facts, d: Digest) -> str:
    """The digest as text, a line of it for each chip, cloud and way to buy."""
    cited = [text for text, _ in sources(facts, d)]
    template = environment().get_template("terminal/digest.txt.j2")
    text = template.render(
        heading=say(WORDS, "heading", d),
        sentence=say(WORDS, "quiet" if d.is_quiet else "count", d),
        affected=[say(WORDS, "affected", verdict) for verdict in d.affected],
        lines=[say(WORDS, "line", line) for line in d.lines],
        below=list(_below(d)),
        sources=cited,
        width=WIDTH,
        inside=WIDTH - len(BULLET),
    )
    return "\n".join(line.rstrip() for line in text.strip().splitlines()) + "\n"


def _below(d: Digest) -> Iterator[str]:
    if d.in_doubt:
        yield say(WORDS, "in_doubt", len(d.in_doubt))
    yield from footnotes(d)
    if d.lines:
        yield say(WORDS, "told_from", d)


def digest_json(d: Digest) -> dict[str, Any]:
    """The JSON of `chipscout digest --json`; its keys are a contract."""
    return {
        "since": d.since.isoformat(),
        "until": d.until.isoformat(),
        "quiet": d.is_quiet,
        "heading": say(WORDS, "heading", d),
        "used": list(d.used),
        "lines": [_line(line) for line in d.lines],
        "aside": [_line(line) for line in d.aside],
        "moves": [changes.as_json(move.change) | {"regions": list(move.regions)} for move in d.moves],
        "affected": [_affected(verdict) for verdict in d.affected],
        "held_back": [changes.as_json(change) for change in d.in_doubt],
        "failing": [
            {"feed": feed.feed, "cloud": feed.cloud, "since": feed.since.isoformat(), "because": feed.because}
            for feed in d.failing
        ],
        "held_files": [
            {"feed": one.feed, "cloud": one.cloud, "since": one.since.isoformat(), "factor": one.factor}
            for one in d.held
            if isinstance(one, HeldFile)
        ],
        "held_licenses": [
            {
                "feed": one.feed,
                "cloud": one.cloud,
                "since": one.since.isoformat(),
                "usd_per_cpu": one.usd_per_cpu,
                "types": one.types,
                "regions": list(one.regions),
            }
            for one in d.held
            if isinstance(one, HeldLicense)
        ],
        "unread": [
            {"cloud": unread.cloud, "read_on": unread.read_on.isoformat() if unread.read_on else None}
            for unread in d.unread
        ],
        "recorded_until": d.recorded_until.isoformat() if d.recorded_until else None,
        "unknown_types": {"number": d.unknown.number, "names": list(d.unknown.names)},
    }


def _line(line: DigestLine) -> dict[str, Any]:
    return {
        "chip": line.chip,
        "name": line.name,
        "cloud": line.cloud,
        "purchase": line.purchase,
        "text": say(WORDS, "line", line),
        "verdicts": list(line.verdicts),
        "used": line.is_used,
        "types": list(line.types),
        "since": line.since.isoformat(),
        "seen_once": line.seen_once,
        "parts": [_part(part) for part in line.parts],
    }


def _part(part: LinePart) -> dict[str, Any]:
    low, high = (change.percent for change in part.spread) if part.spread else (None, None)
    usd = part.at.after if part.at.after is not None else part.at.before
    return {
        "way": part.way,
        "percent_low": None if low is None else round(low, 2),
        "percent_high": None if high is None else round(high, 2),
        "regions": list(part.regions),
        "usd_per_chip_hour": None if usd is None else round(usd, changes.DIGITS),
        "at": changes.as_json(part.at.change),
        "changes": [
            {"instance": each.instance, "region": each.region, "terms": each.terms, "feed": each.feed}
            for each in part.changes
        ],
    }


def _affected(affected: Affected) -> dict[str, Any]:
    return {
        "verdict": affected.verdict,
        "question": affected.question,
        "flipped": affected.is_flipped,
        "before": _figures(affected.before),
        "after": _figures(affected.after),
        "because": [changes.as_json(change) for change in affected.because],
    }


def _figures(figures: VerdictFigures) -> dict[str, Any]:
    return {
        "lean": figures.lean,
        "option": figures.option,
        "usd_per_run": None if figures.usd_per_run is None else round(figures.usd_per_run, 2),
        "saving_usd": None if figures.saving_usd is None else round(figures.saving_usd, 2),
        "against": figures.against,
    }

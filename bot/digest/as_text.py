"""A digest for a terminal, and for scripts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.digest.message import blind_spots, cells, sources
from bot.prices import changes
from bot.wording.words import environment, say
from engine.impact.digest import Affected, Digest
from engine.impact.verdict_figures import VerdictFigures
from knowledge.facts import Facts

WORDS = "words/digest.j2"
WIDTH = 110
ROWS = 40
FIGURES = (3, 4, 5, 6)  # columns set to the right


def digest_text(facts: Facts, d: Digest) -> str:
    """The digest as text, with the price changes in columns."""
    rows = [[str(cell["text"]) for cell in cells(move)] for move in d.moves[:ROWS]]
    left = len(d.moves) - ROWS
    lines = _columns([say(WORDS, "columns").split("|"), *rows]) if rows else []
    lines += [say(WORDS, "more_rows", left)] if left > 0 else []
    cited = [text for text, _ in sources(facts, d)]
    template = environment().get_template("terminal/digest.txt.j2")
    text = template.render(d=d, rows=lines, blind=list(blind_spots(d)), sources=cited, width=WIDTH)
    return "\n".join(line.rstrip() for line in text.strip().splitlines()) + "\n"


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    return [
        "  ".join(
            cell.rjust(width) if place in FIGURES else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def digest_json(d: Digest) -> dict[str, Any]:
    """The JSON of `chipscout digest --json`; its keys are a contract."""
    return {
        "since": d.since.isoformat(),
        "until": d.until.isoformat(),
        "quiet": d.is_quiet,
        "moves": [changes.as_json(move.change) | {"regions": list(move.regions)} for move in d.moves],
        "affected": [_affected(verdict) for verdict in d.affected],
        "held_back": [changes.as_json(change) for change in d.in_doubt],
        "failing": [
            {"feed": feed.feed, "cloud": feed.cloud, "since": feed.since.isoformat(), "because": feed.because}
            for feed in d.failing
        ],
        "unread": [
            {"cloud": unread.cloud, "read_on": unread.read_on.isoformat() if unread.read_on else None}
            for unread in d.unread
        ],
        "recorded_until": d.recorded_until.isoformat() if d.recorded_until else None,
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
    }

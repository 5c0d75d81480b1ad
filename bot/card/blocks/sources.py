"""*Sources*: every source of a card with its address, day and grade, in the order of their numbers."""

from __future__ import annotations

from bot.blockkit.build import Block, Mrkdwn, bold, inert_context, joined, link, safe, sections
from bot.card.blocks.lines import say
from bot.card.card import Card
from bot.card.citations import Citation

SECTIONS = 30


def source_blocks(shown: Card) -> list[Block]:
    """All of them; says so where there is none."""
    if not shown.notes:
        return [inert_context(say("no_sources"))]
    return sections([_source(note) for note in shown.notes], SECTIONS)


def deciding(shown: Card) -> list[Mrkdwn]:
    """A line with the sources of what is advised and of what it is compared with."""
    notes = [note for note in shown.notes if note.number in shown.deciding]
    listed = [joined([safe(f"[{note.number}]"), link(note.url, say("source_briefly", note))]) for note in notes]
    return [joined([bold(safe(say("deciding"))), joined(listed, " · ")])] if listed else []


def _source(note: Citation) -> Mrkdwn:
    named = link(note.url, say("source", note))
    return joined([safe(f"[{note.number}]"), named, safe("· " + say("source_end", note))])

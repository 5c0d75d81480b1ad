"""A plan as a Slack message: the answer, its lines by workload, and the small print."""

from __future__ import annotations

from bot.blockkit.build import Block, Mrkdwn, bold, bullets, context, safe, section
from bot.fleet.planner import Planned
from bot.fleet.shown import shown
from bot.wording.words import mrkdwn, say

MOST = 40  # blocks, of the fifty a message may have
SMALL = frozenset({"assumed", "unread", "planned", "sources"})


def plan_blocks(planned: Planned) -> tuple[str, list[Block], str]:
    """The text for notifications, the blocks, and the whole as plain text."""
    made = shown(planned)
    small = {say("words/plan.j2", "label", key) for key in SMALL}
    blocks: list[Block] = [section(bold(safe(made.headline)))]
    for part in made.sections:
        lines = [safe(sentence) for sentence in part.sentences]
        if part.label in small:
            blocks += context([bold(safe(part.label)), *lines])
        else:
            blocks += bullets(part.label, lines)
    plain = [bold(safe(made.headline))]
    for part in made.sections:
        plain += [bold(safe(part.label)), *(Mrkdwn(mrkdwn(sentence)) for sentence in part.sentences)]
    return mrkdwn(made.headline), blocks[:MOST], "\n".join(plain)

"""A message cut to a length. What it can best be without goes first, then its end.

Its first block and what can be pressed stay, so that the answer is there and the rest of it is a press away.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.blockkit.build import Block
from bot.blockkit.length import counted

FIRST_TO_GO = "data_visualization"  # the words say the same
PRESSED = frozenset({"actions", "context_actions"})


def shortened(blocks: Sequence[Block], most: float) -> list[Block]:
    """At most `most` long, as Slack counts; longer only if nothing more can go."""
    kept = list(blocks)
    while counted(kept) > most:
        rest = [at for at, block in enumerate(kept) if at and block["type"] not in PRESSED]
        if not rest:
            break
        spare = [at for at in rest if kept[at]["type"] == FIRST_TO_GO]
        del kept[spare[0] if spare else rest[-1]]
    return kept

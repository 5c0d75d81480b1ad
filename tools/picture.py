"""Draws docs/card.svg: the upper part of the card for the founding question, as a terminal shows it.

Run: make picture. The day is that of the golden cards, and the same card gives the same file.
"""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console

from bot.advice.advisor import Advisor
from bot.card.as_text import card_text
from knowledge.loading.load import load
from tests.day import DAY, FOUNDING

FILE = Path(__file__).resolve().parents[1] / "docs" / "card.svg"
WIDTH = 132  # the option table is not wrapped
TEXT = 124
LAST = "Plan"  # the first part that is not drawn
REMOTE_FONT = r',\s*url\("https:[^"]*"\) format\("\w+"\)'


def card() -> str:
    """The card with rich's markup, up to the first part that is not drawn."""
    lines = card_text(Advisor(load(), DAY).ask(FOUNDING), TEXT, styled=True).splitlines()
    end = next((number for number, line in enumerate(lines) if line.startswith(LAST)), len(lines))
    return "\n".join(lines[:end]).rstrip()


def svg() -> str:
    """The picture. Fonts come from the reader's machine: nothing is fetched when it is looked at."""
    console = Console(record=True, width=WIDTH, highlight=False, file=io.StringIO(), color_system="truecolor")
    console.print(f'[dim]$ chipscout ask "{FOUNDING}"[/dim]\n')
    console.print(card())
    picture = re.sub(REMOTE_FONT, "", console.export_svg(title="chipscout", unique_id="card"))
    return "\n".join(line.rstrip() for line in picture.strip().splitlines()) + "\n"


def main() -> None:
    FILE.write_text(svg(), encoding="utf-8")


if __name__ == "__main__":
    main()

"""Takes docs/preview-*.png: the card for the founding question as Slack shows it, on a phone and on a desk.

Run: make screenshots. Needs Chromium on the path. The day is that of the golden cards.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from PIL import Image

from bot.advice.advisor import Advisor
from bot.preview import html
from bot.preview.page import Theme
from bot.preview.surfaces import private
from knowledge.loading.load import load
from tests.browser import chromium
from tests.day import DAY, FOUNDING

HERE = Path(__file__).resolve().parents[1] / "docs"
COLOURS = 160  # enough for text and lines; keeps the files small
PICTURES: tuple[tuple[str, Theme, int, int], ...] = (
    ("preview-phone.png", "dark", 375, 1570),
    ("preview-wide.png", "light", 760, 1320),
)


def main() -> None:
    if chromium.found() is None:
        sys.exit(f"none of {', '.join(chromium.NAMES)} on the path")
    answer = Advisor(load(), DAY).ask(FOUNDING)
    shown = private(lambda: answer)
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "card.html"
        for name, theme, width, height in PICTURES:
            page.write_text(html(shown.blocks, text=shown.text, theme=theme), encoding="utf-8")
            chromium.picture(page, HERE / name, width, height)
            with Image.open(HERE / name) as taken:
                small = taken.convert("RGB").quantize(COLOURS)
            small.save(HERE / name, optimize=True)


if __name__ == "__main__":
    main()

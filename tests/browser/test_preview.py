"""Previews in a real browser: nothing sticks out of a phone, everything can be read, what matters is seen first."""

from __future__ import annotations

import json
import re
from html import escape, unescape
from pathlib import Path
from typing import Any, get_args

import pytest

from bot.advice.advisor import Advisor
from bot.card.blocks.message import (
    card_blocks,
    sentence,
)
from bot.preview import html
from bot.preview.page import Theme
from bot.preview.surfaces import SURFACES
from tests.bot.card.test_card_properties import HOSTILE
from tests.browser import chromium
from tests.golden.test_golden import CARDS

pytestmark = pytest.mark.skipif(chromium.found() is None, reason=f"none of {', '.join(chromium.NAMES)} on the path")

PHONE, DESK = 375, 760
PHONE_HEIGHT = 667  # of the smallest phones in use
LINES_FIRST = 12  # of text above the table, on a phone
READABLE, SEEN = 4.5, 3.0  # WCAG 2.2: contrast of text, of lines
SHOWN = ("founding", "founding-70b-52-runs", "serve-70b", "carbon-first", "no-fit", "price", "need-more", "off-topic")
OTHERS = ("home", "help", "ask", "refine", "record", "math", "why", "sources")
PROBE = (Path(__file__).parent / "probe.js").read_text(encoding="utf-8")
Report = dict[str, dict[str, Any]]


@pytest.fixture(
    scope="module", params=[(theme, width) for theme in get_args(Theme) for width in (PHONE, DESK)], ids=str
)
def seen(request: pytest.FixtureRequest, advisor: Advisor, tmp_path_factory: pytest.TempPathFactory) -> Report:
    """What the browser measured of every card, and of what its buttons open, in one theme and one width."""
    theme, width = request.param
    pages = {}
    for name in SHOWN:
        answer = advisor.ask(CARDS[name])
        blocks, text = card_blocks(answer), sentence(answer)
        pages[name] = html(blocks, text=text, theme=theme)
    for name in OTHERS:
        shown = SURFACES[name](lambda: advisor.ask(CARDS["founding"]))
        pages[name] = html(shown.blocks, text=shown.text, theme=theme, surface=shown.kind, title=shown.title)
    hostile = [{"type": "section", "text": {"type": "mrkdwn", "text": words}} for words in HOSTILE if words.strip()]
    pages["hostile"] = html(hostile, theme=theme)
    frames = "".join(
        f'<iframe title="{escape(name)}" width="{width}" height="{PHONE_HEIGHT}" style="border:0" '
        f'srcdoc="{escape(page)}"></iframe>'
        for name, page in pages.items()
    )
    file = tmp_path_factory.mktemp("probe") / "probe.html"
    file.write_text(f"<!doctype html><meta charset=utf-8>{frames}<script>{PROBE}</script>", encoding="utf-8")
    held = re.search(r'data-report="([^"]*)"', chromium.dom(file, 1000, 800))
    assert held, "the probe did not run"
    report: Report = json.loads(unescape(held[1]))
    assert set(report) == set(pages)
    return report | {"": {"width": width}}


def frames(seen: Report) -> dict[str, dict[str, Any]]:
    return {name: found for name, found in seen.items() if name}


def luminance(colour: str) -> float:
    """Relative luminance of "rgb(r, g, b)", as WCAG defines it."""
    parts = [float(part) / 255 for part in re.findall(r"[\d.]+", colour)[:3]]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(ink: str, paper: str) -> float:
    light, dark = sorted((luminance(ink), luminance(paper)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_black_on_white_has_the_contrast_it_is_known_for() -> None:
    assert contrast("rgb(0, 0, 0)", "rgb(255, 255, 255)") == pytest.approx(21)
    assert contrast("rgb(118, 118, 118)", "rgb(255, 255, 255)") == pytest.approx(4.54, abs=0.01)


def test_nothing_sticks_out_to_the_right(seen: Report) -> None:
    assert {name: found["scroll"] for name, found in frames(seen).items() if found["scroll"] > found["client"]} == {}


def test_everything_written_can_be_read_and_every_line_seen(seen: Report) -> None:
    faint = {
        (name, *pair)
        for name, found in frames(seen).items()
        for pair in found["colours"]
        if contrast(pair[0], pair[1]) < (SEEN if "line" in pair[2:] else READABLE)
    }
    assert faint == set()


def test_every_picture_says_what_it_shows_and_no_script_runs(seen: Report) -> None:
    assert {name: found["unnamed"] for name, found in frames(seen).items() if found["unnamed"]} == {}
    assert {name for name, found in frames(seen).items() if found["scripts"]} == set()


def test_the_verdict_and_its_first_rows_are_in_the_first_screen(seen: Report) -> None:
    assert {name: found["headline"] for name, found in frames(seen).items() if (found["headline"] or 0) > 170} == {}
    founding = seen["founding"]
    assert founding["rivals"] <= PHONE_HEIGHT
    if seen[""]["width"] == PHONE:
        assert founding["lines"] <= LINES_FIRST


def test_the_columns_that_decide_are_on_the_screen_of_a_phone(seen: Report) -> None:
    """Option, dollars a run, migration with when it pays back, evidence; each head inside its column."""
    for name in ("founding", "founding-70b-52-runs", "no-fit"):
        columns = seen[name]["columns"]
        assert [head for head, _, _ in columns[:4]] == ["option", "$ a run", "migration", "evidence"]
        assert [head for head, beyond, _ in columns[:4] if beyond > 0] == [], name
        assert [head for head, _, wider in columns if wider > 0] == [], name


@pytest.mark.parametrize("name", ["preview-phone.png", "preview-wide.png"])
def test_the_readme_s_pictures_are_small(name: str) -> None:
    file = Path(__file__).resolve().parents[2] / "docs" / name
    assert file.read_bytes().startswith(b"\x89PNG") and file.stat().st_size < 150_000

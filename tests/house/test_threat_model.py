"""The threat model names only what is there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from bot.advice.audience import Limit

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "threat-model.md"


def test_every_defense_names_a_test_that_exists() -> None:
    text = PAGE.read_text(encoding="utf-8")
    defended = text.partition("## What is defended")[2].partition("## What is not")[0]
    rows = [line for line in defended.splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 10
    for row in rows:
        named = re.findall(r"\]\(\.\./(tests/[\w/]+\.py)\)", row)
        assert named and all((ROOT / path).is_file() for path in named), row


def test_every_kind_of_outsider_has_its_row() -> None:
    assert set(get_args(Limit)) == {"shared_channel", "other_organization", "guest", "unknown"}
    readers = PAGE.read_text(encoding="utf-8").partition("## Who reads along")[2].partition("## ")[0]
    for words in ("shared with another organization", "member of another organization", "guest", "does not tell"):
        assert words in readers

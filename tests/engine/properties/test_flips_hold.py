"""Whatever was asked: past every flip that a person can say, the lean that it states is the one that comes."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.advice.advisor import Advisor
from engine.verdict.flips import Flip
from engine.workload.profile import SLOTS

TEXTS = Path(__file__).resolve().parents[1] / "reading" / "texts"
PARTS = 4  # of the labelled texts
ENOUGH = 8  # values past a flip asked in each part; all of them hold, and take minutes


def labelled() -> list[str]:
    tables = (tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(TEXTS.glob("*.toml")))
    return [entry["text"] for table in tables for entry in table.get("text", ())]


def past(flip: Flip) -> Iterator[str]:
    """The value itself, the next whole run, and 3 percent past it."""
    if isinstance(flip.at, str):
        yield flip.at
        return
    beyond = flip.at * (1.03 if flip.upwards else 0.97)
    yield from (str(flip.at), str(beyond))
    if flip.slot == "runs":
        yield str(math.ceil(beyond) if flip.upwards else max(1, math.floor(beyond)))


@pytest.mark.parametrize("start", range(PARTS))
def test_past_a_flip_the_stated_lean_comes(advisor: Advisor, start: int) -> None:
    asked = 0
    for text in labelled()[start::PARTS]:
        if asked >= ENOUGH:
            break
        verdict = advisor.ask(text).verdict
        for flip in verdict.flips if verdict else ():
            for value in past(flip) if flip.slot in SLOTS else ():
                after = advisor.ask(text, settings={flip.slot: value}).verdict
                assert after is not None and after.lean == flip.lean, (text, flip, value)
                asked += 1
    assert asked >= ENOUGH

"""A Dockerfile as its instructions, with what its arguments and stages mean put in."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
DOCKERFILE = ROOT / "deploy" / "Dockerfile"


class Instruction(NamedTuple):
    """One instruction; `stage` counts from 0, -1 before the first FROM."""

    stage: int
    name: str
    text: str


def instructions(text: str) -> list[Instruction]:
    """Comments dropped, continued lines joined."""
    joined = re.sub(r"\\\n\s*", " ", re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE))
    found, stage = list[Instruction](), -1
    for line in filter(None, map(str.strip, joined.splitlines())):
        name, _, rest = line.partition(" ")
        stage += name == "FROM"
        found.append(Instruction(stage, name, rest.strip()))
    return found


def copied(found: list[Instruction]) -> list[str]:
    """What comes from the repository."""
    here = [each.text.split() for each in found if each.name == "COPY" and not each.text.startswith("--from")]
    return [name for words in here for name in words[:-1]]

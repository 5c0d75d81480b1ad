"""The file CHIPSCOUT_FEEDS names, written so that every feed but those of a test is switched off."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from knowledge.loading.load import load

QUICK = """
[refreshing]
first_after_minutes = 0
every_hours = 1
jitter_minutes = 0
read_seconds = 2
tries = 2
first_wait_seconds = 0.01
"""


def written(path: Path, addresses: Mapping[str, Mapping[str, Sequence[str]]], more: str = QUICK) -> str:
    """Addresses by feed and cloud; the path of the file as text, for an environment."""
    lines = []
    for feed in load().feeds:
        here = addresses.get(feed)
        lines.append(f'[[feed]]\nid = "{feed}"\nis_enabled = {"true" if here else "false"}')
        if here:
            lines.append("is_private = true")
            lines += [f"addresses.{cloud} = {json.dumps(list(several))}" for cloud, several in here.items()]
    path.write_text("\n".join([*lines, more]), encoding="utf-8")
    return str(path)

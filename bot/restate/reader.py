"""The two things a language model may do: put a question into plain lines, and withhold what does not answer it."""

from __future__ import annotations

from typing import NamedTuple

from bot.restate.checked import Check
from bot.restate.restated import Restate


class Reader(NamedTuple):
    """Either may be missing."""

    restate: Restate | None = None
    check: Check | None = None

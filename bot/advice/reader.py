"""The two things a language model may do: put a question into plain lines, and withhold what does not answer it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bot.advice.answer import Answer
from bot.restate.checked import Check
from bot.restate.restated import Restate


class Reader(NamedTuple):
    """Either may be missing; `shown` is what a check sees of one part of an answer."""

    restate: Restate | None = None
    check: Check | None = None
    shown: Callable[[Answer], str] = lambda part: part.question

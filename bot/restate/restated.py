"""A question in plain lines, as a language model restated it, and what of it no line says."""

from __future__ import annotations

from collections.abc import Callable

from pydantic import BaseModel, ConfigDict, Field

MOST_LINES = 4
LONGEST = 400  # characters of a line


class Restated(BaseModel):
    """What came back. Each line is read by the same reader as if it had been typed."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    lines: tuple[str, ...] = Field(default=(), max_length=MOST_LINES)
    beyond: tuple[str, ...] = Field(default=(), max_length=MOST_LINES)  # in the words of the text


# The text, in a thread the lines before it, and lines whose answers missed it; None where nothing came back in time.
Restate = Callable[[str, tuple[str, ...], tuple[str, ...]], Restated | None]

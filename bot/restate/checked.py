"""What of an answer does not answer its question, as a language model judged it. It adds nothing."""

from __future__ import annotations

from collections.abc import Callable

from pydantic import BaseModel, ConfigDict, Field

MOST = 12  # parts, and questions that no part answers


class Checked(BaseModel):
    """What came back: the parts to be withheld, counted from 1, and what is asked and not answered."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    off: tuple[int, ...] = Field(default=(), max_length=MOST)
    unanswered: tuple[str, ...] = Field(default=(), max_length=MOST)  # in the words of the text


# The text, the lines before it in a thread, and each part of its answer as it is shown; None where nothing came back.
Check = Callable[[str, tuple[str, ...], tuple[str, ...]], Checked | None]

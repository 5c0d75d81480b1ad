"""What of an answer does not answer its question, as a language model judged it. It adds nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field

if TYPE_CHECKING:
    from bot.advice.answer import Answer

MOST = 12  # parts, and questions that no part answers


class Checked(BaseModel):
    """What came back: the parts to be withheld, counted from 1, and what is asked and not answered."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    off: tuple[int, ...] = Field(default=(), max_length=MOST)
    unanswered: tuple[str, ...] = Field(default=(), max_length=MOST)  # in the words of the text


# The text, the lines before it in a thread, the parts of its answer, and whether figures of the team are in them;
# None where nothing usable came back in time.
Check = Callable[[str, tuple[str, ...], "tuple[Answer, ...]", bool], Checked | None]

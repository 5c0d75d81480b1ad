"""To whom sentences are said: a person at a terminal, who types commands, or a program, which sends arguments."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Literal

Surface = Literal["terminal", "program"]
_SPEAKING: ContextVar[Surface] = ContextVar("surface", default="terminal")


def surface() -> Surface:
    """Templates ask it where they name a command or an option."""
    return _SPEAKING.get()


@contextmanager
def speaking_to(whom: Surface) -> Iterator[None]:
    """Within it, sentences are said to them; threads that are started from it included."""
    before = _SPEAKING.set(whom)
    try:
        yield
    finally:
        _SPEAKING.reset(before)

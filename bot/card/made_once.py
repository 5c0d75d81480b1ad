"""The view of an answer is made once for all forms of a message: text, blocks, buttons, the first line."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Protocol, TypeVar

from bot.advice.advisor import Answer
from bot.wording.surface import Surface, surface

KEPT = 4  # the last ones
View = TypeVar("View")
View_co = TypeVar("View_co", covariant=True)


class Maker(Protocol[View_co]):
    def __call__(self, answer: Answer, *, full: bool = False) -> View_co: ...


def made_once(make: Callable[..., View]) -> Maker[View]:
    """The same function, which gives the same view of the same answer while it is among the last ones."""
    kept: deque[tuple[Answer, bool, Surface, View]] = deque(maxlen=KEPT)

    def made(answer: Answer, *, full: bool = False) -> View:
        whom = surface()
        for known, was_full, told, view in tuple(kept):
            if known is answer and was_full == full and told == whom:
                return view
        view = make(answer, full=full)
        kept.append((answer, full, whom, view))
        return view

    return made

"""Ask from Python: `from bot.api import Advisor`. docs/api.md."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.api.advisor import Advisor, Answer, AskError

__all__ = ["Advisor", "Answer", "AskError"]


def __getattr__(name: str) -> object:
    """Loaded when it is used: other modules of this package need little of it."""
    if name not in __all__:
        raise AttributeError(name)
    from bot.api import advisor

    return getattr(advisor, name)

"""Goes on with questions whose process is gone."""

from __future__ import annotations

from bot.slack.durable import Durable


class TakeOverJob:
    """Run every second."""

    def __init__(self, durable: Durable) -> None:
        self._durable = durable

    def run(self) -> None:
        self._durable.take_over()

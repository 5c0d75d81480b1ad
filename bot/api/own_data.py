"""What a workspace recorded of its own, for every door but Slack: read for answers, and written."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Protocol

from bot.advice.audience import MEMBERS
from bot.advice.team import TeamData, team_data
from bot.wording.errors import UserError
from knowledge.store.base.address import Location
from knowledge.store.base.backend import DATABASE_ERRORS

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from knowledge.store.store import Store


class OwnData(Protocol):
    """Where a workspace's measurements and prices are kept."""

    def of(self, workspace: str) -> TeamData: ...

    def store(self) -> AbstractContextManager[Store]: ...


class FileData:
    """A file on this machine, opened when it is needed; reading creates none."""

    def __init__(self, path: Location) -> None:
        self.path = path

    def of(self, workspace: str) -> TeamData:
        """
        Raises:
            UserError: the file cannot be read.
        """
        if not self.path.exists():
            return TeamData()
        from knowledge.store.measurements import own_measurements_in
        from knowledge.store.own_prices import own_prices_in

        try:
            return TeamData(own_measurements_in(self.path, workspace), own_prices_in(self.path, workspace))
        except DATABASE_ERRORS as problem:
            raise UserError("store_unusable", path=str(self.path), reason="unusable") from problem

    @contextmanager
    def store(self) -> Iterator[Store]:
        """
        Raises:
            UserError: the file cannot be used.
        """
        from knowledge.store.store import Store, StoreError

        try:
            with Store(self.path, time.time) as store:
                yield store
        except StoreError as problem:
            raise UserError("store_unusable", path=str(self.path), reason=problem.reason) from problem


class SharedData:
    """The store that the Slack app has open."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, workspace: str) -> TeamData:
        return team_data(self._store, workspace, MEMBERS)

    def store(self) -> AbstractContextManager[Store]:
        return nullcontext(self._store)

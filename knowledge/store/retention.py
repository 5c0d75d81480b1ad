"""What of each table belongs to whom, so that it can be handed out, forgotten and outlived. Each room says it of its
own table; the test of this module fails for a table nobody has said it of.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Literal

from knowledge.types.base import Fact

if TYPE_CHECKING:
    from sqlite_utils import Database


class Retention(Fact):
    """One table.

    `team`, `user`: the columns that name the workspace and the person; None where there is none. `users_listed`:
    the column holds several people, parted by blanks. `age`: the column with seconds since 1970 that retention goes
    by; None for what is kept until somebody removes it, as `lasting` says of single rows. `of_user`: what becomes of
    a row when its person wants to be forgotten: the row goes, or their name alone where the row is the team's.
    `secret`: columns that are never handed out.
    """

    table: str
    team: str | None
    user: str | None = None
    users_listed: bool = False
    age: str | None = None
    lasting: str | None = None
    of_user: Literal["row", "name"] = "row"
    secret: tuple[str, ...] = ()


class RetentionRules:
    """The rows of people and workspaces in the open file; `db` and `writing` are the store's."""

    def __init__(
        self, held: Sequence[Retention], db: Database, writing: Callable[[], AbstractContextManager[Database]]
    ) -> None:
        self._held, self._db, self._writing = held, db, writing

    def about(self, user: str, team: str | None = None) -> dict[str, list[dict[str, Any]]]:
        """Every row of a person, by table; of one workspace, or of all."""
        return {each.table: self._rows(each, user, team) for each in self._held if each.user is not None}

    def forget_user(self, user: str, team: str | None = None) -> dict[str, int]:
        """Removes a person's rows, or their name from rows that are the team's; how many, by table."""
        changed = {}
        with self._writing() as db:
            for each in self._held:
                if each.user is None:
                    continue
                where, values = _of_user(each, user, team)
                change = "DELETE FROM" if each.of_user == "row" else "UPDATE"
                unnamed = "" if each.of_user == "row" else f" SET {each.user} = NULL"
                done = db.execute(f"{change} {each.table}{unnamed} WHERE {where}", values)
                changed[each.table] = done.rowcount
        return changed

    def forget_workspace(self, team: str) -> dict[str, int]:
        """Removes everything of a workspace, in one step; how many rows, by table."""
        changed = {}
        with self._writing() as db:
            for each in self._held:
                if each.team is not None:
                    done = db.execute(f"DELETE FROM {each.table} WHERE {each.team} = ?", (team,))  # noqa: S608 names are ours
                    changed[each.table] = done.rowcount
        return changed

    def outlive(self, before: float) -> dict[str, int]:
        """Removes what is older than `before`, seconds since 1970; how many rows, by table."""
        changed = {}
        with self._writing() as db:
            for each in self._held:
                if each.age is not None:
                    kept = f" AND NOT ({each.lasting})" if each.lasting else ""
                    done = db.execute(f"DELETE FROM {each.table} WHERE {each.age} < ?{kept}", (before,))  # noqa: S608 names are ours
                    changed[each.table] = done.rowcount
        return changed

    def _rows(self, each: Retention, user: str, team: str | None) -> list[dict[str, Any]]:
        where, values = _of_user(each, user, team)
        rows = self._db.query(f"SELECT * FROM {each.table} WHERE {where}", values)  # noqa: S608 names are ours
        return [{name: value for name, value in row.items() if name not in each.secret} for row in rows]


def _of_user(each: Retention, user: str, team: str | None) -> tuple[str, dict[str, str]]:
    names = f"instr(' ' || {each.user} || ' ', ' ' || :user || ' ')" if each.users_listed else f"{each.user} = :user"
    if team is None or each.team is None:
        return names, {"user": user}
    return f"{names} AND {each.team} = :team", {"user": user, "team": team}

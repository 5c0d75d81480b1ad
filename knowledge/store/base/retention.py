"""Whose rows each table holds and how long they are kept, so that they can be exported, deleted and outdated.

Each module of a table says it of its own; the list in `store.py` collects them, and a test fails for a table that is
missing from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from knowledge.types.base import Fact

if TYPE_CHECKING:
    from knowledge.store.base.backend import Backend


class Retention(Fact):
    """The retention rule of one table.

    `team`, `user`: the columns that name the workspace and the person; None if there is no such column.
    `lists_users`: the `user` column holds several people, separated by spaces.
    `age`: the column with seconds since 1970 that decides when a row is too old; None if rows are kept until somebody
    removes them. `unless`: SQL that exempts single rows from their age.
    `on_forget_user`: whether a person's row is deleted, or only the name in it because the row belongs to the team.
    `secret`: columns that are never exported.
    """

    table: str
    team: str | None = None
    user: str | None = None
    lists_users: bool = False
    age: str | None = None
    unless: str | None = None
    on_forget_user: Literal["delete_row", "clear_name"] = "delete_row"
    secret: tuple[str, ...] = ()


class RetentionPolicy:
    """Exports and deletes the rows of people and workspaces, by the rules of all tables."""

    def __init__(self, file: Backend, rules: Sequence[Retention]) -> None:
        self._file, self._rules = file, rules

    def rows_about(self, user: str, team: str | None = None) -> dict[str, list[dict[str, Any]]]:
        """Every row about a person, by table; in one workspace, or in all of them."""
        return {rule.table: self._rows(rule, user, team) for rule in self._rules if rule.user is not None}

    def forget_user(self, user: str, team: str | None = None) -> dict[str, int]:
        """Deletes a person's rows, or their name from rows that belong to the team. Counts rows by table."""
        changed = {}
        with self._file.writing() as db:
            for rule in self._rules:
                if rule.user is None:
                    continue
                where, values = _about_user(rule, user, team)
                if rule.on_forget_user == "delete_row":
                    done = db.execute(f"DELETE FROM {rule.table} WHERE {where}", values)  # noqa: S608 names are ours
                else:
                    done = db.execute(f"UPDATE {rule.table} SET {rule.user} = NULL WHERE {where}", values)  # noqa: S608 names are ours
                changed[rule.table] = done.rowcount
        return changed

    def forget_workspace(self, team: str) -> dict[str, int]:
        """Deletes everything about a workspace in one transaction. Counts rows by table."""
        changed = {}
        with self._file.writing() as db:
            for rule in self._rules:
                if rule.team is not None:
                    done = db.execute(f"DELETE FROM {rule.table} WHERE {rule.team} = ?", (team,))  # noqa: S608 names are ours
                    changed[rule.table] = done.rowcount
        return changed

    def delete_older_than(self, time: float) -> dict[str, int]:
        """Deletes rows older than `time`, in seconds since 1970. Counts rows by table."""
        changed = {}
        with self._file.writing() as db:
            for rule in self._rules:
                if rule.age is not None:
                    exempt = f" AND NOT ({rule.unless})" if rule.unless else ""
                    done = db.execute(f"DELETE FROM {rule.table} WHERE {rule.age} < ?{exempt}", (time,))  # noqa: S608 names are ours
                    changed[rule.table] = done.rowcount
        return changed

    def _rows(self, rule: Retention, user: str, team: str | None) -> list[dict[str, Any]]:
        where, values = _about_user(rule, user, team)
        rows = self._file.db.execute(f"SELECT * FROM {rule.table} WHERE {where}", values)  # noqa: S608 names are ours
        names = [column[0] for column in rows.description]
        return [
            {name: value for name, value in zip(names, row, strict=True) if name not in rule.secret} for row in rows
        ]


def _about_user(rule: Retention, user: str, team: str | None) -> tuple[str, dict[str, str]]:
    is_theirs = (
        f"replace(' ' || {rule.user} || ' ', ' ' || :user || ' ', '') <> ' ' || {rule.user} || ' '"
        if rule.lists_users
        else f"{rule.user} = :user"
    )
    if team is None or rule.team is None:
        return is_theirs, {"user": user}
    return f"{is_theirs} AND {rule.team} = :team", {"user": user, "team": team}

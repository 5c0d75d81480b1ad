"""A fleet file in TOML or YAML -> what it asks, or one sentence that names the line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePath
from typing import Any, TypeVar

from pydantic import ValidationError
from rapidfuzz import fuzz, process

from bot.wording.errors import UserError
from engine.configs.syntax.data_text import toml_entries
from engine.configs.syntax.entries import ConfigError, Entry, checked_text
from engine.configs.syntax.yaml_text import yaml_entries
from engine.fleet.asked import MOST_WORKLOADS, Allowed, Asked, Budget, FleetAsked
from engine.workload.profile import SLOTS
from knowledge.facts import Fact

TOP = ("months", "clouds", "region", "budget", "allow", "limits", "workload")
OF_BUDGET = tuple(Budget.model_fields)
OF_ALLOW = tuple(Allowed.model_fields)
OF_WORKLOAD = ("name", "text", "set", "priority", "from_month", "to_month", "api_models", *OF_ALLOW)
HEADER = re.compile(r"^\s*\[\[\s*workload\s*\]\]", re.M)
SECTION = re.compile(r"^\s*\[")
CLOSE = 60
Kind = TypeVar("Kind", bound=Fact)


def fleet_file(name: str, text: str) -> FleetAsked:
    """What the file asks.

    Raises:
        UserError: `fleet_unread`, with the line and what is wrong there.
    """
    return _Reader(name, text).read()


def is_fleet(text: str) -> bool:
    """Whether a text is meant as a fleet file: it lists workloads."""
    return bool(re.search(r"^\s*(\[\[\s*workload\s*\]\]|workload\s*:)", text, re.M))


class _Reader:
    def __init__(self, name: str, text: str) -> None:
        self.name, self.text = name, text
        self.lines: dict[str, int] = {}

    def read(self) -> FleetAsked:
        entries = self._entries()
        top: dict[str, Any] = {}
        workloads: dict[int, dict[str, Entry]] = {}
        for entry in entries:
            parts = entry.path.split(".")
            if parts[0] not in TOP:
                raise self._wrong("unknown_key", entry, _near(parts[0], TOP))
            if parts[0] == "workload":
                if len(parts) < 3 or not parts[1].isdigit():
                    raise self._wrong("no_list", entry, "")
                workloads.setdefault(int(parts[1]), {})[".".join(parts[2:])] = entry
            elif parts[0] in ("budget", "allow", "limits"):
                known: Sequence[str] = {"budget": OF_BUDGET, "allow": OF_ALLOW}.get(parts[0], ())
                key = ".".join(parts[1:])
                if not key or (known and key not in known):
                    raise self._wrong("unknown_key", entry, _near(key or parts[0], known or TOP))
                top.setdefault(parts[0], {})[key] = entry.value
            else:
                top[parts[0]] = entry.value
        if not workloads:
            raise UserError("fleet_unread", file=self.name, line=0, problem="no_workload", detail="", near="")
        allowed = self._valid(Allowed, top.pop("allow", {}), "allow")
        asked = [self._workload(held, allowed) for _, held in sorted(workloads.items())]
        names = [each.name for each in asked]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            entry = [held["name"] for held in workloads.values() if held["name"].value == twice][-1]
            raise self._wrong("twice", entry, "")
        budget = self._valid(Budget, top.pop("budget", {}), "budget")
        if len(asked) > MOST_WORKLOADS:
            entry = sorted(workloads.items())[MOST_WORKLOADS][1]["name"]
            raise self._wrong("too_many", entry, str(MOST_WORKLOADS))
        listed = {key: _listed(value) if key == "clouds" else value for key, value in top.items()}
        lines = {path: line for path, line in self.lines.items() if not path.startswith("workload.")}
        whole = {"budget": budget, "workloads": tuple(asked), "lines": lines, **listed}
        fleet = self._valid(FleetAsked, whole, "")
        for number, each in enumerate(fleet.workloads):
            last = each.to_month or fleet.months
            if each.from_month > last or last > fleet.months:
                raise self._at(f"workload.{number}.from_month", f"workload.{number}.to_month", fleet.months)
        return fleet

    def _workload(self, held: dict[str, Entry], allowed: Allowed) -> Asked:
        if "name" not in held:
            raise self._wrong("no_name", next(iter(held.values())), "")
        values: dict[str, Any] = {"settings": {}, "lines": {"text": self.lines.get(held["name"].path, 0)}}
        ways = allowed.model_dump()
        for key, entry in held.items():
            slot = key.removeprefix("set.")
            if key in OF_ALLOW:
                ways[key] = _listed(entry.value) if key == "commitments" else entry.value
            elif key == "api_models":
                values[key] = _listed(entry.value)
                values["lines"][key] = self.lines.get(entry.path, entry.line)
            elif key in OF_WORKLOAD and key != "set":
                values[key] = entry.value
                if key == "text":
                    values["lines"][key] = self.lines.get(entry.path, entry.line)
            elif slot in SLOTS:
                value = entry.value
                values["lines"][slot] = self.lines.get(entry.path, entry.line)
                values["settings"][slot] = ",".join(map(str, value)) if isinstance(value, tuple) else _plain(value)
            else:
                raise self._wrong("unknown_key", entry, _near(slot, (*OF_WORKLOAD, *SLOTS)))
        if not str(values.get("text", "")).strip() and not values["settings"]:
            raise self._wrong("no_text", held["name"], "")
        prefix = held["name"].path.removesuffix("name")
        values["allowed"] = self._valid(Allowed, ways, prefix)
        return self._valid(Asked, values, prefix)

    def _valid(self, kind: type[Kind], values: Any, prefix: str) -> Kind:
        if not isinstance(values, dict):
            raise UserError("fleet_unread", file=self.name, line=0, problem="value", detail=prefix, near="")
        try:
            return kind.model_validate(values)
        except ValidationError as error:
            first = error.errors()[0]
            key = str(first["loc"][0]) if first["loc"] else ""
            path = ".".join(part.strip(".") for part in (prefix, key) if part.strip("."))
            line = self.lines.get(path, 0)
            if kind is FleetAsked and key == "limits":
                line = self.lines.get(f"limits.{first['loc'][-1]}", line)
            because = str(first["msg"])
            raise UserError(
                "fleet_unread", file=self.name, line=line, problem="value", detail=key or prefix, near=because
            ) from None

    def _at(self, *paths_and_months: Any) -> UserError:
        *paths, months = paths_and_months
        line = next((self.lines[path] for path in paths if path in self.lines), 0)
        return UserError("fleet_unread", file=self.name, line=line, problem="months", detail=str(months), near="")

    def _wrong(self, problem: str, entry: Entry, near: str) -> UserError:
        line = self.lines.get(entry.path, entry.line)
        detail = entry.path.rpartition(".")[2] if problem != "twice" else str(entry.value)
        return UserError("fleet_unread", file=self.name, line=line, problem=problem, detail=detail, near=near)

    def _entries(self) -> tuple[Entry, ...]:
        try:
            text = checked_text(self.text)
            if PurePath(self.name).suffix.lower() == ".toml" or HEADER.search(text):
                found = toml_entries(text)
                self.lines = _toml_lines(text)
            else:
                documents = yaml_entries(text)
                found = documents[0] if documents else ()
                self.lines = {entry.path: entry.line for entry in found}
        except ConfigError as error:
            raise UserError(
                "fleet_unread", file=self.name, line=error.line, problem=error.code, detail=error.detail, near=""
            ) from None
        return found


def _toml_lines(text: str) -> dict[str, int]:
    """The line of each key, by its path: a key stands in the section above it."""
    lines: dict[str, int] = {}
    section, workload = "", -1
    for number, line in enumerate(text.split("\n"), 1):
        if HEADER.match(line):
            workload += 1
            section = f"workload.{workload}."
        elif SECTION.match(line):
            inner = line.strip().strip("[]").strip()
            section = (
                f"workload.{workload}.{inner.removeprefix('workload.')}."
                if inner.startswith("workload.")
                else f"{inner}."
            )
        for key in re.findall(r"[\w./-]+(?=[\"']?\s*=)", line.partition("#")[0]):
            lines.setdefault(f"{section}{key}", number)
            lines.setdefault(f"{section}set.{key}", number)
    return lines


def _listed(value: Any) -> Any:
    return (value,) if isinstance(value, str) else value


def _plain(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _near(word: str, known: Sequence[str]) -> str:
    found = process.extractOne(word, known, scorer=fuzz.ratio, score_cutoff=CLOSE)
    return str(found[0]) if found else ""

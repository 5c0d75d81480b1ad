"""The table of keys of a format (`knowledge/data/configs`): entries -> fields, and the keys nobody used."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from engine.configs.keys.found import Fields, Found
from engine.configs.keys.values import closed_end, is_open, read_value
from engine.configs.syntax.entries import Entry
from knowledge.facts import ConfigKey, Facts

ANY = "any"  # rows of every format
_ANYWHERE = "**."
_SWITCHES = ("enabled", "enable")
_MULTIPLIED = frozenset({"accumulation"})  # without which no product is made: that they are open is a field
_DECIDED_BY_LIBRARY = "auto"
_PATHS = frozenset({"model", "deepspeed_file"})  # fields that the end of a path says


class Table:
    """The rows of one format. With `anywhere` a key may stand in any section that is not one of `aside`."""

    def __init__(self, rows: Iterable[ConfigKey], anywhere: bool = False, aside: Sequence[str] = ()) -> None:
        before = _ANYWHERE if anywhere else ""
        self._rows = [
            (row, pattern(path if path.startswith(_ANYWHERE) else before + path)) for row in rows for path in row.keys
        ]
        self._aside = re.compile("|".join(rf"(?:{_regex(plain(part))})" for part in aside)) if aside else None

    def fields(self, entries: Sequence[Entry], use: Use, fields: Fields | None = None) -> Fields:
        """The fields of entries. Of one path that occurs twice the later counts, of two rows the first."""
        fields = Fields() if fields is None else fields
        by_path: dict[str, list[Entry]] = {}
        off = tuple(_switched_off(entries)) if self._aside is not None else ()
        for entry in entries:
            if not self._is_aside(entry.path) and not plain(entry.path).startswith(off or "\0"):
                by_path.setdefault(plain(entry.path), []).append(entry)
        for row, matches in self._rows:
            if isinstance(matches, str):
                found = by_path.get(matches, ())
            else:
                found = [entry for path, same in by_path.items() if matches.fullmatch(path) for entry in same]
            taken: Found | None = None
            for entry in found:
                end = closed_end(entry.value) if row.field in _PATHS else None
                understood, value = read_value(entry.value if end is None else end, row)
                if understood:
                    use.used.setdefault(entry.path, None)
                    if value is not None:
                        joined = taken is not None and row.how == "list" and isinstance(taken.value, tuple)
                        if joined and isinstance(value, tuple) and taken is not None and entry.path != taken.key:
                            value = (*taken.value, *value)  # type: ignore[misc]  # a tuple: `joined`
                        taken = Found(row.field, value, entry.path, use.format, entry.line, use.file)
                elif is_open(entry.value) or (isinstance(entry.value, tuple) and any(map(is_open, entry.value))):
                    use.left_open.setdefault(entry.path, str(entry.value))
                    if row.field in _MULTIPLIED and entry.value != _DECIDED_BY_LIBRARY:
                        fields.put(Found(f"open_{row.field}", True, entry.path, use.format, entry.line, use.file))
            if taken is not None:
                fields.put(taken)
        return fields

    def _is_aside(self, path: str) -> bool:
        """Whether a section it stands in is of another model or another run."""
        sections = plain(path).split(".")[:-1] if self._aside is not None else ()
        return self._aside is not None and any(self._aside.fullmatch(section) for section in sections)


def _switched_off(entries: Iterable[Entry]) -> Iterator[str]:
    """Sections that say of themselves that they are off: `lora: {enabled: false, rank: 8}`."""
    for entry in entries:
        owner, _, key = plain(entry.path).rpartition(".")
        if owner and key in _SWITCHES and entry.value is False:
            yield f"{owner}."


class Use:
    """Which keys of a file were used."""

    def __init__(self, format: str, file: str = "") -> None:
        self.format, self.file = format, file
        self.used: dict[str, None] = {}
        self.left_open: dict[str, str] = {}

    def found(self, field: str, value: object, entry: Entry) -> Found:
        """A field read by code rather than by the table; its key counts as used."""
        self.used.setdefault(entry.path, None)
        return Found(field, value, entry.path, self.format, entry.line, self.file)  # type: ignore[arg-type]  # by caller

    def unused(self, entries: Iterable[Entry]) -> tuple[str, ...]:
        """Keys with a value that nothing used, each once."""
        left = (
            entry.path
            for entry in entries
            if entry.value not in (None, "", ())
            and entry.path not in self.used
            and entry.path not in self.left_open
            and not entry.path.startswith("constant.")  # most of them are arguments of a call, listed there
            and not (entry.path.endswith("_target_") and not entry.line)  # the name of a section, no key of it
        )
        return tuple(dict.fromkeys(left))


def plain(path: str) -> str:
    """A path without case, and with one kind of dash: `--Num-GPUs` is `num_gpus`."""
    return path.casefold().lstrip("-").replace("-", "_")


def pattern(path: str) -> str | re.Pattern[str]:
    """What matches a path of the table: itself, or a pattern where it has stars."""
    folded = plain(path)
    if "*" not in folded:
        return folded
    return re.compile(_regex(folded))


def _regex(path: str) -> str:
    escaped = re.escape(path)
    return escaped.replace(r"\*\*\.", r"(?:.*\.)?").replace(r"\*\*", ".*").replace(r"\*", r"[^.]*")


def tables(facts: Facts) -> dict[str, Table]:
    """The table of each format."""
    rows: dict[str, list[ConfigKey]] = {}
    for row in facts.config_keys:
        rows.setdefault(row.format, []).append(row)
    return {
        row.id: Table(
            [key for name in (row.id, *row.also, ANY) for key in rows.get(name, ())], row.anywhere, row.aside
        )
        for row in facts.config_formats.values()
    }

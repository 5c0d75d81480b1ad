"""What a file says, as a flat list: one entry for each key with a value, in the order of the file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple, TypeAlias

Scalar: TypeAlias = str | int | float | bool | None
Value: TypeAlias = Scalar | tuple[Scalar, ...]
Code = Literal[
    "too_large", "too_deep", "too_many_keys", "not_text", "syntax", "empty", "no_format", "nothing_to_merge"
]

MOST_CHARACTERS = 400_000
MOST_ENTRIES = 6_000
DEEPEST = 40


class ConfigError(Exception):
    """A file that cannot be read. The sentence is in templates/words/configs.j2; `line` is 0 where none is known."""

    def __init__(self, code: Code, line: int = 0, detail: str = "") -> None:
        super().__init__(code)
        self.code: Code = code
        self.line = line
        self.detail = detail
        self.file = ""


class Entry(NamedTuple):
    """One key path and its value. A list of plain values is one entry; `path` joins parts with dots."""

    path: str
    value: Value
    line: int = 0


def checked_text(text: str) -> str:
    """The text without a byte order mark and with plain line ends.

    Raises:
        ConfigError: it is too long, empty, or no text.
    """
    if len(text) > MOST_CHARACTERS:
        raise ConfigError("too_large", detail=f"{MOST_CHARACTERS:,}")
    if "\x00" in text:
        raise ConfigError("not_text", line=text[: text.index("\x00")].count("\n") + 1)
    plain = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if not plain.strip():
        raise ConfigError("empty")
    return plain


def limited(entries: Iterable[Entry]) -> Iterator[Entry]:
    """The entries as they come.

    Raises:
        ConfigError: there are too many.
    """
    for number, entry in enumerate(entries, 1):
        if number > MOST_ENTRIES:
            raise ConfigError("too_many_keys", entry.line, f"{MOST_ENTRIES:,}")
        yield entry


def flatten(tree: object, path: str = "", line: int = 0, depth: int = 0) -> Iterator[Entry]:
    """Mappings and lists as entries. A list of plain values stays whole; others are numbered.

    Raises:
        ConfigError: nested too deeply.
    """
    if depth > DEEPEST:
        raise ConfigError("too_deep", line, str(DEEPEST))
    if isinstance(tree, dict):
        for key, inner in tree.items():
            yield from flatten(inner, f"{path}.{key}" if path else str(key), line, depth + 1)
    elif isinstance(tree, list | tuple):
        if all(isinstance(item, str | int | float | bool | None) for item in tree):
            yield Entry(path, tuple(tree), line)
        else:
            for number, item in enumerate(tree):
                yield from flatten(item, f"{path}.{number}" if path else str(number), line, depth + 1)
    elif isinstance(tree, str | int | float | bool | None):
        yield Entry(path, tree, line)
    else:
        yield Entry(path, str(tree), line)  # a date of TOML

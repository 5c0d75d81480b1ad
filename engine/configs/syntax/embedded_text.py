"""Files that a shell script writes before it starts the training: here-documents, and what it echoes into a file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from engine.configs.syntax.data_text import json_entries
from engine.configs.syntax.entries import ConfigError, Entry
from engine.configs.syntax.shell_text import expanded, script
from engine.configs.syntax.yaml_text import yaml_entries

_HEREDOC = re.compile(r"^(?P<line>.*<<-?[ \t]*(?P<quote>['\"]?)(?P<tag>\w+)(?P=quote).*)$", re.M)
_ECHOED = re.compile(
    r"\b(?:echo|printf)(?:\s+-e)?\s+\\?(?P<quote>['\"])(?P<body>(?:(?!\\?(?P=quote)\s*>).)*?)\\?(?P=quote)\s*>\s*(?P<name>\S+)",
    re.S,
)
_NAME = re.compile(r"(?:>|\btee)\s*['\"]?([^\s'\"<>|;]+)")
_MOST = 8


class Written(NamedTuple):
    """A file that a script writes: its name, its syntax and what it says."""

    name: str
    syntax: str
    entries: tuple[Entry, ...]


def written(text: str) -> tuple[Written, ...]:
    """The data files among what a script writes; what is neither JSON nor YAML with keys is left out."""
    if "<<" not in text and "echo" not in text and "printf" not in text:
        return ()
    files = [*_here_documents(text, script(text).variables), *_echoed(text)][:_MOST]
    return tuple(file for name, body, line in files if (file := parsed_file(name, body, line)) is not None)


def _here_documents(text: str, variables: Mapping[str, str]) -> Iterator[tuple[str, str, int]]:
    for found in _HEREDOC.finditer(text):
        end = re.compile(rf"^[ \t]*{found['tag']}[ \t]*$", re.M).search(text, found.end())
        name = _NAME.search(found["line"])
        if end is not None and name is not None:
            body = text[found.end() + 1 : end.start()]
            yield name[1], body if found["quote"] else expanded(body, variables), text.count("\n", 0, found.end()) + 1


def _echoed(text: str) -> Iterator[tuple[str, str, int]]:
    for found in _ECHOED.finditer(text):
        body = found["body"].replace("\\n", "\n").replace('\\"', '"')
        yield found["name"], body, text.count("\n", 0, found.start())


def parsed_file(name: str, body: str, line: int) -> Written | None:
    """A file's text as data; None where it is neither JSON nor YAML with keys."""
    syntax = "json" if body.lstrip().startswith("{") else "yaml"
    try:
        if syntax == "json":
            entries = json_entries(body)
        else:
            entries = tuple(entry for document in yaml_entries(body) for entry in document)
    except ConfigError:
        return None
    entries = tuple(entry._replace(line=entry.line + line) for entry in entries)
    return Written(name, syntax, entries) if any(entry.path for entry in entries) else None

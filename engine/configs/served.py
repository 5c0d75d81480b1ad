"""The command that starts a server of a model, alone or inside of a file: which model, how split, for what length."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from engine.configs.keys.table import Table, Use
from engine.configs.read_config import key_tables, parsed, read_config, syntax_of
from engine.configs.syntax.entries import ConfigError, Entry, checked_text
from engine.configs.syntax.pasted_text import cleaned
from engine.configs.syntax.shell_text import flags, script
from engine.configs.syntax.variables import expanded
from engine.workload.profile import Profile
from knowledge.facts import ConfigFormat, Facts

_STARTING = ("command", "args", "run", "commands", "entrypoint", "cmd")  # keys of job files that start something
_IMAGE = "image"
_MOST = 40  # texts of one file that are looked at


class Served(NamedTuple):
    """What a server is told. `chips` hold one copy of the model; `machines` is what else its file says of them."""

    engine: str
    model: str
    precision: str = ""
    chips: int | None = None
    copies: int = 1
    sequence: int | None = None
    machines: Profile = Profile()


def served(name: str, text: str, facts: Facts) -> Served | None:
    """The server that a file or a command starts; None where it starts none, or names no model."""
    try:
        plain = checked_text(text) if name else cleaned(checked_text(text))
        syntax = syntax_of(name, plain)
        entries = parsed(plain, syntax) if syntax in ("yaml", "json") else ()
    except ConfigError:
        return None
    entries = tuple(entry for entry in entries if entry.path)  # without one it is a line of a shell
    tables = key_tables(facts)
    for command in _commands(entries) if entries else [plain]:
        for row in facts.config_formats.values():
            found = _of(command, row, tables[row.id]) if row.kind == "serving" else None
            if found is not None:
                return found._replace(machines=_machines(name, plain, facts) if entries else Profile())
    return None


def _commands(entries: Sequence[Entry]) -> list[str]:
    """What each container or task starts, behind the image it starts it in, with the variables of the file."""
    images: dict[str, str] = {}
    told: dict[str, list[str]] = {}
    known = {entry.path.rpartition(".")[2]: entry.value for entry in entries}
    for entry in entries:
        owner, _, key = entry.path.rpartition(".")
        words = entry.value if isinstance(entry.value, tuple) else (entry.value,)
        line = " ".join(str(expanded(word, known)) for word in words if word is not None).replace("\\\n", " ")
        if key.casefold() == _IMAGE:
            images[owner] = line
        elif key.casefold() in _STARTING:
            told.setdefault(owner, []).append(line)
    return [f"{images.get(owner, '')} {' '.join(lines)}".strip() for owner, lines in told.items()][:_MOST]


def _of(text: str, row: ConfigFormat, table: Table) -> Served | None:
    if not any(mark in text.casefold() for mark in row.any_of):
        return None
    for command in script(text).commands:
        words = " ".join(command.words)
        at = max((words.casefold().find(mark) for mark in row.any_of), default=-1)
        if at < 0:
            continue
        entries = tuple(flags(command))
        fields = table.fields(entries, Use(row.id))
        bare = [str(entry.value) for entry in entries if entry.path == "argument"]
        model = fields.text("model") or next((word for word in bare if _is_model(word, words[at:])), "")
        if model:
            splits = [fields.count(field) or 1 for field in ("tensor_parallel", "pipeline_parallel")]
            chips = splits[0] * splits[1]
            return Served(
                engine=row.name,
                model=model,
                precision=fields.text("precision"),
                chips=chips if "tensor_parallel" in fields or "pipeline_parallel" in fields else None,
                copies=fields.count("replicas") or 1,
                sequence=fields.count("sequence"),
            )
    return None


def _is_model(word: str, behind: str) -> bool:
    """`owner/name` behind the word that starts the server: not the image it runs in."""
    return word in behind and re.fullmatch(r"[\w.-]+/[\w.-]+", word) is not None and not behind.startswith(word)


def _machines(name: str, text: str, facts: Facts) -> Profile:
    """The machines that a job file asks for, as far as they are read."""
    try:
        return read_config(name, text, facts).profile
    except ConfigError:
        return Profile()

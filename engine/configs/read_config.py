"""One file -> ConfigReading: its syntax, its format, its keys, and what follows from them. Nothing is executed."""

from __future__ import annotations

import re
from functools import lru_cache

from engine.configs.formats.format import Source, is_of
from engine.configs.keys.found import Fields, Found
from engine.configs.keys.reading import ConfigReading
from engine.configs.keys.table import Table, Use, tables
from engine.configs.keys.work_out import work_out
from engine.configs.registry import FORMATS
from engine.configs.syntax.data_text import json_entries, toml_entries
from engine.configs.syntax.entries import ConfigError, Entry, checked_text
from engine.configs.syntax.launch_text import launch_entries
from engine.configs.syntax.pasted_text import cleaned
from engine.configs.syntax.python_text import python_entries
from engine.configs.syntax.python_tree import config_entries
from engine.configs.syntax.variables import resolved
from engine.configs.syntax.yaml_text import yaml_entries
from knowledge.facts import Facts

_ENDINGS = {
    "yaml": (".yaml", ".yml", ".yaml-template", ".yml-template", ".yaml.j2", ".yml.j2"),
    "json": (".json", ".jsonc"),
    "toml": (".toml",),
    "python": (".py", ".ipynb.py"),
    "shell": (".sh", ".sbatch", ".slurm", ".bash", ".slurm.sh", ".submit"),
}
_TRIED = ("python", "shell")  # which a text without a name does not always look like
_KNOWN = tuple(ending for endings in _ENDINGS.values() for ending in endings)
_SHELL = re.compile(
    r"^#!.*\b(?:ba|z)?sh\b|^#SBATCH\b|^\s*(?:srun|torchrun|accelerate launch|deepspeed|python3?)\s", re.M
)
_PYTHON = re.compile(r"^(?:import|from) \w|^\w+ = \w+\(|^(?:\w+ = )?\w*(?:Arguments|Config)\(", re.M)
_MAPPING = re.compile(r"(?:[ \t]*(?:#[^!\n][^\n]*|---)?\n)*[\w./-]+:[ \t]*(?:\n|[^\s=])")
_TOML = re.compile(r"^\[[\w.]+\]\s*$", re.M)


def read_config(name: str, text: str, facts: Facts) -> ConfigReading:
    """The reading of one file. `name` may be empty (a pasted snippet).

    Raises:
        ConfigError: it cannot be read, or its format is none of ours.
    """
    try:
        plain = checked_text(text)
        return _read(name, plain, syntax_of(name, plain), facts) if name else _of_unnamed(cleaned(plain), facts)
    except ConfigError as error:
        error.file = name
        raise


def _of_unnamed(text: str, facts: Facts) -> ConfigReading:
    """A pasted text: of the syntax it looks like, else of the first that it has a format in."""
    likely = syntax_of("", text)
    try:
        return _read("", text, likely, facts)
    except ConfigError as error:
        for syntax in _TRIED:
            if syntax == likely or error.code not in ("syntax", "no_format"):
                continue
            try:
                return _read("", text, syntax, facts)
            except ConfigError:
                continue
        raise


def _read(name: str, text: str, syntax: str, facts: Facts) -> ConfigReading:
    try:
        entries = parsed(text, syntax)
    except ConfigError as error:
        if error.code == "syntax" and name and not name.casefold().endswith(_KNOWN):
            raise ConfigError("no_format") from None  # nothing says that it should be of this syntax
        raise
    source = Source(name, text, syntax, entries, key_tables(facts), facts)
    read = _of_some_format(source)
    if read is None and syntax == "python":  # no script: perhaps one that only says how a training is set up
        read = _of_some_format(source._replace(syntax="python_config", entries=config_entries(text)))
    if read is None:
        raise ConfigError("no_format")
    return read


def _of_some_format(source: Source) -> ConfigReading | None:
    """The reading by the first format that fits and says something; None where none does."""
    name, entries, facts = source.name, source.entries, source.facts
    for format in FORMATS:
        row = facts.config_formats[format.id]
        if not is_of(source, row):
            continue
        use = Use(format.id, name)
        fields = source.tables[format.id].fields(entries, use)
        if format.finish is not None:
            format.finish(source, fields, use)
        if not any(found.key for found in fields) and not use.left_open:
            continue  # it looks like this format, and says nothing in it
        for field, value in row.says.items():
            fields.put(Found(field, value, "", format.id, 0, name))
        return reading(fields, facts, row.id, row.kind, use, use.unused(entries))
    return None


def reading(fields: Fields, facts: Facts, format: str, kind: str, use: Use, unused: tuple[str, ...]) -> ConfigReading:
    """What fields come to, as one value."""
    result = work_out(fields, facts)
    keys = {found.field: found.key for found in fields if found.key}
    return ConfigReading(
        format=format,
        kind=kind,
        files=(use.file,),
        formats=(format,),
        profile=result.profile,
        training=result.training,
        derived=result.derived,
        from_keys=keys | {slot: keys[field] for slot, field in result.slots.items() if field in keys},
        used=tuple(use.used),
        unused=unused,
        left_open=use.left_open,
        unknown_machines=result.unknown,
        fields=tuple((*found,) for found in fields),
    )


def syntax_of(name: str, text: str) -> str:
    """By the ending of the name, else by what the text looks like."""
    folded = name.casefold()
    for syntax, endings in _ENDINGS.items():
        if folded.endswith(endings):
            return syntax
    if text.lstrip()[:1] in ("{", "["):
        return "toml" if _TOML.search(text) else "json"
    if _MAPPING.match(text):
        return "yaml"  # also one whose values are commands
    if _SHELL.search(text):
        return "shell"
    if _TOML.search(text):
        return "toml"
    return "python" if _PYTHON.search(text) else "yaml"


def key_tables(facts: Facts) -> dict[str, Table]:
    """The table of each format, made once."""
    return _tables(_Same(facts))


def parsed(text: str, syntax: str) -> tuple[Entry, ...]:
    """The entries of a text.

    Raises:
        ConfigError: it is not of that syntax.
    """
    if syntax == "json":
        return json_entries(text)
    if syntax == "toml":
        return toml_entries(text)
    if syntax == "python":
        return python_entries(text)
    if syntax == "shell":
        return launch_entries(text)
    return resolved(tuple(entry for document in yaml_entries(text) for entry in document))


class _Same:
    """Facts by identity, so that their tables are made once."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    def __hash__(self) -> int:
        return id(self.facts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.facts is self.facts


@lru_cache(maxsize=4)
def _tables(same: _Same) -> dict[str, Table]:
    return tables(same.facts)

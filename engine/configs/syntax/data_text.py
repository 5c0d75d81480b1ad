"""JSON and TOML -> entries."""

from __future__ import annotations

import json
import re
import tomllib

from engine.configs.syntax.entries import DEEPEST, ConfigError, Entry, flatten, limited

_COMMA = re.compile(r",(\s*[}\]])")
_COMMENT = re.compile(r'("(?:\\.|[^"\\\n])*")|//[^\n]*|/\*.*?\*/|(?:(?<=\n)|\A)\s*#[^\n]*', re.S)  # none in a string
_AT_LINE = re.compile(r"at line (\d+)")


def json_entries(text: str) -> tuple[Entry, ...]:
    """The entries of a JSON text; comments and trailing commas are forgiven.

    Raises:
        ConfigError: it is no JSON, or too deep.
    """
    try:
        return placed(text, json.loads(text))
    except ValueError:
        pass
    except RecursionError:
        raise ConfigError("too_deep", detail=str(DEEPEST)) from None
    try:
        return placed(text, json.loads(_COMMA.sub(r"\1", _COMMENT.sub(_kept, text))))
    except json.JSONDecodeError as error:
        raise ConfigError("syntax", error.lineno, "JSON") from None
    except (ValueError, RecursionError):
        raise ConfigError("syntax", detail="JSON") from None


def _kept(found: re.Match[str]) -> str:
    """A string as it is; of a comment its ends of lines."""
    return found[1] or "\n" * found[0].count("\n")


def toml_entries(text: str) -> tuple[Entry, ...]:
    """The entries of a TOML text.

    Raises:
        ConfigError: it is no TOML, or too deep.
    """
    try:
        return placed(text, tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        found = _AT_LINE.search(str(error))
        raise ConfigError("syntax", int(found[1]) if found else 0, "TOML") from None
    except (ValueError, RecursionError):
        raise ConfigError("syntax", detail="TOML") from None


def placed(text: str, tree: object) -> tuple[Entry, ...]:
    """Entries with the line where their key first stands by itself."""
    lines: dict[str, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        for word in re.findall(r"[\w./-]+(?=\"?\s*[:=])", line):
            lines.setdefault(word, number)
    found = limited(flatten(tree))
    return tuple(entry._replace(line=lines.get(entry.path.rpartition(".")[2], 0)) for entry in found)

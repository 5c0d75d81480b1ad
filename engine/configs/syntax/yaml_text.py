"""YAML -> entries, from the parser's events: nothing is constructed, aliases and depth are bounded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import yaml

from engine.configs.syntax.entries import DEEPEST, MOST_ENTRIES, ConfigError, Entry, Scalar, limited

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_TEMPLATE = re.compile(r"(?<!\$)\{\{-?\s*(.*?)\s*-?\}\}")
_DEFAULT = re.compile(
    r"\|\s*default(?:\s*\(\s*|\s+)(?:'([^']*)'|\"([^\"]*)\"|([\w./+-]+))|^default\s+(?:\"([^\"]*)\"|([\w/+-]+))\s"
)
_CONTROL = re.compile(r"^\s*(\{%.*%\}|\{\{-?\s*(if|else|end|range|with|toYaml|include|template)\b.*\}\})\s*$", re.M)
_TRUE = frozenset({"true", "yes", "on"})
_FALSE = frozenset({"false", "no", "off"})
_NOTHING = frozenset({"", "~", "null", "none"})
_INTEGER = re.compile(r"[-+]?\d[\d_]*")
_FLOAT = re.compile(r"[-+]?(\d[\d_]*\.?\d*|\.\d+)([eE][-+]?\d+)?")

Node = tuple[str, int, Any]  # "scalar" | "map" | "list", line, content
Documents = list[Node]


def yaml_entries(text: str) -> tuple[tuple[Entry, ...], ...]:
    """The entries of every document of the text.

    Raises:
        ConfigError: it is no YAML, or too deep, or too large once its aliases are written out.
    """
    try:
        events = yaml.parse(_without_templates(text), Loader=_LOADER)
        documents = list(_documents(events))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise ConfigError("syntax", mark.line + 1 if mark else 0, "YAML") from None
    except (yaml.YAMLError, UnicodeError):
        raise ConfigError("syntax", detail="YAML") from None
    return tuple(tuple(limited(_walk(document, "", 0, _Budget()))) for document in documents)


def scalar(text: str) -> Scalar:
    """A plain scalar as YAML 1.2 reads it, and the yes and no of 1.1; `1:30` stays text."""
    folded = text.strip().casefold()
    if folded in _NOTHING:
        return None
    if folded in _TRUE or folded in _FALSE:
        return folded in _TRUE
    if _INTEGER.fullmatch(folded) and len(folded) <= 20:
        return int(folded.replace("_", ""))
    if _FLOAT.fullmatch(folded) and len(folded) <= 30:
        return float(folded.replace("_", ""))
    return text.strip()


def _without_templates(text: str) -> str:
    """A template as a plain word, so that what surrounds it can be read: `{{ size }}` becomes `<size>`."""
    if "{{" not in text and "{%" not in text:
        return text
    return _TEMPLATE.sub(_plain_word, _CONTROL.sub("", text))


def _plain_word(found: re.Match[str]) -> str:
    """What a template gives where nothing is set: Jinja's `x | default("v")`, Helm's `default 8 .Values.x`."""
    default = _DEFAULT.search(found[1])
    if default is not None:
        return next(part for part in default.groups() if part is not None)
    return "<" + re.sub(r"[^\w.$-]+", "_", found[1]) + ">"


class _Budget:
    """Entries that may still be written out: an alias costs what it stands for."""

    def __init__(self) -> None:
        self.left = 4 * MOST_ENTRIES

    def spend(self, line: int) -> None:
        self.left -= 1
        if self.left < 0:
            raise ConfigError("too_many_keys", line, str(MOST_ENTRIES))


def _documents(events: Iterator[Any]) -> Iterator[Node]:
    """One tree for each document, from the flat events: a stack instead of recursion."""
    anchors: dict[str, Node] = {}
    stack: list[Node] = []
    for event in events:
        line = event.start_mark.line + 1
        node: Node | None = None
        if isinstance(event, yaml.DocumentStartEvent):
            anchors, stack = {}, []
        elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            kind = "map" if isinstance(event, yaml.MappingStartEvent) else "list"
            stack.append((kind, line, []))
            if len(stack) > DEEPEST:
                raise ConfigError("too_deep", line, str(DEEPEST))
            if event.anchor:
                anchors[event.anchor] = stack[-1]
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            node = stack.pop()
        elif isinstance(event, yaml.AliasEvent):
            node = anchors.get(event.anchor, ("scalar", line, None))
        elif isinstance(event, yaml.ScalarEvent):
            plain = event.implicit[0] and not event.style
            node = ("scalar", line, scalar(event.value) if plain else event.value)
            if event.anchor:
                anchors[event.anchor] = node
        if node is None:
            continue
        if stack:
            stack[-1][2].append(node)
        else:
            yield node


def _walk(node: Node, path: str, depth: int, budget: _Budget) -> Iterator[Entry]:
    kind, line, content = node
    budget.spend(line)
    if depth > DEEPEST:  # an alias inside of what it names
        raise ConfigError("too_deep", line, str(DEEPEST))
    if kind == "scalar":
        yield Entry(path, content, line)
    elif kind == "map":
        yield from _walk_map(content, path, depth, budget)
    elif all(item[0] == "scalar" for item in content):
        yield Entry(path, tuple(item[2] for item in content), line)
    else:
        for number, item in enumerate(content):
            yield from _walk(item, f"{path}.{number}" if path else str(number), depth + 1, budget)


def _walk_map(content: list[Node], path: str, depth: int, budget: _Budget) -> Iterator[Entry]:
    """Pairs in their order; what a merge key brings comes first, so that a key of its own wins."""
    pairs = list(zip(content[::2], content[1::2], strict=False))
    for is_merge in (True, False):
        for key, value in pairs:
            if (key[0] == "scalar" and key[2] == "<<") is not is_merge:
                continue
            if is_merge:
                for part in value[2] if value[0] == "list" else [value]:
                    yield from _walk(part, path, depth + 1, budget)
                continue
            name = str(key[2]) if key[0] == "scalar" else "?"
            yield from _walk((value[0], key[1], value[2]), f"{path}.{name}" if path else name, depth + 1, budget)

"""A Python file that is a config -> entries: what it assigns, or the tree of calls that its one function returns.

Read as data, never run. A call is a section: its name is `_target_`, its keywords are keys, what has none is `0`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from engine.configs.syntax.data_text import placed
from engine.configs.syntax.entries import DEEPEST, ConfigError, Entry
from engine.configs.syntax.python_literals import MISSING, dotted, sum_of
from engine.configs.syntax.python_text import parsed_tree

_RETURNED = re.compile(r"(?:Config|Recipe|Arguments|Args|Settings|Container)$")
_ONLY_SAYS = (
    ast.Assign,
    ast.AnnAssign,
    ast.AugAssign,
    ast.Import,
    ast.ImportFrom,
    ast.If,
    ast.With,
    ast.FunctionDef,
    ast.ClassDef,
    ast.Raise,
    ast.Assert,
    ast.Pass,
    ast.Delete,
)
_READ_AS_IS = frozenset({"int", "float", "str", "bool", "Path", "list", "tuple", "cast"})
_OF_ENVIRONMENT = frozenset({"get", "getenv"})
_CHAINED = re.compile(r"with_|merge$|build$|copy$|set_")
_MOST_PARTS = 4_000
_OPEN = "<expression>"


def config_entries(text: str) -> tuple[Entry, ...]:
    """The entries of a Python config; none where the file is a script, or holds several configs.

    Raises:
        ConfigError: it is no Python, or too deep.
    """
    module = parsed_tree(text)
    try:
        returned = [found for part in module.body if isinstance(part, ast.FunctionDef) if (found := _returned(part))]
        if len(returned) == 1:
            body, call = returned[0]
            whole = _Reader(_assigned(module.body) | _assigned(body)).value(call)
        elif returned or not all(_only_says(part) for part in module.body):
            return ()
        else:
            whole = _assignments(module)
        return placed(text, whole) if isinstance(whole, dict) else ()
    except RecursionError:
        raise ConfigError("too_deep", detail=str(DEEPEST)) from None


def _returned(function: ast.FunctionDef) -> tuple[list[ast.stmt], ast.expr] | None:
    """What a function does and the config it returns: a call with keywords, or a name that stands for one."""
    names = _assigned(function.body)
    for part in reversed(function.body):
        node = part.value if isinstance(part, ast.Return) else None
        while isinstance(node, ast.Name) and node.id in names and names[node.id] is not node:
            node = names[node.id]
        call = _unchained(node) if node is not None else None
        if isinstance(call, ast.Call) and call.keywords and _RETURNED.search(dotted(call.func) or ""):
            return function.body, call
    return None


def _only_says(part: ast.stmt) -> bool:
    return isinstance(part, _ONLY_SAYS) or (isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant))


def _assigned(body: list[ast.stmt]) -> dict[str, ast.expr]:
    """Names with what they are assigned last; a later sum or product of one counts into it."""
    names: dict[str, ast.expr] = {}
    for part in _statements(body):
        if isinstance(part, ast.Assign) and len(part.targets) == 1 and isinstance(part.targets[0], ast.Name):
            names[part.targets[0].id] = part.value
        elif isinstance(part, ast.AnnAssign) and part.value is not None and isinstance(part.target, ast.Name):
            names[part.target.id] = part.value
        elif isinstance(part, ast.AugAssign) and isinstance(part.target, ast.Name) and part.target.id in names:
            before = names[part.target.id]
            names[part.target.id] = ast.copy_location(ast.BinOp(before, part.op, part.value), before)
    return names


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """In order, with those of a choice: of two ways the second is written after the first, and counts."""
    for part in body:
        if isinstance(part, ast.If):
            yield from _statements(part.body)
            yield from _statements(part.orelse)
        elif isinstance(part, ast.With):
            yield from _statements(part.body)
        else:
            yield part


def _assignments(module: ast.Module) -> dict[str, object]:
    """What the names of a module hold; a section that is part of another one comes there."""
    names = _assigned(module.body)
    nodes = [node for value in names.values() for node in ast.walk(value)]
    of_one_key = {id(node.value) for node in nodes if isinstance(node, ast.Subscript | ast.Attribute)}
    inner = {node.id for node in nodes if isinstance(node, ast.Name) and id(node) not in of_one_key}
    reader = _Reader(names)
    read = {name: reader.value(node) for name, node in names.items()}
    return {
        name: value
        for name, value in read.items()
        if value is not MISSING and not (isinstance(value, dict | list) and name in inner)
    }


def _unchained(node: ast.expr) -> ast.expr:
    """`Config(...)` of `Config(...).with_callback(...)`."""
    while (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Call)
    ):
        if _CHAINED.match(node.func.attr) is None:
            break
        node = node.func.value
    return node


class _Reader:
    """Expressions as values: sections, lists, and what can be worked out without running anything."""

    def __init__(self, names: dict[str, ast.expr]) -> None:
        self._names = names
        self._open: set[str] = set()  # names that are being read: one that holds itself ends there
        self._left = _MOST_PARTS

    def value(self, node: ast.expr) -> object:
        self._left -= 1
        if self._left < 0:
            raise ConfigError("too_many_keys", getattr(node, "lineno", 0), f"{_MOST_PARTS:,}")
        node = _unchained(node)
        if isinstance(node, ast.Constant):
            return node.value if isinstance(node.value, str | int | float | bool | None) else MISSING
        if isinstance(node, ast.Name):
            return self._name(node.id)
        if isinstance(node, ast.Attribute):
            return self._attribute(node)
        if isinstance(node, ast.Call):
            return self._call(node)
        if isinstance(node, ast.List | ast.Tuple | ast.Set):
            return [self._shown(item) for item in node.elts]
        if isinstance(node, ast.Dict):
            keys = ((key.value, value) for key, value in zip(node.keys, node.values, strict=True)
                    if isinstance(key, ast.Constant))  # fmt: skip
            return {str(key): self._shown(value) for key, value in keys}
        if isinstance(node, ast.Subscript):
            return self._item(node)
        return self._worked(node)

    def _worked(self, node: ast.expr) -> object:
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            value = self.value(node.operand)
            return -value if isinstance(value, int | float) else MISSING
        if isinstance(node, ast.BinOp):
            return sum_of(self.value(node.left), node.op, self.value(node.right))
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or):
            read = [self.value(part) for part in node.values]
            return next((value for value in read if value is not MISSING and value), MISSING)
        if isinstance(node, ast.IfExp):
            holds = self._holds(node.test)
            return MISSING if holds is None else self.value(node.body if holds else node.orelse)
        if isinstance(node, ast.JoinedStr):
            parts = [self.value(part.value if isinstance(part, ast.FormattedValue) else part) for part in node.values]
            is_plain = all(isinstance(part, str | int | float) for part in parts)
            return "".join(str(part) for part in parts) if is_plain else MISSING
        return MISSING

    def _holds(self, test: ast.expr) -> bool | None:
        """Whether a condition holds; nothing is set in the environment, and None where it is not known."""
        if isinstance(test, ast.Compare) and len(test.ops) == 1:
            if isinstance(test.ops[0], ast.In) and (dotted(test.comparators[0]) or "").endswith("environ"):
                return False
            left, right = self.value(test.left), self.value(test.comparators[0])
            if MISSING in (left, right):
                return None
            if isinstance(test.ops[0], ast.Is | ast.Eq):
                return left == right
            return left != right if isinstance(test.ops[0], ast.IsNot | ast.NotEq) else None
        value = self.value(test)
        return None if value is MISSING else bool(value)

    def _shown(self, node: ast.expr) -> object:
        value = self.value(node)
        return _OPEN if value is MISSING else value

    def _name(self, name: str) -> object:
        if name in self._open:
            return MISSING
        if name not in self._names:
            return name if name[:1].isupper() else MISSING
        self._open.add(name)
        try:
            return self.value(self._names[name])
        finally:
            self._open.discard(name)

    def _attribute(self, node: ast.Attribute) -> object:
        """A key of a section, else a member of a class or of a library: `DType.bfloat16`, `torch.float16`."""
        name = dotted(node) or ""
        first = name.partition(".")[0]
        if first in self._names:
            held = self.value(node.value)
            return held.get(node.attr, MISSING) if isinstance(held, dict) else MISSING
        return name if first == "torch" or any(part[:1].isupper() for part in name.split(".")) else MISSING

    def _item(self, node: ast.Subscript) -> object:
        """`data["steps"]`; of what is defined elsewhere the key says which: `DATASETS["c4"]`."""
        key = self.value(node.slice)
        held = self.value(node.value)
        if isinstance(held, dict) and isinstance(key, str):
            return held.get(key, MISSING)
        if isinstance(held, list) and isinstance(key, int) and -len(held) <= key < len(held):
            return held[key]
        return key if isinstance(held, str) and isinstance(key, str) else MISSING

    def _call(self, node: ast.Call) -> object:
        name = dotted(node.func) or ""
        last = name.rpartition(".")[2]
        if last == "dict" and not node.args:
            return {word.arg: self._shown(word.value) for word in node.keywords if word.arg}
        if last in _READ_AS_IS and node.args and not node.keywords:
            return self.value(node.args[-1] if last == "cast" else node.args[0])
        if last in _OF_ENVIRONMENT and "env" in name:
            return self.value(node.args[1]) if len(node.args) == 2 else MISSING
        if not name or not (node.args or node.keywords or any(part[:1].isupper() for part in name.split("."))):
            return MISSING
        section: dict[str, object] = {"_target_": name}
        section |= {str(number): self._shown(argument) for number, argument in enumerate(node.args)}
        return section | {word.arg: self._shown(word.value) for word in node.keywords if word.arg}

"""A Python script -> entries: keyword arguments of the calls that set up a training, as far as they are literals.

The text is parsed, never run: a name stands for the literal assigned to it, `args.x` for its default.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator

from engine.configs.syntax.entries import ConfigError, Entry, flatten, limited

_CALLS = re.compile(
    r"(Arguments|Config|Estimator|Trainer|HuggingFace|PyTorch|from_pretrained|get_peft_model|load_dataset|Compute)$"
)
_SETTINGS = re.compile(r"(Arguments|Config)$")
_MISSING = object()
_HIGHEST_POWER, _LARGEST_BASE = 32, 1000


def python_entries(text: str) -> tuple[Entry, ...]:
    """The arguments of every such call, as `TrainingArguments.num_train_epochs`.

    Raises:
        ConfigError: it is no Python.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(_without_magic(text))
    except SyntaxError as error:
        raise ConfigError("syntax", error.lineno or 0, "Python") from None
    except (ValueError, RecursionError, MemoryError):
        raise ConfigError("syntax", detail="Python") from None
    try:
        literals = _Literals(tree)
        return tuple(limited((*_entries(tree, literals), *_set_later(tree, literals), *_constants(tree, literals))))
    except RecursionError:
        raise ConfigError("too_deep", detail="Python") from None


def _without_magic(text: str) -> str:
    """Lines of a notebook that are no Python."""
    return re.sub(r"^\s*[%!].*$", "", text, flags=re.M)


def _entries(tree: ast.AST, literals: _Literals) -> Iterator[Entry]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = _dotted(node.func)
        if name is None or not _CALLS.search(name):
            continue
        short = ".".join(name.split(".")[-2:]) if name.endswith("from_pretrained") else name.split(".")[-1]
        for number, argument in enumerate(node.args[:2]):
            yield from _argument(f"{short}.{number}", argument, literals)
        if not node.args and not node.keywords:
            yield Entry(short, True, node.lineno)
        for keyword in node.keywords:
            path = f"{short}.{keyword.arg}" if keyword.arg else short
            yield from _argument(path, keyword.value, literals)


def _set_later(tree: ast.AST, literals: _Literals) -> Iterator[Entry]:
    """`args.max_steps = 60` and `setattr(args, "max_steps", 60)`, where `args` is what such a call gave."""
    called = {
        target: name.rpartition(".")[2]
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.value, ast.Call)
        if (target := _dotted(node.targets[0])) and (name := _dotted(node.value.func)) and _SETTINGS.search(name)
    }
    key: object
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Attribute):
            owner, key, value = _dotted(node.targets[0].value), node.targets[0].attr, literals.of(node.value)
        elif isinstance(node, ast.Call) and _dotted(node.func) == "setattr" and len(node.args) == 3:
            owner, key, value = _dotted(node.args[0]), literals.of(node.args[1]), literals.of(node.args[2])
        else:
            continue
        if owner in called and isinstance(key, str) and value is not _MISSING:
            yield from flatten(value, f"{called[owner]}.{key}", node.lineno)


def _constants(tree: ast.Module, literals: _Literals) -> Iterator[Entry]:
    """`constant.batch_size`: what a script that loads a model gives a name at its top."""
    calls = (_dotted(node.func) or "" for node in ast.walk(tree) if isinstance(node, ast.Call))
    if not any(name.endswith("from_pretrained") and "model" in name.casefold() for name in calls):
        return
    for node in tree.body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            value = literals.of(node.value)
            if isinstance(value, str | int | float | bool):
                yield Entry(f"constant.{node.targets[0].id}", value, node.lineno)


def _argument(path: str, node: ast.expr, literals: _Literals) -> Iterator[Entry]:
    if isinstance(node, ast.Call) and _CALLS.search(_dotted(node.func) or ""):
        return  # comes by itself
    value = literals.of(node)
    if value is _MISSING:
        called = node.func if isinstance(node, ast.Call) else node
        yield Entry(path, f"<{_dotted(called) or 'expression'}>", node.lineno)
    else:
        yield from flatten(value, path, node.lineno)


class _Literals:
    """What names stand for: the literal assigned last, the default of an argument, the default of a field."""

    def __init__(self, tree: ast.AST) -> None:
        self._names: dict[str, object] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and len(node.targets) == 1:
                target = node.targets[0]
                name = _dotted(target)
                if name is not None:
                    self._keep(name, node.value)
                elif isinstance(target, ast.Subscript):
                    self._keep_item(target, node.value)
            elif isinstance(node, ast.AnnAssign) and node.value is not None and (name := _dotted(node.target)):
                self._keep(name, node.value)
            elif isinstance(node, ast.Call) and (_dotted(node.func) or "").endswith("add_argument"):
                self._keep_flag(node)

    def of(self, node: ast.expr) -> object:
        """The value of an expression that says it, else `_MISSING`."""
        if isinstance(node, ast.Constant):
            return node.value if isinstance(node.value, str | int | float | bool | None) else _MISSING
        if isinstance(node, ast.Name):
            return self._names.get(node.id, _MISSING)
        if isinstance(node, ast.Attribute):
            name = _dotted(node) or ""
            if name.startswith("torch."):
                return name
            return self._names.get(name, self._names.get(node.attr, _MISSING))
        if isinstance(node, ast.List | ast.Tuple | ast.Set):
            items = [self.of(item) for item in node.elts]
            return _MISSING if _MISSING in items else items
        if isinstance(node, ast.Dict):
            return self._dict(node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            value = self.of(node.operand)
            return -value if isinstance(value, int | float) else _MISSING
        if isinstance(node, ast.BinOp):
            return _sum(self.of(node.left), node.op, self.of(node.right))
        if isinstance(node, ast.JoinedStr):
            return self._joined(node)
        return self._call(node) if isinstance(node, ast.Call) else _MISSING

    def _joined(self, node: ast.JoinedStr) -> object:
        """`f"Qwen/Qwen3-{size}"`, where all that stands in it is known."""
        parts = [
            self.of(part.value) if isinstance(part, ast.FormattedValue) else self.of(part) for part in node.values
        ]
        is_plain = all(isinstance(part, str | int | float) for part in parts)
        return "".join(str(part) for part in parts) if is_plain else _MISSING

    def _dict(self, node: ast.Dict) -> dict[str, object]:
        held: dict[str, object] = {}
        for key, value in zip(node.keys, node.values, strict=True):
            read = self.of(value)
            if key is None:
                held |= read if isinstance(read, dict) else {}
            elif isinstance(key, ast.Constant):
                held[str(key.value)] = f"<{_dotted(value) or 'expression'}>" if read is _MISSING else read
        return held

    def _call(self, node: ast.Call) -> object:
        """`dict(a=1)`, `int("8")`, `os.environ.get("X", 8)` and `field(default=8)`."""
        name = (_dotted(node.func) or "").rpartition(".")[2]
        if name == "dict" and not node.args:
            held = {word.arg: self.of(word.value) for word in node.keywords if word.arg}
            return {key: value for key, value in held.items() if value is not _MISSING}
        if name in ("int", "float", "str") and len(node.args) == 1:
            return self.of(node.args[0])
        if name in ("get", "getenv") and len(node.args) == 2:
            return self.of(node.args[1])
        if name == "field":
            default = next((word.value for word in node.keywords if word.arg == "default"), None)
            return self.of(default) if default is not None else _MISSING
        return _MISSING

    def _keep(self, name: str, node: ast.expr) -> None:
        value = self.of(node)
        if value is not _MISSING and value is not None:
            self._names[name] = value

    def _keep_item(self, target: ast.Subscript, node: ast.expr) -> None:
        """`hyperparameters["epochs"] = 3`."""
        held = self._names.get(_dotted(target.value) or "")
        key = self.of(target.slice)
        value = self.of(node)
        if isinstance(held, dict) and isinstance(key, str) and value is not _MISSING:
            held[key] = value

    def _keep_flag(self, node: ast.Call) -> None:
        default = next((word.value for word in node.keywords if word.arg == "default"), None)
        names = [item.value for item in node.args if isinstance(item, ast.Constant) and isinstance(item.value, str)]
        if default is not None and names:
            self._keep(names[-1].lstrip("-").replace("-", "_"), default)


def _sum(left: object, sign: ast.operator, right: object) -> object:
    if (
        not isinstance(left, int | float)
        or not isinstance(right, int | float)
        or abs(left) > 1e12
        or abs(right) > 1e12
    ):
        return _MISSING
    if isinstance(sign, ast.Mult):
        return left * right
    if isinstance(sign, ast.Add | ast.Sub):
        return left + right if isinstance(sign, ast.Add) else left - right
    if isinstance(sign, ast.Pow) and 0 <= right <= _HIGHEST_POWER and abs(left) <= _LARGEST_BASE:
        return left**right
    if isinstance(sign, ast.Div | ast.FloorDiv) and right:
        return left / right if isinstance(sign, ast.Div) else left // right
    return _MISSING


def _dotted(node: ast.AST) -> str | None:
    """`torch.bfloat16` as text; of a call in between, what is called."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value.func if isinstance(node.value, ast.Call) else node.value
    if not isinstance(node, ast.Name):
        return ".".join(reversed(parts)) or None
    return ".".join([node.id, *reversed(parts)])

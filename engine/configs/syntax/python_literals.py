"""What the names of a Python file stand for: literals, read from its tree. Nothing is run."""

from __future__ import annotations

import ast

MISSING = object()
_HIGHEST_POWER, _LARGEST_BASE = 32, 1000


class Literals:
    """What names stand for: the literal assigned last, the default of an argument, the default of a field."""

    def __init__(self, tree: ast.AST) -> None:
        self._names: dict[str, object] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and len(node.targets) == 1:
                target = node.targets[0]
                name = dotted(target)
                if name is not None:
                    self._keep(name, node.value)
                elif isinstance(target, ast.Subscript):
                    self._keep_item(target, node.value)
            elif isinstance(node, ast.AnnAssign) and node.value is not None and (name := dotted(node.target)):
                self._keep(name, node.value)
            elif isinstance(node, ast.Call) and (dotted(node.func) or "").endswith("add_argument"):
                self._keep_flag(node)

    def of(self, node: ast.expr) -> object:
        """The value of an expression that says it, else `MISSING`."""
        if isinstance(node, ast.Constant):
            return node.value if isinstance(node.value, str | int | float | bool | None) else MISSING
        if isinstance(node, ast.Name):
            return self._names.get(node.id, MISSING)
        if isinstance(node, ast.Attribute):
            name = dotted(node) or ""
            if name.startswith("torch."):
                return name
            return self._names.get(name, self._names.get(node.attr, MISSING))
        if isinstance(node, ast.List | ast.Tuple | ast.Set):
            items = [self.of(item) for item in node.elts]
            return MISSING if MISSING in items else items
        if isinstance(node, ast.Dict):
            return self._dict(node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            value = self.of(node.operand)
            return -value if isinstance(value, int | float) else MISSING
        if isinstance(node, ast.BinOp):
            return sum_of(self.of(node.left), node.op, self.of(node.right))
        if isinstance(node, ast.JoinedStr):
            return self._joined(node)
        return self._call(node) if isinstance(node, ast.Call) else MISSING

    def _joined(self, node: ast.JoinedStr) -> object:
        """`f"Qwen/Qwen3-{size}"`, where all that stands in it is known."""
        parts = [
            self.of(part.value) if isinstance(part, ast.FormattedValue) else self.of(part) for part in node.values
        ]
        is_plain = all(isinstance(part, str | int | float) for part in parts)
        return "".join(str(part) for part in parts) if is_plain else MISSING

    def _dict(self, node: ast.Dict) -> dict[str, object]:
        held: dict[str, object] = {}
        for key, value in zip(node.keys, node.values, strict=True):
            read = self.of(value)
            if key is None:
                held |= read if isinstance(read, dict) else {}
            elif isinstance(key, ast.Constant):
                held[str(key.value)] = f"<{dotted(value) or 'expression'}>" if read is MISSING else read
        return held

    def _call(self, node: ast.Call) -> object:
        """`dict(a=1)`, `int("8")`, `os.environ.get("X", 8)` and `field(default=8)`."""
        name = (dotted(node.func) or "").rpartition(".")[2]
        if name == "dict" and not node.args:
            held = {word.arg: self.of(word.value) for word in node.keywords if word.arg}
            return {key: value for key, value in held.items() if value is not MISSING}
        if name in ("int", "float", "str") and len(node.args) == 1:
            return self.of(node.args[0])
        if name in ("get", "getenv") and len(node.args) == 2:
            return self.of(node.args[1])
        if name == "field":
            default = next((word.value for word in node.keywords if word.arg == "default"), None)
            return self.of(default) if default is not None else MISSING
        return MISSING

    def _keep(self, name: str, node: ast.expr) -> None:
        value = self.of(node)
        if value is not MISSING and value is not None:
            self._names[name] = value

    def _keep_item(self, target: ast.Subscript, node: ast.expr) -> None:
        """`hyperparameters["epochs"] = 3`."""
        held = self._names.get(dotted(target.value) or "")
        key = self.of(target.slice)
        value = self.of(node)
        if isinstance(held, dict) and isinstance(key, str) and value is not MISSING:
            held[key] = value

    def _keep_flag(self, node: ast.Call) -> None:
        default = next((word.value for word in node.keywords if word.arg == "default"), None)
        names = [item.value for item in node.args if isinstance(item, ast.Constant) and isinstance(item.value, str)]
        if default is not None and names:
            self._keep(names[-1].lstrip("-").replace("-", "_"), default)


def sum_of(left: object, sign: ast.operator, right: object) -> object:
    """Two numbers added, subtracted, multiplied, divided or raised, within bounds; else `MISSING`."""
    if (
        not isinstance(left, int | float)
        or not isinstance(right, int | float)
        or abs(left) > 1e12
        or abs(right) > 1e12
    ):
        return MISSING
    if isinstance(sign, ast.Mult):
        return left * right
    if isinstance(sign, ast.Add | ast.Sub):
        return left + right if isinstance(sign, ast.Add) else left - right
    if isinstance(sign, ast.Pow) and 0 <= right <= _HIGHEST_POWER and abs(left) <= _LARGEST_BASE:
        return left**right
    if isinstance(sign, ast.Div | ast.FloorDiv) and right:
        return left / right if isinstance(sign, ast.Div) else left // right
    return MISSING


def dotted(node: ast.AST) -> str | None:
    """`torch.bfloat16` as text; of a call in between, what is called."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value.func if isinstance(node.value, ast.Call) else node.value
    if not isinstance(node, ast.Name):
        return ".".join(reversed(parts)) or None
    return ".".join([node.id, *reversed(parts)])

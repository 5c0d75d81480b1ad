"""A Python script -> entries: keyword arguments of the calls that set up a training, as far as they are literals.

The text is parsed, never run: a name stands for the literal assigned to it, `args.x` for its default.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator

from engine.configs.syntax.entries import ConfigError, Entry, flatten, limited
from engine.configs.syntax.python_literals import MISSING, Literals, dotted

_CALLS = re.compile(
    r"(Arguments|Config|Estimator|Trainer|HuggingFace|PyTorch|from_pretrained|get_peft_model|load_dataset|Compute)$"
)
_SETTINGS = re.compile(r"(Arguments|Config)$")


def python_entries(text: str) -> tuple[Entry, ...]:
    """The arguments of every such call, as `TrainingArguments.num_train_epochs`.

    Raises:
        ConfigError: it is no Python.
    """
    tree = parsed_tree(text)
    try:
        literals = Literals(tree)
        return tuple(limited((*_entries(tree, literals), *_set_later(tree, literals), *_constants(tree, literals))))
    except RecursionError:
        raise ConfigError("too_deep", detail="Python") from None


def parsed_tree(text: str) -> ast.Module:
    """The tree of a file or of a notebook's cells.

    Raises:
        ConfigError: it is no Python.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(_without_magic(text))
    except SyntaxError as error:
        raise ConfigError("syntax", error.lineno or 0, "Python") from None
    except (ValueError, RecursionError, MemoryError):
        raise ConfigError("syntax", detail="Python") from None


def _without_magic(text: str) -> str:
    """Lines of a notebook that are no Python."""
    return re.sub(r"^\s*[%!].*$", "", text, flags=re.M)


def _entries(tree: ast.AST, literals: Literals) -> Iterator[Entry]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = dotted(node.func)
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


def _set_later(tree: ast.AST, literals: Literals) -> Iterator[Entry]:
    """`args.max_steps = 60` and `setattr(args, "max_steps", 60)`, where `args` is what such a call gave."""
    called = {
        target: name.rpartition(".")[2]
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.value, ast.Call)
        if (target := dotted(node.targets[0])) and (name := dotted(node.value.func)) and _SETTINGS.search(name)
    }
    key: object
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Attribute):
            owner, key, value = dotted(node.targets[0].value), node.targets[0].attr, literals.of(node.value)
        elif isinstance(node, ast.Call) and dotted(node.func) == "setattr" and len(node.args) == 3:
            owner, key, value = dotted(node.args[0]), literals.of(node.args[1]), literals.of(node.args[2])
        else:
            continue
        if owner in called and isinstance(key, str) and value is not MISSING:
            yield from flatten(value, f"{called[owner]}.{key}", node.lineno)


def _constants(tree: ast.Module, literals: Literals) -> Iterator[Entry]:
    """`constant.batch_size`: what a script that loads a model gives a name at its top."""
    calls = (dotted(node.func) or "" for node in ast.walk(tree) if isinstance(node, ast.Call))
    if not any(name.endswith("from_pretrained") and "model" in name.casefold() for name in calls):
        return
    for node in tree.body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            value = literals.of(node.value)
            if isinstance(value, str | int | float | bool):
                yield Entry(f"constant.{node.targets[0].id}", value, node.lineno)


def _argument(path: str, node: ast.expr, literals: Literals) -> Iterator[Entry]:
    if isinstance(node, ast.Call) and _CALLS.search(dotted(node.func) or ""):
        return  # comes by itself
    value = literals.of(node)
    if value is MISSING:
        called = node.func if isinstance(node, ast.Call) else node
        yield Entry(path, f"<{dotted(called) or 'expression'}>", node.lineno)
    else:
        yield from flatten(value, path, node.lineno)

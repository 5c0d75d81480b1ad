"""Every reason of the engine has a macro that words it, and no macro reads a field its reason does not have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest
from jinja2 import Environment, nodes

import engine
from engine.base.reason import Reason

TEMPLATES = Path(__file__).parents[2] / "templates"
WHY, FACTS = "words/card/why.j2", "words/answers/facts.j2"
Bound = dict[str, str | None]  # the constants that arguments of a macro are known to be


class Words:
    """The macros of one template file, and those it imports."""

    def __init__(self, name: str) -> None:
        tree = Environment(extensions=["jinja2.ext.do"], autoescape=True).parse(
            (TEMPLATES / name).read_text(encoding="utf-8")
        )
        self.macros = {macro.name: macro for macro in tree.find_all(nodes.Macro)}
        self.imports = {
            found.target: found.template.value
            for found in tree.find_all(nodes.Import)
            if isinstance(found.template, nodes.Const)
        }

    def reads(self, macro: str, argument: int = 0, bound: Bound | None = None) -> Iterator[str]:
        """Patterns of the fields that a macro, and those it hands the reason on to, read of the argument."""
        body = self.macros[macro]
        value = body.args[argument].name
        known = defaults(body) | (bound or {})
        for node in body.find_all(nodes.Getattr):
            if isinstance(node.node, nodes.Name) and node.node.name == value:
                yield re.escape(node.attr)
        for item in body.find_all(nodes.Getitem):
            if isinstance(item.node, nodes.Name) and item.node.name == value:
                yield pattern(item.arg, known)
        for call in body.find_all(nodes.Call):
            handed = [
                at for at, given in enumerate(call.args) if isinstance(given, nodes.Name) and given.name == value
            ]
            words, name = self.callee(call)
            if words and handed:
                names = [argument.name for argument in words.macros[name].args]
                consts = {names[at]: const(given) for at, given in enumerate(call.args)}
                yield from words.reads(
                    name, handed[0], {key: text for key, text in consts.items() if text is not None}
                )

    def callee(self, call: nodes.Call) -> tuple[Words | None, str]:
        if isinstance(call.node, nodes.Name) and call.node.name in self.macros:
            return self, call.node.name
        if isinstance(call.node, nodes.Getattr) and isinstance(call.node.node, nodes.Name):
            imported = self.imports.get(call.node.node.name)
            return (words_of(imported), call.node.attr) if imported else (None, "")
        return None, ""


@cache
def words_of(name: str) -> Words:
    """Parsed once: many files import the same few."""
    return Words(name)


def const(node: nodes.Node) -> str | None:
    return str(node.value) if isinstance(node, nodes.Const) else None


def defaults(macro: nodes.Macro) -> Bound:
    names = [argument.name for argument in macro.args]
    return {name: const(value) for name, value in zip(reversed(names), reversed(macro.defaults), strict=False)}


def pattern(node: nodes.Node, known: Bound) -> str:
    """What `v[node]` may read: constants as they are, a parameter as its value, anything else as any text."""
    if isinstance(node, nodes.Concat):
        return "".join(pattern(part, known) for part in node.nodes)
    text = known.get(node.name) if isinstance(node, nodes.Name) else const(node)
    return ".*" if text is None else re.escape(text)


def kinds(of: type[Reason]) -> Iterator[type[Reason]]:
    for kind in of.__subclasses__():
        if kind.__module__.startswith("engine."):
            yield kind
            yield from kinds(kind)


def given() -> list[type[Reason]]:
    """Every reason that is given; a class without a code is a kind of them."""
    for module in walk_packages(engine.__path__, "engine."):
        import_module(module.name)
    return sorted({kind for kind in kinds(Reason) if kind.code}, key=lambda kind: kind.code)


def file_of(kind: type[Reason]) -> str:
    folder, _, module = kind.__module__.rpartition(".")
    if folder == "engine.forms" or folder.startswith("engine.forms."):
        return f"words/forms/{module.removesuffix('_reasons')}.j2"
    if folder == "engine.estimates":
        return "words/estimates.j2"
    return FACTS if folder == "engine.answers" else WHY


@pytest.fixture(scope="module")
def words() -> dict[str, Words]:
    return {name: words_of(name) for name in {file_of(kind) for kind in given()}}


@pytest.mark.parametrize("kind", given(), ids=lambda kind: kind.code)
def test_a_reason_has_a_macro_that_reads_only_its_fields(kind: type[Reason], words: dict[str, Words]) -> None:
    file = words[file_of(kind)]
    assert kind.code in file.macros, f"{file_of(kind)} has no macro {kind.code}"
    fields = set(kind.model_fields) - {"cites"}
    for wanted in file.reads(kind.code) if file.macros[kind.code].args else ():
        assert any(re.fullmatch(wanted, field) for field in fields), f"{kind.__name__} has no field {wanted}"


def test_no_two_reasons_share_a_macro() -> None:
    codes = [(file_of(kind), kind.code) for kind in given()]
    assert len(codes) == len(set(codes))


def test_a_field_nobody_has_is_found() -> None:
    """The check itself: `served` of the card reads fields that a budget does not have."""
    fields = {"option", "budget"}
    assert not all(any(re.fullmatch(wanted, field) for field in fields) for wanted in Words(WHY).reads("served"))


def test_a_prefix_handed_on_is_part_of_the_field() -> None:
    assert {"likely", "other_likely"} <= set(Words(WHY).reads("carbon_lowest"))

"""One value against one shape, all the way down."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from bot.blockkit.check.problem import Problem, below
from bot.blockkit.check.rules import RULES
from bot.blockkit.check.shapes import (
    AnyShape,
    BooleanShape,
    IntegerShape,
    Keys,
    ListShape,
    NumberShape,
    ObjectShape,
    OneShape,
    Shape,
    SlackLimits,
    Spec,
    StringShape,
    Surface,
    TextShape,
)

NAMES = {"context_element": "context element", "rich": "rich text element", "inline": "rich text part"}


class BlockPlace(NamedTuple):
    """Where in which payload a value stands."""

    limits: SlackLimits
    surface: Surface
    pointer: str

    def at(self, *steps: str | int) -> BlockPlace:
        return self._replace(pointer=below(self.pointer, *steps))

    def problem(self, because: str) -> Problem:
        return Problem(pointer=self.pointer, because=because)


def check_shape(value: object, shape: Shape, place: BlockPlace) -> Iterator[Problem]:
    """Everything wrong with the value and with what it holds."""
    if value is None and shape.nullable:
        return
    match shape:
        case StringShape():
            yield from _string(value, shape, place)
        case IntegerShape():
            yield from _integer(value, shape, place)
        case NumberShape():
            yield from _number(value, shape, place)
        case BooleanShape():
            if not isinstance(value, bool):
                yield place.problem("not a boolean")
        case TextShape():
            yield from _text(value, shape, place)
        case ListShape():
            yield from _list(value, shape, place)
        case OneShape():
            yield from _one(value, shape, place)
        case ObjectShape():
            spec = place.limits.object[shape.of]
            if isinstance(value, Mapping):
                yield from check_spec(value, spec, place, shape.of.replace("_", " "), typed=False)
            else:
                yield place.problem(f"not an object ({shape.of.replace('_', ' ')})")
        case AnyShape():
            return


def check_spec(
    value: Mapping[str, object], spec: Spec, place: BlockPlace, name: str, *, typed: bool = True
) -> Iterator[Problem]:
    """A block, element or object against what its type allows."""
    if spec.surfaces is not None and place.surface not in spec.surfaces:
        where = " or ".join(spec.surfaces)
        only = f"only in a {where}" if where else "it is read-only"
        yield place.problem(f"no {name} in a {place.surface}; {only}")
        return
    keys = place.limits.keys_of(spec)
    yield from check_keys(value, keys, place, name, also=("type",) if typed else ())
    if spec.needs_one_of and not any(value.get(key) is not None for key in spec.needs_one_of):
        yield place.problem(f"{name} needs {' or '.join(spec.needs_one_of)}")
    if spec.not_both and all(value.get(key) is not None for key in spec.not_both):
        yield place.problem(f"{name} takes one of {', '.join(spec.not_both)} only")
    for rule in spec.rules:
        for steps, because in RULES[rule](value):
            yield place.at(*steps).problem(because)


def check_keys(
    value: Mapping[str, object], keys: Keys, place: BlockPlace, name: str, also: Sequence[str] = ()
) -> Iterator[Problem]:
    """Missing, unknown and badly filled keys."""
    for key in value:
        if key not in keys and key not in also:
            known = ", ".join(sorted({*keys, *also}))
            yield place.at(key).problem(f"unknown key {key!r}; {name} takes {known}")
    for key, shape in keys.items():
        if key in value:
            yield from check_shape(value[key], shape, place.at(key))
        elif shape.required:
            yield place.problem(f"{name} needs {key}")


def _string(value: object, shape: StringShape, place: BlockPlace) -> Iterator[Problem]:
    if not isinstance(value, str):
        yield place.problem("not a string")
    elif shape.one_of and value not in shape.one_of:
        yield place.problem(f"is {value!r}; allowed: {', '.join(shape.one_of)}")
    elif shape.pattern is not None and not re.fullmatch(shape.pattern, value):
        yield place.problem(f"is {value!r}; pattern: {shape.pattern}")
    else:
        yield from _length(len(value), shape.min, shape.max, place, "characters")


def _integer(value: object, shape: IntegerShape, place: BlockPlace) -> Iterator[Problem]:
    if isinstance(value, bool) or not isinstance(value, int):
        yield place.problem("not an integer")
    elif shape.min is not None and value < shape.min:
        yield place.problem(f"is {value}; at least {shape.min}")
    elif shape.max is not None and value > shape.max:
        yield place.problem(f"is {value}; at most {shape.max}")


def _number(value: object, shape: NumberShape, place: BlockPlace) -> Iterator[Problem]:
    if isinstance(value, bool) or not isinstance(value, int | float):
        yield place.problem("not a number")
    elif value != value or value in (float("inf"), float("-inf")):
        yield place.problem("not finite")
    elif shape.above is not None and value <= shape.above:
        yield place.problem(f"is {value}; must be above {shape.above:g}")


def _text(value: object, shape: TextShape, place: BlockPlace) -> Iterator[Problem]:
    if not isinstance(value, Mapping):
        yield place.problem("no text object")
        return
    kind = value.get("type")
    if kind not in shape.allow:
        yield place.at("type").problem(f"is {kind!r}; allowed: {', '.join(shape.allow)}")
        return
    keys: Keys = {
        "text": StringShape(kind="string", min=1, max=shape.max or place.limits.text_object_max, required=True),
        "emoji" if kind == "plain_text" else "verbatim": BooleanShape(kind="boolean"),
    }
    yield from check_keys(value, keys, place, kind, also=("type",))


def _list(value: object, shape: ListShape, place: BlockPlace) -> Iterator[Problem]:
    if not isinstance(value, list | tuple):
        yield place.problem("not a list")
        return
    yield from _length(len(value), shape.min, shape.max, place, "entries")
    for number, entry in enumerate(value):
        yield from check_shape(entry, shape.of, place.at(number))


def _one(value: object, shape: OneShape, place: BlockPlace) -> Iterator[Problem]:
    name = NAMES.get(shape.among, shape.among)
    if not isinstance(value, Mapping):
        yield place.problem(f"not an object ({name})")
        return
    kind = value.get("type")
    specs = place.limits.group(shape.among)
    if not isinstance(kind, str):
        yield place.problem(f"{name} needs type")
    elif kind not in specs:
        yield place.at("type").problem(f"unknown {name} {kind!r}")
    elif shape.allow and kind not in shape.allow:
        yield place.at("type").problem(f"{kind} not here; allowed: {', '.join(shape.allow)}")
    else:
        yield from check_spec(value, specs[kind], place, kind)


def _length(count: int, least: int, most: int | None, place: BlockPlace, unit: str) -> Iterator[Problem]:
    if count < least:
        yield place.problem(f"has {count} {unit}; at least {least}")
    elif most is not None and count > most:
        yield place.problem(f"has {count} {unit}; at most {most}")

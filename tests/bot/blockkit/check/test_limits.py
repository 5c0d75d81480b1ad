"""Every limit the data holds is kept, from both sides: what just fits passes, a step beyond is told where it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from bot.blockkit.check import check_stream
from bot.blockkit.check.shapes import (
    BooleanShape,
    IntegerShape,
    ListShape,
    NumberShape,
    ObjectShape,
    OneShape,
    Shape,
    Spec,
    StringShape,
    TextShape,
    slack_limits,
)
from bot.blockkit.check.walk import BlockPlace, check_spec

LIMITS = slack_limits()
GROUPS = ("block", "element", "context_element", "cell", "chart", "chunk", "rich", "inline", "object")


class Case(NamedTuple):
    name: str
    spec: Spec
    pointer: str
    fits: Any
    beyond: Any


def smallest(shape: Shape, size: int = 1) -> Any:
    """The smallest legal value; texts, lists and numbers as large as `size`."""
    match shape:
        case StringShape():
            if shape.one_of:
                return shape.one_of[0]
            return "https://a" if shape.pattern else "x" * size
        case TextShape():
            return {"type": shape.allow[0], "text": "x" * size}
        case ListShape():
            return [smallest(shape.of)] * max(size, shape.min)
        case IntegerShape():
            return max(size, shape.min or 0)
        case NumberShape() | BooleanShape():
            return 1 if isinstance(shape, NumberShape) else True
        case OneShape():
            kind = shape.allow[0] if shape.allow else next(iter(LIMITS.group(shape.among)))
            return {"type": kind} | whole(LIMITS.group(shape.among)[kind])
        case ObjectShape():
            return whole(LIMITS.object[shape.of])
    return "x"


def whole(spec: Spec) -> dict[str, Any]:
    """An object with what it needs and nothing else."""
    keys = LIMITS.keys_of(spec)
    needed = [key for key, shape in keys.items() if shape.required] + list(spec.needs_one_of[:1])
    return {key: smallest(keys[key]) for key in needed if key in keys}


def cases() -> Iterator[Case]:
    for group in GROUPS:
        held: dict[str, Spec] = getattr(LIMITS, group)
        for kind, spec in held.items():
            if spec.surfaces == ():
                continue
            for key, shape in LIMITS.keys_of(spec).items():
                yield from _of_key(f"{group} {kind} {key}", spec, key, shape)


def _of_key(name: str, spec: Spec, key: str, shape: Shape) -> Iterator[Case]:
    below = f"/{key}/text" if isinstance(shape, TextShape) else f"/{key}"
    most = shape.max if isinstance(shape, StringShape | TextShape | ListShape | IntegerShape) else None
    if most is None and isinstance(shape, TextShape):
        most = LIMITS.text_object_max
    if most is not None:
        fits, beyond = (whole(spec) | {key: smallest(shape, size)} for size in (most, most + 1))
        yield Case(f"{name} at most {most}", spec, below, fits, beyond)
    if isinstance(shape, IntegerShape) and shape.min:
        fits, beyond = (whole(spec) | {key: size} for size in (shape.min, shape.min - 1))
        yield Case(f"{name} at least {shape.min}", spec, below, fits, beyond)
    if isinstance(shape, StringShape) and shape.min and not shape.pattern:
        yield Case(f"{name} not empty", spec, below, whole(spec) | {key: "x"}, whole(spec) | {key: ""})
    if isinstance(shape, ListShape) and shape.min:
        fits, beyond = (whole(spec) | {key: [smallest(shape.of)] * size} for size in (shape.min, shape.min - 1))
        yield Case(f"{name} at least {shape.min}", spec, below, fits, beyond)
    if isinstance(shape, ListShape) and isinstance(shape.of, StringShape | TextShape | ListShape) and shape.of.max:
        inner = f"/{key}/0/text" if isinstance(shape.of, TextShape) else f"/{key}/0"
        sizes = (shape.of.max, shape.of.max + 1)
        fits, beyond = (whole(spec) | {key: [smallest(shape.of, size)] * max(1, shape.min)} for size in sizes)
        yield Case(f"{name} each at most {shape.of.max}", spec, inner, fits, beyond)


CASES = list(cases())


def told(case: Case, value: Any) -> set[str]:
    """Where the checker counts too many or too few."""
    surface = (case.spec.surfaces or ("message",))[0]
    found = check_spec(value, case.spec, BlockPlace(LIMITS, surface, ""), "it", typed=False)
    return {problem.pointer for problem in found if "at most" in problem.because or "at least" in problem.because}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_just_fits_passes_and_a_step_beyond_does_not(case: Case) -> None:
    assert case.pointer not in told(case, case.fits)
    assert case.pointer in told(case, case.beyond)


def test_there_is_a_case_for_every_figure_of_a_block_an_element_and_an_object() -> None:
    """Some 120 upper figures stand in the data for these, and as many things that may not be empty."""
    assert len(CASES) > 200


DIVIDER = {"type": "divider"}


@pytest.mark.parametrize(
    ("calls", "pointer"),
    [
        ([{"markdown_text": "x" * 12_000}], None),
        ([{"markdown_text": "x" * 12_001}], "/0/markdown_text"),
        ([{"chunks": [{"type": "markdown_text", "text": "x" * 12_000}]}], None),
        ([{"chunks": [{"type": "markdown_text", "text": "x" * 12_001}]}], "/0/chunks/0/text"),
        ([{"markdown_text": "x", "chunks": [{"type": "plan_update", "title": "x"}]}], "/0/chunks"),
        ([{"chunks": [{"type": "blocks", "blocks": [DIVIDER] * 50}]}, {"blocks": [DIVIDER] * 50}], None),
        ([{"chunks": [{"type": "blocks", "blocks": [DIVIDER] * 30}]}] * 2, "/1/chunks/0/blocks"),
        ([{"chunks": [{"type": "blocks", "blocks": [DIVIDER]}]}, {"blocks": [DIVIDER] * 51}], "/1/blocks"),
        ([{"chunks": [{"type": "task_update", "id": "1", "title": "x", "status": "done"}]}], "/0/chunks/0/status"),
        ([{"chunks": [{"type": "hologram"}]}], "/0/chunks/0/type"),
    ],
)
def test_a_stream_keeps_its_limits(calls: list[dict[str, Any]], pointer: str | None) -> None:
    assert [problem.pointer for problem in check_stream(calls)] == ([pointer] if pointer else [])

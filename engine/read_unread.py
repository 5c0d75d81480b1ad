"""Stretches of a text nothing was made of, so that they can be shown and asked about."""

from __future__ import annotations

from engine.read_scene import Scene

_MOST = 8  # stretches reported
_LONGEST = 80  # characters of one stretch


def unread(scene: Scene) -> tuple[str, ...]:
    """The first few stretches with a word or number that carries something, in the order of the text."""
    stretches: list[str] = []
    first: int | None = None
    content = False
    filler = scene.classes.get("filler", {})
    for at, token in enumerate([*scene.tokens, None]):
        plain = token is not None and at not in scene.covered and not scene.ends_clause(at)
        if token is not None and plain:
            if first is None:
                first = at
            content = content or (token.kind != "mark" and at not in filler)
            continue
        if first is not None and content:
            stretches.append(_trimmed(scene, first, at))
            if len(stretches) == _MOST:
                break
        first, content = None, False
    return tuple(s for s in stretches if s)


def _trimmed(scene: Scene, first: int, last: int) -> str:
    """The stretch without filler at its ends."""
    filler = scene.classes.get("filler", {})
    while first < last and (first in filler or scene.tokens[first].kind == "mark"):
        first += 1
    while last > first and (last - 1 in filler or scene.tokens[last - 1].kind == "mark"):
        last -= 1
    return scene.slice(first, last)[:_LONGEST]

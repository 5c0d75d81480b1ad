"""One reason why Slack would refuse a payload, and the way to the place of it."""

from __future__ import annotations

from knowledge.facts import Fact


class Problem(Fact):
    """`pointer` is an RFC 6901 JSON pointer into the payload that was checked."""

    pointer: str
    because: str


def below(pointer: str, *steps: str | int) -> str:
    """The pointer to something further in."""
    escaped = (str(step).replace("~", "~0").replace("/", "~1") for step in steps)
    return "/".join((pointer, *escaped))

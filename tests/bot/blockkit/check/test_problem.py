"""Where a payload is wrong, as a JSON pointer."""

from __future__ import annotations

import pytest

from bot.blockkit.check.problem import below


@pytest.mark.parametrize(
    ("steps", "pointer"),
    [(("blocks", 0, "text"), "/blocks/0/text"), (("a/b", "c~d"), "/a~1b/c~0d"), ((), "")],
)
def test_steps_are_escaped_as_rfc_6901_asks(steps: tuple[str | int, ...], pointer: str) -> None:
    assert below("", *steps) == pointer


def test_a_pointer_goes_on_from_where_it_is() -> None:
    assert below("/blocks/2", "elements", 1) == "/blocks/2/elements/1"

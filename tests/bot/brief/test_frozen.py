"""Objects that cannot be changed."""

from __future__ import annotations

import copy
import json
import pickle

import pytest

from bot.brief.frozen import FrozenDict, frozen

HELD = frozen({"runs": 20, "candidates": ["h100", "h200"], "row": {"amount": 31.46}})


@pytest.mark.parametrize(
    "change",
    [
        lambda held: held.update(runs=2),
        lambda held: held.pop("runs"),
        lambda held: held.clear(),
        lambda held: held.setdefault("hours", 3),
        lambda held: held.popitem(),
        lambda held: held.__setitem__("runs", 2),
        lambda held: held.__delitem__("runs"),
        lambda held: held.__ior__({"runs": 2}),
        lambda held: held["row"].update(amount=0),
    ],
)
def test_nothing_in_it_can_be_changed(change: object) -> None:
    with pytest.raises(TypeError, match="cannot be changed"):
        change(HELD)  # type: ignore[operator]  # a function of the table above
    assert HELD == {"runs": 20, "candidates": ("h100", "h200"), "row": {"amount": 31.46}}


def test_it_is_a_dict_for_whoever_reads_copies_or_sends_it() -> None:
    assert json.loads(json.dumps(HELD))["candidates"] == ["h100", "h200"]
    assert copy.deepcopy(HELD) == pickle.loads(pickle.dumps(HELD)) == HELD  # noqa: S301 - made a line above
    assert isinstance(copy.copy(HELD), FrozenDict) and dict(HELD) | {"runs": 2} != HELD

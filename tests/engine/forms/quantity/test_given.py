"""Which units first lines tell: every kind of first line is declared."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

import pytest

import engine.forms.quantity as quantity
from engine.base.reason import Reason
from engine.forms.quantity.given import TELLS, tells
from engine.forms.unsure import support

BELOW = frozenset({  # of this folder, lines that stand below a first one
    "kv_claim_sum", "kv_sum", "stream_on", "stream_narrow", "stream_sum", "in_flight_assumes", "batch_rests",
    "ratios_of", "beyond_ratio", "served_there", "save_and_resume", "adapters_on", "scale_to_zero", "table_rests",
})  # fmt: skip
OPEN = frozenset({"host_needed"})  # that may tell anything
DECLARED = frozenset[str]().union(*(codes for codes, _ in TELLS))


def own_codes() -> list[str]:
    for module in iter_modules(quantity.__path__, "engine.forms.quantity."):
        import_module(module.name)
    found: list[str] = []
    stack = list(Reason.__subclasses__())
    while stack:
        one = stack.pop()
        stack += one.__subclasses__()
        if one.__module__.startswith("engine.forms.quantity.") and one.code:
            found.append(one.code)
    return sorted(set(found))


@pytest.mark.parametrize("code", own_codes())
def test_every_first_line_of_this_folder_says_which_units_it_tells(code: str) -> None:
    assert code in DECLARED or code in BELOW, f"declare the units of {code} in given.py"


@pytest.mark.parametrize(
    "group", ["ROOM", "TOLD", "EACH", "FILLED", "AT_ONCE", "HOURS", "BILLED", "BOUGHT", "DECODED", "PRICES"]
)
def test_every_first_line_whose_predicates_are_known_says_which_units_it_tells(group: str) -> None:
    codes: frozenset[str] = getattr(support, group)
    assert codes - DECLARED - {"most_fits"} - OPEN == frozenset()


def test_a_line_that_nobody_declared_may_tell_anything() -> None:
    class Other(Reason, code="some_other_line"):
        """Not declared."""

    assert tells(Other()) is None and tells(None) == frozenset()

"""Tokens a second of one request."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.feasible.alone_speed import alone_speed, at_most
from engine.forms.parts.hardware import meant
from engine.forms.parts.rows import Row, Work
from tests.engine.forms.parts.test_rows import problem


def test_engines_reach_a_share_of_the_bandwidth_over_the_bytes(advisor: Advisor) -> None:
    """3,350 GB/s over 10B x 2 bytes."""
    work = Work("bf16", problem(advisor, "does a 10B fit on one H100?"))
    kind = meant(work.problem, alone=True)[0]
    row = Row(work, kind, work.room(kind), None)
    reached = alone_speed(row, kind)
    assert at_most(row, kind) == pytest.approx(167.5)
    assert reached is not None and reached.high < at_most(row, kind)

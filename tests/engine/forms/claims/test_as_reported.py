"""A time of one's own against that of others on the same machine."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.claims.as_reported import AsReported
from tests.engine.forms.claims.reading import first_line


@pytest.mark.parametrize(
    ("turns", "times"),
    [
        (
            ("The readme says 180 s on a single A100 and 90 s on an H100.", "I get 511 s on an A100. Expected?"),
            511 / 180,
        ),
        (("The paper reports 8 h on 8 V100.", "Mine needs 20 h on 8 V100. Is that normal?"), 2.5),
        (("The authors got 100 images/s on an A100.", "I see 40 images/s on an A100. Why?"), 2.5),
    ],
)
def test_the_same_machine_is_set_against_itself(advisor: Advisor, turns: tuple[str, ...], times: float) -> None:
    line = first_line(advisor, turns)
    assert isinstance(line, AsReported) and line.times == pytest.approx(times) and not line.alike


def test_what_is_about_as_reported_is_so(advisor: Advisor) -> None:
    line = first_line(advisor, ["The paper reports 8 h on 8 V100.", "Mine needs 9 h on 8 V100. Is that normal?"])
    assert isinstance(line, AsReported) and line.alike

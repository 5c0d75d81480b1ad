"""A time that is seen against one that was calculated.

By hand: 200M tokens x 51.4 GFLOP = 10.3 exaFLOP; 4 x 312 TFLOP/s do that in 2.29 h at the whole peak.
"""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.claims.said_apart import SaidApart
from tests.engine.forms.claims.reading import first_line

WORK = "Fine-tuning Llama 3 8B on 200M tokens on 4 A100 80GB."


@pytest.mark.parametrize(
    "told",
    [
        "my ETA says 60 h, the calculator says 6",
        "The calculator says 6 hours but tqdm shows 60 hours. What's wrong?",
        "your estimate was 6 h but my log shows 60 h remaining, why?",
        "tqdm shows 60 hours remaining but your estimate was about 6. Which is right?",
    ],
)
def test_our_own_sum_tells_which_is_right(advisor: Advisor, told: str) -> None:
    for turns in ([WORK, told], [f"{WORK} {told}"]):
        line = first_line(advisor, turns)
        assert isinstance(line, SaidApart) and line.right == "said" and line.seen_longer
        assert (line.seen, line.said, line.times) == pytest.approx((60, 6, 10))
        assert line.low < line.likely < line.high < 12
        assert (line.seen_mfu, line.said_mfu) == pytest.approx((2.29 / 60, 2.29 / 6), rel=0.02)


def test_of_unknown_work_the_way_to_tell_is_told(advisor: Advisor) -> None:
    line = first_line(advisor, ["my ETA says 80 h, the calculator says 6. Why?"])
    assert isinstance(line, SaidApart) and line.right == "unknown" and line.high == 0


def test_figures_that_agree_do_so(advisor: Advisor) -> None:
    line = first_line(advisor, ["Your estimate says 5 h, my log says 5.5 h. OK?"])
    assert isinstance(line, SaidApart) and line.agree

"""A run that is to take fewer hours than it does today."""

from __future__ import annotations

import pytest

from bot.advice.advisor import Advisor
from engine.forms.worked.ends_in import EndsIn


@pytest.mark.parametrize(
    ("text", "factor", "more"),
    [
        (
            "Our DLRM-ish ranker retrains daily on ~2 TB of parquet. 4x A10G (g5.12xlarge), 19 hours, and the team"
            " wants it done before 6am i.e. under 6 h. tables are ~60 GB in total. Bigger GPUs? More of the same?",
            19 / 6,
            4,
        ),
        ("Nightly training takes 14 hours on 4x A10G (g5.12xlarge), we need it under 5 hours. What machine?", 2.8, 3),
        ("Our ranking model takes 19 h on g5.12xlarge; needs to finish in 6 h. which instance?", 19 / 6, 4),
        ("ResNet job runs 10 h on a T4 today and must end within 3 h. Which GPU?", 10 / 3, 4),
    ],
)
def test_it_fits_where_it_runs_and_faster_machines_are_told(
    text: str, factor: float, more: int, advisor: Advisor
) -> None:
    told = advisor.ask(text).facts.headline
    assert isinstance(told, EndsIn)
    assert told.factor == pytest.approx(factor) and told.more == more
    assert told.others and all(one.high <= told.wanted for one in told.others)


def test_eight_of_the_next_chip_are_quicker_by_what_bounds_them(advisor: Advisor) -> None:
    """8 A100 of 40 GB: 8 x 312 / (4 x 125) is 5 times the math of 4 A10G, 8 x 1,555 / (4 x 600) 5.2 times the
    memory's speed, if the data sheets say 125 TFLOP/s; hours are 19 over these."""
    told = advisor.ask(
        "Training takes 19 hours on g5.12xlarge, it must be done within 6 hours. Which GPU?"
    ).facts.headline
    assert isinstance(told, EndsIn)
    there = next(one for one in told.others if one.machine == "p4d.24xlarge")
    assert 1.5 < there.low < there.high < 6

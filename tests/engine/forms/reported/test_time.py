"""Hours that were reported, on other cards: between the bounds of the two data sheets."""

from __future__ import annotations

from engine.forms.reported.reported_reasons import ReportedThere
from knowledge.facts import Facts
from tests.engine.forms.reported.projects import report, told_by


def test_the_bounds_are_math_and_memory(facts: Facts) -> None:
    """V100: 125 TFLOP/s and 900 GB/s; A100 40 GB: 312 and 1,555. 48 h x 8 on 8: 48 x 125/312 = 19.2, 48 x 900/1555 =
    27.8 h."""
    advisor = told_by(facts, report(chips=8, chip="v100", hours=48, hours_of="run"))
    told = advisor.ask("how long would training ZoraMesh take on 8 A100 40GB?").facts
    line = next(line for line in told.sentences if isinstance(line, ReportedThere))
    assert (round(line.low, 1), round(line.high, 1)) == (19.2, 27.8)


def test_a_time_of_one_sample_is_carried_nowhere(facts: Facts) -> None:
    advisor = told_by(facts, report(phase="inference", chips=1, chip="v100", hours=0.01, hours_of="sample"))
    told = advisor.ask("how long does inference of ZoraMesh take on an A100?").facts
    assert not any(line.code in ("reported_there", "reported_cost") for line in told.sentences)

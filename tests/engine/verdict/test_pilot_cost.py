"""What a benchmark takes and costs: a script on the cheapest machine of a chip."""

import pytest

from bot.advice.advisor import Advisor
from engine.base.interval import Interval
from engine.options.option import leading
from engine.verdict.pilot_cost import bench, flops_per_trained_token, tokens_per_second
from tests.engine.problems import judged, problem

TRAIN = "full fine-tune Llama 8B, 1B tokens, 200 runs, PyTorch, AWS"


def test_trained_tokens_are_the_speed_over_the_flops_of_a_token(advisor: Advisor) -> None:
    scene = problem(advisor, TRAIN)
    speed = tokens_per_second(scene, Interval.exactly(300.0))
    assert speed.likely == pytest.approx(300e12 / flops_per_trained_token(scene))


def test_output_tokens_are_the_speed_itself(advisor: Advisor) -> None:
    scene = problem(advisor, "serve Llama 8B, 20M tokens a day, AWS")
    assert tokens_per_second(scene, Interval.exactly(300.0)) == Interval.exactly(300.0)


def test_a_benchmark_is_paid_for_its_hours_and_stops_after_a_day(advisor: Advisor) -> None:
    scene = problem(advisor, TRAIN)
    for option in leading(judged(advisor, TRAIN).case.options):
        run = bench(scene, option)
        assert run is not None
        assert run.hours <= 24
        assert run.usd == pytest.approx(run.billed_hours * run.instances * run.usd_per_hour)
        assert run.usd <= run.cap_usd


def test_only_ahead_of_time_compilers_take_time_to_compile(advisor: Advisor) -> None:
    scene = problem(advisor, TRAIN)
    for option in leading(judged(advisor, TRAIN).case.options):
        run = bench(scene, option)
        assert run is not None and (run.compile_hours > 0) == (option.family != "gpu")

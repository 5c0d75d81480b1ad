"""Tokens per second of a log: the mean over time, without the warm-up; what is lacking is named."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.base.constants import Constants
from engine.logs import Lacking, Log, Throughput, Understood, throughput
from engine.logs.log import LogError, Point
from knowledge.facts import Facts

NOTHING = Understood()
LOG = Log(format="megatron", kind="training")


@pytest.fixture
def constants(facts: Facts) -> Constants:
    return Constants(facts)


def speeds(*speed: float, per_chip: bool = False) -> Log:
    points = tuple(Point(step, tokens_per_second=value) for step, value in enumerate(speed, 1))
    return Log(format="torchtune", kind="training", points=points, per_chip=per_chip)


def found(log: Log, said: Understood, constants: Constants) -> Throughput:
    worked_out = throughput(log, said, constants)
    assert isinstance(worked_out, Throughput), worked_out
    return worked_out


def test_the_warm_up_is_left_out(constants: Constants) -> None:
    """Twenty points: a tenth, the two slow first ones, go; the rest all run at 1,000."""
    worked_out = found(speeds(10, 200, *[1000] * 18), NOTHING, constants)
    assert worked_out.tokens_per_second == pytest.approx(1000)
    assert (worked_out.warm_up, worked_out.used) == (2, 18)


def test_steps_of_equal_size_count_by_the_time_they_take(constants: Constants) -> None:
    """After the first, one step at 1,000 and one at 500 tokens/s: 2 units of work in 1 + 2 units of time, 667."""
    worked_out = found(speeds(1, 1000, 500), NOTHING, constants)
    assert worked_out.tokens_per_second == pytest.approx(2 / (1 / 1000 + 1 / 500))
    assert worked_out.low == 500 and worked_out.high == 1000


def test_a_log_of_two_points_has_no_warm_up_to_leave_out(constants: Constants) -> None:
    assert found(speeds(100, 100), NOTHING, constants).warm_up == 0


def test_a_figure_for_one_chip_is_multiplied_by_the_chips(constants: Constants) -> None:
    assert found(speeds(50, 100, 100, per_chip=True), Understood(chips=8), constants).tokens_per_second == 800
    assert throughput(speeds(50, 100, 100, per_chip=True), NOTHING, constants) == Lacking(("chips",))


def test_seconds_a_step_need_the_sequence_and_the_batch(constants: Constants) -> None:
    """4,096 tokens x 64 sequences in 2 s: 131,072 tokens/s."""
    log = replace(LOG, points=tuple(Point(step, seconds_per_step=2.0) for step in range(5)), global_batch=64)
    assert throughput(log, NOTHING, constants) == Lacking(("sequence_length",))
    assert found(log, Understood(sequence_length=4096), constants).tokens_per_second == 131_072


def test_tokens_seen_and_seconds_give_the_speed_between_two_points(constants: Constants) -> None:
    """From the second point on, 6,000 tokens in 10 s."""
    points = [Point(at, tokens_seen=seen, seconds=at * 10.0) for at, seen in enumerate((1, 100, 6100, 12100, 18100))]
    worked_out = found(replace(LOG, points=tuple(points)), NOTHING, constants)
    assert worked_out.tokens_per_second == pytest.approx(600)
    assert worked_out.figure == "tokens_and_seconds"


def test_flops_of_the_trainer_become_tokens(constants: Constants) -> None:
    """6e15 FLOPs / (6 x 1e9 parameters) = 1e6 tokens, in 100 s."""
    log = replace(LOG, total_flops=6e15, seconds=100.0)
    assert found(log, Understood(dense_parameters=1e9), constants).tokens_per_second == pytest.approx(10_000)


def test_samples_need_their_length(constants: Constants) -> None:
    log = replace(LOG, samples_per_second=4.0)
    assert throughput(log, NOTHING, constants) == Lacking(("tokens_per_sample",))
    assert found(log, Understood(tokens_per_sample=500), constants).tokens_per_second == 2000


@pytest.mark.parametrize("slower", range(3))
def test_a_slower_start_changes_nothing(slower: int, constants: Constants) -> None:
    start = [1000.0, 100.0, 1.0][slower]
    assert found(speeds(start, *[1000] * 9), NOTHING, constants).tokens_per_second == pytest.approx(1000)


def test_a_log_without_any_time_is_refused(constants: Constants) -> None:
    state = Log(format="trainer_state", kind="training", total_flops=1e17)
    with pytest.raises(LogError) as raised:
        throughput(state, Understood(tokens_per_sample=500), constants)
    assert raised.value.code == "log_without_time"


def test_a_batch_that_the_log_counts_otherwise_is_refused(constants: Constants) -> None:
    points = (Point(1, seconds_per_step=2.0), Point(2, seconds_per_step=2.0))
    log = replace(LOG, points=points, global_batch=8.0, sequence_length=1024)
    assert found(log, NOTHING, constants).tokens_per_second == pytest.approx(4096)  # 8 x 1,024 / 2
    with pytest.raises(LogError, match="log_other_batch"):
        throughput(log, replace(NOTHING, global_batch=64.0), constants)


def test_what_every_rank_prints_of_a_step_is_one_step(constants: Constants) -> None:
    """Eight ranks print each of five steps; the first step, of which all eight lines are slow, is the warm-up."""
    points = tuple(
        Point(step, tokens_per_second=speed + rank)
        for step, speed in enumerate((50.0, *[996.5] * 4), 1)
        for rank in range(8)
    )
    worked_out = found(replace(LOG, points=points), NOTHING, constants)
    assert worked_out.tokens_per_second == pytest.approx(1000)  # 996.5 to 1,003.5
    assert (worked_out.warm_up, worked_out.used) == (1, 4)


def test_a_log_that_does_not_count_its_steps_keeps_its_warm_up(constants: Constants) -> None:
    points = tuple(Point(0.0, tokens_per_second=speed) for speed in (10.0, 100.0, 100.0))
    assert found(replace(LOG, points=points), NOTHING, constants).tokens_per_second == pytest.approx(100)


def test_the_clock_between_steps_leaves_evaluations_out(constants: Constants) -> None:
    """Ten steps in 20 s, again and again; 200 s pass at step 30. 16 sequences x 512 tokens in 2 s: 4,096 tokens/s."""
    clock = ((10, 25), (20, 45), (30, 65), (30, 265), (40, 285), (50, 305))
    points = tuple(Point(step, seconds=seconds) for step, seconds in clock)
    said = Understood(sequence_length=512, global_batch=16)
    worked_out = found(replace(LOG, points=points), said, constants)
    assert worked_out.tokens_per_second == pytest.approx(4096) and worked_out.figure == "seconds_per_step"


def test_a_clock_of_whole_seconds_may_stand_still(constants: Constants) -> None:
    """500 tokens each, two of them a second: 1,000 tokens/s, of which no half is lost."""
    points = tuple(Point(at, tokens_seen=500.0 * at, seconds=float(at // 2)) for at in range(2, 42))
    assert found(replace(LOG, points=points), NOTHING, constants).tokens_per_second == pytest.approx(1000)

"""Logs of whatever trainer, by what their figures are called."""

from __future__ import annotations

import pytest

from engine.logs.figures import read_figures, tells_one_step

MAXTEXT = "\n".join(
    f"completed step: {step}, seconds: {seconds}, TFLOP/s/device: 408.6, Tokens/s/device: {speed}, loss: 11.9"
    for step, seconds, speed in ((0, 62.3, 131.5), (1, 1.01, 8110.8), (2, 1.0, 8192.0))
)
NANOTRON = "\n".join(
    f"[INFO|DP=0]: iteration: {step} / 100 | elapsed_time_per_iteration_ms: 440 | tokens_per_sec: 5.36M"
    f" | tokens_per_sec_per_gpu: {speed} | global_batch_size: 576 | lm_loss: 12.1"
    for step, speed in ((1, "675"), (2, "14K"))
)
OLMO = "\n".join(
    f"INFO [step={step}/1000,epoch=1]\n    train/CE loss=9.2\n    throughput/device/TPS={speed}\n"
    f"    throughput/device/TPS (actual avg)=11,020"
    for step, speed in ((10, "12,034"), (20, "12,101"))
)
TIMED = "\n".join(
    f"Epoch 1 | iter {step} step {step} | loss train: 1.6 | iter time: {took} ms (step)"
    for step, took in ((1, "921.0"), (2, "310.5"))
)
COUNTED = "\n".join(
    f'{{"current_steps": {step}, "loss": 1.3, "elapsed_time": "{clock}", "throughput": 1.0, "total_tokens": {seen}}}'
    for step, clock, seen in ((10, "0:00:42", 131072), (20, "0:01:22", 262144))
)
RATED = "\n".join(
    f'{{"loss": 1.3, "global_step/max_steps": "{step}/100", "train_speed(iter/s)": {rate}}}'
    for step, rate in ((5, 0.25), (10, 0.5))
)


@pytest.mark.parametrize(
    ("text", "speeds", "is_each"),
    [
        (MAXTEXT, [131.5, 8110.8, 8192.0], True),
        (NANOTRON, [675, 14_000], True),
        (OLMO, [12_034, 12_101], True),
        (
            "step:1 - perf/throughput:1472.5 - loss:1\nstep:2 - perf/throughput:1632.2 - loss:1",
            [1472.5, 1632.2],
            True,
        ),
        ("step 1 tokens_per_sec: 900\nstep 2 tokens_per_sec: 1,000", [900, 1000], False),
    ],
)
def test_a_speed_is_known_by_its_name(text: str, speeds: list[float], is_each: bool) -> None:
    log = read_figures(text)
    assert log is not None and log.per_chip is is_each
    assert [point.tokens_per_second for point in log.points] == speeds


def test_the_first_step_may_be_the_zeroth() -> None:
    log = read_figures(MAXTEXT)
    assert log is not None and [point.step for point in log.points] == [0, 1, 2]


def test_the_batch_beside_it_is_kept() -> None:
    log = read_figures(NANOTRON)
    assert log is not None and log.global_batch == 576


def test_a_step_is_timed_in_any_unit() -> None:
    timed, rated = read_figures(TIMED), read_figures(RATED)
    assert timed is not None and [point.seconds_per_step for point in timed.points] == [0.921, 0.3105]
    assert rated is not None and [point.seconds_per_step for point in rated.points] == [4, 2]


def test_tokens_seen_and_the_clock() -> None:
    log = read_figures(COUNTED)
    assert log is not None
    assert [(point.tokens_seen, point.seconds) for point in log.points] == [(131072, 42), (262144, 82)]


@pytest.mark.parametrize(
    "text", ["", "step: 1 loss: 2\nstep: 2 loss: 1.9", MAXTEXT.splitlines()[0], "step 1\nstep 2"]
)
def test_what_names_no_speed_of_two_steps_is_none(text: str) -> None:
    assert read_figures(text) is None


def test_long_lines_cost_little() -> None:
    assert read_figures(("step 1 " + "a b" * 100_000 + "\n") * 50) is None


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        (
            "iter 10: loss 9.61, time 2502.00ms, mfu 38.2%\niter 20: loss 8.70, time 2489.00ms, mfu 38.2%",
            [2.502, 2.489],
        ),
        (
            "Iter(train) [  10/2500]  lr: 6e-06  time: 5.06  data_time: 0.01  loss: 1.45\n"
            "Iter(train) [  20/2500]  lr: 6e-06  time: 5.01  data_time: 0.01  loss: 1.40",
            [5.06, 5.01],
        ),
    ],
)
def test_a_time_is_that_of_a_step_where_its_unit_or_that_of_the_data_stands_by(
    text: str, seconds: list[float]
) -> None:
    log = read_figures(text)
    assert log is not None and [point.seconds_per_step for point in log.points] == seconds


def test_a_time_with_neither_may_be_that_since_the_start() -> None:
    assert read_figures("step: 1 time: 100\nstep: 2 time: 200") is None


def test_a_speed_at_the_front_of_a_long_line_is_seen() -> None:
    line = "step={} loss=10.2 tgs (tokens/gpu/second)={} " + " ".join(f"key_{at}={at}" for at in range(30))
    log = read_figures("\n".join((line.format(4, 4268.73), line.format(5, 4281.1))))
    assert log is not None and log.per_chip
    assert [point.tokens_per_second for point in log.points] == [4268.73, 4281.1]


CLOCKED = "\n".join(
    f'{{"current_steps": {step}, "loss": 1.3, "elapsed_time": "{clock}", "throughput": "0.00", "total_tokens": 0}}'
    for step, clock in ((100, "23:59:00"), (200, "1 day, 0:00:40"))
)
MICRO = "\n".join(
    f"iter {at} step {at // 4}: loss 10.8, iter time: 200.00ms{' (optimizer.step)' if at % 4 == 0 else ''}"
    for at in range(1, 9)
)
RANKED = "step=15 loss=2.949 dt=106.75 sps=74.93 mtps=1.2278\nstep=20 loss=2.759 dt=112.47 sps=71.12 mtps=1.1653"


def test_a_clock_without_tokens_is_that_of_the_steps() -> None:
    """A hundred steps from 23:59:00 to a day and 40 s."""
    log = read_figures(CLOCKED)
    assert log is not None
    assert [(point.step, point.seconds, point.tokens_seen) for point in log.points] == [
        (100, 86_340, None),
        (200, 86_440, None),
    ]


def test_micro_batches_are_told_from_the_steps_of_the_optimizer() -> None:
    """Eight of 200 ms in two steps: four of them are one step of 0.8 s."""
    log = read_figures(MICRO)
    assert log is not None and {point.seconds_per_step for point in log.points} == {0.8}


def test_millions_of_tokens_a_second_are_of_all_chips() -> None:
    log = read_figures(RANKED)
    assert log is not None and not log.per_chip
    assert [point.tokens_per_second for point in log.points] == pytest.approx([1_227_800, 1_165_300])


def test_one_step_alone_is_told_from_none() -> None:
    assert tells_one_step(MAXTEXT.splitlines()[1])
    assert not tells_one_step(MAXTEXT) and not tells_one_step("step: 1 loss: 2") and not tells_one_step("hello")


def test_a_speed_of_all_with_that_of_one_in_brackets() -> None:
    log = read_figures(
        "\n".join(f"root | step {at} | loss 0.64 | tps 6574.51(821.81/gpu) | labels 26779" for at in (1, 2))
    )
    assert log is not None and log.per_chip and [point.tokens_per_second for point in log.points] == [821.81] * 2


def test_the_mean_time_of_a_step_beside_the_clock() -> None:
    line = "step:{}/20000 train_loss:2.02 train_time:{}ms step_avg:43.50ms"
    log = read_figures("\n".join((line.format(5050, 219627), line.format(5100, 221774))))
    assert log is not None and [point.seconds_per_step for point in log.points] == [0.0435] * 2

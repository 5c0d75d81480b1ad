"""NeMo's steps: lines between bars, and one progress bar."""

from __future__ import annotations

from engine.logs.nemo import read_nemo

LINES = """\
Training epoch 0, iteration 0/249 | global_batch_size: 8 | global_step: 0 | train_step_timing in s: 7.126
Training epoch 0, iteration 1/249 | global_batch_size: 8 | global_step: 1 | train_step_timing in s: 2.5
"""
BAR = (
    "Epoch 0: : 50%|#####     | 50/100 [05:24<05:24, global_step=49.00, consumed_samples=12800.0,"
    " train_step_timing in s=3.20]\rEpoch 0: : 100%|##########| 100/100 [10:48<00:00, global_step=99.00,"
    " consumed_samples=25600.0, train_step_timing in s=3.130]"
)


def test_a_line_gives_the_seconds_of_a_step_and_the_batch() -> None:
    log = read_nemo(LINES)
    assert log is not None
    assert [(point.step, point.seconds_per_step) for point in log.points] == [(0.0, 7.126), (1.0, 2.5)]
    assert log.global_batch == 8


def test_the_batch_follows_from_the_samples_consumed() -> None:
    """12,800 samples in the 50 steps between the two: 256 a step."""
    log = read_nemo(BAR)
    assert log is not None and log.global_batch == 256
    assert [point.seconds_per_step for point in log.points] == [3.2, 3.13]


def test_other_text_is_not_nemo() -> None:
    assert read_nemo("train_step_timing is nice") is None


def test_dllogger_puts_the_names_in_quotes() -> None:
    """34,272 - 32,256 = 2,016 samples a step."""
    line = 'DLLL {{"type": "LOG", "step": {0}, "data": {{"global_step": {0}.0, "consumed_samples": {1}.0, {2}}}}}'
    took = '"train_step_timing in s": 92.287'
    log = read_nemo("\n".join(line.format(15 + at, 32256 + 2016 * at, took) for at in range(2)))
    assert log is not None and log.global_batch == 2016
    assert [(point.step, point.seconds_per_step) for point in log.points] == [(15.0, 92.287), (16.0, 92.287)]

"""Times of passes, of steps and of progress are read whatever stands around them."""

from __future__ import annotations

import pytest

from engine.workload.hours.told_times import Amount, seconds_in, told_times


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("I used almost 10 hours for one epoch", 10),
        ("approximately 100 hours per epoch", 100),
        ("the ETA for 1 epoch shows to be 37 hours", 37),
        ("train one epoch takes one day in 2 rtx3090", 24),
        ("the time I need for an epoch is 30min", 0.5),
        ("Each epoch can take up to 2 hours for the large model", 2),
        ("training time for one epoch? For me it is around a day", 24),
        ("300 epochs at 25 min per epoch", 25 / 60),
        ("1h 30min per epoch", 1.5),
        ("我用4张3090一个epoch要6个小时", 6),
    ],
)
def test_the_time_of_one_pass(text: str, hours: float) -> None:
    assert told_times(text).one_pass == pytest.approx(hours)


@pytest.mark.parametrize(
    "text", ["3 epochs in 2 hours", "how long is an epoch?", "trained for 100 epochs", "an epoch of 30k images"]
)
def test_what_is_not_the_time_of_one_pass(text: str) -> None:
    assert told_times(text).one_pass is None


def test_how_many_passes() -> None:
    assert told_times("1 epoch takes 12 minutes, I need 150 epochs").passes == 150
    assert told_times("an epoch takes 30min on a 3090").passes is None
    assert told_times("num_train_epochs=20, an epoch is 2 h").passes == 20


def test_several_together() -> None:
    """2 days for 8 epochs are 6 h each."""
    (amount,) = told_times("it took you 2 days to train Kitti for 8 epochs on a Titan XP").amounts
    assert amount == Amount("epoch", 8, 48) and amount.each == 6
    (steps,) = told_times("it was going to take me 4 days to implement 1000000 steps").amounts
    assert steps == Amount("step", 1e6, 96)


@pytest.mark.parametrize(
    ("text", "hours", "share"),
    [
        ("My run shows 1250/5000 steps after 3 hours 20 min", 10 / 3, 0.25),
        ("going on for 3 hours, the result so far: 16.7%", 3, 0.167),
        ("  1%|  | 100/10000 [05:00<8:15:00, 3.00s/it]", 1 / 12, 0.01),
    ],
)
def test_progress(text: str, hours: float, share: float) -> None:
    progress = told_times(text).progress
    assert progress is not None and progress[:2] == pytest.approx((hours, share))


def test_the_use_of_a_gpu_is_no_progress() -> None:
    assert told_times("after 3 hours GPU utilization is at 40%").progress is None


def test_a_number_of_any_length_is_read_in_time_that_grows_with_the_text() -> None:
    """Quadratic, this would take minutes."""
    assert not told_times("1," * 100_000).any


def test_steps_out_of_thousands_are_progress_and_no_amount() -> None:
    """10 h / 1,300 x 150,000 = 1,154 h."""
    told = told_times("~1300 iterations out of 150k after ~10 hours")
    assert told.progress is not None and (told.progress.done, told.progress.whole) == (1300, 150_000)
    assert told.progress.hours / told.progress.share == pytest.approx(1154, rel=0.001)
    assert told_times("I trained 2,000/80,000 steps in 6 hours").amounts == ()


@pytest.mark.parametrize(
    ("text", "hours", "share"),
    [
        ("after 24 hours it is only at 7%", 24, 0.07),
        ("After 3 days my fine-tune of Llama 3 8B is at 12%", 72, 0.12),
        ("My training has been running for 10 hours on a g5.xlarge and is at 25%", 10, 0.25),
    ],
)
def test_a_share_that_it_is_at_is_progress(text: str, hours: float, share: float) -> None:
    told = told_times(text).progress
    assert told is not None and (told.hours, told.share) == (hours, pytest.approx(share))


def test_a_share_of_use_is_no_progress() -> None:
    assert told_times("GPU utilization is at 25% after 10 hours of training on a T4").progress is None
    assert told_times("after 2 hours the GPU is at 40% load").progress is None


def test_a_unit_of_time_is_known_by_its_beginning() -> None:
    units = ("ms", "milliseconds", "sec", "Min", "hrs", "days", "weeks")
    assert [seconds_in(one) for one in units] == [0.001, 0.001, 1, 60, 3_600, 86_400, 604_800]

"""Megatron-LM's lines, with and without a time before them."""

from __future__ import annotations

from datetime import date

import pytest

from engine.logs.megatron import read_megatron

LINE = (
    " [2025-08-01 07:19:{second}] iteration        {step}/    5000 | consumed samples:          {samples} |"
    " elapsed time per iteration (ms): {ms} | throughput per GPU (TFLOP/s/GPU): 80.2 |"
    " learning rate: 6.976744E-08 | global batch size:   128 | lm loss: 1.043863E+01 | loss scale: 1.0 |"
)
ARGUMENTS = """\
------------------------ arguments ------------------------
  seq_length ...................................... 4096
  world_size ...................................... 64
  fp8 ............................................. hybrid
"""


def lines(*took: float) -> str:
    return "\n".join(LINE.format(second=10 + at, step=at, samples=at * 128, ms=ms) for at, ms in enumerate(took, 1))


def test_a_line_gives_the_seconds_of_a_step_and_the_batch() -> None:
    log = read_megatron(lines(19138.8, 12936.1))
    assert log is not None
    assert [(point.step, point.seconds_per_step) for point in log.points] == [(1.0, 19.1388), (2.0, 12.9361)]
    assert log.global_batch == 128 and log.sequence_length is None and not log.per_chip
    assert log.measured_on == date(2025, 8, 1)


def test_the_arguments_give_the_sequence_the_chips_and_the_precision() -> None:
    log = read_megatron(ARGUMENTS + lines(12936.1))
    assert log is not None
    assert (log.sequence_length, log.chips, log.precision) == (4096, 64, "fp8")


def test_tokens_per_second_of_a_chip_go_before_the_clock() -> None:
    log = read_megatron(lines(1000.0).replace("learning rate", "tokens/gpu/sec: 5120.5 | learning rate"))
    assert log is not None and log.per_chip and log.points[0].tokens_per_second == 5120.5


def test_other_text_is_not_megatron() -> None:
    assert read_megatron("iteration 3/10 | loss 4") is None


@pytest.mark.parametrize(
    ("told", "speed"),
    [("tokens/sec/GPU: 74994", 74994.0), ("tokens per GPU (tokens/s/GPU): 10005.5/9903.7", 10005.5)],
)
def test_tokens_per_second_of_a_chip_in_other_words(told: str, speed: float) -> None:
    log = read_megatron(lines(1000.0).replace("learning rate", f"{told} | learning rate"))
    assert log is not None and log.per_chip and log.points[0].tokens_per_second == speed


def test_lines_that_a_terminal_wrapped_are_read() -> None:
    told = lines(13212.7, 14260.3).replace("elapsed time per", "elapsed\ntime per")
    wrapped = told.replace("batch size", "batch\nsize")
    log = read_megatron(wrapped.replace(" | elapsed", " |\nelapsed"))
    assert log is not None and log.global_batch == 128
    assert [point.seconds_per_step for point in log.points] == pytest.approx([13.2127, 14.2603])

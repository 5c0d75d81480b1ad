"""torchtune and torchtitan: tokens per second of one chip."""

from __future__ import annotations

from engine.logs.torchtune import read_torchtitan, read_torchtune


def test_torchtune_writes_one_line_a_step() -> None:
    log = read_torchtune(
        "Step 1 | loss:1.72 lr:2e-05 tokens_per_second_per_gpu:612.4 peak_memory_active:15.9\n"
        "Step 2 | loss:1.69 lr:2e-05 tokens_per_second_per_gpu:1204.25 peak_memory_active:15.9\n"
    )
    assert log is not None and log.per_chip
    assert [(point.step, point.tokens_per_second) for point in log.points] == [(1.0, 612.4), (2.0, 1204.25)]


def test_torchtitan_colors_its_line() -> None:
    log = read_torchtitan(
        "[titan] 2025-05-01 12:00:00,000 - root - INFO - \x1b[31mstep: 10  \x1b[32mloss:  4.1"
        "  \x1b[33mmemory: 47.3GiB(59.8%)  \x1b[34mtps: 7,012  \x1b[36mtflops: 389.1  \x1b[35mmfu: 39.34%\x1b[39m"
    )
    assert log is not None and log.points[0].tokens_per_second == 7012


def test_other_text_is_neither() -> None:
    assert read_torchtune("Step 1 | loss:1.72") is None and read_torchtitan("step: 10 loss: 4.1") is None


def test_torchtitan_counted_words_before_tokens() -> None:
    log = read_torchtitan("step: 10  loss: 4.1  memory: 47.3GiB(59.8%)  wps: 3,012  mfu: 39.34%")
    assert log is not None and log.points[0].tokens_per_second == 3012

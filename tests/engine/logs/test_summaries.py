"""Summaries by Weights & Biases."""

from __future__ import annotations

import json

from engine.logs.summaries import read_summary

CONSOLE = """\
wandb: Run history:
wandb:                      loss █▆▃
wandb: Run summary:
wandb:                      loss 1.25
wandb: tokens_per_second_per_gpu 1500.5
wandb:
"""
FILE = {"_runtime": 200, "_wandb": {"runtime": 200}, "train/loss": 1.5, "train/num_input_tokens_seen": 819200}


def test_the_summary_of_a_console_gives_the_last_speed_of_each_chip() -> None:
    log = read_summary(CONSOLE)
    assert log is not None
    assert (log.format, log.per_chip, log.tokens_per_second) == ("wandb_summary", True, 1500.5)
    assert read_summary(CONSOLE.replace("tokens_per_second_per_gpu", "lr")) is None


def test_the_file_gives_tokens_over_seconds_or_samples_a_second() -> None:
    log = read_summary(json.dumps(FILE))
    assert log is not None
    assert (log.tokens, log.seconds) == (819200, 200)
    sampled = read_summary(json.dumps({"_runtime": 312, "train_samples_per_second": 0.5}))
    assert sampled is not None
    assert sampled.samples_per_second == 0.5


def test_other_texts_are_no_summary() -> None:
    assert read_summary('{"_runtime": 5}') is None and read_summary('{"a": 1}') is None
    assert read_summary("wandb: Run history:\nhello") is None and read_summary("[" * 9000) is None


def test_the_folder_of_a_metric_says_whether_it_is_of_one_chip() -> None:
    each = read_summary(json.dumps({"_runtime": 9, "throughput/device/tokens_per_sec": 7800.0}))
    whole = read_summary(json.dumps({"_runtime": 9, "throughput/tokens_per_second": 62400.0}))
    assert each is not None and whole is not None
    assert (each.per_chip, each.tokens_per_second) == (True, 7800)
    assert (whole.per_chip, whole.tokens_per_second) == (False, 62400)

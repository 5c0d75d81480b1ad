"""Benchmarks of serving as they are printed."""

from __future__ import annotations

import pytest

from engine.logs.log import LogError
from engine.logs.serving_console import read_serving_console

TABLE = """\
============ Serving Benchmark Result ============
Successful requests:                     32
Failed requests:                         1
Benchmark duration (s):                  150.87
Total input tokens:                      65,536
Total generated tokens:                  65,536
Request throughput (req/s):              0.21
Output token throughput (tok/s):         434.40
Total Token throughput (tok/s):          868.80
"""
GENAI_PERF = "Metric,avg\nTime To First Token (ms),40.1\n\nMetric,Value\nOutput Token Throughput (per sec),2411.52\n"
LLAMA_BENCH = "| model | test | t/s |\n| --- | --: | --: |\n| llama 8B Q4_K | pp512 | 5321.44 ± 12.11 |\n"


def test_the_table_of_vllm_and_sglang() -> None:
    log = read_serving_console(TABLE)
    assert log is not None and log.kind == "inference"
    assert (log.tokens_per_second, log.seconds, log.tokens) == (434.4, 150.87, 65536)
    assert log.sequence_length == 4096  # (65,536 + 65,536) / 32
    assert (log.requests, log.requests_failed) == (33, 1)


def test_genai_perf() -> None:
    log = read_serving_console(GENAI_PERF)
    assert log is not None and log.tokens_per_second == 2411.52


def test_several_tables_are_several_runs() -> None:
    with pytest.raises(LogError, match="log_several_runs"):
        read_serving_console(TABLE * 2)


@pytest.mark.parametrize("text", [LLAMA_BENCH, '[{"n_prompt": 512, "avg_ts": 5321.44}]'])
def test_one_request_alone_measures_no_server(text: str) -> None:
    with pytest.raises(LogError, match="log_one_stream"):
        read_serving_console(text)


def test_other_text_is_none() -> None:
    assert read_serving_console("Output tokens: 5") is None


def test_tokens_written_have_two_names() -> None:
    log = read_serving_console(TABLE.replace("Total generated tokens:", "Total output tokens:   "))
    assert log is not None and (log.tokens, log.sequence_length) == (65536, 4096)


def test_a_table_that_lost_its_lines_is_read() -> None:
    log = read_serving_console(" ".join(TABLE.split()))
    assert log is not None and (log.tokens_per_second, log.sequence_length, log.requests_failed) == (434.4, 4096, 1)


@pytest.mark.parametrize(
    ("text", "speed"),
    [
        ("= PERFORMANCE OVERVIEW\nTotal Output Throughput (tokens/sec):   5530.7382\n", 5530.7382),
        ("Throughput: 27.31 requests/s, 6992.40 total tokens/s, 3496.20 output tokens/s\n", 3496.2),
    ],
)
def test_other_tables_of_output_tokens(text: str, speed: float) -> None:
    log = read_serving_console(text)
    assert log is not None and log.kind == "inference" and log.tokens_per_second == speed


def test_a_long_text_behind_the_mark_costs_little() -> None:
    assert read_serving_console(TABLE.splitlines()[0] + " " + "Ab " * 50_000) is None


def test_the_results_of_structured_output_name_a_unit() -> None:
    log = read_serving_console(
        "Benchmark Results:\nTotal Output Tokens: 50553\nRequest throughput: 7.17 requests/s\n"
        "Total Token throughput: 5824.97 tokens/s\nOutput Token throughput: 3624.51 tokens/s\n\nMean: 5372.05\n"
    )
    assert log is not None and (log.tokens_per_second, log.tokens) == (3624.51, 50553)

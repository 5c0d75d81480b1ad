"""Serving benchmarks: vLLM and inference-perf, in output tokens per second."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest

from engine.logs.log import LogError
from engine.logs.serving import (
    read_aiperf,
    read_guidellm,
    read_inference_benchmark,
    read_inference_perf,
    read_vllm,
)

SERVE: dict[str, Any] = {
    "date": "20260812-101500",
    "backend": "vllm",
    "model_id": "meta-llama/Llama-3.1-8B-Instruct",
    "num_prompts": 1000,
    "request_rate": "inf",
    "duration": 100.0,
    "completed": 990,
    "total_input_tokens": 990_000,
    "total_output_tokens": 198_000,
    "output_throughput": 1980.0,
    "total_token_throughput": 11_880.0,
    "mean_ttft_ms": 812.0,
}


def test_vllm_counts_output_tokens() -> None:
    """990,000 + 198,000 tokens over 990 requests: 1,200 a request."""
    log = read_vllm(json.dumps(SERVE))
    assert log is not None and log.kind == "inference"
    assert (log.tokens_per_second, log.sequence_length) == (1980.0, 1200)
    assert (log.model, log.measured_on) == ("meta-llama/Llama-3.1-8B-Instruct", date(2026, 8, 12))
    assert (log.requests, log.requests_failed, log.chips) == (1000, 10, None)


def test_ranks_written_beside_the_results_give_the_chips() -> None:
    log = read_vllm(json.dumps(SERVE | {"tensor_parallel_size": 4, "data_parallel_size": "2"}))
    assert log is not None and log.chips == 8


def test_the_last_line_of_a_file_of_runs_counts() -> None:
    log = read_vllm(json.dumps(SERVE) + "\n" + json.dumps(SERVE | {"output_throughput": 2100.0}) + "\n")
    assert log is not None and log.tokens_per_second == 2100.0


def test_prompts_and_answers_together_are_refused() -> None:
    with pytest.raises(LogError, match="log_counts_prompts"):
        read_vllm(json.dumps({"elapsed_time": 9.0, "total_num_tokens": 9000, "tokens_per_second": 1000.0}))


def test_inference_perf_reports_successes_and_failures() -> None:
    report = {
        "successes": {
            "count": 480,
            "throughput": {"requests_per_sec": 1.0, "output_tokens_per_sec": 512.5, "total_tokens_per_sec": 676.1},
            "prompt_len": {"mean": 500.0},
            "output_len": {"mean": 300.0},
        },
        "failures": {"count": 3},
    }
    log = read_inference_perf(json.dumps(report))
    assert log is not None
    assert (log.tokens_per_second, log.sequence_length, log.requests, log.requests_failed) == (512.5, 800, 483, 3)


def test_other_json_is_neither() -> None:
    for text in ("{}", "[1]", "no", '{"successes": {"throughput": {}}}'):
        assert read_vllm(text) is None and read_inference_perf(text) is None


GOOGLE = {
    "metrics": {
        "num_prompts_attempted": 64,
        "num_prompts_succeeded": 60,
        "benchmark_time": 100.0,
        "throughput": 66.0,
        "total_output_token": 6600,
        "total_input_tokens": 4200,
    }
}
AIPERF = {
    "output_token_throughput": {"unit": "tokens/sec", "avg": 1234.5},
    "request_count": {"unit": "requests", "avg": 80.0},
    "error_request_count": {"unit": "requests", "avg": 2.0},
    "input_sequence_length": {"unit": "tokens", "avg": 900.0},
    "output_sequence_length": {"unit": "tokens", "avg": 300.0},
    "input_config": {"endpoint": {"model_names": ["Qwen/Qwen3-8B"]}},
}
GUIDELLM = {"benchmarks": [{"metrics": {"output_tokens_per_second": {"successful": {"mean": 912.5}}}}]}


def test_googles_benchmark_counts_what_was_written() -> None:
    """6,600 tokens in 100 s; (6,600 + 4,200) / 60 tokens a request; 4 of 64 failed."""
    log = read_inference_benchmark(json.dumps(GOOGLE))
    assert log is not None and (log.tokens, log.seconds, log.sequence_length) == (6600, 100, 180)
    assert (log.requests, log.requests_failed) == (64, 4)


def test_aiperf_names_the_model_and_the_length() -> None:
    log = read_aiperf(json.dumps(AIPERF))
    assert log is not None and (log.tokens_per_second, log.sequence_length) == (1234.5, 1200)
    assert (log.model, log.requests, log.requests_failed) == ("Qwen/Qwen3-8B", 82, 2)


def test_guidellm_is_one_rate() -> None:
    log = read_guidellm(json.dumps(GUIDELLM))
    assert log is not None and log.tokens_per_second == 912.5
    with pytest.raises(LogError, match="log_several_runs"):
        read_guidellm(json.dumps({"benchmarks": GUIDELLM["benchmarks"] * 2}))


@pytest.mark.parametrize(
    "text",
    ["{}", '{"metrics": 3}', '{"output_token_throughput": 5}', '{"benchmarks": [5]}', '{"benchmarks": []}', "x"],
)
def test_other_reports_are_none(text: str) -> None:
    assert read_inference_benchmark(text) is None and read_aiperf(text) is None and read_guidellm(text) is None

"""Benchmarks of serving as they are saved: vLLM's `bench serve --save-result`, inference-perf's lifecycle reports and
those of the script before it, AIPerf's export, and GuideLLM's."""

from __future__ import annotations

import json
from datetime import date, datetime
from typing import Any

from engine.logs.log import Log, LogError
from engine.logs.numbers import positive, whole

DAY = "%Y%m%d-%H%M%S"  # how vLLM writes when it ran


def read_vllm(text: str) -> Log | None:
    """vLLM's JSON, also a line of JSON a run; None if it is none.

    Raises:
        LogError: it counts prompt and output tokens together.
    """
    body = _object(text)
    if body is None:
        return None
    if "elapsed_time" in body and "total_num_tokens" in body and "output_throughput" not in body:
        raise LogError("log_counts_prompts")
    if "output_throughput" not in body or "total_output_tokens" not in body:
        return None
    completed = whole(body.get("completed")) or 0
    prompts, answers = positive(body.get("total_input_tokens")), positive(body.get("total_output_tokens"))
    return Log(
        format="sglang" if body.get("backend") == "sglang" else "vllm",
        kind="inference",
        tokens_per_second=positive(body["output_throughput"]),
        seconds=positive(body.get("duration")),
        tokens=answers,
        model=body.get("model_id") if isinstance(body.get("model_id"), str) else None,
        chips=_parallel(body),
        sequence_length=whole(((prompts or 0) + (answers or 0)) / completed) if completed else None,
        measured_on=_day(body.get("date")),
        requests=whole(body.get("num_prompts")) or completed,
        requests_failed=max(0, (whole(body.get("num_prompts")) or completed) - completed),
    )


def read_inference_perf(text: str) -> Log | None:
    """A lifecycle report of inference-perf; None if it is none."""
    body = _object(text)
    met = body.get("successes") if body else None
    rates = met.get("throughput") if isinstance(met, dict) else None
    if not isinstance(met, dict) or not isinstance(rates, dict) or "output_tokens_per_sec" not in rates:
        return None
    failures = body.get("failures") if body else None
    failed = whole(failures.get("count")) or 0 if isinstance(failures, dict) else 0
    context = (_mean(met, "prompt_tokens", "prompt_len") or 0) + (_mean(met, "output_tokens", "output_len") or 0)
    return Log(
        format="inference_perf",
        kind="inference",
        tokens_per_second=positive(rates["output_tokens_per_sec"]),
        sequence_length=whole(context),
        requests=(whole(met.get("count")) or 0) + failed,
        requests_failed=failed,
    )


def read_inference_benchmark(text: str) -> Log | None:
    """What Google's benchmark of inference servers saves; None if it is none."""
    body = _object(text)
    met = body.get("metrics") if body else None
    if not isinstance(met, dict) or not {"benchmark_time", "total_output_token"} <= met.keys():
        return None
    written, seconds = positive(met["total_output_token"]), positive(met["benchmark_time"])
    asked, done = whole(met.get("num_prompts_attempted")) or 0, whole(met.get("num_prompts_succeeded")) or 0
    read = positive(met.get("total_input_tokens")) or 0
    return Log(
        format="inference_benchmark",
        kind="inference",
        tokens=written,
        seconds=seconds,
        sequence_length=whole((read + (written or 0)) / done) if done else None,
        requests=asked,
        requests_failed=max(0, asked - done),
    )


def read_aiperf(text: str) -> Log | None:
    """AIPerf's `profile_export_aiperf.json`; None if it is none."""
    body = _object(text)
    rate = body.get("output_token_throughput") if body else None
    if body is None or not isinstance(rate, dict) or "avg" not in rate:
        return None
    models = _inside(body, "input_config", "endpoint").get("model_names")
    length = sum(_average(body, name) for name in ("input_sequence_length", "output_sequence_length"))
    failed = round(_average(body, "error_request_count"))
    return Log(
        format="aiperf",
        kind="inference",
        tokens_per_second=positive(rate["avg"]),
        model=next((name for name in models if isinstance(name, str)), None) if isinstance(models, list) else None,
        sequence_length=whole(length),
        requests=round(_average(body, "request_count")) + failed,
        requests_failed=failed,
    )


def read_guidellm(text: str) -> Log | None:
    """GuideLLM's `benchmarks.json`; None if it is none.

    Raises:
        LogError: it holds several rates.
    """
    body = _object(text)
    runs = body.get("benchmarks") if body else None
    if not isinstance(runs, list) or not runs:
        return None
    rates = [_inside(run, "metrics", "output_tokens_per_second", "successful").get("mean") for run in runs]
    if None in rates:
        return None
    if len(runs) > 1:
        raise LogError("log_several_runs", names=("benchmarks",), count=len(runs))
    return Log(format="guidellm", kind="inference", tokens_per_second=positive(rates[0]))


def _average(body: dict[str, Any], name: str) -> float:
    return positive(_inside(body, name).get("avg")) or 0.0


def _inside(part: object, *names: str) -> dict[str, Any]:
    for name in names:
        part = part.get(name) if isinstance(part, dict) else None
    return part if isinstance(part, dict) else {}


def _object(text: str) -> dict[str, Any] | None:
    """The JSON object of a text; the last one of a file of lines."""
    for part in (text, text.strip().rsplit("\n", 1)[-1]):
        try:
            body = json.loads(part)
        except (ValueError, RecursionError):
            continue
        if isinstance(body, dict):
            return body
    return None


def _mean(met: dict[str, Any], *names: str) -> float | None:
    for name in names:
        part = met.get(name)
        if isinstance(part, dict) and positive(part.get("mean")):
            return positive(part["mean"])
    return None


def _parallel(body: dict[str, Any]) -> int | None:
    """Chips of the server, where somebody wrote them beside the results."""
    ranks = [
        whole(body.get(name)) for name in ("tensor_parallel_size", "pipeline_parallel_size", "data_parallel_size")
    ]
    if not any(ranks):
        return None
    chips = 1
    for rank in ranks:
        chips *= rank or 1
    return chips


def _day(text: object) -> date | None:
    try:
        return datetime.strptime(str(text), DAY).date()  # noqa: DTZ007 a day without a zone
    except ValueError:
        return None

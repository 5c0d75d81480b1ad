"""Benchmarks of serving as they are printed: vLLM's and SGLang's table of results, GenAI-Perf's, TensorRT-LLM's, and
llama-bench."""

from __future__ import annotations

import re

from engine.logs.log import Log, LogError
from engine.logs.numbers import positive, whole

MARK = re.compile(
    r"={3,}[ ]Serving[ ]Benchmark[ ]Result[ ]={3,}|Output[ ]Token[ ]Throughput[ ]\(per[ ]sec\)"
    r"|Total[ ]Output[ ]Throughput[ ]\(tokens/sec\)|^Output[ ]Token[ ]throughput:[ ][\d.]+[ ]tokens/s$",
    re.I | re.M,
)
_LINE = re.compile(r"^\W*([A-Za-z][\w ./()-]*?)\s*[:,│|]\s*([\d,.]+)(?: (?:tokens|requests)/s)?\s*(?:[│|].*)?$", re.M)
_PAIR = re.compile(
    r"([A-Z][A-Za-z ]{1,40}(?:\([\w/. ]{1,20}\))?):\s+([\d.,]+)(?=\s|$)"
)  # of a table that lost its lines
_OFFLINE = re.compile(r"^Throughput: [\d.]+ requests/s, [\d.]+ total tokens/s, ([\d.]+) output tokens/s", re.M)
_SPEEDS = ("output token throughput", "total output throughput")
_WRITTEN = ("total generated tokens", "total output tokens")
_ONE_STREAM = re.compile(r"^\|.*\|\s*(?:pp|tg)\d+[^|]*\|\s*[\d.]+\s*±|\"avg_ts\":\s*[\d.]+", re.M)


def read_serving_console(text: str) -> Log | None:
    """None if it is none of these.

    Raises:
        LogError: it is the speed of one request alone, or several runs.
    """
    if _ONE_STREAM.search(text):
        raise LogError("log_one_stream")
    marks = [mark for mark in MARK.finditer(text) if "=" in mark[0]]
    if len(marks) > 1:
        raise LogError("log_several_runs", names=("Serving Benchmark Result",), count=len(marks))
    start = MARK.search(text)
    if start is None:
        offline = _OFFLINE.findall(text)
        return (
            Log(format="serving_console", kind="inference", tokens_per_second=float(offline[0])) if offline else None
        )
    table = text[max(0, start.start() - 400) :]
    lines = _LINE.findall(table) or _PAIR.findall(text[start.end() :])
    found = {name.strip().casefold(): value.replace(",", "") for name, value in lines}
    speed = next((positive(value) for name, value in found.items() if name.startswith(_SPEEDS)), None)
    if speed is None:
        return None
    done, failed = whole(found.get("successful requests")), whole(found.get("failed requests")) or 0
    read = positive(found.get("total input tokens")) or 0
    written = next((number for name in _WRITTEN if (number := positive(found.get(name)))), 0)
    return Log(
        format="serving_console",
        kind="inference",
        tokens_per_second=speed,
        seconds=positive(found.get("benchmark duration (s)")),
        tokens=written or None,
        sequence_length=whole((read + written) / done) if done else None,
        requests=(done or 0) + failed,
        requests_failed=failed,
    )

"""Benchmarks of serving as they are printed: vLLM's and SGLang's table of results, GenAI-Perf's, and llama-bench."""

from __future__ import annotations

import re

from engine.logs.log import Log, LogError
from engine.logs.numbers import positive, whole

MARK = re.compile(r"={3,}[ ]Serving[ ]Benchmark[ ]Result[ ]={3,}|Output[ ]Token[ ]Throughput[ ]\(per[ ]sec\)", re.I)
_LINE = re.compile(r"^\W*([A-Za-z][\w ./()-]*?)\s*[:,│|]\s*([\d,.]+)\s*(?:[│|].*)?$", re.M)
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
        return None
    found = {
        name.casefold(): value.replace(",", "") for name, value in _LINE.findall(text[max(0, start.start() - 400) :])
    }
    speed = next(
        (positive(value) for name, value in found.items() if name.startswith("output token throughput")), None
    )
    if speed is None:
        return None
    done, failed = whole(found.get("successful requests")), whole(found.get("failed requests")) or 0
    tokens = [positive(found.get(name)) or 0 for name in ("total input tokens", "total generated tokens")]
    return Log(
        format="serving_console",
        kind="inference",
        tokens_per_second=speed,
        seconds=positive(found.get("benchmark duration (s)")),
        tokens=tokens[1] or None,
        sequence_length=whole(sum(tokens) / done) if done else None,
        requests=(done or 0) + failed,
        requests_failed=failed,
    )

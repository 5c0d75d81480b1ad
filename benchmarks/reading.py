"""How long reading takes, and that it grows with the text and not faster.

Run: make bench. The peer is Python's own `re` cutting the same text into words, in turn on the same machine.
"""

from __future__ import annotations

import re
import statistics
import time
from collections.abc import Callable

from engine.parse import read
from engine.vocabulary import compile_vocabulary
from knowledge.load import load

QUESTION = "8xH100 or trn2 for nightly llama3 8b sft?? no custom cuda, we're on gke tho. 20 runs, 2B tokens each. "
LENGTHS = (100, 1_000, 10_000, 40_000)
REPEATS = 7
WORDS = re.compile(r"\w+")


def seconds(work: Callable[[], object]) -> float:
    """Median of a few runs."""
    taken = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def main() -> None:
    start = time.perf_counter()
    vocabulary = compile_vocabulary(load())
    print(f"load and compile      {(time.perf_counter() - start) * 1000:7.1f} ms")
    for length in LENGTHS:
        text = (QUESTION * (length // len(QUESTION) + 1))[:length]
        read(text, vocabulary)
        ours = seconds(lambda text=text: read(text, vocabulary))
        peer = seconds(lambda text=text: WORDS.findall(text))
        each = f"{ours / length * 1e6:5.2f} us each"
        print(f"read {length:6,} characters {ours * 1000:7.1f} ms  {each}   {ours / peer:6.0f} x  re.findall")


if __name__ == "__main__":
    main()

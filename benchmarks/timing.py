"""What something costs, in CPU seconds: the median of several tries."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable


def median_seconds(work: Callable[[], object], repeats: int) -> float:
    """Median CPU seconds of `repeats` calls: what else the machine does counts less."""
    taken = []
    for _ in range(repeats):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return statistics.median(taken)

"""A bound on what a process may take of the machine's memory, for commands that read other people's documents."""

from __future__ import annotations

import gc
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager

log = logging.getLogger(__name__)

MEGABYTE = 1 << 20


@contextmanager
def without_collecting() -> Iterator[None]:
    """Nothing looks for cycles meanwhile: a document becomes millions of objects, and each is in use to the end."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def limit_memory(megabytes: int) -> None:
    """From now on this process gets no more address space than that: an attempt is a MemoryError, not a dead machine.

    A lower limit that is set already stays. Does nothing where the system has no such limit.
    """
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = megabytes * MEGABYTE
    for known in (soft, hard):
        if known != resource.RLIM_INFINITY:
            wanted = min(wanted, known)
    try:
        resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))
    except (OSError, ValueError) as problem:
        log.warning("no limit on memory could be set: %s", problem)

"""Copies of a served model that are wanted: a number of replicas, or two where one may fail."""

from __future__ import annotations

from engine.base.measures import unit
from engine.workload.profile import Reading

COPIES, FAILOVER = "copies_of_it", "failover"  # a cue; a signal
PAIR = 2
MOST = 64


def copies(reading: Reading) -> int:
    """1 where neither is said."""
    told = [one.value for one in reading.measured.measures if one.units[0] == unit(machine=1) and not one.role]
    number = round(told[0]) if COPIES in reading.cues and len(told) == 1 else 1
    if not 1 < number <= MOST:
        number = PAIR if FAILOVER in reading.signals else 1
    return number

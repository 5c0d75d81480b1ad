"""Tokens a second of one request alone: each token reads every active weight once."""

from __future__ import annotations

from engine.base.interval import Interval
from engine.forms.parts.hardware import Hardware
from engine.forms.parts.rows import Row
from engine.memory.kv_cache import weight_bits
from engine.memory.training_states import BITS_PER_BYTE
from knowledge.units import BYTES_PER_GB

SHARE = "alone_bandwidth_share"  # the constant


def at_most(row: Row, kind: Hardware) -> float:
    """By the bandwidth of the chips said over the bytes of the active weights; 0 where the bandwidth is not known."""
    if kind.chip is None or kind.chip.hbm_gbps is None:
        return 0.0
    work = row.work
    size = weight_bits(work.plan.precision, work.constants, work.shape) / BITS_PER_BYTE
    return kind.chip.hbm_gbps.value * BYTES_PER_GB * max(1, kind.said) / (work.shape.active_parameters * size)


def alone_speed(row: Row, kind: Hardware) -> Interval | None:
    """As engines reach it."""
    most = at_most(row, kind)
    share = row.work.constants.spread(SHARE)
    return Interval(most * share.low, most * share.likely, most * share.high) if most else None

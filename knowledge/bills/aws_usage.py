"""AWS's usage types, such as `USE2-BoxUsage:p4d.24xlarge`: which of them are hours of a machine, and of which.

Beside a machine, AWS bills by its hours what carries its name as well: optimized disks, credits, reserved capacity.
"""

from __future__ import annotations

from knowledge.bills.rules import rules

KINDS = rules().aws_usage


def is_usage_type(text: str) -> bool:
    """Whether a cell that may hold a meter in other words has a usage type that names something."""
    return ":" in text or _kind(text) in KINDS["hours"]


def counts_hours(usage: str) -> bool:
    return _kind(usage) in KINDS["hours"]


def is_unused(usage: str) -> bool:
    """Whether it is capacity that was reserved, and in which nothing ran."""
    return _kind(usage) in KINDS["unused"]


def is_spot(usage: str) -> bool:
    return _kind(usage) in KINDS["spot"]


def named(usage: str) -> str:
    """What the usage is of, such as a machine type."""
    return usage.rpartition(":")[2] if ":" in usage else ""


def _kind(usage: str) -> str:
    """Without the region before it, and what it is of."""
    kind = usage.rpartition(":")[0] if ":" in usage else usage
    return kind.strip().rpartition("-")[2]

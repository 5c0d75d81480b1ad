"""AWS's usage types: what is hours of a machine, and what only carries its name."""

from __future__ import annotations

import pytest

from knowledge.bills.aws_usage import counts_hours, is_spot, is_unused, is_usage_type, named


@pytest.mark.parametrize("kind", ["BoxUsage", "SpotUsage", "DedicatedUsage", "HeavyUsage", "UnusedBox", "UnusedDed"])
@pytest.mark.parametrize("region", ["", "USE2-", "APN1-"])
def test_hours_of_a_machine_are_told_in_every_region(kind: str, region: str) -> None:
    usage = f"{region}{kind}:p4d.24xlarge"
    assert is_usage_type(usage) and counts_hours(usage) and named(usage) == "p4d.24xlarge"
    assert is_unused(usage) == kind.startswith("Unused")
    assert is_spot(usage) == (kind == "SpotUsage")


@pytest.mark.parametrize(
    "usage",
    ["EBSOptimized:p4d.24xlarge", "USE2-Reservation:p4d.24xlarge", "CPUCredits:p4d", "ComputeSP:1yrNoUpfront"],
)
def test_what_is_billed_beside_a_machine_is_none_of_its_hours(usage: str) -> None:
    assert is_usage_type(usage) and not counts_hours(usage)


def test_a_meter_in_other_words_is_no_usage_type() -> None:
    assert not is_usage_type("") and not is_usage_type("Compute Usage") and not is_usage_type("NC40ads H100 v5/Hour")
    assert is_usage_type("BoxUsage") and named("BoxUsage") == ""

"""How many times as fast somebody sees one chip run."""

from __future__ import annotations

import pytest

from engine.forms.per_unit.seen import says_slower, seen_ratio


@pytest.mark.parametrize(
    ("text", "ratio"),
    [
        ("only 1.3x faster than A100", 1.3),
        ("H100 is 2 times faster", 2.0),
        ("20% slower than the L4", 0.8),
        ("it is 50% faster", 1.5),
        ("1/20th of the throughput of g5.2xlarge", 0.05),
        ("3x slower than A100", 1 / 3),
        ("why is it so slow on 8xA100?", None),
        ("a 7B model on H100", None),
        ("3.2 s/it with 2x A100, is that normal?", None),
        ("just 1.3x on H100", 1.3),
        ("no faster on L40S than on A10G", 1.0),
        ("training has the same speed on A100", 1.0),
        ("1xH100 appears slower than 1xA100. Is H100 not faster for RL?", None),
    ],
)
def test_a_ratio_is_read_however_it_is_told(text: str, ratio: float | None) -> None:
    assert seen_ratio(text) == (pytest.approx(ratio) if ratio else None)


def test_that_it_is_slower_is_seen() -> None:
    assert says_slower("vLLM on A800 is not as fast as RTX 3090") and not says_slower("H100 is faster")

"""A ratio of one thing to one token counts nothing and makes tokens of what the thing counts."""

from __future__ import annotations

import pytest

from tests.engine.reading.test_read import reading


@pytest.mark.parametrize(
    ("text", "samples", "each"),
    [
        ("250M motion transformer from scratch, 2.5M clips x 196 frames (1 frame = 1 token), 400 epochs", 2.5e6, 196),
        ("train a 100M model from scratch, 3M reads of 512 bases (one token per nucleotide), 10 epochs", 3e6, 512),
        ("300M transformer from scratch on 1.2M sequences × 400 residues (1 residue = 1 token)", 1.2e6, 400),
        ("Transformer von Grund auf, 800k Spektren x 256 Peaks (1 Peak = 1 Token), 50 Epochen", 800e3, 256),
        ("pretrain 200M on 400k trajectories x 600 waypoints (one token per waypoint), 30 epochs", 400e3, 600),
    ],
)
def test_what_is_one_token_is_counted_in_tokens(text: str, samples: float, each: float) -> None:
    said = reading(text).profile
    assert (said.samples, said.tokens_per_sample) == (samples, each)


def test_a_ratio_alone_is_no_amount() -> None:
    said = reading("Pretrain a 1B model, one token per pixel, on 8 H100").profile
    assert said.tokens is None and said.samples is None and said.tokens_per_sample is None

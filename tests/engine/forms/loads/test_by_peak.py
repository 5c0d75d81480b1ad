"""Requests a second where what one costs is told."""

from __future__ import annotations

import pytest

from engine.forms.loads.by_peak import by_peak
from engine.library import library_of
from knowledge.facts import Facts


def test_the_share_that_encoders_reach_of_the_peak(facts: Facts) -> None:
    """peak x share / GFLOP; of those that are waited for the constant's share of that."""
    library = library_of(facts)
    chip = facts.accelerators["l4"]
    peak, share = chip.bf16_dense_tflops, library.encoder_fit.share(chip).share
    batched, waited = (by_peak(5.0, chip, library, waited=one) for one in (False, True))
    assert peak is not None and batched is not None and waited is not None
    assert batched.speed.likely == pytest.approx(peak.value * 1e3 * share / 5.0)
    assert waited.speed.likely / batched.speed.likely == pytest.approx(library.constants.likely("waited_batch_share"))

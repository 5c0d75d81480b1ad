"""Requests a second of one chip where what one costs is told: the 16-bit peak x the share that encoders reach of it.

The share is that of published measurements (engine/serving/encoder.py), less where each is waited for: a pass that
ends within milliseconds holds a smaller batch.
"""

from __future__ import annotations

import math

from engine.base.interval import Interval
from engine.forms.loads.rates import Rate, Row
from engine.library import Library
from knowledge.facts import Accelerator

WAITED, SPREAD = "waited_batch_share", "sample_other_model_spread"  # constants
GIGA_OF_TERA = 1e3


def by_peak(gflop: float, chip: Accelerator, library: Library, *, waited: bool) -> Rate | None:
    """None where no peak of the chip is known."""
    if chip.bf16_dense_tflops is None:
        return None
    found, constants = library.encoder_fit.share(chip), library.constants
    share = found.share * (constants.likely(WAITED) if waited else 1.0)
    speed = chip.bf16_dense_tflops.value * GIGA_OF_TERA * share / gflop
    spread = math.hypot(found.spread, constants.likely(SPREAD))
    source = found.cites[0] if found.cites else chip.bf16_dense_tflops.source
    return Rate(Interval.around(speed, spread), "by_peak", Row(chip, speed, share, "", "", None, source))

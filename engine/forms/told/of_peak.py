"""The share of a chip's peak that a stated speed is: against the dense peak where the sparse one was taken, and
whether a speed that is told alone ("130 TFLOPS per GPU, expected?") is ordinary."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.told.mfu import judged
from engine.library import Library
from engine.workload.conditions import FAMILIES
from engine.workload.profile import Reading
from engine.workload.told_speeds import JUDGED, told_mfu
from knowledge.facts import Accelerator, Facts

NEAR = 0.02  # by which a peak is rounded: 2,000 for 1,979
SPARSE_OF = "nvidia"  # whose data sheets lead with it
SPARSE, USUAL = "sparse_times_dense", "training_share_of_peak"  # constants
MFU = "mfu"  # the cue
LEAST, MOST = 0.02, 1.0  # of the sparse peak: a stated speed
LEAST_PEAK = 60.0  # TFLOP/s: smaller figures are of anything
_FIGURE = re.compile(
    r"(?<![A-Za-z0-9_.,%])(\d[\d,]*(?:\.\d+)?)(?!\d*[%\w])(?!\.\d)\s*(tera|t?flop|tf\b)?", re.IGNORECASE
)
_EACH_CORE = re.compile(r"(?:per|/|each|every)[ -]?(?:device|core)", re.IGNORECASE)
_OF_SPEED = re.compile(r"flop|\bmfu\b|\bhfu\b|utili[sz]ation|利用率|算力", re.IGNORECASE)
Format = Literal["BF16", "FP8", "FP4"]


class OfPeak(Reason, code="of_peak"):
    """`reached` of `dense` is `share`, `level` for training; `sparse`: the peak taken, `wrong` the share of it."""

    chip: str
    format: Format
    reached: float
    dense: float
    share: float
    sparse: float
    wrong: float
    level: Literal["low", "usual", "high"]


def of_peak(reading: Reading, library: Library) -> FactAnswer | None:
    """None unless a peak of a chip stands in a text on utilization, with a smaller figure against it, or a speed is
    judged."""
    return _of_sparse(reading, library) or _alone(reading, library)


def _alone(reading: Reading, library: Library) -> FactAnswer | None:
    """A speed in TFLOP/s of one chip that is named, judged by the share of its dense peak."""
    if JUDGED.isdisjoint(reading.cues) and MFU not in reading.cues:
        return None
    speeds = tuple(float(one[1].replace(",", "")) for one in _FIGURE.finditer(reading.text) if one[2])
    chips = tuple(_chips(reading, library.facts)) if reading.profile.candidates else ()
    if len(speeds) != 1 or not chips:
        return None
    chip = chips[0]
    of_core = chip.core_hbm_gib is not None and bool(_EACH_CORE.search(reading.text))
    peak = chip.bf16_dense_tflops.value / (chip.cores if of_core else 1)
    if not LEAST * peak <= speeds[0] < peak:
        return None
    first = judged(reading, library, chip, speeds[0] / peak, reached=speeds[0], peak=peak, of_core=of_core)
    return FactAnswer(headline=first, of_told=True, whole=True)


def _of_sparse(reading: Reading, library: Library) -> FactAnswer | None:
    if not _OF_SPEED.search(reading.text):
        return None
    sparse, usual = library.constants.likely(SPARSE), library.constants.spread(USUAL)
    figures = tuple(_figures(reading.text))
    chips = tuple(_chips(reading, library.facts))
    taken = next(_taken(figures, chips, sparse), None)
    if taken is None:
        return None
    chip, form, dense, peak = taken
    reached = next((value for value, named in figures if named and _is_speed(value, peak, sparse)), None)
    told = told_mfu(reading.text)
    if reached is None and told is not None and told.share < 1 / sparse:
        reached = told.share * peak
    if reached is None:
        return None
    share = reached / dense
    first = OfPeak(
        chip=chip.name,
        format=form,
        reached=reached,
        dense=dense,
        share=share,
        sparse=peak,
        wrong=reached / peak,
        level="low" if share < usual.low else "usual" if share <= usual.high else "high",
        cites=(chip.bf16_dense_tflops.source,),
    )
    return FactAnswer(headline=first, of_told=True, whole=True)


def _figures(text: str) -> Iterator[tuple[float, bool]]:
    """Each figure, and whether it stands beside a unit of arithmetic or above a fraction line."""
    for one in _FIGURE.finditer(text):
        over = text[one.end() :].lstrip()[:1] == "/"
        yield float(one[1].replace(",", "")), bool(one[2]) or over


def _is_speed(value: float, peak: float, sparse: float) -> bool:
    return LEAST * peak <= value < MOST * peak / sparse * (1 - NEAR)


def _chips(reading: Reading, facts: Facts) -> Iterator[Accelerator]:
    """Those that are named, else all that are rented out and have such a peak: the figure tells which."""
    named = [word for word in reading.profile.candidates if word not in FAMILIES]
    every = facts.accelerators
    yield from (every[word] for word in named if word in every)
    yield from (chip for chip in every.values() if any(chip.id.startswith(f"{word}-") for word in named))
    if not named:
        let = {instance.accelerator for instance in facts.instances.values()}
        yield from (chip for chip in every.values() if chip.id in let and chip.vendor == SPARSE_OF)


def _taken(
    figures: tuple[tuple[float, bool], ...], chips: tuple[Accelerator, ...], sparse: float
) -> Iterator[tuple[Accelerator, Format, float, float]]:
    """A chip, a format, its dense peak, and the sparse one of them that stands in the text."""
    for chip in chips:
        for form, figure in (("BF16", chip.bf16_dense_tflops), ("FP8", chip.fp8_dense_tflops)):
            dense = figure.value if figure else 0.0
            for value, _ in figures:
                if dense > LEAST_PEAK and abs(value / (sparse * dense) - 1) <= NEAR:
                    yield chip, "BF16" if form == "BF16" else "FP8", dense, value

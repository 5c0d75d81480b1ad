"""What is reported of the time a run takes; what it comes to on the cards that were named, and in dollars.

hours there = hours x cards x (TFLOP/s, or GB/s, of the card it was reported on / of the other) / cards there.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.forms.parts.hardware import Hardware
from engine.forms.reported.reported_reasons import ReportedOn, ReportedThere, ReportedTime
from engine.forms.reported.reports import Reports, chips_of, told
from knowledge.facts import Accelerator, Facts, ProjectReport

SHOWN = 3  # reports in one sentence
OF_A_RUN = frozenset({"run", "stage", "epoch"})


def timed(reports: Reports) -> list[ProjectReport]:
    """Those that tell a time, of a whole run first; what one thread says of the same cards twice is told once."""
    once = {
        (row.cite, row.phase, row.chips, row.chip, row.hours, row.hours_of): row for row in reversed(reports.rows)
    }
    rows = [row for row in reports.rows if row.hours and row in once.values()]
    return sorted(rows, key=lambda row: row.hours_of != "run")[:SHOWN]


def time(reports: Reports, facts: Facts) -> ReportedTime | None:
    """None where nobody tells it."""
    rows = timed(reports)
    cites = tuple(dict.fromkeys(row.cite for row in rows))
    told_of = tuple(told(row, facts) for row in rows)
    return ReportedTime(name=reports.name, reports=told_of, cites=cites) if rows else None


def ran_on(reports: Reports, facts: Facts) -> ReportedOn | None:
    """What it was run on; None where nobody says."""
    rows = [row for row in reports.rows if row.chip and row.memory_is != "too_little"][:SHOWN]
    cites = tuple(dict.fromkeys(row.cite for row in rows))
    told_of = tuple(told(row, facts) for row in rows)
    return ReportedOn(name=reports.name, reports=told_of, cites=cites) if rows else None


def there(
    reports: Reports, kinds: tuple[Hardware, ...], said: int, facts: Facts, *, least: bool = False
) -> Iterator[ReportedThere]:
    """The first report with a number of known cards, or that of the `least` work, on the cards that were named; on so
    many as were `said` of the same card where only their number was."""
    runs = [row for row in timed(reports) if row.hours_of in OF_A_RUN]
    runs = sorted(runs, key=lambda row: (row.hours or 0.0) * (row.chips or 1)) if least else runs
    known = ((row, chips_of(row, facts)) for row in runs)
    row, chips = next(((row, chips) for row, chips in known if row.chips and chips), (None, ()))
    named = next((kind for kind in kinds if kind.chip is not None), None)
    if row is None or row.hours is None or row.chips is None or (named is None and not said):
        return
    chip = chips[0]
    target = named.chip if named and named.chip else chip
    count = (named.said if named else said) or 1
    is_same = any(one.id == target.id for one in chips)
    if is_same and count == row.chips:
        return
    low, high = (1.0, 1.0) if is_same else bounds(chip, target)
    hours = row.hours * row.chips / count
    name = named.name.removeprefix("NVIDIA ") if named else told(row, facts).chip
    yield ReportedThere(
        hours=row.hours,
        chips=row.chips,
        chip=told(row, facts).chip,
        there=count,
        target=name,
        low=hours * low,
        high=hours * high,
        is_same=is_same,
        cites=tuple(dict.fromkeys((row.cite, chip.hbm_gbps.source, target.hbm_gbps.source))),
    )


def bounds(chip: Accelerator, target: Accelerator) -> tuple[float, float]:
    """Hours on the target over hours on the chip: by math and by memory, the smaller first."""
    math, band = _math(chip, target), chip.hbm_gbps.value / target.hbm_gbps.value
    return min(math, band), max(math, band)


def _math(chip: Accelerator, target: Accelerator) -> float:
    """The ratio of their TFLOP/s; in FP32 where one has no matrix units, as what was written for it uses none."""
    plain = chip.fp32_tflops, target.fp32_tflops
    if (chip.in_fp32 or target.in_fp32) and plain[0] and plain[1]:
        return plain[0].value / plain[1].value
    return chip.bf16_dense_tflops.value / target.bf16_dense_tflops.value

"""What near evidence adds to the named effects: published groups that are alike miss them alike.

Two groups share what they have in common: vendor, peak, chip, the benchmark's code on chips of one vendor, of one
peak or on one chip, the benchmark's code at one size. Each kind of likeness has a fitted spread (in natural
logarithms); what a group misses by is passed on in proportion to the likeness (kriging; Rasmussen & Williams 2006,
chapter 2). With no likeness nothing is passed on, and the spread is all there is: that makes the interval wide where
nothing is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import exp, log
from typing import NamedTuple

from engine.training.effects import TrainingRun
from engine.training.linear_algebra import Matrix, Vector, cholesky, dot, forward, solve

KINDS = ("vendor", "peak", "chip", "stack_vendor", "stack_peak", "stack_chip", "stack_size")
PEAK_NEAR, SIZE_NEAR = 0.35, 0.7  # natural logarithms of peak and of parameters at which likeness fades


class Position(NamedTuple):
    """Where a group stands among others."""

    vendor: str
    chip: str
    stack: str
    moe: bool
    peak: float  # ln of dense BF16 TFLOP/s
    active: float  # ln of active parameters
    total: float  # ln of all parameters


def place(setting: TrainingRun) -> Position:
    chip, shape = setting.chip, setting.shape
    return Position(
        chip.vendor,
        chip.id,
        setting.stack,
        setting.moe,
        log(chip.bf16_dense_tflops.value),
        log(shape.active_parameters),
        log(shape.parameters),
    )


def alike(a: Position, b: Position) -> dict[str, float]:
    """Likeness of each kind, 0 to 1."""
    near = exp(-(((a.peak - b.peak) / PEAK_NEAR) ** 2) / 2) if a.vendor == b.vendor else 0.0
    stack = float(bool(a.stack) and a.stack == b.stack)
    apart = ((a.active - b.active) ** 2 + (a.total - b.total) ** 2) / 2
    return {
        "vendor": float(a.vendor == b.vendor),
        "peak": near,
        "chip": float(a.chip == b.chip),
        "stack_vendor": stack * float(a.vendor == b.vendor),
        "stack_peak": stack * near,
        "stack_chip": stack * float(a.chip == b.chip),
        "stack_size": stack * float(a.moe == b.moe) * exp(-apart / SIZE_NEAR**2 / 2),
    }


class Spreads(NamedTuple):
    """Log-spreads: of each kind of likeness, of a group of its own, and of one row within its group."""

    alike: Mapping[str, float]
    group: float
    row: float

    def shared(self, a: Position, b: Position) -> float:
        """Covariance of what two groups miss the effects by."""
        if a.vendor != b.vendor and (a.stack != b.stack or not a.stack):
            return 0.0  # nothing in common: most pairs, and a verdict asks for many
        return sum(self.alike[kind] ** 2 * share for kind, share in alike(a, b).items() if share)

    @property
    def alone(self) -> float:
        """Variance of a group that is like no other."""
        return sum(spread**2 for spread in self.alike.values()) + self.group**2


def covariance(places: Sequence[Position], rows: Iterable[float], spreads: Spreads) -> Matrix:
    """Of the mean misses of groups with so many rows each; the lower triangle."""
    made: Matrix = []
    for i, (here, count) in enumerate(zip(places, rows, strict=True)):
        line: Vector = [spreads.shared(here, places[j]) for j in range(i + 1)]
        line[i] += spreads.group**2 + spreads.row**2 / count
        made.append(line)
    return made


class Neighbors:
    """Published groups and what they miss the effects by, ready to be asked about a new setting."""

    def __init__(
        self, places: Sequence[Position], rows: Sequence[float], missed: Sequence[float], spreads: Spreads
    ) -> None:
        self.places, self.spreads = places, spreads
        self._lower = cholesky(covariance(places, rows, spreads))
        self._weights = solve(self._lower, missed)
        self._last: tuple[Position, Vector] | None = None

    def correction(self, here: Position) -> tuple[float, float]:
        """What is added to the effects, and the variance that is left."""
        shared = self._shared(here)
        passed = forward(self._lower, shared)
        left = self.spreads.alone - dot(passed, passed)
        return dot(shared, self._weights), max(left, self.spreads.group**2)

    def order(self, here: Position) -> list[int]:
        """Groups by how much they share with `here`, most first."""
        shared = self._shared(here)
        return sorted(range(len(shared)), key=lambda i: -shared[i])

    def _shared(self, here: Position) -> Vector:
        """With each group; the last is kept, since both questions above are asked of one setting."""
        if self._last is None or self._last[0] != here:
            self._last = here, [self.spreads.shared(here, other) for other in self.places]
        return self._last[1]

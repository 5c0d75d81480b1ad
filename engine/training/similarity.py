"""The correction from published neighbors: similar groups deviate from the named effects by similar amounts.

Two groups share what they have in common: vendor, peak, chip, the benchmark's code on chips of one vendor, of one
peak or on one chip, the benchmark's code at one size. Each kind of similarity has a fitted spread (in natural
logarithms); a group's residual is shared in proportion to the similarity (kriging; Rasmussen & Williams 2006,
chapter 2). Without any similarity nothing is shared and the whole spread remains, so the interval is wide where
nothing is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import exp, log
from typing import NamedTuple

from engine.training.effects import TrainingRun
from engine.training.linear_algebra import Matrix, Vector, cholesky, dot, forward, solve

KINDS = ("vendor", "peak", "chip", "stack_vendor", "stack_peak", "stack_chip", "stack_size")
CORRECTIONS = 4096  # that are kept
PEAK_SCALE, SIZE_SCALE = 0.35, 0.7  # natural logarithms of peak and of parameters over which similarity fades


class Position(NamedTuple):
    """Where a group stands among others."""

    vendor: str
    chip: str
    stack: str
    moe: bool
    peak: float  # ln of dense BF16 TFLOP/s
    active: float  # ln of active parameters
    total: float  # ln of all parameters


def position_of(run: TrainingRun) -> Position:
    chip, shape = run.chip, run.shape
    return Position(
        chip.vendor,
        chip.id,
        run.stack,
        run.moe,
        log(chip.bf16_dense_tflops.value),
        log(shape.active_parameters),
        log(shape.parameters),
    )


def similarity(a: Position, b: Position) -> dict[str, float]:
    """Similarity of each kind, 0 to 1."""
    same_vendor, same_chip = float(a.vendor == b.vendor), float(a.chip == b.chip)
    same_stack = float(bool(a.stack) and a.stack == b.stack)
    peak = exp(-(((a.peak - b.peak) / PEAK_SCALE) ** 2) / 2) if same_vendor else 0.0
    distance = ((a.active - b.active) ** 2 + (a.total - b.total) ** 2) / 2
    return {
        "vendor": same_vendor,
        "peak": peak,
        "chip": same_chip,
        "stack_vendor": same_stack * same_vendor,
        "stack_peak": same_stack * peak,
        "stack_chip": same_stack * same_chip,
        "stack_size": same_stack * float(a.moe == b.moe) * exp(-distance / SIZE_SCALE**2 / 2),
    }


class Spreads(NamedTuple):
    """Log-spreads: of each kind of similarity, of a group by itself, and of one row within its group."""

    kinds: Mapping[str, float]
    group: float
    row: float

    def shared(self, a: Position, b: Position) -> float:
        """Covariance of the residuals of two groups."""
        if a.vendor != b.vendor and (a.stack != b.stack or not a.stack):
            return 0.0  # nothing in common: most pairs, and a verdict asks for many
        return sum(self.kinds[kind] ** 2 * share for kind, share in similarity(a, b).items() if share)

    @property
    def prior_variance(self) -> float:
        """Variance of a group's residual before any neighbor is known."""
        return sum(spread**2 for spread in self.kinds.values()) + self.group**2


def covariance(positions: Sequence[Position], rows: Iterable[float], spreads: Spreads) -> Matrix:
    """Covariance of the mean residuals of groups with so many rows each; the lower triangle."""
    matrix: Matrix = []
    for i, (position, count) in enumerate(zip(positions, rows, strict=True)):
        line: Vector = [spreads.shared(position, positions[j]) for j in range(i + 1)]
        line[i] += spreads.group**2 + spreads.row**2 / count
        matrix.append(line)
    return matrix


class Neighbors:
    """Published groups and their residuals, ready to correct the prediction of a new run."""

    def __init__(
        self, positions: Sequence[Position], rows: Sequence[float], residuals: Sequence[float], spreads: Spreads
    ) -> None:
        self.positions, self.spreads = positions, spreads
        self._lower = cholesky(covariance(positions, rows, spreads))
        self._weights = solve(self._lower, residuals)
        self._last: tuple[Position, Vector] | None = None
        self._corrections: dict[Position, tuple[float, float]] = {}

    def correction(self, position: Position) -> tuple[float, float]:
        """What is added to the effects, and the variance that remains; kept, as runs of a model on a chip differ in
        what moves no position."""
        found = self._corrections.get(position)
        if found is None:
            shared = self._shared(position)
            explained = forward(self._lower, shared)
            remaining = self.spreads.prior_variance - dot(explained, explained)
            if len(self._corrections) >= CORRECTIONS:
                self._corrections.clear()
            found = dot(shared, self._weights), max(remaining, self.spreads.group**2)
            self._corrections[position] = found
        return found

    def order(self, position: Position) -> list[int]:
        """Groups by how much they share with the position, most first."""
        shared = self._shared(position)
        return sorted(range(len(shared)), key=lambda i: -shared[i])

    def _shared(self, position: Position) -> Vector:
        """Covariance with each group; the last one is kept, since both questions above are asked about one run."""
        if self._last is None or self._last[0] != position:
            self._last = position, [self.spreads.shared(position, other) for other in self.positions]
        return self._last[1]

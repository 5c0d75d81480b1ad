"""The calculation's own record: "Show the math" prints this and nothing else."""

from __future__ import annotations

from dataclasses import dataclass

from engine.base.interval import Interval


@dataclass(frozen=True, slots=True)
class Step:
    """One number of the calculation. `label` is worded in the templates; `uses` names the steps it came from."""

    label: str
    value: Interval
    unit: str
    uses: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()


def step(label: str, value: Interval | float, unit: str, *uses: str, cites: tuple[str, ...] = ()) -> Step:
    """A step; a plain number is an exact interval."""
    interval = value if isinstance(value, Interval) else Interval.exactly(float(value))
    return Step(label=label, value=interval, unit=unit, uses=uses, cites=cites)

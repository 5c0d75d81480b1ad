"""What it costs, once, to bring the work to a target: engineer-weeks at a stated rate."""

from __future__ import annotations

from engine.base.interval import Interval
from engine.base.trace import Step, step
from engine.library import Library
from engine.options.assumptions import Filled
from engine.workload.conditions import holds
from knowledge.facts import Accelerator, Cloud, Fact, Port

TARGETS = {"trainium": "neuron", "inferentia": "neuron", "tpu": "tpu", "gpu": "cuda"}


class PortCost(Fact):
    """The one-time cost of a target. `first_job_weeks` is when something runs, `weeks` when it is in production."""

    target: str
    weeks: Interval
    first_job_weeks: Interval
    usd: Interval
    entry: str
    moves_cloud: bool
    cites: tuple[str, ...]
    steps: tuple[Step, ...]


def port(filled: Filled, chip: Accelerator, cloud: Cloud, library: Library) -> PortCost:
    """The first matching entry of `ports.toml` for the chip's target, plus moving when the cloud is another.

    CUDA on a GPU in the same cloud is zero by its entry, not by an exception here.

    Raises:
        LookupError: no entry of the target matches; the data must end in one without conditions.
    """
    constants = library.constants
    chosen = _entry(filled, TARGETS[chip.family], library)
    weeks = Interval.of(chosen.production_weeks)
    rate = constants.spread("engineer_usd_per_week")
    usd = Interval.exactly(0.0) if weeks.high == 0 else weeks.times(rate.likely)
    moves = bool(filled.profile.clouds) and cloud not in filled.profile.clouds
    cites: tuple[str, ...] = (chosen.source, constants.entry("engineer_usd_per_week").source)
    steps = [
        step("port_weeks", weeks, "weeks", cites=(chosen.source,)),
        step("engineer_usd_per_week", rate.likely, "usd_per_week", cites=cites[1:]),
    ]
    if moves:
        moving = constants.spread("move_cloud_weeks").times(rate.likely)
        usd = usd.plus(moving)
        cites = (*cites, constants.entry("move_cloud_weeks").source)
        steps.append(step("move_cloud_usd", moving, "usd", cites=cites[2:]))
    steps.append(step("port_usd", usd, "usd", "port_weeks", "engineer_usd_per_week", cites=cites))
    return PortCost(
        target=chosen.target,
        weeks=weeks,
        first_job_weeks=Interval.of(chosen.first_job_weeks),
        usd=usd,
        entry=chosen.id,
        moves_cloud=moves,
        cites=tuple(dict.fromkeys(cites)),
        steps=tuple(steps),
    )


def _entry(filled: Filled, target: str, library: Library) -> Port:
    for entry in library.ports:
        if entry.target == target and all(
            holds(condition, filled.profile, filled.reading.signals, library.families) for condition in entry.when
        ):
            return entry
    raise LookupError(f"ports.toml has no entry for {target} that always matches; add one without conditions")

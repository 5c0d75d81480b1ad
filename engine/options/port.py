"""What it costs, once, to bring the work to a target: engineer-weeks at a stated rate."""

from __future__ import annotations

from engine.base.computed import Computed
from engine.base.interval import Interval
from engine.base.trace import Step, step
from engine.library import Library
from engine.options.assumptions import Filled
from engine.workload.conditions import all_hold, any_holds
from engine.workload.worked_out import engineer_usd_per_week
from knowledge.facts import Accelerator, Cloud, Port

TARGETS = {"trainium": "neuron", "inferentia": "neuron", "tpu": "tpu", "gpu": "cuda"}


class PortCost(Computed):
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
    profile = filled.profile
    weeks, first_job = Interval.of(chosen.production_weeks), Interval.of(chosen.first_job_weeks)
    weeks_cites: tuple[str, ...] = (chosen.source,)
    if profile.port_weeks and weeks.high > 0:  # the first job comes as much earlier as the entry has it
        first_job = first_job.times(profile.port_weeks / weeks.likely)
        weeks, weeks_cites = Interval.exactly(profile.port_weeks), ()
    rate = engineer_usd_per_week(profile, constants)
    rate_cites: tuple[str, ...] = (constants.entry("engineer_usd_per_week").source,)
    if profile.engineer_usd_per_week:
        rate_cites = ()
    usd = Interval.exactly(0.0) if weeks.high == 0 else weeks.times(rate)
    moves = bool(filled.profile.clouds) and cloud not in filled.profile.clouds
    cites: tuple[str, ...] = (*weeks_cites, *rate_cites)
    weeks_step = "port_weeks" if weeks_cites else "port_weeks_said"
    rate_step = "engineer_usd_per_week" if rate_cites else "engineer_usd_per_week_said"
    steps = [
        step(weeks_step, weeks, "weeks", cites=weeks_cites),
        step(rate_step, rate, "usd_per_week", cites=rate_cites),
    ]
    if moves:
        moving = constants.spread("move_cloud_weeks").times(rate)
        usd = usd.plus(moving)
        cites = (*cites, constants.entry("move_cloud_weeks").source)
        steps.append(step("move_cloud_usd", moving, "usd", cites=cites[-1:]))
    steps.append(step("port_usd", usd, "usd", weeks_step, rate_step, cites=cites))
    return PortCost(
        target=chosen.target,
        weeks=weeks,
        first_job_weeks=first_job,
        usd=usd,
        entry=chosen.id,
        moves_cloud=moves,
        cites=tuple(dict.fromkeys(cites)),
        steps=tuple(steps),
    )


def _entry(filled: Filled, target: str, library: Library) -> Port:
    said = filled.profile, filled.reading.signals, library.families
    for entry in library.ports:
        if entry.target == target and all_hold(entry.when, *said) and not any_holds(entry.unless, *said):
            return entry
    raise LookupError(f"ports.toml has no entry for {target} that always matches; add one without conditions")

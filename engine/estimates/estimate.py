"""The estimate of a run: on what its files name, else on the cheapest machine that holds it; and what is cheaper."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Literal, NamedTuple

from engine.base.computed import Computed
from engine.estimates.data import with_known_data
from engine.estimates.machines import Machines, Placed
from engine.estimates.memory import SHARDED, SetUp
from engine.estimates.run import Run, with_defaults
from engine.estimates.work import Batch, Work, batch_of, work_of
from engine.library import Library
from engine.options.assumptions import fill
from engine.options.named import called_by, home
from engine.options.problem import Problem
from engine.workload.flops import FROZEN_REFERENCE, REFERENCE_FREE
from engine.workload.profile import Profile, Reading
from knowledge.facts import Cloud, TextSet
from knowledge.units import MILLION, SECONDS_PER_HOUR

ALL_CLOUDS: tuple[Cloud, ...] = ("aws", "gcp", "azure")
SCORED_BY = {"dpo": FROZEN_REFERENCE, "kto": FROZEN_REFERENCE, "ipo": FROZEN_REFERENCE} | dict.fromkeys(
    ("orpo", "simpo", "reward"), REFERENCE_FREE
)  # objectives that learn from written answers, and the signal of what scores them
FAR_DEARER = 5.0
SHOWN = 4  # other machines
CHEAPER = 0.97  # of the dollars: less than that is no news
PER = MILLION  # tokens of data that a rate is given for, where the size of the data is not known
UNKNOWN_DATA = 1000 * PER  # long enough for the start-up of a run not to count

Change = Literal["zero", "recompute", "micro_batch", "lightest", "qlora"]


class PerMillion(Computed):
    """What each million tokens of data take, all epochs included: where nobody says how much data there is."""

    tokens: float  # that a million tokens of data come to
    hours: float
    usd: float


class Estimate(Computed):
    """What a run comes to. `chosen` is what it is placed on: what was named, else the cheapest that holds it.

    `missing`: slots to be said before there are hours and dollars. `remedies`: changes of the set-up by which it
    fits on what was named. `limit_hours`: the job is ended after so many.
    """

    run: Run
    profile: Profile  # filled
    work: Work
    batch: Batch
    devices: int | None
    devices_assumed: bool
    chosen: Placed | None
    named: tuple[Placed, ...] = ()
    others: tuple[Placed, ...] = ()
    cheaper: Placed | None = None
    on_demand: Placed | None = None  # the same on demand, where it is placed on spot
    missing: tuple[str, ...] = ()
    per_million: PerMillion | None = None
    remedies: tuple[Change, ...] = ()
    limit_hours: float | None = None
    limit_usd: float | None = None
    sets: tuple[TextSet, ...] = ()  # published sizes of data that the files name
    set_by_name: tuple[str, int] | None = None  # a set of no published size, and the samples its name states
    length_said: bool = False  # tokens of a sample are those that were said, not a set's own
    offload: tuple[str, ...] = ()  # as counted in memory
    stage: int = SHARDED
    stage_assumed: bool = False

    @property
    def usd(self) -> float | None:
        """Likely dollars of the run, where all it takes is known."""
        return self.chosen.costs.usd.likely if self.chosen and self.chosen.costs and not self.missing else None

    @property
    def hours(self) -> float | None:
        return self.chosen.costs.hours.likely if self.chosen and self.chosen.costs and not self.missing else None

    @property
    def fits(self) -> bool | None:
        return self.chosen.holds.fits if self.chosen else None


def estimate(run: Run, library: Library, day: date) -> Estimate:
    """A pure function of what the files say, the facts and the day."""
    if run.profile.parameters is None:
        return _without_model(run, library, day)
    asked = run
    run, sets, by_name = with_known_data(with_defaults(run, library.facts), library.facts)
    workers = _workers(run, library)
    devices = _devices(run, library, workers)
    work = work_of(run, devices, workers)
    probe = _problem(run, UNKNOWN_DATA if work.tokens is None else work.tokens, devices, library, day)
    assumed = devices is None
    if assumed:
        first = _places(run, probe, None).first
        if first is not None and run.setup.max_steps is not None and work.tokens is None:
            devices, workers = first.devices, first.chip.workers
            work = work_of(run, devices, workers)
            probe = _problem(run, UNKNOWN_DATA if work.tokens is None else work.tokens, devices, library, day)
    setup = SetUp(run, probe.profile, probe.shape, probe.constants)
    named, others, under = _places(run, probe, devices)
    chosen = next(iter((*named, *others)), None)
    on_spot = chosen is not None and chosen.quote is not None and chosen.quote.purchase == "spot"
    listed = Machines(probe, SetUp(under, probe.profile, probe.shape, probe.constants)) if on_spot else None
    nothing_said = run.setup.zero_stage is None and run.setup.sharding is None and run.copy_devices == 1
    if chosen is None:
        for changed in _less_memory(asked, nothing_said=nothing_said):
            lighter = estimate(_with(asked, **changed), library, day)
            if lighter.chosen is not None:
                assumed_too = (*lighter.run.assumed, *(name for name in changed if name not in lighter.run.assumed))
                return lighter.model_copy(update={"run": lighter.run.model_copy(update={"assumed": assumed_too})})
    cheaper = _cheaper(chosen, others)
    limit = run.setup.time_limit_hours
    rate = chosen.costs.rate if chosen and chosen.costs else None
    return Estimate(
        run=run,
        profile=probe.profile,
        work=work,
        batch=batch_of(
            run, devices or (chosen.devices if chosen else None), chosen.chip.workers if chosen else workers
        ),
        devices=chosen.devices if chosen else devices,
        devices_assumed=assumed,
        chosen=chosen,
        named=named,
        others=tuple(other for other in others if _is_shown(other, chosen))[:SHOWN],
        cheaper=cheaper,
        on_demand=listed.on_demand(chosen) if listed and chosen else None,
        missing=work.missing if work.tokens is None else (),
        per_million=_per_million(run, probe, chosen) if work.tokens is None else None,
        remedies=_remedies(run, probe, chosen),
        limit_hours=limit,
        limit_usd=limit * rate if limit and rate else None,
        sets=sets,
        set_by_name=by_name,
        length_said=not sets or run.profile.tokens_per_sample != sets[0].tokens / (sets[0].samples or 1),
        offload=under.setup.offload,
        stage=setup.stage,
        stage_assumed=nothing_said,
    )


def _less_memory(run: Run, *, nothing_said: bool) -> Iterator[dict[str, str]]:
    """What takes less memory and nobody said otherwise, first by itself, where no machine holds it as it is."""
    ways = [{"sharding": "fsdp"}] * nothing_said + [{"recompute": "full"}] * (run.setup.recompute is None)
    yield from ways
    if len(ways) > 1:
        yield ways[0] | ways[1]


def _workers(run: Run, library: Library) -> int:
    """Processes on each of the chips that were named."""
    facts = library.facts
    types = [facts.instances[name].accelerator for name in run.profile.instances if name in facts.instances]
    chips = [facts.accelerators[name] for name in types] or called_by(facts, frozenset(run.profile.candidates))
    return chips[0].workers if chips else 1


def _devices(run: Run, library: Library, workers: int) -> int | None:
    """The chips that were said, or those of the machines that were named; parallel degrees count processes."""
    if run.devices is not None:
        return run.devices if run.chips_said else -(-run.devices // workers)
    types = [library.facts.instances[name] for name in run.profile.instances if name in library.facts.instances]
    return types[0].count * (run.profile.instance_count or 1) if types else None


def _problem(run: Run, tokens: float, devices: int | None, library: Library, day: date) -> Problem:
    """One run of so many tokens, on its own."""
    said = {
        "tokens": tokens,
        "cadence": "one_off",
        "accelerator_count": devices,
        "samples": None,
        "tokens_per_sample": None,
        "task": run.profile.task or "fine_tuning",
        "clouds": run.profile.clouds or _clouds(run, library),
    }
    profile = run.profile.model_copy(update=said)
    scored = SCORED_BY.get(run.setup.objective or "")
    return Problem(fill(Reading(profile=profile, signals=(scored,) if scored else ()), library), library, day)


def _clouds(run: Run, library: Library) -> tuple[Cloud, ...]:
    """Of a named type its own; a chip is sold in all of them."""
    return home(run.profile, library.facts) if run.profile.instances or run.profile.region else ALL_CLOUDS


def _families(run: Run, named: tuple[Placed, ...]) -> frozenset[str]:
    """Chips that run the code as it is: those of the family that was named; JAX runs on GPU and TPU alike."""
    found = {placed.chip.family for placed in named}
    if run.profile.framework == "jax":
        found |= {"gpu", "tpu"}
    return frozenset(found or {"gpu"})


class _Places(NamedTuple):
    """Where a run can be placed, under which set-up: what was named, and the cheapest of the others."""

    named: tuple[Placed, ...]
    others: tuple[Placed, ...]
    setup: Run

    @property
    def first(self) -> Placed | None:
        return next(iter((*self.named, *self.others)), None)


def _places(run: Run, problem: Problem, devices: int | None) -> _Places:
    """A machine nobody named is chosen to hold the run without offloading, if there is one."""

    def machines(under: Run) -> Machines:
        setup = SetUp(under, problem.profile, problem.shape, problem.constants)
        in_bf16 = run.profile.precision == "bf16"
        return Machines(problem, setup, run.fewest_devices, run.copy_devices, in_bf16=in_bf16)

    named = machines(run).named(devices)
    families = _families(run, named)
    for under in (run,) if named else (run.in_hbm, run):
        others = machines(under).others(devices, families)
        if others or named:
            return _Places(named, others, under)
    return _Places((), (), run)


def _is_shown(other: Placed, chosen: Placed | None) -> bool:
    """Another machine, and not one that costs a multiple."""
    if chosen is None or chosen.costs is None or other.costs is None:
        return True
    return other.id != chosen.id and other.costs.usd.likely < FAR_DEARER * chosen.costs.usd.likely


def _cheaper(chosen: Placed | None, others: tuple[Placed, ...]) -> Placed | None:
    """The cheapest that fits, where it is cheaper than what was named by more than nothing."""
    if chosen is None or not chosen.is_named:
        return None
    mine = chosen.costs
    for other in others:
        theirs = other.costs
        same = other.id == chosen.id and other.machines == chosen.machines
        if theirs is None or same:
            continue
        surely = other.choice_usd < chosen.choice_usd
        if mine is None or not chosen.holds.fits or (surely and theirs.usd.likely < CHEAPER * mine.usd.likely):
            return other
    return None


def _per_million(run: Run, problem: Problem, chosen: Placed | None) -> PerMillion | None:
    """From the speed alone: the start-up of a run does not grow with its data."""
    if chosen is None or chosen.costs is None or chosen.speed is None:
        return None
    passes = (run.profile.epochs or 1.0) * run.answers_a_sample
    tokens = PER * (passes if run.setup.max_steps is None else 1.0)
    per_second = chosen.speed.speed.likely * chosen.devices
    hours = problem.run_work.likely / UNKNOWN_DATA * tokens / per_second / SECONDS_PER_HOUR
    return PerMillion(tokens=tokens, hours=hours, usd=hours * chosen.costs.rate)


def _remedies(run: Run, problem: Problem, chosen: Placed | None) -> tuple[Change, ...]:
    """Changes of the set-up, each by itself, by which it fits where it was to run."""
    if chosen is None or chosen.holds.fits:
        return ()
    per_machine = chosen.instance.count if chosen.instance else chosen.devices

    def fits(other: Run, stage: int | None = None) -> bool:
        profile = problem.profile.model_copy(update={"method": other.profile.method})
        setup = SetUp(other, profile, problem.shape, problem.constants)
        return setup.holds(chosen.chip, chosen.devices, per_machine, stage).fits

    found: list[Change] = []
    setup = run.setup
    if chosen.devices > 1 and fits(run, SHARDED):
        found.append("zero")
    if setup.recompute != "full" and fits(_with(run, recompute="full")):
        found.append("recompute")
    if (setup.micro_batch or 1) > 1 and fits(_with(run, micro_batch=1)):
        found.append("micro_batch")
    lightest = _with(run, recompute="full", micro_batch=1)
    if not found and fits(lightest, max(SHARDED if chosen.devices > 1 else 0, setup.zero_stage or 0)):
        found.append("lightest")
    if run.profile.method in ("full", "lora") and fits(
        run.model_copy(update={"profile": run.profile.model_copy(update={"method": "qlora"})})
    ):
        found.append("qlora")
    return tuple(found)


def _with(run: Run, **changed: object) -> Run:
    return run.model_copy(update={"setup": run.setup.model_copy(update=changed)})


def _without_model(run: Run, library: Library, day: date) -> Estimate:
    """No size: what the machines cost, if they are named, and at most until the job is ended."""
    small = run.model_copy(update={"profile": run.profile.model_copy(update={"parameters": 1e9})})
    workers = _workers(run, library)
    devices = _devices(run, library, workers)
    problem = _problem(small, UNKNOWN_DATA, devices, library, day)
    found = Machines(problem, SetUp(small, problem.profile, problem.shape, problem.constants)).named(devices)
    chosen = next(iter(found), None)
    rate = chosen.costs.rate if chosen and chosen.costs else None
    limit = run.setup.time_limit_hours
    work = work_of(run, devices, workers)
    return Estimate(
        run=run,
        profile=run.profile,
        work=work,
        batch=batch_of(run, devices, workers),
        devices=devices,
        devices_assumed=False,
        chosen=chosen,
        missing=("parameters", *work.missing),
        limit_hours=limit,
        limit_usd=limit * rate if limit and rate else None,
    )

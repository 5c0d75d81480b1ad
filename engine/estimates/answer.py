"""An estimate as an answer: the first line, the arithmetic, where it was read, and what is cheaper."""

from __future__ import annotations

from collections.abc import Iterator

from engine.answers.model import AnswerRow, AnswerTable, FactAnswer
from engine.base.constants import Constants
from engine.base.reason import Reason
from engine.configs.keys.reading import ConfigReading
from engine.estimates.estimate import Estimate
from engine.estimates.machines import Placed
from engine.estimates.memory import WHOLE
from engine.estimates.ported import NEEDS, Ported
from engine.estimates.read import public, read_keys
from engine.estimates.reasons import (
    AssumedOfRun,
    BatchOfRun,
    Clashing,
    Estimated,
    Generating,
    KnownSet,
    LeftOpen,
    LimitTooShort,
    MachinesAlone,
    Memory,
    ModelOfRun,
    ModelUnsized,
    Multiplied,
    NotUsed,
    Nowhere,
    On,
    Other,
    PartlyTrained,
    PortOfRun,
    RankedByHigh,
    ReadFrom,
    SizeByName,
    SpeedInferred,
    TokensOfRun,
    TooBig,
    UnknownMachines,
    Unpriced,
    Unsized,
    WithoutBf16,
)
from engine.estimates.work import Factor
from engine.memory.fit import LEAST_MEMORY
from engine.options.too_small import core_name

COLUMNS = ("machine", "buy", "chip_gib", "run_hours", "hourly", "run_usd", "seen_on", "speed_is")
PARTLY = "partly_trained"  # the field of keys that freeze some of the weights
GENERATING = ("grpo", "ppo", "rloo")  # objectives whose answers are generated while it trains
THOUSAND = 1000
SAME_HOURS = 1e-6  # of the hours: less is no difference
KEYS = 6  # that nothing used, listed at first sight


def answer_of(
    made: Estimate,
    reading: ConfigReading,
    constants: Constants,
    *,
    port: Ported | None = None,
    full: bool = False,
) -> FactAnswer:
    """What is shown of an estimate; `port` is what it leaves out; `full` with every key."""
    return FactAnswer(
        headline=_headline(made, reading, port),
        sentences=tuple(_lines(made, reading, constants, port, full=full)),
        table=_table(made),
    )


def _headline(made: Estimate, reading: ConfigReading, port: Ported | None) -> Reason:
    chosen = made.chosen
    if "parameters" in made.missing:
        return _unsized_model(made, reading)
    if chosen is None:
        return Nowhere(
            parameters=made.profile.parameters or 0.0,
            core_gib=None,
            is_sharded=made.stage > WHOLE,
            micro_batch=made.run.setup.micro_batch or 1,
        )
    on, cheaper = _on(chosen), _other(made.cheaper, made)
    core, usable = chosen.holds
    if chosen.costs is None:
        return Unpriced(
            on=on,
            fits=chosen.holds.fits,
            other=cheaper,
            core_gib=core,
            usable_gib=usable,
            priced=chosen.quote is not None,
            trains=chosen.chip.trains,
        )
    if not chosen.holds.fits:
        return TooBig(
            on=on, remedies=made.remedies, other=cheaper, core_gib=core, usable_gib=usable, cites=chosen.cites
        )
    if made.missing:
        return Unsized(
            on=on,
            fits=chosen.holds.fits,
            named=chosen.is_named,
            missing=made.missing,
            datasets=tuple(str(public(name)) for name in made.run.setup.datasets),
            epochs=made.run.profile.epochs or 1.0,
            hours=made.per_million.hours if made.per_million else None,
            usd=made.per_million.usd if made.per_million else None,
            purchase=on.purchase,
            cites=chosen.cites,
        )
    usd = chosen.costs.usd
    return Estimated(
        on=on,
        hours=chosen.costs.hours.likely,
        usd=usd.likely,
        low=usd.low,
        high=usd.high,
        named=chosen.is_named,
        cheaper=cheaper,
        ported=port is not None and port.weeks is not None,
        on_demand_usd=made.on_demand.costs.usd.likely if made.on_demand and made.on_demand.costs else None,
        cites=chosen.cites,
    )


def _unsized_model(made: Estimate, reading: ConfigReading) -> Reason:
    chosen = made.chosen
    rate = chosen.costs.rate if chosen and chosen.costs else None
    if reading.kind in ("job", "launch") and not reading.training.model_name and chosen and rate:
        return MachinesAlone(
            on=_on(chosen), rate=rate, limit_hours=made.limit_hours, limit_usd=made.limit_usd, cites=chosen.cites
        )
    model = str(public(reading.training.model_name or ""))
    return ModelUnsized(model=model, on=_on(chosen) if chosen else None, rate=rate)


def _lines(
    made: Estimate, reading: ConfigReading, constants: Constants, port: Ported | None, *, full: bool
) -> Iterator[Reason]:
    chosen = made.chosen
    sized = "parameters" not in made.missing
    if chosen and chosen.costs and chosen.quote and sized and not made.missing:
        costs, quote = chosen.costs, chosen.quote
        is_more = costs.billed.likely > costs.hours.likely * (1 + SAME_HOURS)
        by_day = (
            (constants.entry("block_step_hours").source,) if is_more and quote.purchase == "capacity_block" else ()
        )
        yield Multiplied(
            hours=costs.billed.likely,
            worked=costs.hours.likely if is_more else None,
            machines=chosen.machines,
            usd_per_hour=costs.rate / chosen.machines,
            usd=costs.usd.likely,
            purchase=quote.purchase,
            region=quote.region,
            seen=quote.observed_on,
            managed=bool(made.profile.managed),
            cites=(*quote.cites, *by_day),
        )
    if port is not None and sized:
        yield _port(port)
    if shape := next((entry for entry in reading.derived if entry.how == "shape"), None):
        factors = tuple(Factor(each.name, each.value) for each in shape.factors)
        yield ModelOfRun(parameters=float(shape.value or 0), factors=factors)
    if made.work.tokens is not None and made.work.factors:
        yield TokensOfRun(
            tokens=made.work.tokens,
            factors=made.work.factors,
            by_sample=made.work.basis == "samples",
            full_length=made.work.full_length
            and not (made.run.setup.packing and made.work.basis == "steps")
            and made.run.profile.task != "pretraining",
        )
    for each in made.sets:
        counted = each.samples is not None and not made.length_said
        length = each.tokens / each.samples if counted and each.samples else None
        yield KnownSet(name=each.name, samples=each.samples, tokens=each.tokens, length=length, cites=(each.source,))
    if made.set_by_name is not None:
        name, samples = made.set_by_name
        yield SizeByName(name=str(public(name)), samples=samples)
    if made.batch.sequences is not None and made.batch.factors:
        grows = made.devices_assumed and made.work.basis == "steps"
        yield BatchOfRun(sequences=made.batch.sequences, factors=made.batch.factors, grows=grows or None)
    if chosen and sized:
        yield _memory(made, chosen, constants)
        if chosen.speed is not None and chosen.speed.basis == "extrapolated":
            yield SpeedInferred(chip=chosen.chip.name, cites=chosen.speed.cites)
    if chosen and made.usd is not None and not chosen.is_named and (dear := _ranked_by_high(made)):
        yield RankedByHigh(names=dear)
    if chosen and sized and not chosen.chip.has_bf16 and made.run.profile.precision == "bf16":
        yield WithoutBf16(chip=chosen.chip.name)
    if made.run.setup.objective in GENERATING and made.run.profile.method == "rlhf" and sized:
        factor = constants.spread("rlhf_flops_factor")
        yield Generating(
            objective=made.run.setup.objective or "", low=factor.low, likely=factor.likely, high=factor.high
        )
    if sized and made.profile.method == "full" and (part := reading.from_keys.get(PARTLY)):
        yield PartlyTrained(key=part)
    if made.limit_hours and made.hours and made.hours > made.limit_hours:
        yield LimitTooShort(limit_hours=made.limit_hours, hours=made.hours)
    if assumed := _assumed(made, constants):
        yield AssumedOfRun(what=assumed, defaults=made.run.assumed)
    yield from _files(reading, made, port, full=full)


def _memory(made: Estimate, chosen: Placed, constants: Constants) -> Memory:
    run = made.run
    return Memory(
        core_gib=chosen.holds.core_gib,
        usable_gib=chosen.holds.usable_gib,
        chips=chosen.devices * chosen.chip.workers,
        core=core_name(chosen.chip) if chosen.chip.workers > 1 else "chip",
        stage=made.stage,
        stage_assumed=made.stage_assumed,
        split=run.copy_devices,
        micro_batch=run.setup.micro_batch or round(LEAST_MEMORY.micro_batch),
        sequence=run.profile.sequence_length or constants.likely("sequence_length"),
        recompute=run.setup.recompute or "",
        offload=made.offload,
    )


def _assumed(made: Estimate, constants: Constants) -> tuple[Factor, ...]:
    """What nobody said and moves a figure."""
    run, found = made.run, []
    if "parameters" in made.missing:
        return ()
    if made.devices_assumed and made.devices:
        found.append(Factor("devices", made.devices))
    if run.profile.purchase is None and made.chosen and made.chosen.quote:
        found.append(Factor("purchase", made.chosen.quote.purchase))
    if made.stage_assumed and (made.devices or 1) > 1:
        found.append(Factor("zero_stage", made.stage))
    if "sharding" in run.assumed:
        found.append(Factor("sharding", run.setup.sharding or ""))
    if "epochs" in run.assumed and run.profile.epochs is not None:
        found.append(Factor("epochs", run.profile.epochs))
    if "max_steps" in run.assumed and run.setup.max_steps is not None:
        found.append(Factor("max_steps", run.setup.max_steps))
    if run.profile.sequence_length is None or "sequence_length" in run.assumed:
        found.append(Factor("sequence_length", run.profile.sequence_length or constants.likely("sequence_length")))
    if "micro_batch" in run.assumed and run.setup.micro_batch is not None:
        found.append(Factor("micro_batch", run.setup.micro_batch))
    elif run.setup.micro_batch is None:
        found.append(Factor("micro_batch", LEAST_MEMORY.micro_batch))
    if run.setup.recompute is None or "recompute" in run.assumed:
        found.append(Factor("recompute", run.setup.recompute or "none"))
    if run.profile.task is None:
        found.append(Factor("task", made.profile.task or ""))
    if run.profile.method is None and made.profile.task == "fine_tuning":
        found.append(Factor("method", made.profile.method or ""))
    return tuple(found)


def _files(reading: ConfigReading, made: Estimate, port: Ported | None, *, full: bool) -> Iterator[Reason]:
    """What was read, what clashes, what is left open, and what was not used."""
    if read := read_keys(reading, made):
        yield ReadFrom(read=read)
    for clash in reading.clashes:
        yield Clashing(
            used=clash.used.key,
            used_value=str(public(clash.used.value)),
            other=clash.other.key,
            other_value=str(public(clash.other.value)),
        )
    if reading.left_open:
        yield LeftOpen(listed=tuple(reading.left_open))
    if reading.unknown_machines:
        yield UnknownMachines(names=reading.unknown_machines)
    asked = (key for field, key in reading.from_keys.items() if field.startswith(NEEDS))
    unused = tuple(dict.fromkeys((*reading.unused, *(asked if port is None else ()))))
    if unused:
        shown = unused if full else unused[:KEYS]
        yield NotUsed(listed=shown, more=len(unused) - len(shown))


def _ranked_by_high(made: Estimate) -> tuple[str, ...]:
    """Other machines whose likely dollars are below those of the first."""
    usd = made.usd or 0.0
    less = (other for other in made.others if other.costs and other.costs.usd.likely < usd)
    return tuple(other.id for other in less if other.speed and other.speed.basis == "extrapolated")


def _port(port: Ported) -> PortOfRun:
    return PortOfRun(
        chip=port.chip,
        pieces=tuple((piece.name, piece.key, piece.evidence) for piece in port.pieces),
        weeks=port.weeks.likely if port.weeks else None,
        low=port.weeks.low if port.weeks else None,
        high=port.weeks.high if port.weeks else None,
        usd=port.usd.likely if port.usd else None,
        cites=tuple(dict.fromkeys((*(piece.source for piece in port.pieces), *port.cites))),
    )


def _on(placed: Placed) -> On:
    return On(
        instance=placed.instance.id if placed.instance else "",
        machines=placed.machines,
        chips=placed.devices,
        chip=placed.chip.name,
        purchase=placed.quote.purchase if placed.quote else "",
        cores=placed.devices * placed.chip.workers if placed.chip.workers > 1 else 0,
        core=core_name(placed.chip) if placed.chip.workers > 1 else "chip",
    )


def _other(placed: Placed | None, made: Estimate) -> Other | None:
    """Its hours and dollars; 0 while the size of the data is not known."""
    if placed is None or placed.costs is None:
        return None
    if made.missing:
        return Other(_on(placed), 0.0, 0.0)
    return Other(_on(placed), placed.costs.hours.likely, placed.costs.usd.likely)


def _table(made: Estimate) -> AnswerTable | None:
    """Where it could run: what was named first, then the cheapest of other chips and clouds."""
    if made.chosen is None or "parameters" in made.missing:
        return None
    columns = tuple(name for name in COLUMNS if not (made.missing and name in ("run_hours", "run_usd")))
    return AnswerTable(
        columns=columns,
        rows=tuple(_row(placed, columns, made) for placed in (made.chosen, *made.others) if placed.instance),
    )


def _gib(value: float) -> str:
    """Three digits; above a thousand all that stand before the point."""
    return f"{value:,.0f}" if value >= THOUSAND else f"{value:.3g}"


def _row(placed: Placed, columns: tuple[str, ...], made: Estimate) -> AnswerRow:
    costs, quote = placed.costs, placed.quote
    cells = {
        "machine": f"{placed.machines} x {placed.id}",
        "buy": quote.purchase if quote else None,
        "chip_gib": f"{_gib(placed.holds.core_gib)} / {_gib(placed.holds.usable_gib)}",
        "run_hours": costs.hours.likely if costs else None,
        "hourly": costs.rate if costs else None,
        "run_usd": costs.usd.likely if costs else None,
        "seen_on": quote.observed_on if quote else None,
        "speed_is": placed.speed.basis if placed.speed else None,
    }
    return AnswerRow(
        cells=tuple(cells[name] for name in columns),
        cites=quote.cites if quote else (),
        is_named=placed.is_named,
        is_best=made.cheaper is not None and placed.id == made.cheaper.id,
    )

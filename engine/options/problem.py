"""The question made computable: profile, prices of the day, the model's shape, and the work of one run."""

from __future__ import annotations

from datetime import date
from functools import cached_property
from typing import cast

from engine.base.evidence import ASKER, Achieved, Kind
from engine.base.interval import Interval
from engine.base.trace import Step, step
from engine.library import Library
from engine.memory.fit import LEAST_MEMORY, Fit, MemoryPlan, fewest, fit, need
from engine.memory.kv_cache import Precision, served
from engine.memory.optimizers import optimizer_bytes
from engine.memory.placement import Need
from engine.options.assumptions import Filled
from engine.options.named import alternatives, is_asked_for, is_gone, is_named, sold_elsewhere
from engine.prices.areas import regions_of
from engine.prices.price_book import Quote
from engine.prices.spot import SpotPlan
from engine.serving.precision import SIXTEEN, cache_bytes_per_value, served_precision
from engine.speed.throughput import achieved
from engine.training.own_run import OwnRun
from engine.workload.conditions import FAMILIES
from engine.workload.encoders import is_encoder
from engine.workload.flops import (
    FROZEN_REFERENCE,
    REFERENCE_FREE,
    Shape,
    method_factor,
    sample_gflop,
    shape,
    training_flops_per_token,
)
from engine.workload.profile import BOUGHT_TODAY, Equipment, Profile, Unavailable
from engine.workload.samples import samples_of, serves_samples
from engine.workload.told_speeds import share_counted
from knowledge.facts import Accelerator, Facts, Family, Instance, Purchase
from knowledge.units import GIGA_PER_TERA, HOURS_PER_DAY, HOURS_PER_MONTH, SECONDS_PER_HOUR, TERA

MANY = 200  # workloads whose placements are kept
DAYS_PER_MONTH = HOURS_PER_MONTH / HOURS_PER_DAY  # 730 h are 30.4 days
MEASURED_BESIDE_BF16 = frozenset({"fp8", "fp4"})  # in training; what is said of another precision is costed as BF16


class Problem:
    """Everything one verdict looks at. Built once, read by all; holds no result."""

    def __init__(
        self,
        filled: Filled,
        library: Library,
        day: date,
        *,
        brief: bool = False,
        named_alone: bool = False,
    ) -> None:
        """`brief`: only what may lead is worked out; `named_alone`: only what was named by its chip or type."""
        self.brief, self.named_alone = brief, named_alone
        self.filled, self.library, self.day = filled, library, day
        self.facts: Facts = library.facts
        self.profile: Profile = filled.profile
        self.constants = library.constants
        self.prices = library.prices(day)
        self.shape: Shape = shape(self.profile, self.facts)
        if self.profile.task == "inference":
            self.shape = served(self.shape, self.constants)
        self.encodes = is_encoder(self.profile, filled.reading.signals, self.facts)
        self.need: Need = need(self.profile, self.shape, self.constants, fewest(self.plan(SIXTEEN), self.constants))
        self._needs = {SIXTEEN: self.need}
        self.spot_plans: dict[tuple[str, str, int], SpotPlan] = {}  # kept by engine/options/run_cost.py
        self.spot_kinds: dict[tuple[Family, int, int], SpotPlan] = {}  # the same without a price, by what decides it
        self.idle_hours: dict[str, float] = {}  # by family of chip, kept there as well
        self.steps: tuple[Step, ...] = ()
        self.alternatives = alternatives(self.profile, self.facts, filled.reading.added)
        self.elsewhere = sold_elsewhere(self.profile, self.facts) if self.alternatives else frozenset()
        self.without = self._ruled_out_regions()
        self.run_tflop: Interval = Interval.exactly(0.0)
        self.queued_tokens: Interval = Interval.exactly(0.0)
        if self.profile.task != "inference":
            self.run_tflop, self.steps = self._training_work()
        elif self.queued:
            self.queued_tokens, self.steps = self._queued_work()

    def chip(self, instance: Instance) -> Accelerator:
        return self.facts.accelerators[instance.accelerator]

    def placed(self, instance: Instance) -> Fit:
        """How many of an instance hold the work. What is needed is the same for many questions about one model."""
        if instance.id not in self._fits:
            chip = self.chip(instance)
            self._fits[instance.id] = fit(self.need_on(chip), self.shape, instance, chip, self.constants)
        return cast("Fit", self._fits[instance.id])

    @cached_property
    def _fits(self) -> dict[str, object]:
        kept = self.library.fits
        if len(kept) > MANY:
            kept.clear()
        return kept.setdefault((self.need, self.shape, self.profile.precision if self.serving else None), {})

    def is_largest_slice(self, instance: Instance) -> bool:
        """True for everything but TPU slices; several of the largest slice may work on one run."""
        if self.chip(instance).family != "tpu":
            return True
        return instance.count == self.library.largest[instance.accelerator]

    def asked_for(self, instance: Instance) -> bool:
        """Whether the asker named this type or its chip."""
        said = instance.id in self.profile.instances
        return said or is_named(self.chip(instance), frozenset(self.profile.candidates))

    def is_here(self, instance: Instance) -> bool:
        """Whether it is in a cloud the asker uses."""
        return not self.profile.clouds or instance.cloud in self.profile.clouds

    def is_alternative(self, instance: Instance) -> bool:
        """Whether it may be recommended: anything, unless two or more things were named to choose from."""
        named = self.alternatives
        return not named or instance.id in named or instance.accelerator in named

    def may_move_to(self, instance: Instance) -> bool:
        """Whether it may be recommended from another cloud: as an alternative that is not sold in the asker's."""
        return instance.id in self.elsewhere or instance.accelerator in self.elsewhere

    def quotes(self, instance: Instance) -> tuple[Quote, ...]:
        """Its price in the place of the work, one for each way to buy it."""
        gone = self.gone(instance)
        if any(entry.region is None for entry in gone):
            return ()
        if not gone:  # mostly
            return self.prices.pick(instance, self.profile.region, self.without)
        regions = frozenset(entry.region for entry in gone if entry.region)
        return self.prices.pick(instance, self.profile.region, self.without | regions)

    def gone(self, instance: Instance) -> tuple[Unavailable, ...]:
        """Where the asker says that it cannot be had."""
        listed = self.filled.reading.unavailable
        if not listed:
            return ()
        return tuple(entry for entry in listed if is_gone(entry, instance, self.chip(instance)))

    def _ruled_out_regions(self) -> frozenset[str]:
        return frozenset(regions_of(self.filled.reading.ruled_out.get("region", ()), self.facts))

    @cached_property
    def serving(self) -> bool:
        return self.profile.task == "inference"

    @cached_property
    def queued(self) -> bool:
        """Serving nobody waits for: machines are rented while they work, not day and night."""
        return self.serving and self.profile.latency_ms is None

    @property
    def keeps_cache(self) -> bool:
        """Whether what it serves writes tokens: an encoder does not, and neither does a model of images or video."""
        return not (self.encodes or serves_samples(self.profile, self.facts))

    @property
    def run_work(self) -> Interval:
        """What a chip's speed divides into seconds: TFLOP of a training run, tokens of queued serving."""
        return self.queued_tokens if self.queued else self.run_tflop

    @cached_property
    def monthly(self) -> bool:
        """Serving counted by the month; a job of so many tokens is counted once."""
        return self.profile.by_month

    @property
    def tokens_per_run(self) -> float | None:
        """Tokens a run trains, a job answers, or a month of serving answers (an encoder reads)."""
        if self.monthly:
            return (self.profile.tokens_per_day or 0.0) * DAYS_PER_MONTH
        return self.profile.tokens

    def precision(self, chip: Accelerator) -> str:
        """What a chip serves in: the precision of the profile, or the next wider one the chip has."""
        return served_precision(self.profile.precision, chip, self.library.published_precisions)

    def need_on(self, chip: Accelerator) -> Need:
        """What the workload holds in memory on a chip: in serving, at the precision it is served in there."""
        precision = self.precision(chip) if self.serving else SIXTEEN
        if precision not in self._needs:
            plan = fewest(self.plan(precision), self.constants)
            self._needs[precision] = need(self.profile, self.shape, self.constants, plan)
        return self._needs[precision]

    def memory_plan(self, chip: Accelerator) -> MemoryPlan:
        """How the workload is run on a chip, as far as memory goes."""
        return self.plan(self.precision(chip) if self.serving else SIXTEEN)

    def plan(self, precision: str) -> MemoryPlan:
        """How it is run at a precision. Without tokens to write there is no cache."""
        if not self.serving:
            optimizer = optimizer_bytes(self.filled.reading.cues, self.constants)
            return LEAST_MEMORY._replace(optimizer_bytes=optimizer, beside_bytes=self._reference_bytes)
        tokens = (self.profile.prompt_tokens or 0.0) + (self.profile.answer_tokens or 0.0)
        said = self.profile.sequence_length or 0  # a context length
        told = self.filled.reading.profile.prompt_tokens or 0.0
        context = max(said, told) if said else max(self.constants.likely("serving_context_tokens"), tokens)
        return LEAST_MEMORY._replace(
            precision=cast("Precision", precision),
            context=context,
            cache_value_bytes=cache_bytes_per_value(precision) if self.keeps_cache else 0.0,
        )

    @property
    def wanted_purchase(self) -> Purchase | None:
        """The way to buy that was asked for; how the machines at hand are bought asks nothing of others."""
        way = self.profile.purchase
        return None if f"{BOUGHT_TODAY}{way}" in self.filled.reading.signals else way

    @property
    def _reference_bytes(self) -> float | None:
        """Bytes a parameter of the frozen copy that scores written answers; None where others judge, or none."""
        signals = self.filled.reading.signals
        if FROZEN_REFERENCE in signals:
            return self.constants.entry("rlhf_frozen_bytes_per_parameter").value.low
        return 0.0 if REFERENCE_FREE in signals else None

    def speed(self, chip: Accelerator) -> Achieved | None:
        """What a chip achieves on this work."""
        kind: Kind = "inference" if self.serving else "training"
        found = achieved(kind, chip, self.shape, self.library, self.way)
        share = self._told_share
        if found is None or share is None or not self._is_told_of(chip):
            return found
        told = Interval.exactly(chip.bf16_dense_tflops.value * share)
        return found.model_copy(update={"speed": told, "grade": "own", "basis": "measured", "cites": (ASKER,)})

    @cached_property
    def _told_share(self) -> float | None:
        """The share of the BF16 peak that the asker reaches, or wants counted."""
        if self.serving or self.shape.sample is not None or self.profile.precision not in (None, "bf16"):
            return None
        return share_counted(self.filled.reading)

    def _is_told_of(self, chip: Accelerator) -> bool:
        """It is told of the chips that are named; where none is, of any."""
        said = self.profile
        named = {*said.candidates, *said.instances, *said.current_instances} - FAMILIES
        return not named or is_asked_for(chip, said, self.facts)

    @cached_property
    def way(self) -> OwnRun:
        """How the model is trained, as far as it was said."""
        sequence = round(self._sequence)
        precision = self.profile.precision if self.profile.precision in MEASURED_BESIDE_BF16 else "bf16"
        return OwnRun(self.profile.method or "full", sequence, self._chips_said, precision, self.profile.batch_size)

    @property
    def _chips_said(self) -> int | None:
        """The chips that a run is on, said as such or as so many machines of one type."""
        said, machines = self.profile.accelerator_count, self.profile.instance_count
        types = [one for name in self.profile.instances if (one := self.facts.instances.get(name))]
        return said or (machines * types[0].count if machines and len(types) == 1 else None)

    def _queued_work(self) -> tuple[Interval, tuple[Step, ...]]:
        """Tokens of a job or of a month over the share of the paid hours the machines work."""
        tokens, utilization = self.tokens_per_run or 0.0, self.profile.utilization or 1.0
        work = Interval.exactly(tokens / utilization)
        return work, (
            step("tokens", tokens, "tokens"),
            step("utilization", utilization, "ratio"),
            step("queued_tokens", work, "tokens", "tokens", "utilization"),
        )

    def _training_work(self) -> tuple[Interval, tuple[Step, ...]]:
        """TFLOP of one run: from its tokens, or from its hours on the hardware they were said about."""
        method = method_factor(self.profile.method, self.constants, self.filled.reading.signals)
        steps = [step("method_factor", method, "ratio")]
        counted = self._of_samples(method) if self.shape.sample else self._of_tokens(method)
        if counted:
            work, counting = counted
            return work, (*steps, *counting)
        hours = self.profile.run_hours
        reference = self.reference_instance()
        speed = self.speed(self.chip(reference)) if reference else None
        if hours is None or reference is None or speed is None:
            return Interval.exactly(0.0), tuple(steps)
        chips = self.reference_chips(reference)
        work = Interval.exactly(speed.speed.likely * chips * hours * SECONDS_PER_HOUR)
        steps.append(step("reference_chips", chips, "chips"))
        steps.append(step("reference_tflops", speed.speed, "tflops", cites=speed.cites))
        steps.append(step("run_tflop", work, "tflop", "reference_chips", "reference_tflops"))
        return work, tuple(steps)

    @property
    def _sequence(self) -> float:
        """Tokens of a training sequence: as said, else the usual."""
        return self.profile.sequence_length or self.constants.likely("sequence_length")

    def _of_tokens(self, method: Interval) -> tuple[Interval, tuple[Step, ...]] | None:
        """Tokens x FLOPs per token; the tokens of a set that a text says is tuned on are read once an epoch."""
        tokens, said = self.profile.tokens, self.filled.reading.profile
        if tokens is None:
            return None
        joined = any(chain.slot == "tokens" for chain in self.filled.reading.chains)
        told = "tokens" in self.filled.reading.words and (
            said.task == "fine_tuning" or joined
        )  # a config's are of all
        passes = said.epochs if told and said.tokens and said.epochs else 1.0
        tokens *= passes
        per_token = training_flops_per_token(self.shape, self._sequence)
        work = method.times(per_token * tokens / TERA)
        cites = (self.shape.source,) if self.shape.source else ()
        return work, (
            step("parameters", self.shape.active_parameters, "parameters", cites=cites),
            step("flops_per_token", per_token, "flop", "parameters"),
            step("tokens", tokens, "tokens"),
            step("run_tflop", work, "tflop", "flops_per_token", "tokens", "method_factor"),
        )

    def _of_samples(self, method: Interval) -> tuple[Interval, tuple[Step, ...]] | None:
        """Samples x epochs x FLOPs a sample, forward and backward."""
        sample = self.shape.sample
        samples = samples_of(self.profile, sample) if sample else None
        if sample is None or samples is None or self.profile.run_hours is not None:
            return None
        epochs = self.profile.epochs or 1.0
        each = sample_gflop(sample, self.constants)
        work = method.times(each * samples * epochs / GIGA_PER_TERA)
        return work, (
            step("sample_forward_gflop", sample.forward_gflop, "gflop", cites=(sample.source,)),
            step("sample_gflop", each, "gflop", "sample_forward_gflop"),
            step("samples", samples, "samples"),
            step("epochs", epochs, "epochs"),
            step("run_tflop", work, "tflop", "sample_gflop", "samples", "epochs", "method_factor"),
        )

    @property
    def reference_assumed(self) -> bool:
        """Whether hours were said of no machine, so that they count for an assumed one."""
        return self.profile.run_hours is not None and self.filled.assumed("instances")

    def reference_instance(self) -> Instance | None:
        """The hardware `run_hours` was said about: that of today, a named GPU type, any type, or one of a named chip.

        Of a chip, the least expensive type that holds the work; of nothing at all, that of an NVIDIA machine.
        """
        told = self._told_of()
        today = (told.id,) if told else self.profile.current_instances
        words = today or self.profile.instances
        named = [self.facts.instances[name] for name in words if name in self.facts.instances]
        gpus = [instance for instance in named if self.chip(instance).family == "gpu"]
        if named:
            return (gpus or named)[0]
        placed = [
            (self.placed(instance).instances, price, instance)
            for instance in self.facts.instances.values()
            if self.chip(instance).trains and self.is_here(instance)
            for price in (quote.usd_per_hour.likely for quote in self.prices.quotes(instance, "on_demand")[:1])
        ]
        by_price = [instance for count, _, instance in sorted(placed, key=lambda entry: entry[:2]) if count]
        wanted = frozenset(today or self.profile.candidates) - FAMILIES
        named = [instance for instance in by_price if is_named(self.chip(instance), wanted)]
        if wanted and not named and any(is_named(chip, wanted) for chip in self.facts.accelerators.values()):
            return None  # a card nobody rents out: hours on it are those of no other
        gpus = [instance for instance in named if self.chip(instance).family == "gpu"]
        whole = [instance for instance in by_price if self.chip(instance).vendor == "nvidia" and instance.count > 1]
        return next(iter(gpus or named or whole), None)

    def _told_of(self) -> Equipment | None:
        """The machines that hours were told of ("they trained on 32 H100 for 2 days"), and not those asked about."""
        told = [one for one in self.filled.reading.hardware if one.role in ("quoted", "owned") and one.chips]
        told.sort(key=lambda one: one.role != "quoted")
        return next(iter(told), None) if self.profile.run_hours and not self.profile.current_instances else None

    def reference_chips(self, reference: Instance) -> int:
        """How many chips the hours were said about: as many as were said, else those of its machines."""
        told = self._told_of()
        if told is not None and told.chips:
            return told.chips
        said, held = self.profile.accelerator_count, self.profile.current_count
        today = self.profile.current_instances
        if held and (reference.id in today or is_named(self.chip(reference), frozenset(today))):
            return held * (reference.count if reference.id in today else 1)
        if said and not self.profile.instance_count and self.counts(reference):
            return said
        return self.said_instances(reference) * reference.count

    def counts(self, instance: Instance) -> bool:
        """Whether a number was said that holds for `instance`: that of the machines at hand holds for them alone."""
        profile = self.profile
        if not (profile.instance_count or profile.accelerator_count):
            return False
        held = frozenset(profile.current_instances)
        of_today = profile.current_count in (profile.instance_count, profile.accelerator_count)
        return not held or not of_today or instance.id in held or is_named(self.chip(instance), held)

    def said_instances(self, instance: Instance) -> int:
        """How many of `instance` the asker speaks of, at least one."""
        if not self.counts(instance):
            return 1
        machines, chips = self.profile.instance_count, self.profile.accelerator_count
        if machines and (not chips or instance.id in self.profile.instances or machines * instance.count >= chips):
            return machines
        return max(1, -(-chips // instance.count)) if chips else 1  # "one 8 x H100 node" is no machine of one H100

"""What an answer about memory is worked out from: each way to use the hardware that is meant."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from engine.base.constants import Constants
from engine.forms.parts.fit_reasons import Beside
from engine.forms.parts.hardware import ANY_GPU, Hardware
from engine.memory.activations import Recompute
from engine.memory.fit import MemoryPlan, fit, host_short_gib
from engine.memory.placement import Core, Need, core_bytes, place, shares
from engine.memory.training_states import WEIGHT_BYTES, ZeroStage
from engine.memory.ways import SERVING, Machines, Room, Way, fewest, needed, on_way
from engine.options.assumptions import refill
from engine.options.problem import Problem
from engine.options.too_small import splits
from engine.prices.price_book import Quote
from engine.workload.flops import Shape
from engine.workload.profile import Profile
from knowledge.facts import Accelerator, Instance, Purchase

STAGES: dict[str, ZeroStage] = {"zero-1": 1, "zero-2": 2, "zero-3": 3, "fsdp": 3}
CRITIC, REFERENCE, OFFLINE = "trains_critic", "reference_only", "preferences"  # cues, the last of DPO and its kind
KEEPS_ALL, CHUNKED = "no_recompute", "chunked_loss"  # cues of what activations are kept
OF_A_STEP = ("global", "effective", "total", "overall", "accum")
MANY = 1024  # requests at once; more are not counted
OPEN: tuple[Purchase, ...] = ("on_demand", "capacity_block", "reserved_1yr", "savings_plan")  # unless others are said


class Rented(NamedTuple):
    """The machines of least price that hold the work."""

    instance: Instance
    machines: int
    quote: Quote | None

    @property
    def usd_per_hour(self) -> float | None:
        return self.quote.usd_per_hour.likely * self.machines if self.quote else None


class Work:
    """One way to train or serve the asker's model, with what it needs in memory."""

    def __init__(self, way: Way, asked: Problem, least: float | None = None) -> None:
        """`asked` is the question as it was read; `least` requests are served at once where nobody said how many."""
        self.way, self._asked, self._least = way, asked, least
        self._needs: dict[MemoryPlan, Need] = {}

    @cached_property
    def problem(self) -> Problem:
        """The question as if this way had been asked for."""
        filled = self._asked.filled
        said = on_way(filled.reading.profile, self.way)
        changed = {"task": said.task, "method": said.method, "precision": said.precision}
        there = refill(filled, self._asked.library, **changed)
        return Problem(there, self._asked.library, self._asked.day, brief=True)

    @property
    def profile(self) -> Profile:
        return self.problem.profile

    @property
    def shape(self) -> Shape:
        """That of the model."""
        return self.problem.shape

    @property
    def constants(self) -> Constants:
        return self.problem.constants

    @cached_property
    def plan(self) -> MemoryPlan:
        """How it is run: as the verdict has it, at the precision of this way; for one user one request at a time."""
        plan = self.problem.plan(self.way)
        if self.way in SERVING:
            requests = self.said_requests or self._least
            return plan._replace(requests=requests) if requests else plan
        stages = [STAGES[name] for name in self.libraries if name in STAGES]
        plan = plan._replace(micro_batch=self.said_batch or plan.micro_batch, zero=max(stages, default=plan.zero))
        plan = plan._replace(beside_bytes=self._beside_bytes, sequence=self._long_samples)
        plan = plan._replace(engine_bytes=WEIGHT_BYTES if self.generates else 0.0)
        cues = self._asked.filled.reading.cues
        kept: Recompute = "selective" if KEEPS_ALL in cues else plan.recompute  # attention is a flash kernel
        plan = plan._replace(recompute=kept, whole_loss=CHUNKED not in cues)
        return plan._replace(optimizer_bytes=0.0) if self.is_offloaded else plan

    @property
    def _long_samples(self) -> float | None:
        """Tokens of a sample as the length of a sequence, where they are more than the usual and none was said."""
        said = self._asked.filled.reading.profile
        usual = self.constants.likely("sequence_length")
        tokens = said.tokens_per_sample or said.prompt_tokens or 0.0  # "train it on inputs of 50k tokens"
        if self.is_reinforced and said.answer_tokens and said.sequence_length is None:
            return (said.prompt_tokens or 0.0) + said.answer_tokens  # it learns from what it was asked and wrote
        return tokens if said.sequence_length is None and tokens > usual else None

    @property
    def beside(self) -> Beside | None:
        """The models beside the one that learns, where all its weights do: adapters have the base as reference."""
        cues = self._asked.filled.reading.cues
        if self.way not in ("full", "rlhf"):
            return None
        if CRITIC in cues and self.way == "rlhf":
            return "critic"
        if REFERENCE in cues:
            return "reference"
        return "reward" if self.way == "rlhf" else None

    @property
    def is_reinforced(self) -> bool:
        """Whether it learns from answers that it generates, or from preferences."""
        return not {CRITIC, REFERENCE}.isdisjoint(self._asked.filled.reading.cues)

    @property
    def generates(self) -> bool:
        """Whether a copy of the weights writes the answers that it learns from; preferences are written before.

        An engine reads the 4-bit base of QLoRA where it lies, and of LoRA takes a copy with the adapters merged.
        """
        learns = self.way == "rlhf" or (self.way == "lora" and self.is_reinforced)
        return learns and OFFLINE not in self._asked.filled.reading.cues

    @property
    def _beside_bytes(self) -> float | None:
        """Bytes a parameter of these models."""
        bytes_each = self.constants.spread("rlhf_frozen_bytes_per_parameter")
        return {"critic": bytes_each.high, "reference": bytes_each.low}.get(self.beside or "")

    @property
    def libraries(self) -> tuple[str, ...]:
        """Those that were named."""
        return self._asked.filled.reading.profile.libraries

    @property
    def full_context(self) -> float:
        """The longest context of the model, where it is published and no length was said; else 0."""
        said = self._asked.filled.reading.profile.sequence_length
        model = self._asked.facts.models.get(self.shape.model or "") if said is None else None
        return float(model.context_tokens or 0) if model else 0.0

    @property
    def is_native(self) -> bool:
        """Whether it serves in the precision the weights are published in, which nobody had to ask for."""
        return self.way in SERVING and self.way == self.shape.native_precision

    @cached_property
    def is_offloaded(self) -> bool:
        """Whether the optimizer is said to stay in the memory of the host."""
        ruled_out = "no_offload" in self._asked.filled.reading.cues
        return "offload" in self.libraries and not ruled_out and self.way not in (*SERVING, "lora", "qlora")

    @property
    def optimizer_bytes(self) -> float | None:
        """Bytes a parameter of the optimizer, wherever they are kept; None: those of Adam in mixed precision."""
        return self.problem.plan(self.way).optimizer_bytes

    @property
    def said_batch(self) -> int | None:
        """Sequences of one pass of a chip; a batch that is said to be all of a step is none."""
        reading = self._asked.filled.reading
        words = reading.words.get("batch_size", "").lower()
        return None if any(word in words for word in OF_A_STEP) else reading.profile.batch_size

    @property
    def said_requests(self) -> float | None:
        """How many requests come at once, as far as it was said."""
        reading, said = self._asked.filled.reading, self._asked.filled.reading.profile
        batch = said.batch_size if said.task in (None, "inference") else None
        alone = "one_user" in reading.cues and "asks_users" not in reading.cues  # how many there are is what is asked
        return said.concurrent_users or batch or (1.0 if alone else None)

    def need(self, **changed: object) -> Need:
        """Its bytes, with terms of the plan changed."""
        plan = self.plan._replace(**changed)  # type: ignore[arg-type]  # the terms are those of the plan
        if plan not in self._needs:  # asked for each kind of hardware
            self._needs[plan] = needed(self.profile, self.way, self.shape, self.constants, plan)
        return self._needs[plan]

    def room(self, hardware: Hardware, **changed: object) -> Room | None:
        """The fewest chips that hold it."""
        machines = hardware.machines._replace(counts=self.counts(hardware))
        if self.way not in SERVING and hardware.chip is not None and hardware.chip.family == "tpu":
            machines = machines._replace(spread=True)  # slices train one model over the network of the data center
        return fewest(self.need(**changed), self.shape, self.core(hardware), machines)

    def counts(self, hardware: Hardware) -> tuple[int, ...]:
        """The numbers of chips of one machine that this way can use: engines serve on those that share the heads."""
        counts, shape = hardware.machines.counts, self.shape
        if self.way not in SERVING or hardware.core.per_chip > 1 or len(counts) == 1:
            return counts
        return tuple(count for count in counts if shares(count, shape.heads, shape.kv_heads)) or counts

    def alone_on(self, hardware: Hardware, chips: int) -> Room | None:
        """What each chip holds where one copy is split over so many chips of one machine."""
        core = self.core(hardware)
        if self.way in SERVING and core.per_chip == 1:
            size = core_bytes(self.need(), chips, chips, 1, self.shape.kv_heads)
            return Room(chips, 1, size, chips) if size <= core.usable else None
        return self.room(hardware._replace(machines=Machines((chips,), spread=False)))

    def core(self, hardware: Hardware) -> Core:
        """Of cards of several kinds training shards evenly, so that the smallest counts; serving by their memory."""
        core = hardware.core if hardware.least is None or self.way in SERVING else hardware.least
        return core._replace(usable=core.usable * self._left, safe=core.safe * self._left)

    @property
    def _left(self) -> float:
        return 1 - self.constants.likely("rollout_share") * (self.way == "rlhf" and self.generates)

    def on_machines(self, hardware: Hardware, machines: int) -> Room | None:
        """What each chip holds on so many whole machines, which are enough."""
        wanted, core, count = self.need(), self.core(hardware), hardware.machines.counts[-1]
        placed = place(wanted, core.usable, count * core.per_chip, self.shape.heads, self.shape.kv_heads)
        if placed is None:
            return None
        over = placed.instances if wanted.serving else max(machines, placed.instances)
        size = core_bytes(wanted, placed.tensor_parallel, count * core.per_chip, over, self.shape.kv_heads)
        return Room(over * count, over, size, placed.tensor_parallel)

    def runs_on(self, chip: Accelerator | None) -> bool:
        """Whether a chip can be used this way: 4-bit bases train on GPUs, and serve where that was measured."""
        if chip is None:
            return True
        if self.way in SERVING:
            if chip.family != ANY_GPU:
                return chip.serves and self.problem.precision(chip) == self.way
            said = self._asked.filled.reading.profile.precision
            return chip.serves and (said is not None or self.computes(chip, self.way))
        return chip.trains and (self.way != "qlora" or chip.family == ANY_GPU)

    def computes(self, chip: Accelerator, precision: str) -> bool:
        """Whether a GPU has a format that nobody asked for: FP8 units, or 16 bits wide enough to unpack MXFP4."""
        if precision == "fp8":
            return chip.fp8_dense_tflops is not None
        return precision != "fp4" or chip.has_bf16

    def rented(self, types: tuple[Instance, ...], most: int | None = None, /, **changed: object) -> Rented | None:
        """The machines of least price (else of the fewest chips) that hold it, `most` of them at most."""
        wanted = self.need(**changed)
        wanted = wanted._replace(sharded=wanted.sharded / self._left, split=wanted.split / self._left)
        found = [rented for instance in types if (rented := self._rented(instance, wanted))]
        return min((one for one in found if most is None or one.machines <= most), key=_cheaper, default=None)

    def _rented(self, instance: Instance, wanted: Need) -> Rented | None:
        chip = self.problem.chip(instance)
        if not self.runs_on(chip) or not (chip.has_bf16 or wanted.serving):
            return None
        placed = fit(wanted, self.shape, instance, chip, self.constants)
        if not placed.fits or (placed.instances > 1 and not splits(self.problem, instance)):
            return None
        return Rented(instance, placed.instances, quoted(self.problem, instance))


class Row(NamedTuple):
    """One way on one kind of hardware. `room` is None where no number of its chips holds it."""

    work: Work
    hardware: Hardware
    room: Room | None
    rented: Rented | None

    @property
    def fits(self) -> bool | None:
        """On what was named; None where no number was."""
        if not self.hardware.said:
            return None
        return self.room is not None and self.room.chips <= self.hardware.said

    @property
    def larger(self) -> Rented | None:
        """Machines of another type of the same chip that hold what no number of the type named does."""
        return self.work.rented(self.hardware.kin) if self.room is None and self.hardware.kin else None

    @property
    def host_short(self) -> float:
        """GiB that the host of the machines named lacks to compile what their chips hold."""
        instance, chip = self.hardware.type_said, self.hardware.chip
        if instance is None or chip is None or not self.fits:
            return 0.0
        machines = -(-self.hardware.said // instance.count)
        return host_short_gib(self.work.shape, instance, chip, machines, self.work.constants)

    def over(self, chips: int) -> Room | None:
        """What each chip holds on so many of them, which are enough; whole machines beyond one."""
        counts, needed_chips = self.work.counts(self.hardware), self.room.chips if self.room else 0
        if chips <= needed_chips:
            return self.room
        if chips <= self.hardware.machines.counts[-1]:
            serves = self.work.way in SERVING  # on as many as share its heads; training on as many as there are
            fewer, more = [one for one in counts if one <= chips], [one for one in counts if one >= chips]
            return self.work.alone_on(self.hardware, fewer[-1] if serves and fewer else (more or fewer)[0])
        return self.work.on_machines(self.hardware, chips // counts[-1])


def most_requests(row: Row) -> int:
    """The most requests at once that there is room for on what was named, where nobody said how many; else 0.

    Where no number was named, on the fewest chips that hold the model.
    """
    if row.work.way not in SERVING or row.work.said_requests or row.work.problem.encodes or row.room is None:
        return 0
    if not row.hardware.said:
        return most_requests(row._replace(hardware=row.hardware._replace(said=row.room.chips)))
    return most_at_once(row)


def most_at_once(row: Row, **changed: object) -> int:
    """The most requests at once on what was named, with terms of the plan changed; 0 where not one has room."""
    low, high = 0, MANY
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if holds(row, requests=float(middle), **changed) else (low, middle - 1)
    return low


def holds(row: Row, **changed: object) -> bool:
    """Whether it fits on what was named with terms of the plan changed."""
    room = row.work.room(row.hardware, **changed)
    return room is not None and room.chips <= row.hardware.said


def rows(works: tuple[Work, ...], hardware: tuple[Hardware, ...]) -> tuple[Row, ...]:
    """Every way on every kind of hardware that can be used so."""
    pairs = ((work, kind) for kind in hardware for work in works if work.runs_on(kind.chip))
    return tuple(Row(work, kind, work.room(kind), work.rented(kind.types)) for work, kind in pairs)


def quoted(problem: Problem, instance: Instance) -> Quote | None:
    """What it costs by the way of buying asked for, else the first open one; in the place that was said, if it is
    sold there."""
    near = (problem.prices.near(instance, way, problem.profile.region) for way in _ways(problem, instance))
    return quoted_there(problem, instance) or next((quote for quote in near if quote is not None), None)


def quoted_there(problem: Problem, instance: Instance) -> Quote | None:
    """What it costs in the place that was said; None where it is not known to be sold there, or no place was said."""
    place = problem.filled.reading.profile.region
    quotes = (problem.prices.there(instance, way, place) for way in _ways(problem, instance) if place)
    return next((quote for quote in quotes if quote is not None), None)


def _ways(problem: Problem, instance: Instance) -> tuple[Purchase, ...]:
    ways = (problem.profile.purchase,) if problem.profile.purchase else OPEN
    return tuple(way for way in ways if not instance.sold or way in instance.sold)


def sold_here(problem: Problem) -> tuple[Instance, ...]:
    """Machines of GPUs with a price, in the clouds of the work and, if any is known there, in the place said."""
    here = (one for one in problem.facts.instances.values() if problem.is_here(one))
    found = tuple(one for one in here if _is_common(problem.chip(one)) and quoted(problem, one))
    return tuple(one for one in found if quoted_there(problem, one)) or found


def _is_common(chip: Accelerator) -> bool:
    """A GPU with matrix units, in a machine of the usual kind: without BF16 (T4, V100) it serves in FP16."""
    return chip.is_usual_gpu and (chip.has_bf16 or not chip.in_fp32)


def _cheaper(rented: Rented) -> tuple[bool, float, int, str]:
    usd = rented.usd_per_hour
    return usd is None, usd or 0.0, rented.machines * rented.instance.count, rented.instance.id

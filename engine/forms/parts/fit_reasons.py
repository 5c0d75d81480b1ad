"""What an answer about memory says, as values: the verdict on what was named, the sum, and what would change it."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from engine.base.reason import Reason
from engine.memory.outcomes import Cached, Cause, Copies, FitChange, Instead
from engine.memory.premises import Premises
from engine.memory.ways import Way

Beside: TypeAlias = Literal["reference", "reward", "critic"]  # models beside the one that learns; a critic learns too


class Held(NamedTuple):
    """One way on one kind of chip: the fewest that hold it (0: no number does), and the machines they come in."""

    way: Way
    needs_gib: float
    chips: int
    machines: int
    instance: str
    size: float = 0.0  # GiB of the smallest common chip of which one is enough, where no hardware was named
    large: float = 0.0  # GiB of the common large chip that `chips` counts there
    usd_per_hour: float = 0.0  # of those machines; 0 where no price is known
    requests: int = 0  # most at once on what was named, where nobody said how many; 0 in training
    larger: bool = False  # the machines are of another type of the same chip, as the one named does not hold it
    most: int = 0  # chips of one machine, where no number holds it and machines do not share a model
    in_fp16: bool = False  # what is called BF16 is FP16 there: the chips have no BF16


class FitOnOther(Reason, code="fit_on_other"):
    """The same on other hardware that was meant too, where more or less of it fits."""

    chip: str
    said: int
    fitting: tuple[Held, ...]
    failing: tuple[Held, ...]


class OnNamed(Reason):
    """An answer about hardware that was named: `said` chips, or `machines` of a type. `asks_more`: are more needed?

    `asked`: the way that was said; `fitting`, `failing`: the others. `model`: "" for a size alone."""

    parameters: float
    model: str
    chip: str
    said: int
    instance: str
    machines: int
    card_gib: float  # of a chip named by its memory, else 0
    usable_gib: float  # of one chip
    usable_all_gib: float
    core_gib: float  # on one chip of those said, else of the fewest
    tight: bool  # more than the lowest usable share on record
    micro_batch: float = 1.0  # sequences of a pass of a chip
    asks_memory: bool = False  # how much it takes in all is asked
    roomy: int = 0  # the fewest chips that keep some memory free, where the fewest of all do not
    roomier: str = ""  # the cheapest machine with more of the chip than the one named
    generates_gib: float = 0.0  # of the copy of the weights that generates, which is counted
    asks_tokens: tuple[float, float] | None = None  # of a prompt and an answer that training learns from
    close: bool  # little of the usable memory is left
    barely: bool  # hardly any of the usable memory is left
    in_fp16: bool = False  # 16 bits are FP16: as it was said, or the chip has no BF16
    no_bf16: bool = False  # which was asked for
    instead: tuple[Instead, ...] = ()  # where it does not hold it, or hardly
    engine_gib: float = 0.0  # what an engine takes beside it, where less than that is left; else 0
    enough: int = 0  # the fewest chips that leave that; 0: not known
    weights_gib: float = 0.0  # of what is served, where they alone leave hardly any room there; else 0
    native: bool  # the way that was taken is the precision the model is published in
    each_gib: float | None  # on each of those said, where all of them together have enough and they do not hold it
    unsharded: int  # the stage of ZeRO
    unsharded_gib: float  # on each of those said, where that stage keeps too much whole on each; else 0
    sharded_gib: float  # on each with ZeRO-3 instead, where that fits; else 0
    whole_gib: float  # of the cache, that each holds whole: of a latent cache, and of fewer heads than chips
    host_gib: float  # of the host, where the optimizer is said to be offloaded there; else 0
    beside: bool = False  # another line answers first: this one is of memory alone
    shared: int  # chips of those said that share one served copy: as many as engines split it over
    stages: tuple[int, int] | None = None  # tensor-parallel cards x pipeline stages, where no one group can share it
    ran_out: bool  # the asker says that it did
    normal: bool = False  # and asks whether that is to be expected
    left_gib: float = 0.0  # of each, where it is asked if so little is to be expected
    mixed: bool  # cards of several kinds, whose names `chip` lists
    asks_more: bool = False
    asks_least: bool = False  # whether what was named is the least is asked
    asks_no: bool = False  # whether it is too large is asked, to which a no of memory is a yes
    host_short: float  # GiB that the host of the type named lacks to compile it; else 0
    compiles_on: tuple[str, float] = ("", 0.0)  # then the smallest machine that does both, and GiB of its host
    causes: tuple[Cause, ...]  # where it ran out of memory although it fits
    copies: Copies | None  # where it ran out of memory, or is said to be copied, and there are several to share it
    cached: Cached | None  # where a length was said, of the way that was taken
    by_number: tuple[tuple[int, bool], ...]  # where several numbers of chips were asked: which hold the first way
    tokens: float | None  # of a served request
    stated: float | None  # tokens of a sequence or a request, as said
    at_once: float = 0.0  # requests at once of that length, as said
    room_for: int | None = None  # of those, where not all have room
    premises: Premises | None = None  # of training on long sequences
    optimizer: str = ""  # the one that was named, where it is not Adam in FP32
    helps: tuple[FitChange, ...] = ()  # by each of which alone what fails would fit, of the same sequences
    away_gib: float = 0.0  # of the host, with which one card holds what is to be sharded there; else 0
    asked: Held | None
    every: tuple[Held, ...]  # the one that was said first
    fitting: tuple[Held, ...]
    failing: tuple[Held, ...]
    other: FitOnOther | None = None  # what so many of the same card with more memory hold, where nobody said which


class FitsThere(OnNamed, code="fits_there"):
    """The way that was said, or every way, fits."""


class TooSmallThere(OnNamed, code="too_small_there"):
    """The way that was said, or every way, does not fit."""


class FitsShorter(OnNamed, code="fits_shorter"):
    """It fits with sequences of at most `tokens`, not with the `assumed` ones."""

    assumed: float
    way: str


class FitsPartly(OnNamed, code="fits_partly"):
    """Some ways fit and others do not, where none was said."""


class ChipsNeeded(OnNamed, code="chips_needed"):
    """How many of a chip each way takes."""

    some: Literal["", "cards", "nodes"] = ""  # whether several of them do was asked, with no number


class MemoryNeeded(Reason, code="memory_needed"):
    """How much memory each way takes, where no hardware was named: the way that was said first, then the others."""

    parameters: float
    model: str
    ways: tuple[Held, ...]
    asks_type: bool  # which machine is the smallest or the cheapest was asked
    place: str = ""  # the region that was said, where the machines are sold there


class FitSum(Reason, code="fit_sum"):
    """The bytes of one way, by what they are, in GiB."""

    way: str
    parameters: float
    bytes_each: float  # of states a parameter, where all are trained; else of the weights
    weights: float
    gradients: float
    optimizer: float
    adapters: float
    frozen: float
    engine: float = 0.0  # a copy of the weights that generates
    beside: Beside | None  # what `frozen` counts
    rank: int | None  # of the adapters, where it was said
    activations: float
    logits: float = 0.0  # in FP32, once
    cache: float
    total: float
    tokens: float  # of a sequence, or of a request
    requests: float
    batch: float  # sequences of a micro-batch
    offloaded: float  # GiB of optimizer states in the memory of the host
    named: str  # the optimizer that was named, where it is not Adam in FP32
    in_samples: bool


class FitBeside(Reason, code="fit_beside"):
    """The models counted beside the one that learns; GiB of KV cache a sequence of `tokens`, not counted."""

    models: Beside | Literal["base"]  # the base: of adapters the model itself without them
    generates: bool
    tokens: float
    cache_gib: float


class FitSplit(Reason, code="fit_split"):
    """What each chip holds on so many."""

    way: str
    chip: str
    chips: int
    machines: int
    core_gib: float
    usable_gib: float
    total_gib: float
    tensor_parallel: int
    core: str
    serving: bool
    zero: int


class FitServesOnly(Reason, code="fit_serves_only"):
    """A chip that was named and does not train, or of which nothing is known in the way that was said."""

    chip: str
    way: str
    trains: bool


class FitChanges(Reason, code="fit_changes"):
    """What makes it fit on the chips named, each change by itself."""

    way: str
    changes: tuple[FitChange, ...]


class FitOffload(Reason, code="fit_offload"):
    """Optimizer states in the memory of the host: GiB of it."""

    host_gib: float


class RequestsOn(NamedTuple):
    """The most requests at once that one way of serving has room for: on what was named, or on so many chips."""

    way: Way
    requests: int
    chips: int = 0  # where no number was named: the fewest that hold it, of `chip` or of so much memory
    chip: str = ""
    card_gib: float = 0.0


class FitRequests(Reason, code="fit_requests"):
    """How many requests of so many tokens there is room for, where nobody said how many come at once."""

    tokens: float
    ways: tuple[RequestsOn, ...]


class FitQuoted(Reason, code="fit_quoted"):
    """What others were quoted to use: whether it holds the work, and how many of it that takes."""

    chip: str
    said: int
    fits: bool
    held: Held


class FitRanOut(Reason, code="fit_ran_out"):
    """It ran out of memory although it fits: GiB on each chip where less than everything is sharded. `copied`:
    everything on each chip (plain data parallelism); `optimizer_only`: gradients and optimizer alone are sharded
    (ZeRO-2); `each`: one more sequence in the micro-batch."""

    chips: int
    copied: float
    optimizer_only: float
    each: float


class FitRanOutServing(Reason, code="fit_ran_out_serving"):
    """The same in serving: weights in FP32, the whole context, a copy on each chip; 0 where there is none."""

    parameters: float
    fp32: float
    fp32_fits: bool
    context: float
    context_gib: float
    context_fits: bool
    chips: int
    copied: float
    copied_fits: bool


class LoadedWide(Reason, code="loaded_wide"):
    """Served weights that are loaded in FP32: GiB of them."""

    gib: float


class FitSixteen(Reason, code="fit_sixteen"):
    """A chip that computes in FP16 and not in BF16."""

    chip: str


class WeightsAlone(Reason, code="weights_alone"):
    """What is counted of a model that answers with images or video."""


class HostNeeded(Reason, code="host_needed"):
    """Memory of the host: GiB of the optimizer states alone, of all states, and of the weights being loaded. `level`:
    which of them hold in the `ram` that was told (0: none was)."""

    parameters: float
    model: str
    optimizer: float
    states: float
    weights: float
    bytes_each: float  # of the optimizer, a parameter
    each: float  # on each of the chips said with the optimizer offloaded, where it fits so; else 0
    usable: float
    chip: str
    said: int
    ram: float
    free: float = 0.0  # of it, beside the system and what is cached
    level: Literal["", "all", "optimizer", "none"]
    kept: float = 0.0  # with the gradients that DeepSpeed keeps there in FP32, where those have no room; else 0
    padded: float = 0.0  # by DeepSpeed's own estimate, where it failed although the states have room; else 0
    too_little: bool = False  # whether that estimate is more than what is free
    chips: int = 0  # that hold it without offload, in `machines`; 0: not known


class ChipsForTraffic(Reason, code="chips_for_traffic"):
    """How many chips answer so much traffic; `least` of them hold the model once."""

    chips: int
    machines: int
    instance: str
    chip: str
    parameters: float
    model: str
    tokens_per_day: float
    requests_per_second: float | None
    users: int | None
    lengths: tuple[float, float, int] | None  # of a prompt and an answer, where they are assumed
    utilization: float
    precision: str
    least: int
    ttft_ms: float | None  # to a first token, where that is limited
    limit_ms: float | None
    said: int | None  # chips of which it was asked whether they are enough
    busy: int  # chips that do it while they are never idle
    usd_per_hour: float
    purchase: str


class OnSale(NamedTuple):
    """The fewest machines of one type that hold the work, with their price an hour."""

    instance: str
    machines: int
    chips: int
    chip: str
    usd_per_hour: float


class RentedThere(Reason, code="rented_there"):
    """Which GPUs on sale in a place hold the work, one type of each, the cheapest first; `too_small` do not."""

    place: str
    way: str
    parameters: float
    model: str
    needs_gib: float
    machines: tuple[OnSale, ...]
    too_small: tuple[str, ...]


class FitUnpacked(Reason, code="fit_unpacked"):
    """A model is published in a precision that the chip does not compute."""

    chip: str
    precision: str


class FitHost(Reason, code="fit_host"):
    """The memory of the host does not hold what compiling takes."""

    instance: str
    host_gib: float
    short_gib: float


class FitNetwork(Reason, code="fit_network"):
    """Machines of this kind are too slowly connected to share one model."""

    chip: str
    machine_chips: int


class FitLinked(Reason, code="fit_linked"):
    """So many cards hold it by memory; NVLink joins only `linked` of them (1: none), the others PCIe."""

    chip: str
    chips: int
    linked: int


class FitAcross(Reason, code="fit_across"):
    """It fits on several machines, of which nothing says that their network is as fast as sharing one model takes."""

    machines: int
    gbps: float


class FitAssumed(Reason, code="fit_assumed"):
    """What was not said and moves the memory; what was said is None."""

    parameters: float | None
    sequence: float | None
    context: float | None
    requests: float | None
    rank: float | None
    usable: float
    neuron: float | None  # the same of a NeuronCore, where one was named
    trains: bool
    batch: float | None  # sequences of a micro-batch

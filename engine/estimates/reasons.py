"""What an estimate says, as values; worded in templates/words/estimates.j2."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from engine.base.reason import Reason
from engine.estimates.work import Factor
from knowledge.facts import Scalar


class On(NamedTuple):
    """Where a run is placed: `machines` of a type with `chips` at work; no type where nobody sells the chip."""

    instance: str
    machines: int
    chips: int
    chip: str
    purchase: str = ""
    cores: int = 0  # processes at work, where a chip has more than one
    core: str = "chip"  # what holds the memory of one


class Other(NamedTuple):
    """Another place for the same run."""

    on: On
    hours: float
    usd: float


class ReadKey(NamedTuple):
    """One thing the files say, and the key that says it."""

    name: str
    value: Scalar | tuple[str, ...]
    key: str


class Estimated(Reason, code="estimated"):
    """It fits, and this is what it takes; `cheaper` where another machine takes less.

    `ported`: it is written for another chip, and the port is not in the dollars. `on_demand_usd`: of what is
    placed on spot, where it is sold on demand as well.
    """

    on: On
    hours: float
    usd: float
    low: float
    high: float
    named: bool
    cheaper: Other | None
    ported: bool = False
    on_demand_usd: float | None = None


class TooBig(Reason, code="too_big"):
    """As set up it does not fit there; `remedies` are changes by which it does, each by itself."""

    on: On
    core_gib: float
    usable_gib: float
    remedies: tuple[str, ...]
    other: Other | None


class Unsized(Reason, code="unsized"):
    """Something has to be said before there is a total; `usd` and `hours` are of `tokens`, a million of data."""

    on: On
    fits: bool
    named: bool
    missing: tuple[str, ...]
    datasets: tuple[str, ...]
    epochs: float
    hours: float | None
    usd: float | None
    purchase: str = ""


class Unpriced(Reason, code="unpriced"):
    """The chip is known and nobody here sells it, or nothing says how fast it is."""

    on: On
    fits: bool
    core_gib: float
    usable_gib: float
    other: Other | None
    priced: bool = True
    trains: bool = True


class Nowhere(Reason, code="nowhere"):
    """No machine holds it as set up."""

    parameters: float
    core_gib: float | None
    is_sharded: bool = False
    micro_batch: int = 1


class ModelUnsized(Reason, code="model_unsized"):
    """The size of the model is not held; its name if one was given."""

    model: str
    on: On | None
    rate: float | None


class MachinesAlone(Reason, code="machines_alone"):
    """A job file alone: what its machines cost."""

    on: On
    rate: float
    limit_hours: float | None
    limit_usd: float | None


class PortOfRun(Reason, code="port_of_run"):
    """What does not run on the chip as the config has it (feature, key, what is held), and the one-time port.

    `weeks` is None where the files name the chip themselves.
    """

    chip: str
    pieces: tuple[tuple[str, str, str], ...]
    weeks: float | None
    low: float | None
    high: float | None
    usd: float | None


class Multiplied(Reason, code="multiplied"):
    """hours x machines x rate = dollars; `hours` are those billed.

    `worked`: hours of the run, where more are paid: whole days of a Capacity Block, all hours of a term.
    """

    hours: float
    worked: float | None
    machines: int
    usd_per_hour: float
    usd: float
    purchase: str
    region: str
    seen: date
    managed: bool


class TokensOfRun(Reason, code="tokens_of_run"):
    """The product the tokens are; `full_length`: every sequence counts at its full length, `by_sample` where their
    length can be said."""

    tokens: float
    factors: tuple[Factor, ...]
    full_length: bool
    by_sample: bool


class KnownSet(Reason, code="known_set"):
    """A data set whose published size counts; `length` is tokens of a sample, on average."""

    name: str
    samples: int | None
    tokens: float
    length: float | None


class SizeByName(Reason, code="size_by_name"):
    """A data set whose size nobody published here: its name states it."""

    name: str
    samples: int


class ModelOfRun(Reason, code="model_of_run"):
    """The size of a model that is a mere shape, with the layers and widths it was worked out from."""

    parameters: float
    factors: tuple[Factor, ...]


class BatchOfRun(Reason, code="batch_of_run"):
    """micro-batch x accumulation x devices. `grows`: nobody said the devices, and steps end the run."""

    sequences: int
    factors: tuple[Factor, ...]
    grows: bool | None = None


class Memory(Reason, code="memory_of_run"):
    """What each core holds under the set-up."""

    core_gib: float
    usable_gib: float
    chips: int
    core: str
    stage: int
    stage_assumed: bool
    split: int
    micro_batch: int
    sequence: float
    recompute: str
    offload: tuple[str, ...]


class Generating(Reason, code="generating"):
    """The answers are generated while it trains: how many times a plain fine-tune that counts."""

    objective: str
    low: float
    likely: float
    high: float


class PartlyTrained(Reason, code="partly_trained"):
    """A key says that a part of the weights is trained, which is counted as all of them."""

    key: str


class WithoutBf16(Reason, code="without_bf16"):
    """The config asks for BF16, and the chip does not compute in it."""

    chip: str


class LimitTooShort(Reason, code="limit_too_short"):
    """The scheduler ends the job before the run does."""

    limit_hours: float
    hours: float


class SpeedInferred(Reason, code="speed_inferred"):
    """The speed of the chip is inferred from similar ones."""

    chip: str


class RankedByHigh(Reason, code="ranked_by_high"):
    """Machines that look cheaper than the first, and of which the speed is inferred."""

    names: tuple[str, ...]


class ReadFrom(Reason, code="read_from"):
    """What was read, and from which key."""

    read: tuple[ReadKey, ...]


class AssumedOfRun(Reason, code="assumed_of_run"):
    """What the files do not say and the figures rest on; `defaults`: what the library does then."""

    what: tuple[Factor, ...]
    defaults: tuple[str, ...] = ()


class Clashing(Reason, code="clashing"):
    """Two keys that say different things; the first counts."""

    used: str
    used_value: Scalar
    other: str
    other_value: Scalar


class LeftOpen(Reason, code="left_open"):
    """Keys whose value is set elsewhere."""

    listed: tuple[str, ...]


class UnknownMachines(Reason, code="unknown_machines"):
    """Chips and types that are named and not held."""

    names: tuple[str, ...]


class NotUsed(Reason, code="not_used"):
    """Keys that nothing here rests on; `more` are not listed."""

    listed: tuple[str, ...]
    more: int

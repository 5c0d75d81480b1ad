"""First lines that tell a symptom: its cause, what the asker's own figures say of it, and what to do first."""

from __future__ import annotations

from engine.base.reason import Reason


class SymptomTold(Reason, code="symptom_told"):
    """The cause and whether another machine helps, in `text`, and what to do first, `does`."""

    text: str
    does: str


class SymptomWaits(SymptomTold, code="symptom_waits"):
    """`share` of the time is waited: a faster card shortens the `rest`, and no wait makes it `gain` times as fast."""

    share: float
    rest: float
    gain: float


class SymptomNetwork(SymptomTold, code="symptom_network"):
    """What the network between machines of the type that is named carries at most: `gbits`, `gb` a second."""

    instance: str
    gbits: float
    gb: float


class SymptomScaled(SymptomTold, code="symptom_scaled"):
    """By the times that are told `many` cards do `times` as much a second as `few`."""

    few: int
    many: int
    times: float


class SymptomLoads(SymptomTold, code="symptom_loads"):
    """`gb` of weights in the time told are `rate` GB a second; at `fast` GB a second they take `then` seconds."""

    gb: float
    rate: float
    fast: float
    then: float


class SymptomHost(SymptomTold, code="symptom_host"):
    """What a process holds that loads the model, `plain` GB in FP32, `half` in 16 bits; the `ram` GiB of `instance`.

    None: the size, or the machine, is not told. `larger`: the next size with the same chip that has more RAM, and its
    hour.
    """

    plain: float | None
    half: float | None
    instance: str | None
    ram: float | None
    larger: str | None
    larger_ram: float | None
    larger_usd: float | None


class SymptomCores(SymptomTold, code="symptom_cores"):
    """What the weights are in 16 bits on each of the `cores` of `instance`: `each` GB, of the `has` that one has.

    `larger`: the next size of that chip, "" where there is none, with `more` cores and `then` GB on each."""

    gb: float
    instance: str
    cores: int
    each: float
    has: float
    larger: str
    more: int
    then: float


class SymptomState(SymptomTold, code="symptom_state"):
    """What is gathered or made at once: `state` GB of weights and optimizer states, `moments` of them Adam's, which
    are `each` on one of `cards`; `each` is 0 where no number of cards is told."""

    state: float
    moments: float
    cards: int
    each: float


class SymptomReserve(SymptomTold, code="symptom_reserve"):
    """How `machines` of `instance` are held for `days` (0: not told): in a Capacity Block at `block` USD an hour for
    `block_usd` in all, or at `free` on demand for `free_usd`; 0 where that is not sold. `asked`: the region told.
    `elsewhere`: other regions that sell it."""

    cloud: str
    instance: str
    machines: int
    days: float
    hours: float
    block: float
    block_usd: float
    block_day: str
    block_place: str
    free: float
    free_usd: float
    free_place: str
    weeks: float
    asked: str
    elsewhere: tuple[str, ...] = ()


class SymptomBf16(SymptomTold, code="symptom_bf16"):
    """The cheapest machine with BF16 on `cloud`, its `chip` and `usd` an hour on demand."""

    cloud: str
    instance: str
    chip: str
    usd: float


class SymptomMore(Reason, code="symptom_more"):
    """What follows it."""

    text: str

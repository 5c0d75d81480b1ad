"""Several requests at once of a length that was said: how many have room on what was named, and what holds them all.

The cache is that of the precision (FP8 and FP4 keep it in 8 bits); in 8 bits it is half as large as in 16.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from engine.base.reason import Reason
from engine.forms.fits.traffic import for_traffic
from engine.forms.parts.rows import Rented, Row, most_at_once
from engine.memory.kv_cache import KV_BYTES
from engine.memory.ways import SERVING
from engine.options.option import Option
from engine.options.problem import Problem
from engine.options.too_small import memory_cite
from engine.workload.profile import Profile
from engine.workload.question import FormCues
from knowledge.units import HOURS_PER_MONTH

EIGHT_BITS = 1.0  # bytes of each key and value
SOURCES = ("vllm-conserving-memory",)  # of a cache in 8 bits


class CrowdRoom(Reason, code="crowd_room"):
    """Of `requests` of `tokens` each, for how many `said` of a chip have room, and how many of it hold all.

    `most` with the cache in `bits`, `eight` with one in 8 bits (0 where it is in 8 bits already); `chips` 0: no
    number of them. `machine` and `usd_per_month`: the cheapest that hold all, "" where none is sold; `eight_machine`
    with the cache in 8 bits. `whole`: each chip holds all of the cache, as its one latent head is not split.
    """

    requests: float
    tokens: float
    chip: str
    card_gib: float
    said: int
    most: int
    chips: int
    machine: str
    usd_per_month: float
    bits: int
    eight: int
    eight_chips: int
    eight_machine: str
    eight_usd_per_month: float
    whole: bool
    is_first: bool


class CrowdWide(Reason, code="crowd_wide"):
    """With the cache in 16 bits, where it was counted in 8: how many of the chip hold all; 0: no number of them."""

    chip: str
    card_gib: float
    chips: int


def is_crowd(said: Profile) -> bool:
    """Whether several requests at once and the length of each were said."""
    return (said.concurrent_users or 0) > 1 and bool(said.sequence_length or said.prompt_tokens)


def asks_of_crowd(seen: FormCues) -> bool:
    """Whether it is asked if cards that are named hold so many of a model, or how large a model they hold so."""
    sized = seen.says("parameters") or seen.says("variant")
    asked = seen.has("fit_word") if sized else seen.has("asks_size") and not seen.says("model")
    return is_crowd(seen.profile) and asked and seen.asks and seen.hardware_named > 0


def crowd_lines(
    problem: Problem, options: Callable[[], Iterable[Option]], row: Row, made: tuple[Row, ...]
) -> tuple[Reason, ...]:
    """Of the way of the first line on each kind of hardware, then what the traffic takes where that is no less.

    Empty where it is not served, or no several requests of a length were said.
    """
    said = problem.filled.reading.profile
    plan = row.work.plan
    if not is_crowd(said) or row.work.way not in SERVING or not (plan.context and plan.cache_value_bytes):
        return ()
    kinds = (one for one in made if one.work.way == row.work.way)
    rooms = tuple(line for at, one in enumerate(kinds) for line in _room(one, is_first=at == 0))
    traffic = for_traffic(said, problem.filled.profile, options(), row)
    if traffic is None or traffic.precision != row.work.way or traffic.chips < (row.room.chips if row.room else 0):
        return rooms
    return (*rooms, traffic.model_copy(update={"said": None}))  # whether it fits is answered by memory


def _room(row: Row, *, is_first: bool) -> Iterator[CrowdRoom | CrowdWide]:
    work, hardware, plan = row.work, row.hardware, row.work.plan
    wide = plan.cache_value_bytes == KV_BYTES
    eight = {"cache_value_bytes": EIGHT_BITS}
    narrow = work.room(hardware, **eight) if wide else None
    told = wide or hardware.said
    if not told:  # the first line says how many it takes
        broad = work.room(hardware, cache_value_bytes=KV_BYTES)
        yield CrowdWide(
            chip=hardware.name,
            card_gib=0.0 if hardware.chip else hardware.chip_gib,
            chips=broad.chips if broad else 0,
        )
        return
    types = hardware.types
    rented, thin = row.rented, work.rented(types, **eight) if wide else None
    yield CrowdRoom(
        requests=plan.requests or 1.0,
        tokens=plan.context or 0.0,
        chip=hardware.name,
        card_gib=0.0 if hardware.chip else hardware.chip_gib,
        said=hardware.said,
        most=most_at_once(row) if hardware.said else 0,
        chips=row.room.chips if row.room else 0,
        machine=_name(rented),
        usd_per_month=_a_month(rented),
        bits=16 if wide else 8,
        eight=most_at_once(row, **eight) if wide and hardware.said else 0,
        eight_chips=narrow.chips if narrow else 0,
        eight_machine=_name(thin),
        eight_usd_per_month=_a_month(thin),
        whole=work.shape.kv_heads == 1,
        is_first=is_first,
        cites=(
            *((memory_cite(hardware.chip),) if hardware.chip else ()),
            *(SOURCES if wide else ()),
            *(cite for one in (rented, thin) if one and one.quote for cite in one.quote.cites),
        ),
    )


def _name(rented: Rented | None) -> str:
    return f"{rented.machines} x {rented.instance.id}" if rented else ""


def _a_month(rented: Rented | None) -> float:
    return ((rented.usd_per_hour or 0.0) if rented else 0.0) * HOURS_PER_MONTH

"""What so much money a month serves, where no model was said: the most memory of GPUs that it keeps on, and what of a
model that holds.

Parameters = memory x the share that weights take beside the KV cache / bytes of a weight, at 730 hours a month.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.answers.model import FactAnswer
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.forms.explain import WhichModel
from engine.forms.form import Asked
from engine.memory.kv_cache import Precision, weight_bits
from engine.memory.training_states import BITS_PER_BYTE
from knowledge.units import BYTES_PER_GIB, HOURS_PER_MONTH

SERVES = frozenset({"serving_words", "self_hosts", "serves_what"})  # cues
LOADS = ("tokens_per_day", "requests_per_second", "concurrent_users", "current_instances", "current_usd_per_month")
SIZES = ("model", "parameters", "variant", "samples")  # slots: then the work itself is sized
PRECISIONS: tuple[Precision, ...] = ("bf16", "int8", "int4")
SHARE = "serving_weights_share"  # the constant
SOURCE = "chipscout-arithmetic"
SHOWN = 3


class Kept(Computed):
    """A machine that the money keeps on all month, and the parameters that it serves in 16, 8 and 4 bits."""

    instance: str
    chip: str
    chips: int
    gib: float
    usd_per_hour: float
    usd: float  # a month
    parameters: tuple[float, ...]


class ServedFor(Reason, code="served_for"):
    """The first line: of the machine with the most memory."""

    amount: float
    usd_per_hour: float
    share: float
    on: Kept


class ServedThere(Reason, code="served_there"):
    """The same on another chip."""

    on: Kept


def served_for(asked: Asked) -> FactAnswer | None:
    """None where a model, a load or machines were said, or nothing of what is sold is so cheap."""
    said, cues = asked.profile, asked.reading.cues
    if not said.budget_usd or said.budget_period != "month" or said.task not in (None, "inference"):
        return None
    if SERVES.isdisjoint(cues) or any(map(said.says, (*SIZES, *LOADS, "instances"))):
        return None
    if set(asked.reading.domains) - {"text"}:
        return None  # what serves images or sound is sized otherwise
    hourly = said.budget_usd / HOURS_PER_MONTH
    found = sorted(_kept(asked, hourly), key=lambda one: (-one[0].gib, one[0].usd_per_hour))
    if not found:
        return None
    (best, cites), *others = found
    share = asked.library.constants.likely(SHARE)
    first = ServedFor(amount=said.budget_usd, usd_per_hour=hourly, share=share, on=best, cites=(*cites, SOURCE))
    beside: dict[str, ServedThere] = {}  # by chip, the machine with the most memory
    for on, more in others:
        if on.chip != best.chip:
            beside.setdefault(on.chip, ServedThere(on=on, cites=more))
    lines = tuple(beside.values())[:SHOWN]
    return FactAnswer(headline=first, sentences=lines, questions=(WhichModel(),), of_told=True)


def _kept(asked: Asked, hourly: float) -> Iterator[tuple[Kept, tuple[str, ...]]]:
    problem, constants = asked.problem, asked.library.constants
    named = set(asked.profile.candidates) & {chip.id for chip in asked.facts.accelerators.values()}
    share = constants.likely(SHARE)
    for instance in asked.facts.instances.values():
        chip = problem.chip(instance)
        wanted = chip.id in named if named else chip.family == "gpu" and not chip.only_if_named
        quote = problem.prices.near(instance, "on_demand", asked.profile.region) if wanted else None
        if quote is None or not (chip.serves and problem.is_here(instance)):
            continue
        rate, gib = quote.usd_per_hour.likely, chip.hbm_gib.value * instance.count
        if rate > hourly:
            continue
        room = gib * BYTES_PER_GIB * share * BITS_PER_BYTE
        on = Kept(
            instance=instance.id,
            chip=chip.name,
            chips=instance.count,
            gib=gib,
            usd_per_hour=rate,
            usd=rate * HOURS_PER_MONTH,
            parameters=tuple(room / weight_bits(one, constants) for one in PRECISIONS),
        )
        yield on, (*quote.cites, chip.hbm_gib.source)

"""The machines that carry a load, rounded up, with dollars of a month, or hours and dollars of a job."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from engine.answers.support import row_of
from engine.base.interval import Interval
from engine.forms.loads.by_peak import by_peak
from engine.forms.loads.load import Load, hours_on
from engine.forms.loads.model import Served
from engine.forms.loads.rates import Rate, rate_of
from engine.forms.per_unit.rates import Question
from engine.options.named import is_named
from engine.prices.price_book import Quote
from engine.workload.conditions import FAMILIES
from knowledge.facts import Accelerator, Facts, Instance, Purchase
from knowledge.units import BYTES_PER_GIB, HOURS_PER_DAY, HOURS_PER_MONTH, SECONDS_PER_HOUR

ON_DEMAND: Purchase = "on_demand"
BYTES, EIGHT, ROOM = 2.0, 1.0, 1.3  # of a weight in 16 and 8 bits, and what one sample takes beside them
LARGE = 8e9  # weights of a model of images or videos, which is served in 8 bits on small cards
BESIDE_GIB = 1.0
MEASURED, NO_PORT = "measured", "gpu"  # a basis; a family of chips that run such models as they are
# Features whose support says whether a chip runs models of a kind at all.
RUNS = {"diffusion_unet": "diffusion", "convnet": "cnn", "depthwise": "cnn", "recommender": "recommender"}
SLIGHTLY = 1e-9  # by which a machine may be over


class Way(NamedTuple):
    """One type of machine. `least` to `most` machines by the range of the speed; dollars are those of `machines`.

    `hours`: of a job on them; None where the load goes on. `is_said`: so many were said, where `needed` are.
    `chips`: those at work, fewer than a machine has where so few were said, which are paid by their share.
    """

    instance: Instance
    chip: Accelerator
    rate: Rate
    machines: int
    least: int
    needed: int
    most: int
    is_said: bool
    said_chips: int
    chips: int
    usd_per_hour: float  # of one machine
    purchase: Purchase
    region: str
    hours: Interval | None
    usd: Interval  # of a month, or of the job
    cites: tuple[str, ...]
    zones: int = 1  # in each of which all of it can be carried

    @property
    def all_usd_per_hour(self) -> float:
        """Dollars of an hour of all of them."""
        return self.usd_per_hour * self.machines

    def times(self, zones: int) -> Way:
        """As many in each of so many zones."""
        if zones == 1:
            return self
        counts = {name: getattr(self, name) * zones for name in ("machines", "least", "needed", "most", "chips")}
        return self._replace(**counts, usd=self.usd.times(zones), zones=zones)


class Today(NamedTuple):
    """The machines or chips that run it now, and their dollars a month, as said or on demand."""

    name: str
    machines: int
    usd: float
    cites: tuple[str, ...]


def ways(question: Question, served: Served, load: Load, without: str = "") -> list[Way]:
    """Of what was named, else of every machine of one chip; the cheapest for the load first, of each chip one where
    chips were named. Where nothing was, a chip that the model has to be ported to and that nobody measured with it
    comes behind those that run it as it is."""
    named = frozenset(question.said.candidates) - FAMILIES - {without}
    types = frozenset(question.said.instances) - {without}
    found = list(_ways(question, served, load, named, types))
    unsure = set() if named or types else {one.chip.id for one in found if not _is_sure(one)}
    found.sort(
        key=lambda way: (
            way.chip.id in unsure, round(way.usd.likely, 2), way.instance.count, way.usd_per_hour, way.instance.id
        )
    )  # fmt: skip
    kept = dict[str, Way]()
    for way in found:
        kept.setdefault(way.instance.id if way.instance.id in types else way.chip.id, way)
    return list(kept.values())


def runs_now(question: Question) -> Today | None:
    """The machines that are said to run it, where others are asked about beside them."""
    said, facts = question.said, question.library.facts
    types = [one for one in question.reading.hardware if one.id in facts.instances]
    counted = [one for one in types if (one.machines or 0) > 1 or one.role == "owned"]
    mine = next((one for one in counted if one.role == "owned"), counted[0] if len(counted) == 1 else None)
    others = [one for one in question.reading.hardware if mine and one.id != mine.id]
    if mine is None and said.current_usd_per_month and said.current_instances:  # chips, and what is paid for them
        name = said.current_instances[0]
        if any(one.id != name for one in question.reading.hardware):
            return Today(name, said.current_count or 1, said.current_usd_per_month, ())
    if mine is None or not others:
        return None
    instance = facts.instances[mine.id]
    machines = mine.machines or said.current_count or said.instance_count or 1
    quote = question.library.prices(question.day).near(instance, ON_DEMAND, said.region)
    if quote is None:
        return None
    usd = quote.usd_per_hour.likely * machines * HOURS_PER_MONTH
    return Today(instance.id, machines, said.current_usd_per_month or usd, quote.cites[:1])


def _ways(
    question: Question, served: Served, load: Load, named: frozenset[str], types: frozenset[str]
) -> Iterator[Way]:
    library, said = question.library, question.said
    facts, book = library.facts, library.prices(question.day)
    clouds = said.clouds or question.filled.profile.clouds
    rates = dict[str, Rate | None]()
    for instance in facts.instances.values():
        chip = facts.accelerators[instance.accelerator]
        is_meant = instance.id in types or (bool(named) and is_named(chip, named) and not types)
        is_meant = is_meant or (bool(named) and bool(types) and is_named(chip, named) and instance.count == 1)
        anything = not named and not types and instance.count == 1 and not chip.arm_host and chip.serves
        anything = anything and (chip.family == NO_PORT or NO_PORT not in said.candidates)
        if not (is_meant or anything) or (clouds and instance.cloud not in clouds and instance.id not in types):
            continue
        if not _holds(served, chip) or (anything and not is_meant and not _runs(served, chip, facts)):
            continue
        if chip.id not in rates:
            rates[chip.id] = (
                by_peak(served.work.gflop, chip, library, waited=load.rate is not None)
                if served.work
                else rate_of(served, chip, facts, library.constants, said.parameters)
            )
        rate = rates[chip.id]
        wanted: Purchase = said.purchase or ON_DEMAND
        quote = book.near(instance, wanted, said.region) or book.near(instance, ON_DEMAND, said.region)
        if rate is None or quote is None or (anything and rate.basis == "other_maker"):
            continue
        yield _way(instance, rate, served, load, question, quote)


def _way(
    instance: Instance, rate: Rate, served: Served, load: Load, question: Question, quote: Quote
) -> Way:  # fmt: skip
    """So many machines for a rate or a deadline; of a job without one those that were said, else one."""
    chips, usd = _said_chips(question, instance, served.side), quote.usd_per_hour.likely
    speeds = (rate.speed.high, rate.speed.likely, rate.speed.low)
    least, needed, most = (_count(load, speed, instance) for speed in speeds)
    machines, hours = needed, None
    cost = Interval(least, needed, most).times(usd * HOURS_PER_MONTH)
    part = chips if chips and chips < instance.count else None
    if load.rate is None:
        machines = math.ceil(chips / instance.count) if chips else needed
        at_work = part or machines * instance.count
        low, likely, high = (hours_on(load, speed, at_work) for speed in speeds)
        hours = Interval(low, likely, high)
        cost = hours.times(usd * at_work / instance.count)
    return Way(
        instance=instance,
        chip=question.library.facts.accelerators[instance.accelerator],
        rate=rate,
        machines=machines,
        least=least,
        needed=needed,
        most=most,
        is_said=bool(chips),
        said_chips=chips or 0,
        chips=part or machines * instance.count,
        usd_per_hour=usd,
        purchase=quote.purchase,
        region=quote.region,
        hours=hours,
        usd=cost,
        cites=(*quote.cites[:1], rate.row.source),
    )


def _said_chips(question: Question, instance: Instance, side: int | None) -> int | None:
    """Chips of this type that were said for it: those of its machines, or of its chip."""
    said = question.said
    for one in question.reading.hardware:
        if one.id in (instance.id, instance.accelerator) and one.role != "owned":
            if one.machines and one.id == instance.id:
                return one.machines * instance.count
            if one.chips and one.chips != side:  # the pixels of an image before the name of a card
                return one.chips
    if len(said.instances) == 1 and said.instances[0] == instance.id and said.instance_count:
        return said.instance_count * instance.count
    alone = len(said.candidates) == 1 and not said.instances and said.accelerator_count != side
    return said.accelerator_count if alone else None


def _count(load: Load, speed: float, instance: Instance) -> int:
    """Machines, rounded up, that keep up with a rate, or end a job in time; one where nobody said by when."""
    each = speed * load.busy * instance.count / load.passes
    if load.rate is None and load.days is None:
        return 1
    wanted = load.rate or (load.number or 0.0) / ((load.days or 1.0) * HOURS_PER_DAY * SECONDS_PER_HOUR)
    return max(1, math.ceil(wanted / each - SLIGHTLY))


def _is_sure(way: Way) -> bool:
    """Whether it runs there as it is, or was measured there."""
    return way.chip.family == NO_PORT or way.rate.basis == MEASURED


def _runs(served: Served, chip: Accelerator, facts: Facts) -> bool:
    """Whether nothing that is held says that models of the kind do not run on a chip."""
    feature = facts.features.get(RUNS.get(served.model.kind, ""))
    row = row_of(feature, chip, facts) if feature is not None else None
    return row is None or row.level != "none"


def _holds(served: Served, chip: Accelerator) -> bool:
    """Whether the weights and one sample fit on one chip; large ones in 8 bits, where it computes in these."""
    eight = chip.fp8_dense_tflops is not None and served.model.parameters >= LARGE
    weights = served.model.parameters * (EIGHT if eight else BYTES)
    return weights * ROOM / BYTES_PER_GIB + BESIDE_GIB <= chip.hbm_gib.value

"""Several machines that were named, each by itself: whether it holds the work, and the cheapest of those that do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, cast

from engine.answers.model import FactAnswer
from engine.base.interval import Interval
from engine.base.reason import Reason
from engine.forms.feasible.alone_speed import alone_speed
from engine.forms.fits.each_size_named import FitsBySize
from engine.forms.form import Asked
from engine.forms.parts.doubts import SizeUnsaid
from engine.forms.parts.fit_reasons import ChipsNeeded, OnNamed
from engine.forms.parts.hardware import Hardware
from engine.forms.parts.headline import LEAST, MEMORY, held_of, model_of
from engine.forms.parts.lines import assumed_of, sum_of
from engine.forms.parts.rows import Row, Work, quoted
from engine.forms.parts.tables import table_of, way_said
from engine.forms.per_unit.sizes import WhichOfSizes, open_sizes
from engine.forms.quantity.slots import named_kinds
from engine.memory.ways import SERVING, Way, in_all, ways
from engine.options.assumptions import fill
from engine.options.problem import Problem
from engine.options.too_small import memory_cite
from engine.workload.profile import Reading
from engine.workload.samples import in_samples
from knowledge.facts import names_of
from knowledge.units import gib

SEVERAL, MOST = 2, 6  # machines
HOLDS = frozenset({"fit", "able"})  # predicates
WORDS = frozenset({"fit_word", "fit_strong"})  # cues
ELSE = frozenset({"asks_time", "hours_held", "asks_cost", "carbon", "of_ratio", "memory_error", "no_room"})  # cues
SUMS = frozenset({"hours", "dollars", "kg"})  # predicates that another sum answers
PICKS, ROOM = "picks_one", "fit"  # cues
TAKES = frozenset({"picks_one", "which_hardware"})  # cues
TRAFFIC = frozenset({
    "tokens_per_day", "requests_per_second", "latency_ms", "concurrent_users", "tokens", "samples", "run_hours",
    "budget_usd", "deadline_days", "runs", "runs_per_month", "cadence", "steps", "current_tokens_per_second",
})  # fmt: skip
CUDA, NEARLY = "nvidia", 0.05  # a vendor; a share of the usable memory
RATE = "rate"  # the predicate
ASKED = frozenset({"asked", "compared", "remedy", "owned"})  # roles


class OnMachine(NamedTuple):
    """One of them. `taken` and `usable`: GiB on each chip where it fits, else in all; `also`: the widest narrower way
    that fits where this one does not, "" for none; `usd`: an hour on demand, 0 where no price is known.
    """

    name: str
    chip: str
    said: int
    fits: bool
    taken: float
    usable: float
    also: str
    chips: int
    host_short: float
    usd: float
    cuda: bool
    barely: bool  # it lacks hardly anything, so that a short context may go
    reached: Interval | None = None  # tokens/s of one request, where speed is asked and it fits


class EachMachine(Reason, code="each_machine"):
    """One way of one model on each of them, in the order of the text. `take`: the cheapest that holds it, if asked;
    `ported`: one that costs less an hour and runs what is compiled for it, not CUDA code.
    """

    way: Way
    model: str
    parameters: float
    tokens: float  # of a sequence or a request that was said, else 0
    each: tuple[OnMachine, ...]
    take: str
    take_usd: float
    ported: str
    ported_usd: float
    fastest: str = ""  # for one request, where speed is asked too
    enough: OnMachine | None = None  # the smallest that holds it, where it is doubted that the first is needed


class LargestThere(NamedTuple):
    """The largest size of a family that one machine holds in one way."""

    way: Way
    model: str
    parameters: float


class OnMachineSizes(NamedTuple):
    """One of them, and the largest it holds each way; without a way that holds no more than a wider one."""

    name: str
    chip: str
    said: int
    largest: tuple[LargestThere, ...]


class EachBySize(Reason, code="each_by_size"):
    """A family that was named without a size, on each of several machines."""

    model: str
    each: tuple[OnMachineSizes, ...]


def each_machine(asked: Asked, stated: FactAnswer) -> FactAnswer | None:
    """None unless several are named that may be taken, one model is known, and whether they hold it is asked.

    That is so, too, where what was `stated` of the first of them says whether it does.
    """
    reading = asked.reading
    of_room = isinstance(stated.headline, OnNamed | FitsBySize) and not stated.verdict_below
    if not _is_asked(reading, of_room=of_room) or in_samples(asked.profile, asked.facts):
        return None
    if isinstance(stated.headline, ChipsNeeded) and stated.headline.some:
        return None  # "over several V100s": what one of each holds is no answer
    kinds = _kinds(asked.problem)
    if not SEVERAL <= len(kinds) <= MOST:
        return None
    problem = asked.problem
    if sizes := open_sizes(asked.profile, asked.facts):
        return _by_size(asked, kinds, sizes)
    said = problem.filled.reading.profile
    trains = said.task not in (None, "inference") or said.method is not None
    found = ways(said.model_copy(update={"task": (said.task or "fine_tuning") if trains else "inference"}))
    chosen = cast("Way | None", way_said(said)) or found[0]
    chosen = "bf16" if chosen not in found and chosen not in SERVING and not trains else chosen
    works = {way: Work(way, problem, 1.0) for way in dict.fromkeys((chosen, *found))}
    made = {kind: tuple(_row(work, kind) for work in works.values()) for kind in kinds}
    rated = RATE in reading.sought.predicates and chosen in SERVING
    each = tuple(_on(kind, made[kind], problem, rated=rated) for kind in kinds)
    speeds = [one for one in each if one.reached]
    fastest = max(speeds, key=lambda one: one.reached.likely if one.reached else 0.0) if len(speeds) > 1 else None
    cheapest = sorted((one for one in each if one.fits and one.usd), key=lambda one: one.usd)
    best = next((one for one in cheapest if one.cuda), cheapest[0] if cheapest else None)
    takes = best if best and not TAKES.isdisjoint(reading.cues) else None
    smaller = [one for one in each[1:] if one.fits and one.usable < each[0].usable] if LEAST in reading.cues else []
    ported = cheapest[0] if takes and cheapest[0] != takes else None
    headline = EachMachine(
        way=chosen,
        model=model.name if (model := problem.facts.models.get(said.variant or "")) else model_of(problem),
        parameters=problem.shape.parameters,
        tokens=float(said.sequence_length or 0),
        each=each,
        take=takes.name if takes else "",
        take_usd=takes.usd if takes else 0.0,
        ported=ported.name if ported else "",
        ported_usd=ported.usd if ported else 0.0,
        fastest=fastest.name if fastest else "",
        enough=min(smaller, key=lambda one: one.usable, default=None),
        cites=_cites(kinds, works[chosen]),
    )
    below = (sum_of(works[chosen]), assumed_of(problem, tuple(works.values())))
    rows = tuple(row for one in made.values() for row in one if row.work.runs_on(row.hardware.chip))
    table = table_of(rows, chosen)
    return FactAnswer(headline=headline, sentences=below, table=table, whole=True)


def _by_size(asked: Asked, kinds: tuple[Hardware, ...], sizes: tuple[float, ...]) -> FactAnswer:
    """The largest size of the family that each machine holds, in how many bits."""
    found: dict[Hardware, dict[Way, float]] = {kind: {} for kind in kinds}
    for size in sizes:
        profile = asked.profile.model_copy(update={"parameters": size})
        reading = asked.reading.model_copy(update={"profile": profile})
        problem = Problem(fill(reading, asked.library), asked.library, asked.day, brief=True)
        said = problem.filled.reading.profile
        trains = said.task not in (None, "inference") or said.method is not None
        chosen = cast("Way | None", way_said(said))
        every = ways(said.model_copy(update={"task": (said.task or "fine_tuning") if trains else "inference"}))
        works = [Work(way, problem, 1.0) for way in ((chosen,) if chosen else every)]
        for kind in kinds:
            found[kind].update({work.way: size for work in works if _row(work, kind).fits})
    held = names_of(asked.facts).models.of(asked.profile.variant) if asked.profile.variant else ()
    names = {one.parameters: one.name for one in sorted(held, key=lambda model: -len(model.name))}  # not its kin's
    each = tuple(
        OnMachineSizes(
            kind.type_said.id if kind.type_said else kind.name,
            kind.name,
            kind.said,
            tuple(LargestThere(way, names.get(size, ""), size) for way, size in _more_each(there)),
        )
        for kind, there in found.items()
    )
    family = asked.facts.families[asked.profile.model or ""]
    cites = tuple(memory_cite(kind.chip) for kind in kinds if kind.chip)
    return FactAnswer(
        headline=EachBySize(model=family.name, each=each, cites=cites[:4]),
        questions=(WhichOfSizes(sizes=sizes),),
        doubts=(SizeUnsaid(),),
        whole=True,
    )


def _more_each(there: dict[Way, float]) -> Iterator[tuple[Way, float]]:
    """The ways, the widest first, of which each holds more than those before it."""
    most = 0.0
    for way, size in there.items():
        if size > most:
            yield way, size
            most = size


def _is_asked(reading: Reading, *, of_room: bool) -> bool:
    said, cues, shown = reading.profile, set(reading.cues), set(reading.sought.predicates)
    sized = (said.parameters or said.variant or said.model) and not reading.unheld
    several = {"variant", "parameters"} & reading.ambiguous.keys()
    counts = "how_many" in cues or (MEMORY in cues and "asks_if" not in cues)
    asks = of_room or (reading.sought.asks and cues & WORDS) or (shown & HOLDS and "pick" in reading.sought.units)
    picks = PICKS in cues and ROOM not in cues and WORDS.isdisjoint(cues)  # "which to buy?": engine/forms/picked
    return bool(sized and asks) and not (
        picks
        or several
        or counts
        or cues & ELSE
        or shown & SUMS
        or TRAFFIC & said.stated().keys()
        or len(reading.lengths) > 1
    )


def _kinds(problem: Problem) -> tuple[Hardware, ...]:
    """Those that were named to be used; nothing where one was named as a yardstick, or several as one."""
    reading = problem.filled.reading
    if any(one.role not in ASKED or one.others for one in reading.hardware) or reading.profile.chip_memory_gb:
        return ()
    if "cards_together" in reading.cues or not _are_alike(reading, problem):
        return ()
    typed = {one.id for one in reading.hardware if one.id in problem.facts.instances}
    kinds = named_kinds(problem)
    types = [kind for kind in kinds if kind.type_said and kind.type_said.id in typed]
    known = {kind.name for kind in types}  # "it ran on the g5" is of a type that was named
    return tuple(kind for kind in kinds if kind in types or kind.name not in known)


def _are_alike(reading: Reading, problem: Problem) -> bool:
    """Whether several are named, and none without a number beside a type or several of another."""
    types = problem.facts.instances
    typed = {types[one.id].accelerator for one in reading.hardware if one.id in types}
    named = [one for one in reading.hardware if one.id not in typed]  # a chip of a type that is named is that type
    whole = [one.id in types or (one.chips or 0) > 1 or bool(one.machines) for one in named]
    bare = [one.id not in types and not one.chips and not one.machines for one in named]
    return len({one.id for one in named}) >= SEVERAL and not (any(whole) and any(bare))


def _row(work: Work, kind: Hardware) -> Row:
    return Row(work, kind, work.room(kind) if work.runs_on(kind.chip) else None, None)


def _on(kind: Hardware, rows: tuple[Row, ...], problem: Problem, *, rated: bool) -> OnMachine:
    first, *others = rows
    over = first.over(kind.said) if first.fits else None
    quotes = [quote for one in kind.types if (quote := quoted(problem, one))] if kind.type_said else []
    usd = min((quote.usd_per_hour.likely for quote in quotes), default=0.0)
    machines = max(1, kind.said // kind.type_said.count) if kind.type_said else 1
    whole = kind.usable_gib * max(1, kind.said)
    return OnMachine(
        name=kind.type_said.id if kind.type_said else kind.name,
        chip=kind.name,
        said=kind.said,
        fits=bool(first.fits),
        taken=gib(over.core_bytes * kind.core.per_chip) if over else gib(in_all(first.work.need())),
        usable=kind.usable_gib if over else whole,
        also=next((row.work.way for row in others if row.fits), ""),
        chips=held_of(first).chips if not first.fits else 0,
        host_short=first.host_short,
        usd=usd * machines,
        cuda=kind.chip is not None and kind.chip.vendor == CUDA,
        barely=not over and first.work.runs_on(kind.chip) and gib(in_all(first.work.need())) <= whole * (1 + NEARLY),
        reached=alone_speed(first, kind) if rated and over else None,
    )


def _cites(kinds: tuple[Hardware, ...], work: Work) -> tuple[str, ...]:
    found = [memory_cite(kind.chip) for kind in kinds if kind.chip]
    return tuple(dict.fromkeys((*found, *((work.shape.source,) if work.shape.source else ()))))[:4]

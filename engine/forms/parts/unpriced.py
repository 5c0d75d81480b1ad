"""A chip that nobody here sells: what hours told of it cost on the nearest one that has a price, and how long a run
takes on it by its own memory and its own speed."""

from __future__ import annotations

from collections.abc import Iterable

from engine.answers.model import FactAnswer
from engine.answers.unpriced import not_priced
from engine.base.interval import Interval
from engine.forms.parts.doubts import PriceOfAnother
from engine.forms.parts.estimate_reasons import ByRatio, OnItself, ToldOnUnpriced, TwiceTheData
from engine.forms.parts.hardware import Hardware, meant, quoted
from engine.forms.parts.rows import Work
from engine.memory.ways import Way
from engine.options.named import is_named
from engine.options.problem import Problem
from engine.workload.equipment import about, of_role
from engine.workload.profile import Profile
from knowledge.facts import Instance
from knowledge.units import SECONDS_PER_HOUR

SMALLER: tuple[Way, ...] = ("full", "lora", "qlora")  # the first that fits, where nobody said how it is trained


def on_unpriced(said: Profile, problem: Problem) -> FactAnswer | None:
    """Hours said of a chip without a price: its chip-hours, at the price of the nearest chip that has one."""
    library, day = problem.library, problem.day
    if said.run_hours is None or said.task == "inference":
        return None
    if (ratio := _by_ratio(problem)) is not None:
        return FactAnswer(headline=ratio, doubts=(PriceOfAnother(),))
    nearest = next((one for one in not_priced(said, library, day) if not one.is_cloud), None)
    reference = problem.reference_instance()
    spoken_of = said.current_instances or said.candidates
    if nearest is None or (reference and (reference.id in spoken_of or _is_one(problem, reference, spoken_of))):
        return None
    instance = library.facts.instances.get(nearest.instance or "")
    quote = library.prices(day).near(instance, "on_demand", said.region) if instance else None
    if instance is None or quote is None:
        return None
    chips = said.accelerator_count or said.instance_count or said.current_count or 1.0
    hours = said.run_hours
    each = quote.usd_per_hour.likely / instance.count
    usd = hours * chips * each
    told = ToldOnUnpriced(
        hours=hours,
        chips=chips,
        chip=nearest.names,
        chip_hours=hours * chips,
        nearest=nearest.chip or "",
        instance=instance.id,
        usd_per_chip_hour=each,
        usd=usd,
        cites=quote.cites,
    )
    return FactAnswer(
        headline=told, sentences=(TwiceTheData(hours=hours * 2, usd=usd * 2),), doubts=(PriceOfAnother(),)
    )


def _is_one(problem: Problem, instance: Instance, words: Iterable[str]) -> bool:
    return is_named(problem.chip(instance), frozenset(words))


def _by_ratio(problem: Problem) -> ByRatio | None:
    """Hours that were told of other machines, on a chip that nobody sells, by what both reach."""
    hours = problem.filled.reading.profile.run_hours
    kind = next((kind for kind in meant(problem, alone=True) if kind.chip), None)
    other = next((one for one in quoted(problem) if one.chip), None)
    if hours is None or kind is None or other is None or kind.types or kind.chip is None or other.chip is None:
        return None
    here, there = problem.speed(kind.chip), problem.speed(other.chip)
    if here is None or there is None:
        return None
    work, number = hours * other.said * there.speed.likely, kind.said or 1
    low, likely, high = (work / number / each for each in (here.speed.high, here.speed.likely, here.speed.low))
    return ByRatio(
        chip=kind.name,
        chips=number,
        hours=Interval(low, likely, high),
        told=hours,
        other=other.name,
        others=other.said,
        cites=(*here.cites[:1], *there.cites[:1]),
    )


def on_itself(asked: Problem) -> OnItself | None:
    """None where the chip asked about is sold, nothing says how much work it is, or nothing is known of its speed."""
    said = asked.filled.reading.profile
    reading = asked.filled.reading
    in_samples = asked.shape.sample is not None  # what such a network takes goes by its batch, which nobody said
    slot = "samples" if in_samples and asked.profile.samples else "tokens"
    if asked.serving or not getattr(asked.profile, slot) or asked.filled.assumed(slot) or said.run_hours:
        return None
    if not (about(reading) and of_role(reading, "asked", "remedy", "owned")):
        return None
    kinds = [kind for kind in meant(asked, alone=True) if kind.chip is not None]
    if not kinds or kinds[0].types:
        return None
    kind = kinds[0]
    chosen = said.method is not None or said.task == "pretraining"
    works = [Work(way, asked) for way in SMALLER]
    fitting = next((work for work in works if _fits(work, kind)), works[-1])
    work = Work(_said_way(asked), asked) if chosen or in_samples else fitting
    speed = work.problem.speed(kind.chip) if kind.chip else None
    if speed is None:
        return None
    number = kind.said or 1
    startup, tera = asked.constants.likely("startup_hours"), work.problem.run_tflop.likely
    low, likely, high = (
        tera / number / each / SECONDS_PER_HOUR + startup
        for each in (speed.speed.high, speed.speed.likely, speed.speed.low)
    )
    return OnItself(
        chip=kind.name,
        chips=number,
        way=work.way,
        hours=Interval(low, likely, high),
        tflops=speed.speed,
        fits=in_samples or _fits(work, kind),
        is_said=chosen or in_samples,
        cites=speed.cites[:2],
    )


def _said_way(asked: Problem) -> Way:
    if asked.profile.task == "pretraining":
        return "pretraining"
    return asked.profile.method or "full"


def _fits(work: Work, kind: Hardware) -> bool:
    room = work.room(kind)
    return room is not None and room.chips <= (kind.said or 1)

"""What the asker runs on today, as an option: its count, what it costs now, and the hours a run takes on it."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from engine.base.evidence import ASKER
from engine.base.interval import Interval
from engine.base.lazy import Lazy
from engine.base.reason import Reason
from engine.base.trace import step
from engine.options.named import is_named
from engine.options.option import CostedOption, Detail
from engine.options.problem import Problem
from engine.prices.price_book import Quote
from engine.workload.profile import Profile
from knowledge.facts import Instance, Purchase
from knowledge.units import SECONDS_PER_HOUR

NOTHING = Interval.exactly(0.0)


class OwnMachines(Reason, code="own_machines"):
    """Machines that are owned, joined by commas: what an hour of them costs was not said, so they have no price."""

    machines: str


class Today(NamedTuple):
    """The machines at hand. `quote`: what one costs an hour, as said or at the list price.

    `machines` is None where it was not said how many serve: then as many as the work needs.
    """

    instance: Instance
    machines: int | None
    quote: Quote
    said: bool  # the price was said


def at_hand_today(problem: Problem) -> tuple[Today, ...]:
    """() where nothing runs today, or nothing that is known and priced; what is owned has no list price.

    Several where a chip serves today and neither the size nor the number of its machines was said ("on g4dn").
    """
    if not problem.profile.current_instances or own_machines(problem.profile) is not None:
        return ()
    found = (_priced(problem, instance, machines) for instance, machines in _machines(problem))
    return tuple(today for today in found if today is not None)


def _priced(problem: Problem, instance: Instance, machines: int | None) -> Today | None:
    profile = problem.profile
    purchase: Purchase = profile.purchase or "on_demand"
    listed = next((quote for quote in problem.quotes(instance) if quote.purchase == purchase), None)
    listed = listed or problem.prices.near(instance, purchase) or problem.prices.near(instance, "on_demand")
    rate = profile.current_usd_per_hour
    if rate is None:
        return Today(instance, machines, listed, said=False) if listed else None
    if instance.id not in profile.current_instances:  # chips are paid for together
        rate /= machines or 1
    exactly = Interval.exactly(rate)
    quote = Quote(
        region=listed.region if listed else profile.region or "unstated",
        purchase=listed.purchase if listed else purchase,
        usd_per_hour=exactly,
        seen=exactly,
        observed_on=problem.day,
        age_days=0,
        is_old=False,
        grade="own",
        source=ASKER,
    )
    return Today(instance, machines, quote, said=True)


def own_machines(profile: Profile) -> OwnMachines | None:
    """Owned machines that were named without what an hour of them costs; None where it was said."""
    if not profile.on_premises or _bill(profile) or not profile.current_instances:
        return None
    return OwnMachines(machines=", ".join(profile.current_instances))


def kept(option: CostedOption, problem: Problem, now: Today) -> CostedOption:
    """The option as it runs today: nothing to port, and what was said of hours and dollars in place of estimates."""
    port = option.port.model_copy(
        update={
            **dict.fromkeys(("weeks", "first_job_weeks", "usd"), NOTHING),
            "moves_cloud": False,
            "cites": (ASKER,),
            "steps": (),
        }
    )
    told = option.detail
    option = replace(
        option,
        id=f"{option.instance}:today",
        at_hand=True,
        port=port,
        not_leading=None,
        too_few=None,
        detail=Lazy(lambda: told.value._replace(hidden_costs=())),
    )
    return _at_its_bill(_in_its_hours(option, problem, now), problem)


def _in_its_hours(option: CostedOption, problem: Problem, now: Today) -> CostedOption:
    hours = problem.profile.current_hours_per_run
    if hours is None or problem.serving:
        return option
    exactly = Interval.exactly(hours)
    usd = now.quote.usd_per_hour.times(hours * option.count)
    speed = option.speed.speed
    if problem.run_tflop.likely:
        speed = Interval.exactly(problem.run_tflop.likely / (option.chips * hours * SECONDS_PER_HOUR))

    def in_its_hours() -> Detail:
        steps = (
            *problem.steps,
            step("hours_per_run", exactly, "hours", cites=(ASKER,)),
            step("usd_per_hour", now.quote.usd_per_hour, "usd_per_hour", cites=(now.quote.source,)),
            step("usd_per_run", usd, "usd", "hours_per_run", "usd_per_hour"),
        )
        return option.detail.value._replace(steps=steps)

    return replace(
        option,
        run=option.run._replace(hours=exactly, billed=exactly, usd=usd, steady_usd=usd),
        speed=option.speed.model_copy(
            update={"speed": speed, "grade": "own", "basis": "measured", "cites": (ASKER,)}
        ),
        detail=Lazy(in_its_hours),
    )


def _at_its_bill(option: CostedOption, problem: Problem) -> CostedOption:
    """A month's bill over the runs of a month, where no hourly rate follows from it."""
    bill, runs = problem.profile.current_usd_per_month, problem.profile.runs_per_month
    if bill is None or problem.profile.current_usd_per_hour is not None:
        return option
    usd = bill if problem.serving else bill / runs if runs else None
    if usd is None:
        return option
    exactly = Interval.exactly(usd)
    each = Interval.exactly(usd / (option.run.billed.likely * option.count))
    said = {"usd_per_hour": each, "seen": each, "observed_on": problem.day, "grade": "own", "source": ASKER}
    price = option.price.model_copy(update={**said, "age_days": 0, "is_old": False})
    return replace(option, price=price, run=option.run._replace(usd=exactly, steady_usd=exactly))


def _machines(problem: Problem) -> list[tuple[Instance, int | None]]:
    """The type that runs today and how many of it; of chips, the largest type at home that they fill.

    Of a chip that serves today, with nothing said of how many: every type at home, as many as the work needs.
    """
    profile = problem.profile
    types = [problem.facts.instances[name] for name in profile.current_instances if name in problem.facts.instances]
    if types:
        return [(types[0], profile.current_count or 1)]
    wanted = frozenset(profile.current_instances) - {"gpu", "tpu", "trainium", "inferentia"}
    of_chip = [
        instance
        for instance in problem.facts.instances.values()
        if is_named(problem.facts.accelerators[instance.accelerator], wanted)
    ]
    if problem.serving and not profile.current_count and not _bill(profile):
        return [(instance, None) for instance in [one for one in of_chip if problem.is_here(one)] or of_chip]
    chips = profile.current_count or max((instance.count for instance in of_chip), default=0)
    fitting = [instance for instance in of_chip if chips % instance.count == 0]
    here = [instance for instance in fitting if problem.is_here(instance)] or fitting
    best = max(here, key=lambda instance: (instance.count, "on_demand" in instance.sold), default=None)
    return [] if best is None else [(best, chips // best.count)]


def _bill(profile: Profile) -> float | None:
    return profile.current_usd_per_hour or profile.current_usd_per_month

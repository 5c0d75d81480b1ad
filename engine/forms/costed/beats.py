""" "Cheaper?", "would Trainium be faster?": of the same work, what costs less or ends sooner than the machine in the
answer before."""

from __future__ import annotations

from engine.base.reason import Reason
from engine.forms.costed.lead import lead_of
from engine.forms.parts.estimate_table import UNASKED
from engine.options.named import is_named
from engine.options.option import CostedOption
from engine.verdict.forks import Case
from engine.workload.profile import Reading
from knowledge.facts import Facts, Purchase

LESS, SOONER = "for_less", "in_less_time"  # cues
BETTER = frozenset({LESS, SOONER})
DEARER = 2.0  # times the dollars that a quicker machine may take and still be a sensible answer
PLAINLY = 0.98  # of the other's figure: nearer is no difference


class Beats(Reason, code="beats"):
    """What beats the machine before, or comes nearest to it: "yes", "no", or "per_run" where moving there costs more
    than it saves over so many `runs`, and "same" where they hardly differ. `named`: it was asked about; `sure`: even
    the high end of its range does. `port_usd`: what moving there costs once, which `pays_off` runs save."""

    how: str
    sooner: bool
    named: bool
    instance: str
    machines: int
    purchase: Purchase
    chip: str
    usd: float
    hours: float
    other: str
    other_purchase: Purchase
    other_usd: float
    other_hours: float
    sure: bool
    runs: float
    port_usd: float
    pays_off: float | None


class OnSpot(Reason, code="on_spot"):
    """The cheapest on spot, which may be taken away."""

    instance: str
    machines: int
    usd: float


class Outright(Reason, code="outright"):
    """The quickest, whatever it costs."""

    instance: str
    machines: int
    usd: float
    hours: float


class NoneOfThat(Reason, code="none_of_that"):
    """What was asked about does not hold the work, or no price of it is known."""

    things: tuple[str, ...]


def beats(
    reading: Reading, case: Case, options: list[CostedOption], chosen: CostedOption | None, facts: Facts
) -> tuple[Reason, ...]:
    """The first line, and what goes with it; () where nothing of the kind is asked. `chosen`: what the answer before
    advised, if that was advice."""
    asked = BETTER.intersection(reading.cues)
    if not asked:
        return ()
    sooner, wanted = SOONER in asked, {*reading.named}
    there = [option for option in options if _is_of(option, wanted, facts)]
    others = [option for option in options if option not in there]
    held = chosen if chosen is not None and chosen not in there else lead_of(others, case, facts) if others else None
    if wanted and not there:
        return (NoneOfThat(things=tuple(sorted(wanted))),)
    if held is None:
        return ()
    bought = case.filled.reading.profile.purchase
    rivals = [option for option in (there or others) if option.id != held.id and not option.at_hand]
    plain = [one for one in rivals if one.purchase not in UNASKED or one.purchase == bought]
    rivals = plain or (rivals if there else [])
    runs = max(case.runs, 1.0)
    most = held.run.usd.likely * DEARER
    sensible = [one for one in rivals if one.run.usd.likely <= most and not one.port.usd.likely] if sooner else []
    best = min(sensible or rivals, key=lambda one: _figure(one, runs, sooner), default=None)
    if best is None:
        return ()
    said = _said(best, held, runs, sooner=sooner, named=bool(wanted))
    if wanted:
        return (said,)
    return said, *(
        _outright(rivals, best) if sooner else _spot(options, min(best.run.usd.likely, held.run.usd.likely))
    )


def _said(best: CostedOption, held: CostedOption, runs: float, *, sooner: bool, named: bool) -> Beats:
    mine, others = (best.run.hours, held.run.hours) if sooner else (best.run.usd, held.run.usd)
    port = best.port.usd.likely - held.port.usd.likely
    saved = held.run.usd.likely - best.run.usd.likely
    how = (
        "yes" if mine.likely < others.likely * PLAINLY else "no" if mine.likely * PLAINLY > others.likely else "same"
    )
    if how == "yes" and not sooner and port > saved * runs:
        how = "per_run"
    return Beats(
        how=how,
        sooner=sooner,
        named=named,
        instance=best.instance,
        machines=best.count,
        purchase=best.purchase,
        chip=best.chip_name,
        usd=best.run.usd.likely,
        hours=best.run.hours.likely,
        other=held.instance,
        other_purchase=held.purchase,
        other_usd=held.run.usd.likely,
        other_hours=held.run.hours.likely,
        sure=mine.high < others.likely,
        runs=runs,
        port_usd=max(port, 0.0),
        pays_off=port / saved if port > 0 and saved > 0 else None,
        cites=tuple(dict.fromkeys((*best.cites[:3], *held.cites[:2]))),
    )


def _figure(option: CostedOption, runs: float, sooner: bool) -> float:
    return option.run.hours.likely if sooner else option.total(runs)


def _is_of(option: CostedOption, wanted: set[str], facts: Facts) -> bool:
    return option.instance in wanted or is_named(facts.accelerators[option.accelerator], wanted)


def _spot(options: list[CostedOption], usd: float) -> tuple[OnSpot, ...]:
    """Of what needs no port."""
    spot = [one for one in options if one.purchase == "spot" and one.run.usd.likely < usd and not one.port.usd.likely]
    best = min(spot, key=lambda option: option.run.usd.likely, default=None)
    if best is None:
        return ()
    return (OnSpot(instance=best.instance, machines=best.count, usd=best.run.usd.likely, cites=best.price.cites),)


def _outright(rivals: list[CostedOption], best: CostedOption) -> tuple[Outright, ...]:
    quickest = min(rivals, key=lambda option: option.run.hours.likely)
    if quickest.id == best.id:
        return ()
    run = quickest.run
    return (
        Outright(
            instance=quickest.instance,
            machines=quickest.count,
            usd=run.usd.likely,
            hours=run.hours.likely,
            cites=quickest.cites[:2],
        ),
    )

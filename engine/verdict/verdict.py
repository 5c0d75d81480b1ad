"""What to say: hard constraints, then the deciding sum, then availability, then the rules."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Literal

from engine.base.computed import Computed
from engine.base.lazy import Lazy
from engine.base.reason import Reason
from engine.library import Library
from engine.options.assumptions import Filled
from engine.options.candidates import candidates
from engine.options.constraints import Constraint
from engine.options.eligibility import OnSpecialist
from engine.options.named import reaching
from engine.options.nothing_fits import nothing_fits
from engine.options.option import CostedOption, costed, leading
from engine.options.port import port
from engine.options.problem import Problem
from engine.options.too_small import shortfalls
from engine.verdict.carbon_reasons import carbon_reasons
from engine.verdict.confidence import Confidence, confidence, confidence_by_carbon
from engine.verdict.decide import Decided, decision
from engine.verdict.deciding_sum import BreakEven, break_even
from engine.verdict.flips import Asked, Flip, flips
from engine.verdict.forks import Case, ForkResult, OpenSlot, even, first_case, forks, turning
from engine.verdict.greenest import Greenest
from engine.verdict.pilot import Pilot, pilot
from engine.verdict.reasons import reasons
from engine.verdict.reread import Reread, reread
from engine.verdict.rules import matching
from engine.verdict.tradeoffs import conflicts, tradeoffs
from engine.workload.profile import Reading
from engine.workload.samples import cost_unknown
from engine.workload.worked_out import horizon_months
from knowledge.facts import SPECIALISTS, Conflict, Lean, Rule, Tradeoff

Kind = Literal["recommend", "need_more", "no_fit", "answer"]
NOTHING: Lazy[tuple[Flip, ...]] = Lazy.of(())
NOBODY: Lazy[CostedOption | None] = Lazy.of(None)


class Verdict(Computed):
    """The whole answer, without wording. `case` is the one the lean was read from."""

    kind: Kind
    lean: Lean | None
    rule_lean: Lean | None
    option: CostedOption | None
    confidence: Confidence | None
    because: tuple[Reason, ...]
    ask: ForkResult | None
    base: Case
    case: Case
    forks: tuple[ForkResult, ...]
    break_evens: tuple[BreakEven, ...]
    pilot: Pilot | None
    rules: tuple[Rule, ...]
    tradeoffs: tuple[Tradeoff, ...]
    conflicts: tuple[Conflict, ...]
    as_of: date
    work_unknown: bool = False  # nothing says what a sample of this model costs
    reread: Reread | None = None  # the doubtful figure that the answer hinges on
    green: Greenest | None = None  # where carbon was named as the priority and can be ranked
    turned_by: Lazy[tuple[Flip, ...]] = NOTHING
    aside: Lazy[CostedOption | None] = NOBODY

    @property
    def flips(self) -> tuple[Flip, ...]:
        """What would change it, worked out where it is shown: it takes a third of the time of the verdict."""
        return self.turned_by.value

    @property
    def beside(self) -> CostedOption | None:
        """The cheapest machine of a specialist cloud, where none of them takes part."""
        return self.aside.value


def verdict(reading: Reading, library: Library, day: date, *, compared: bool = False) -> Verdict:
    """The verdict on a reading at the facts of a day.

    `compared`: only another one is held against it, so what would change it and how to try it are left out.
    """
    library = reaching(library, reading.profile)
    base = first_case(reading, library, day)
    split = forks(base, library, day)
    rules = speaking(reading, library)
    turned = turning(split)
    asking = (
        turned
        or next((fork for fork in split if fork.turns), None)
        or next((fork for fork in split if fork.spreads and base.filled.runs_open), None)
    )
    if turned is not None:
        base = base.model_copy(update={"filled": base.filled.opened(turned.slot)})
    if cost_unknown(base.filled.profile, library.facts):
        return _need_more(base, split, rules, library, day).model_copy(update={"work_unknown": True})
    taken = decision(base, OpenSlot(base, library, day, even(split)), library)
    if taken.lean is None or taken.decided is None:
        return _no_fit(base, rules, library, day)
    if _nothing_said(reading):
        return _need_more(base, split, rules, library, day)
    if taken.green is not None and taken.decided == "carbon":
        return _by_carbon(taken.green, base, split, rules, library, day)
    lean, case, decided, green = taken.lean, taken.case, taken.decided, taken.green
    rule = rules[0] if rules else None
    if decided in ("rule", "fork"):
        rule = taken.rule
    return Verdict(
        kind="recommend",
        lean=lean,
        rule_lean=rules[0].lean if rules else None,
        option=taken.option,
        confidence=confidence(taken, rule, asking, library),
        because=(
            *reasons(base, asking, lean, rule, decided, horizon_months(base.filled.profile, library.constants), day),
            *(carbon_reasons(green, base, library, day) if base.filled.profile.priority == "carbon" else ()),
        ),
        ask=asking,
        base=base,
        case=case,
        forks=split,
        break_evens=_break_evens(case),
        pilot=None if compared else _pilot(case, asking, lean, decided, library, day),
        rules=rules,
        tradeoffs=tradeoffs(case, library),
        conflicts=conflicts(case, library),
        as_of=day,
        reread=reread(case, taken.option, library) if decided != "rule" else None,
        green=green,
        turned_by=NOTHING if compared else Lazy(lambda: flips(Asked(taken, base, even(split), library, day))),
        aside=NOBODY if compared else Lazy(lambda: beside(case.filled, library, day)),
    )


def beside(filled: Filled, library: Library, day: date) -> CostedOption | None:
    """The cheapest machine of a specialist cloud that does the work, with the cost of moving there.

    None where specialists compete, or were ruled out. It stands in the table and decides nothing.
    """
    left = [cloud for cloud in SPECIALISTS if cloud not in filled.reading.ruled_out.get("clouds", ())]
    if library.reached or filled.profile.on_premises or not left:
        return None
    wide = library.reaching(left)
    there = filled.model_copy(update={"profile": filled.profile.model_copy(update={"clouds": tuple(left)})})
    found = costed(candidates(Problem(there, wide, day, brief=True)))
    moved = [_moved(option, filled, wide) for option in found if option.cloud in SPECIALISTS]
    return min(moved, key=lambda option: (option.choice_usd(option.runs), option.id), default=None)


def _moved(option: CostedOption, filled: Filled, library: Library) -> CostedOption:
    """The option as seen from where the work lives."""
    ported = port(filled, library.facts.accelerators[option.accelerator], option.cloud, library)
    held = OnSpecialist(cloud=option.cloud, network="network" not in option.unpublished, cites=option.price.cites)
    return replace(option, port=ported, not_leading=held)


def _by_carbon(
    green: Greenest, base: Case, split: tuple[ForkResult, ...], rules: tuple[Rule, ...], library: Library, day: date
) -> Verdict:
    """The lowest-carbon offering leads; the sum stands beside it, and no flip in dollars turns it."""
    rule = rules[0] if rules else None
    lean = green.lowest.family
    return _bare("recommend", base, split, rules, library, day).model_copy(
        update={
            "lean": lean,
            "option": green.lowest,
            "confidence": confidence_by_carbon(green, base, rule, library),
            "because": (
                *carbon_reasons(green, base, library, day),
                *reasons(
                    base, None, lean, rule, "carbon", horizon_months(base.filled.profile, library.constants), day
                ),
            ),
            "tradeoffs": tradeoffs(base, library),
            "conflicts": conflicts(base, library),
            "green": green,
        }
    )


def speaking(reading: Reading, library: Library) -> tuple[Rule, ...]:
    """The rules that match what was said, the weightiest first."""
    return matching(library.rules, reading.profile, reading.signals, library.families)


def _pilot(
    case: Case, asking: ForkResult | None, lean: Lean, decided: Decided, library: Library, day: date
) -> Pilot | None:
    """The benchmark that would settle it; none where no speed would, because a rule decided beyond the dollars."""
    if decided == "rule" and lean != "pilot_both":
        return None
    slot = asking.slot if asking and asking.slot != "runs" else None
    return pilot(case, slot, library, day, to_decide=lean == "pilot_both")


def _break_evens(case: Case) -> tuple[BreakEven, ...]:
    """Every other offering against the GPU a run is compared with; the best one against each leading GPU as well."""
    if case.sum is None or case.sum.reference is None:
        return ()
    contenders = leading(case.options)
    compared = case.sum.reference
    others = [option for option in contenders if option.family != compared.family]
    alike = [option for option in contenders if option.family == compared.family and option.id != compared.id]
    best = case.sum.rival
    return (
        *(break_even(option, compared) for option in others),
        *(break_even(best, option) for option in alike if best),
    )


def _nothing_said(reading: Reading) -> bool:
    """No slot and no signal: any answer would be about an invented workload."""
    return not reading.profile.stated() and not reading.signals


def _no_fit(base: Case, rules: tuple[Rule, ...], library: Library, day: date) -> Verdict:
    lacking = shortfalls(base.options, base.filled.profile.clouds)
    given: tuple[Reason, ...] = lacking
    if base.sum is None:
        why = nothing_fits(base.options, serving=base.filled.profile.task == "inference")
        barred = any(isinstance(option.not_leading, Constraint) for option in costed(base.options))
        given = (*lacking, *why) if barred or not lacking else lacking
    return _bare("no_fit", base, (), rules, library, day).model_copy(update={"because": given})


def _need_more(
    base: Case, split: tuple[ForkResult, ...], rules: tuple[Rule, ...], library: Library, day: date
) -> Verdict:
    return _bare("need_more", base, split, rules, library, day)


def _bare(
    kind: Kind, base: Case, split: tuple[ForkResult, ...], rules: tuple[Rule, ...], library: Library, day: date
) -> Verdict:
    return Verdict(
        kind=kind,
        lean=None,
        rule_lean=rules[0].lean if rules else None,
        option=None,
        confidence=None,
        because=(),
        ask=None,
        base=base,
        case=base,
        forks=split,
        break_evens=_break_evens(base),
        pilot=None,
        rules=rules,
        tradeoffs=(),
        conflicts=conflicts(base, library) if kind == "no_fit" else (),
        as_of=day,
    )

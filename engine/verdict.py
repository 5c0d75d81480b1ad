"""What to say: hard constraints, then the deciding sum, then availability, then the rules."""

from __future__ import annotations

from datetime import date
from typing import Literal

from engine.conditions import holds
from engine.confidence import Confidence, confidence
from engine.deciding_sum import BreakEven, break_even
from engine.flips import Flip, continuous_flips
from engine.forks import Case, ForkResult, break_even_of, first_case, forks
from engine.library import Library
from engine.options import Option, Why
from engine.profile import Reading
from engine.rules import matching
from engine.switches import switches
from knowledge.facts import Conflict, Fact, Lean, Rule, Scalar, Tradeoff

Kind = Literal["recommend", "need_more", "no_fit", "answer"]


class Verdict(Fact):
    """The whole answer, without wording. `case` is the one the lean was read from."""

    kind: Kind
    lean: Lean | None
    rule_lean: Lean | None
    option: Option | None
    confidence: Confidence | None
    because: tuple[Why, ...]
    ask: ForkResult | None
    base: Case
    case: Case
    forks: tuple[ForkResult, ...]
    break_evens: tuple[BreakEven, ...]
    flips: tuple[Flip, ...]
    rules: tuple[Rule, ...]
    tradeoffs: tuple[Tradeoff, ...]
    conflicts: tuple[Conflict, ...]
    as_of: date


def verdict(reading: Reading, library: Library, day: date) -> Verdict:
    """The verdict on a reading at the facts of a day."""
    base = first_case(reading, library, day)
    split = forks(base, library, day)
    rules = speaking(reading, library)
    rule = rules[0] if rules else None
    asking = next((fork for fork in split if fork.turns), None) or next(
        (fork for fork in split if fork.spreads and base.filled.assumed("runs")), None
    )
    if base.sum is None:
        return _no_fit(base, rules, library, day)
    if _nothing_said(reading):
        return _need_more(base, split, rules, library, day)
    call = library.constants.likely("confident_share")
    lean, case, decided = _lean(base, asking, rule, call)
    option = _option(case, lean)
    return Verdict(
        kind="recommend",
        lean=lean,
        rule_lean=rule.lean if rule else None,
        option=option,
        confidence=confidence(case, rule, asking, library),
        because=_because(case, lean, rule, decided),
        ask=asking,
        base=base,
        case=case,
        forks=split,
        break_evens=_break_evens(base),
        flips=_flips(base, case, asking, library, day),
        rules=rules,
        tradeoffs=_tradeoffs(case, library),
        conflicts=_conflicts(case, library),
        as_of=day,
    )


def speaking(reading: Reading, library: Library) -> tuple[Rule, ...]:
    """The rules that match what was said, the weightiest first."""
    return matching(library.rules, reading.profile, reading.signals, library.kin)


def _lean(base: Case, asking: ForkResult | None, rule: Rule | None, call: float) -> tuple[Lean, Case, str]:
    """The lean, the case that carries it, and what decided.

    A sum and a rule that agree are one answer. A rule for several chips at once (hybrid, pilot both) stands
    above a sum that can only pick one. Where an unsaid slot turns the sum, the branch that agrees with the
    rule carries the lean and the card gives both. Otherwise the sum decides where its probability is a call;
    rules on matters no sum sees (kernels, novelty, audit, speed) decide where they apply; what is left is
    a pilot of both.
    """
    if base.sum is None:
        raise ValueError("a lean needs a deciding sum; verdict() answers no_fit without one")
    by_sum = base.sum.lean
    if rule is None:
        return by_sum, base, "sum"
    if rule.lean in ("hybrid", "pilot_both"):
        return rule.lean, base, "rule"
    if rule.lean == by_sum:
        return by_sum, base, "both"
    agreeing = _branch_with(asking, rule.lean)
    if agreeing is not None:
        return rule.lean, agreeing, "fork"
    if rule.group in ("exception", "role", "hybrid", "profile") and not _reckons(rule):
        return rule.lean, base, "rule"
    if base.sum.probability >= call:
        return by_sum, base, "sum"
    return "pilot_both", base, "neither"


def _reckons(rule: Rule) -> bool:
    """Whether the rule is about dollars, so that the sum has already answered it."""
    return rule.group in ("default", "scenario", "wins")


def _branch_with(asking: ForkResult | None, lean: Lean) -> Case | None:
    if asking is None or not asking.turns:
        return None
    return next((branch.case for branch in asking.branches if branch.case.lean == lean), None)


def _option(case: Case, lean: Lean) -> Option | None:
    """The best offering of the leaning family; for several chips at once, the sum's winner."""
    if case.sum is None:
        return None
    own = [option for option in case.options if option.may_lead and option.family == lean]
    return min(own, key=lambda option: (option.total(case.runs), option.id), default=case.sum.winner)


def _because(case: Case, lean: Lean, rule: Rule | None, decided: str) -> tuple[Why, ...]:
    """The reasons in the order they decided."""
    reasons: list[Why] = []
    found = case.sum
    point = break_even_of(case)
    if found and point and found.rival and found.reference:
        values: dict[str, Scalar] = {
            "option": found.rival.instance,
            "against": found.reference.instance,
            "saving": point.saving_per_run_usd,
            "runs": case.runs,
            "break_even": point.runs.likely if point.runs else -1.0,
            "assumed": case.filled.assumed("runs"),
        }
        cites = tuple(dict.fromkeys((*found.rival.cites, *found.reference.cites)))
        reasons.append(Why(code="saving" if point.runs else "no_saving", values=values, cites=cites))
    if rule:
        agrees = rule.lean == lean
        reasons.append(
            Why(
                code="rule_agrees" if agrees else "rule_differs",
                values={"rule": rule.title, "lean": rule.lean, "because": rule.because},
                cites=(rule.source,),
            )
        )
    if decided == "neither" and found:
        reasons.append(Why(code="evidence_cannot_decide", values={"probability": found.probability}))
    if case.filled.profile.capacity == "tight":
        reasons.append(_capacity_reason(case))
    if found and found.rival and found.rival.own_block_hours and found.rival.usd_per_run and found.rival.usd_per_hour:
        alone = found.rival.own_block_hours * found.rival.usd_per_hour.likely * found.rival.count
        if alone > found.rival.usd_per_run.likely * 1.05:
            reasons.append(
                Why(
                    code="block_alone",
                    values={"option": found.rival.instance, "usd": alone, "hours": found.rival.own_block_hours},
                    cites=found.rival.price_cites,
                )
            )
    return tuple(reasons)


def _flips(base: Case, carrier: Case, asking: ForkResult | None, library: Library, day: date) -> tuple[Flip, ...]:
    """Flips of the assumed case; where another branch carries the lean, those of that branch as well, marked."""
    flips = (*continuous_flips(base.options, base.runs, base.filled.profile.tokens), *switches(base, library, day))
    if carrier is base or asking is None:
        return flips
    value = getattr(carrier.filled.profile, asking.slot)
    return flips + tuple(
        flip.model_copy(update={"given_slot": asking.slot, "given_value": value})
        for flip in continuous_flips(carrier.options, carrier.runs, carrier.filled.profile.tokens)
    )


def _capacity_reason(case: Case) -> Why:
    blocks = sorted(
        {option.instance for option in case.options if option.costed and option.purchase == "capacity_block"}
    )
    return Why(code="capacity_tight", values={"blocks": ", ".join(blocks[:6])})


def _break_evens(case: Case) -> tuple[BreakEven, ...]:
    if case.sum is None or case.sum.reference is None:
        return ()
    return tuple(
        break_even(option, case.sum.reference)
        for option in case.options
        if option.costed and option.family != "gpu" and option.held_back is None
    )


def _tradeoffs(case: Case, library: Library) -> tuple[Tradeoff, ...]:
    shown = {option.family for option in case.options if option.costed}
    filled, family_of = case.filled, library.kin

    def speaks(entry: Tradeoff) -> bool:
        if entry.options and not shown & set(entry.options):
            return False
        met = all(holds(condition, filled.profile, filled.reading.signals, family_of) for condition in entry.when)
        barred = any(
            holds(condition, filled.profile, filled.reading.signals, family_of) for condition in entry.unless
        )
        return met and not barred

    return tuple(entry for entry in library.facts.tradeoffs.values() if speaks(entry))


def _conflicts(case: Case, library: Library) -> tuple[Conflict, ...]:
    """Disagreements of the sources about what is on the card."""
    types = {option.instance for option in case.options if option.costed} | set(case.filled.profile.instances)
    chips = {option.accelerator for option in case.options if option.costed}
    filled, family_of = case.filled, library.kin
    return tuple(
        conflict
        for conflict in library.facts.conflicts.values()
        if (set(conflict.instances) & types or set(conflict.accelerators) & chips or conflict.when)
        and all(holds(condition, filled.profile, filled.reading.signals, family_of) for condition in conflict.when)
    )


def _nothing_said(reading: Reading) -> bool:
    """No slot and no signal: any answer would be about an invented workload."""
    return not reading.profile.said() and not reading.signals


def _no_fit(base: Case, rules: tuple[Rule, ...], library: Library, day: date) -> Verdict:
    return _bare("no_fit", base, (), rules, library, day)


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
        flips=(),
        rules=rules,
        tradeoffs=(),
        conflicts=_conflicts(base, library) if kind == "no_fit" else (),
        as_of=day,
    )

"""The reasons for a verdict, in the order in which it was decided."""

from __future__ import annotations

from typing import Literal, TypedDict

from engine.base.reason import Reason
from engine.options.eligibility import OldPrice
from engine.options.exclusions import LatencyMeaning
from engine.options.hidden_costs import a_run, over
from engine.options.option import CostedOption, costed, leading
from engine.options.too_small import memory_headroom, shortfalls
from engine.verdict.deciding_sum import break_even
from engine.verdict.forks import Branch, Case, ForkResult, break_even_of
from engine.verdict.how_to_buy import how_to_buy
from knowledge.facts import Lean, Rule, Scalar

Decided = Literal["sum", "rule", "both", "fork", "neither", "carbon"]
ONE_CHIP: frozenset[Lean] = frozenset({"trainium", "gpu", "tpu", "inferentia"})
ROUNDING = 1.05  # a block that costs less than this share more than its run is not worth a sentence


class RuleReason(Reason):
    """What the rule that applies says, compared with the verdict."""

    rule: str
    lean: Lean
    because: str


class RuleAgrees(RuleReason, code="rule_agrees"): ...


class RuleDiffers(RuleReason, code="rule_differs"): ...


class RuleDiffersFromCarbon(RuleReason, code="rule_differs_from_carbon"): ...


class RuleDecides(RuleReason, code="rule_decides"): ...


class RuleUnavailable(RuleReason, code="rule_unavailable"):
    """The rule leans to a chip that nothing here may lead with."""


class EvidenceCannotDecide(Reason, code="evidence_cannot_decide"):
    probability: float


class Serves(Reason, code="served"):
    """How the leading offering answers, and what the latency was taken for."""

    option: str
    ttft_ms: float
    tpot_ms: float
    batch: float
    joined: int
    prompt: float
    answer: float
    latency_ms: float
    meaning: LatencyMeaning


class AtAValue(Reason):
    """A reason that holds at one value of a slot nobody stated; of the case itself where none is given."""

    given_slot: str | None = None
    given_value: Scalar | None = None


class SavingPerRun(AtAValue):
    """USD a run costs less than on the reference; `assumed`: nobody stated the runs."""

    option: str
    against: str
    saving: float
    runs: float
    assumed: bool
    serving: bool


class SavingFields(TypedDict):
    """The fields of `SavingPerRun`, whether or not anything is saved."""

    option: str
    against: str
    saving: float
    runs: float
    assumed: bool
    serving: bool
    given_slot: str | None
    given_value: Scalar | None


class NoSaving(SavingPerRun, code="no_saving"):
    """The saving is negative, and no number of runs repays the port."""


class Saving(SavingPerRun, code="saving"):
    """The runs that repay the port: likely, and the ends of their range."""

    break_even: float
    low: float
    high: float


class BudgetHolds(Reason, code="budget_holds"):
    option: str
    budget: float
    total: float
    runs: float
    enough_for: float
    serving: bool


class BudgetShort(BudgetHolds, code="budget_short"): ...


class Stakes(AtAValue, code="stakes"):
    """The chance that the cheaper option is cheaper, and what choosing it costs if it is not."""

    option: str
    against: str
    probability: float
    runs: float
    expected: float
    worst: float
    serving: bool


class CapacityTight(Reason, code="capacity_tight"):
    """Types sold by bookable block, joined by commas."""

    blocks: str


class OlderPrice(Reason, code="older_price"):
    """A cheaper GPU known only from an old price; `break_even` of the rival against it, if there is one."""

    option: str
    rate: float
    as_of: str
    usd: float
    rival: str
    serving: bool
    break_even: float | None = None


class PortEffort(Reason, code="port_effort"):
    """Engineer-weeks to a first job, and to production."""

    option: str
    first_low: float
    first_high: float
    low: float
    weeks: float
    high: float


class HiddenCosts(Reason, code="beside"):
    """The rest of the bill: USD once, USD a run, and the break-even without and with it."""

    option: str
    months: float
    once: float
    run: float
    break_even: float
    serving: bool
    with_it: float | None = None


class BlockAlone(Reason, code="block_alone"):
    """A run that has a Capacity Block to itself pays for all of it."""

    option: str
    usd: float
    hours: float


def reasons(
    case: Case, asking: ForkResult | None, lean: Lean, rule: Rule | None, decided: Decided, months: float
) -> tuple[Reason, ...]:
    """What does not fit, the sum (at each value of what was unsaid), the rules, and what capacity and buying do.

    `months` is the horizon over which the upkeep of a port is counted.
    """
    branches = asking.branches if asking is not None and asking.slot != "runs" else ()
    found: list[Reason | None] = [*shortfalls(case.options, case.filled.profile.clouds)]
    found += [_saving(branch.case, branch) for branch in branches] or [_saving(case)]
    if rule is not None:
        found.append(_of_rule(rule, case, lean, decided))
    if decided == "neither" and case.sum:
        found.append(EvidenceCannotDecide(probability=case.sum.probability))
    found.append(_served(case))
    found.append(_budget(case))
    found.append(_stakes(case, asking.slot if branches and asking else None))
    if case.filled.profile.capacity == "tight":
        found.append(_capacity(case))
    if case.sum and case.sum.rival:
        found += [_block_alone(case.sum.rival), _older_price(case, case.sum.rival)]
        found += [_port_effort(case.sum.rival), _hidden_costs(case, months)]
    if case.sum:
        weighed = (case.sum.winner, case.sum.rival, case.sum.reference)
        leading = tuple({option.id: option for option in weighed if option}.values())
        profile = case.filled.profile
        found += how_to_buy(leading, profile.purchase, bool(profile.managed))
    found += memory_headroom(case.options, case.filled.profile.clouds)
    return tuple(reason for reason in found if reason)


def _of_rule(rule: Rule, case: Case, lean: Lean, decided: Decided) -> RuleReason:
    families = {option.family for option in leading(case.options)}
    kind: type[RuleReason] = RuleDecides if decided == "rule" else RuleAgrees
    if rule.lean in ONE_CHIP and rule.lean not in families:
        kind = RuleUnavailable
    elif rule.lean != lean:
        kind = RuleDiffersFromCarbon if decided == "carbon" else RuleDiffers
    return kind(rule=rule.title, lean=rule.lean, because=rule.because, cites=(rule.source,))


def _served(case: Case) -> Serves | None:
    winner = case.sum.winner if case.sum else None
    if winner is None or winner.serving is None:
        return None
    serving = winner.serving
    return Serves(
        option=winner.instance,
        ttft_ms=serving.ttft_ms,
        tpot_ms=serving.tpot_ms,
        batch=serving.batch,
        joined=serving.chips,
        prompt=serving.prompt_tokens,
        answer=serving.answer_tokens,
        latency_ms=case.filled.profile.latency_ms or 0.0,
        meaning=serving.latency,
        cites=winner.speed.cites[:1],
    )


def _saving(case: Case, branch: Branch | None = None) -> SavingPerRun | None:
    point = break_even_of(case)
    if case.sum is None or case.sum.rival is None or case.sum.reference is None or point is None:
        return None
    saving = SavingFields(
        option=case.sum.rival.instance,
        against=case.sum.reference.instance,
        saving=point.saving_per_run_usd,
        runs=case.runs,
        assumed=case.filled.assumed("runs"),
        serving=case.filled.profile.task == "inference",
        given_slot=branch.slot if branch else None,
        given_value=branch.value if branch else None,
    )
    cites = tuple(dict.fromkeys((*case.sum.rival.cites, *case.sum.reference.cites)))
    if point.runs is None:
        return NoSaving(**saving, cites=cites)
    low, likely, high = point.runs.low, point.runs.likely, point.runs.high
    return Saving(**saving, break_even=likely, low=low, high=high, cites=cites)


def _budget(case: Case) -> BudgetHolds | None:
    """Whether the money named holds the plan, and how many runs it holds."""
    money = case.filled.profile.budget_usd
    if case.sum is None or not money:
        return None
    winner = case.sum.winner
    total, port = winner.total(case.runs), winner.port.usd.likely
    each = (total - port) / case.runs
    kind = BudgetShort if total > money else BudgetHolds
    return kind(
        option=winner.instance,
        budget=money,
        total=total,
        runs=case.runs,
        enough_for=max(0.0, (money - port) // each) if each > 0 else 0.0,
        serving=case.filled.profile.task == "inference",
        cites=winner.price.cites,
    )


def _stakes(case: Case, given: str | None) -> Stakes | None:
    if case.sum is None or case.sum.other is None or case.sum.worst_loss_usd <= 0:
        return None
    return Stakes(
        option=case.sum.winner.instance,
        against=case.sum.other.instance,
        probability=case.sum.probability,
        runs=case.runs,
        expected=case.sum.expected_loss_usd,
        worst=case.sum.worst_loss_usd,
        serving=case.filled.profile.task == "inference",
        given_slot=given,
        given_value=getattr(case.filled.profile, given) if given else None,
    )


def _capacity(case: Case) -> CapacityTight:
    blocks = dict.fromkeys(option.instance for option in leading(case.options) if option.purchase == "capacity_block")
    return CapacityTight(blocks=", ".join(list(blocks)[:5]))


def _older_price(case: Case, rival: CostedOption) -> OlderPrice | None:
    """What a cheaper GPU known only from an old price would change if that price still held."""
    reference = case.sum.reference if case.sum else None
    old = [
        option
        for option in costed(case.options)
        if option.family == "gpu" and isinstance(option.not_leading, OldPrice)
    ]
    cheapest = min(old, key=lambda option: option.total(1), default=None)
    if cheapest is None or reference is None or cheapest.total(1) * ROUNDING >= reference.total(1):
        return None
    point = break_even(rival, cheapest)
    return OlderPrice(
        option=cheapest.instance,
        rate=cheapest.price.usd_per_hour.likely,
        as_of=str(cheapest.price.observed_on),
        usd=cheapest.run.usd.likely,
        rival=rival.instance,
        serving=case.filled.profile.task == "inference",
        break_even=point.runs.likely if point.runs else None,
        cites=cheapest.price.cites,
    )


def _port_effort(option: CostedOption) -> PortEffort | None:
    """How long until something runs there, and until production: the sum counts the second."""
    if option.port.weeks.high <= 0:
        return None
    first, all_of_it = option.port.first_job_weeks, option.port.weeks
    return PortEffort(
        option=option.instance,
        first_low=first.low,
        first_high=first.high,
        low=all_of_it.low,
        weeks=all_of_it.likely,
        high=all_of_it.high,
        cites=option.port.cites[:1],
    )


def _hidden_costs(case: Case, months: float) -> HiddenCosts | None:
    """What the rest of the bill does to the break-even: upkeep of the port, a first compile, storage and egress."""
    if case.sum is None or case.sum.rival is None or case.sum.reference is None:
        return None
    mine, theirs = case.sum.rival, case.sum.reference
    point = break_even_of(case)
    once = over(mine.hidden_costs, months) - over(theirs.hidden_costs, months)
    if point is None or point.runs is None or once <= 0:
        return None
    saving = point.saving_per_run_usd - (a_run(mine.hidden_costs) - a_run(theirs.hidden_costs))
    port = mine.port.usd.likely - theirs.port.usd.likely
    cites = tuple(dict.fromkeys(cite for line in mine.hidden_costs for cite in line.cites))
    return HiddenCosts(
        option=mine.instance,
        months=months,
        once=once,
        run=a_run(mine.hidden_costs),
        break_even=point.runs.likely,
        serving=case.filled.profile.task == "inference",
        with_it=max(0.0, port + once) / saving if saving > 0 else None,
        cites=cites[:1],
    )


def _block_alone(option: CostedOption) -> BlockAlone | None:
    if option.run.booking is None:
        return None
    hours = option.run.booking.hours
    usd = hours * option.price.usd_per_hour.likely * option.count
    if usd <= option.run.usd.likely * ROUNDING:
        return None
    return BlockAlone(option=option.instance, usd=usd, hours=hours, cites=option.price.cites)

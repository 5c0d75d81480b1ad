"""Slots worked out from slots that were said: tokens from samples, hours and a rate from what runs today."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TypeAlias

from engine.base.computed import Computed
from engine.base.constants import Constants
from engine.workload.profile import SLOTS, Chained, Part, Profile
from knowledge.facts import Scalar, TextSet
from knowledge.units import BYTES_PER_GB, HOURS_PER_MONTH, SECONDS_PER_HOUR

Sets: TypeAlias = Mapping[str, TextSet]
NO_SETS: Sets = MappingProxyType({})


class Derived(Computed):
    """A slot worked out from slots that were said. `uses` lists them, in the order of the arithmetic.

    `figures` are what the arithmetic needs beside them: the tokens of a named set, bytes of a token, what was said.
    """

    slot: str
    value: Scalar
    uses: tuple[str, ...]
    figures: tuple[float, ...] = ()
    parts: tuple[Part, ...] = ()  # amounts of the text whose product it is, in place of `uses`


def of_chains(chains: Iterable[Chained]) -> tuple[Derived, ...]:
    """The slots that several amounts of a text reached together."""
    several = (chain for chain in chains if len(chain.parts) > 1 and chain.slot in SLOTS)
    return tuple(Derived(slot=one.slot, value=one.value, uses=(), parts=one.parts) for one in several)


def worked_out(profile: Profile, constants: Constants, sets: Sets = NO_SETS) -> tuple[Derived, ...]:
    """What follows from what was said, for slots that were not said themselves; later steps build on earlier ones."""
    return tuple(_following(profile, constants, sets, said_only=True))


def of_the_work(profile: Profile, constants: Constants, sets: Sets) -> tuple[Derived, ...]:
    """The tokens and hours of a run that follow once the length of a sample or the tokens were assumed."""
    return tuple(_following(profile, constants, sets, said_only=False))


def _following(profile: Profile, constants: Constants, sets: Sets, *, said_only: bool) -> Iterator[Derived]:
    more = (_all_month, _run_hours, _usd_per_hour, _budget) if said_only else ()
    for make in (_set_tokens, _byte_tokens, _sample_tokens, _step_tokens, _speed, _own_hours, *more):
        for entry in make(profile, constants, sets):
            if getattr(profile, entry.slot) is None or entry.slot == "budget_usd":
                yield entry
                profile = profile.model_copy(update={entry.slot: entry.value})


def horizon_months(profile: Profile, constants: Constants) -> float:
    """The time over which runs count: as said, else the constant."""
    return profile.horizon_months or constants.likely("horizon_months")


def engineer_usd_per_week(profile: Profile, constants: Constants) -> float:
    """What a week of an engineer costs: as said, else the constant."""
    return profile.engineer_usd_per_week or constants.likely("engineer_usd_per_week")


def _passes(profile: Profile) -> tuple[float, tuple[str, ...]]:
    """How often the data is read, one pass where no epochs were said, and the slot that says so."""
    return (profile.epochs, ("epochs",)) if profile.epochs else (1.0, ())


def _set_tokens(profile: Profile, _: Constants, sets: Sets) -> Iterator[Derived]:
    """Tokens of the named set x epochs."""
    named = sets.get(profile.dataset or "")
    if named is None or profile.task == "inference" or profile.samples or profile.data_gb or profile.steps:
        return
    passes, uses = _passes(profile)
    yield Derived(slot="tokens", value=named.tokens * passes, uses=("dataset", *uses), figures=(named.tokens,))


def _byte_tokens(profile: Profile, constants: Constants, _: Sets) -> Iterator[Derived]:
    """Bytes of text over bytes of a token x epochs."""
    if profile.task == "inference" or not profile.data_gb or profile.steps:
        return
    passes, uses = _passes(profile)
    each = constants.likely("bytes_per_token")
    value = profile.data_gb * BYTES_PER_GB / each * passes
    yield Derived(slot="tokens", value=value, uses=("data_gb", *uses), figures=(each,))


def _sample_tokens(profile: Profile, _: Constants, __: Sets) -> Iterator[Derived]:
    """samples x tokens of each x epochs; one pass where no epochs were said."""
    if profile.task == "inference" or not (profile.samples and profile.tokens_per_sample):
        return
    passes, uses = _passes(profile)
    value = profile.samples * profile.tokens_per_sample * passes
    yield Derived(slot="tokens", value=value, uses=("samples", "tokens_per_sample", *uses))


def _step_tokens(profile: Profile, _: Constants, __: Sets) -> Iterator[Derived]:
    """steps x sequences of a step x tokens of a sequence."""
    length = "sequence_length" if profile.sequence_length else "tokens_per_sample"
    each = profile.sequence_length or profile.tokens_per_sample
    if profile.task == "inference" or not (profile.steps and profile.batch_size and each):
        return
    value = profile.steps * profile.batch_size * each
    yield Derived(slot="tokens", value=value, uses=("steps", "batch_size", length))


def _speed(profile: Profile, _: Constants, __: Sets) -> Iterator[Derived]:
    """Tokens of a step over its seconds."""
    length = profile.sequence_length or profile.tokens_per_sample
    if not (profile.seconds_per_step and profile.batch_size and length):
        return
    value = profile.batch_size * length / profile.seconds_per_step
    uses = ("batch_size", "sequence_length" if profile.sequence_length else "tokens_per_sample", "seconds_per_step")
    yield Derived(slot="current_tokens_per_second", value=value, uses=uses)


def _own_hours(profile: Profile, _: Constants, __: Sets) -> Iterator[Derived]:
    """What a run takes on the machines at hand: by the part of it that is done, by its steps, or by their speed."""
    slot = "current_hours_per_run" if profile.current_instances else "run_hours"
    if profile.elapsed_hours and profile.share_done:
        uses: tuple[str, ...] = ("elapsed_hours", "share_done")
        yield Derived(slot=slot, value=profile.elapsed_hours / profile.share_done, uses=uses)
    elif profile.steps and profile.seconds_per_step:
        hours = profile.steps * profile.seconds_per_step / SECONDS_PER_HOUR
        yield Derived(slot=slot, value=hours, uses=("steps", "seconds_per_step"))
    elif profile.current_instances and profile.task != "inference":
        speed, tokens = profile.current_tokens_per_second, profile.tokens
        if speed and tokens:
            hours = tokens / speed / SECONDS_PER_HOUR
            yield Derived(slot=slot, value=hours, uses=("tokens", "current_tokens_per_second"))


def _budget(profile: Profile, constants: Constants, _: Sets) -> Iterator[Derived]:
    """A budget by the month over the horizon: the one slot whose worked-out value takes the place of the said one."""
    if profile.budget_usd and profile.budget_period:
        months = horizon_months(profile, constants)
        total = profile.budget_usd * months
        yield Derived(slot="budget_usd", value=total, uses=(), figures=(profile.budget_usd, months))


def _all_month(profile: Profile, constants: Constants, _: Sets) -> Iterator[Derived]:
    """Machines at hand that train without a stop: a run is what they train in a month, one for each month."""
    said = (profile.tokens, profile.samples, profile.run_hours, profile.current_hours_per_run, profile.runs_per_month)
    stops = profile.cadence != "continuous" or profile.task == "inference"
    if stops or not profile.current_instances or profile.tokens_per_day or any(said):
        return
    hours = HOURS_PER_MONTH * (profile.utilization or 1.0)
    uses = ("cadence", *(("utilization",) if profile.utilization else ()))
    yield Derived(slot="current_hours_per_run", value=hours, uses=uses)
    yield Derived(slot="run_hours", value=hours, uses=("current_hours_per_run",))
    if profile.runs is None:
        yield Derived(slot="runs", value=horizon_months(profile, constants), uses=("cadence",))


def _run_hours(profile: Profile, _: Constants, __: Sets) -> Iterator[Derived]:
    """A run is what it is on the machines at hand, unless its tokens say how much work it is."""
    tokens = profile.tokens or (profile.samples and profile.tokens_per_sample)
    if profile.current_hours_per_run and not tokens and profile.current_instances:
        hours = profile.current_hours_per_run
        yield Derived(slot="run_hours", value=hours, uses=("current_hours_per_run",))


def _usd_per_hour(profile: Profile, _: Constants, __: Sets) -> Iterator[Derived]:
    """A month's bill over the machine-hours of a month: all of them in serving, else those of the runs."""
    bill, count = profile.current_usd_per_month, profile.current_count
    if not bill or not profile.current_instances:
        return
    uses = ["current_usd_per_month"]
    if profile.task == "inference" or profile.cadence == "continuous":
        hours = float(HOURS_PER_MONTH)
    elif profile.runs_per_month and profile.current_hours_per_run:
        hours = profile.runs_per_month * profile.current_hours_per_run
        uses += ["runs_per_month", "current_hours_per_run"]
    else:
        return
    if count and "." in profile.current_instances[0]:  # machines; chips are paid for together
        uses.append("current_count")
        hours *= count
    yield Derived(slot="current_usd_per_hour", value=bill / hours, uses=tuple(uses))

"""Times a token that were seen on several machines: each against the least that reading the weights takes there."""

from __future__ import annotations

from typing import Literal, cast

from engine.answers.model import FactAnswer
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.forms.claims.context import BAD, NORMAL, WHY, Claims, Named, last_of_each, machine_of, named
from engine.forms.claims.observed import Observation
from engine.forms.parts.headline import model_of
from engine.memory.kv_cache import FULL_BITS, Precision, weight_bits
from engine.memory.training_states import BITS_PER_BYTE
from engine.workload.samples import in_samples
from knowledge.units import BYTES_PER_GB, MILLISECONDS_PER_SECOND

SEVERAL, MOST = 2, 4
PLAIN = {"fp16": 16.0, "fp32": FULL_BITS}
BEYOND = 1.05
AGREES = 1.2  # times apart that two figures of one machine are the same
SHARE = "alone_bandwidth_share"  # the constant
Level = Literal["beyond", "expected", "low", "slow"]


class TokenOn(Computed):
    """Milliseconds a token as they were seen, and the least in which the weights are read; `told`: by others, 0."""

    on: Named
    low_ms: float
    high_ms: float
    least_ms: float
    gbps: float
    share_low: float
    share_high: float
    level: Level
    told_ms: float
    agrees: bool


class TokensEach(Reason, code="tokens_each"):
    """The first line. `all_good`: each is what engines usually reach; the best first."""

    gb: float
    model: str
    sized: bool  # its size was said
    precision: str
    all_good: bool
    none_good: bool
    asks_bad: bool
    low: bool  # one is less than engines usually reach
    beyond: bool  # one is faster than the precision allows
    each: tuple[TokenOn, ...]
    usual_low: float
    usual_high: float


def tokens_each(claims: Claims) -> FactAnswer | None:
    """None unless tokens of a known model were timed on several machines, and it is asked whether that is normal."""
    if not claims.asks(NORMAL, WHY):
        return None
    seen = [one for one in claims.seen if one.of.kind == "time" and one.of.thing == "token" and not one.of.wanted]
    each = last_of_each(seen)
    said, problem = claims.whole.profile, claims.whole.problem
    sized = said.says("parameters") or said.says("variant")
    known = sized or said.says("model")
    if not SEVERAL <= len(each) <= MOST or not known or in_samples(problem.profile, problem.facts):
        return None
    if not any(not one.earlier for one in each) or (said.concurrent_users or said.batch_size or 1) > 1:
        return None
    precision = said.precision or "bf16"
    bits = PLAIN.get(precision) or weight_bits(cast("Precision", precision), problem.constants)
    gb = problem.shape.active_parameters * bits / BITS_PER_BYTE / BYTES_PER_GB
    usual = problem.constants.spread(SHARE)
    made = [_of(one, gb, usual.low, [other for other in seen if other.key == one.key]) for one in each]
    found = [one for one in made if one is not None]
    if len(found) < SEVERAL:
        return None
    cites = dict.fromkeys(
        one.on.chip.hbm_gbps.source for one in each if one.on and one.on.chip and one.on.chip.hbm_gbps
    )
    own = {one.key for one in each if one.who == "mine"} or {one.key for one in each}
    mine = [line for line, one in zip(made, each, strict=True) if line is not None and one.key in own]
    good = [one.level in ("expected", "beyond") or one.agrees for one in mine]
    found.sort(key=lambda one: (one not in mine, -one.share_high))
    first = TokensEach(
        gb=gb, model=model_of(problem), sized=sized, precision=precision, all_good=all(good), none_good=not any(good),
        each=tuple(found), asks_bad=claims.asks(BAD), beyond=any(one.level == "beyond" for one in found),
        low=any(one.level in ("low", "slow") for one in found), usual_low=usual.low, usual_high=usual.high,
        cites=tuple(cites),
    )  # fmt: skip
    return FactAnswer(headline=first, of_told=True, whole=True)


def _of(one: Observation, gb: float, usual: float, every: list[Observation]) -> TokenOn | None:
    machine = machine_of(one)
    if machine is None or machine.chip.hbm_gbps is None:
        return None
    gbps = machine.chip.hbm_gbps.value * machine.cards
    least = gb / gbps
    theirs = [other.of.value for other in every if other.who == "theirs" and other is not one]
    told = theirs[-1] if theirs else 0.0
    high = least / one.of.low
    return TokenOn(
        on=named(machine), low_ms=one.of.low * MILLISECONDS_PER_SECOND, high_ms=one.of.high * MILLISECONDS_PER_SECOND,
        least_ms=least * MILLISECONDS_PER_SECOND, gbps=gbps, share_low=least / one.of.high, share_high=high,
        level="beyond" if high > BEYOND else "expected" if high >= usual else "low" if high >= usual / 2 else "slow",
        told_ms=told * MILLISECONDS_PER_SECOND,
        agrees=bool(told) and one.of.low / AGREES <= told <= one.of.high * AGREES,
    )  # fmt: skip

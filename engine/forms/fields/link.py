"""Whether the link between machines holds data-parallel training up.

Each machine of n sends and receives 2 x parameters x bytes x (n - 1) / n a step, in a ring; sharded states move three
times the weights instead of two. Seconds = that x 8 / (Gbit/s x 10^9), against the seconds of a step.
"""

from __future__ import annotations

from typing import Literal

from engine.answers.model import FactAnswer
from engine.base.constants import Constants
from engine.base.reason import Reason
from engine.forms.fields.link_rate import link_gbps, step_seconds
from engine.forms.fields.network import network_of
from engine.forms.form import Asked
from engine.forms.kinds.kind import ADAPTERS
from knowledge.units import BILLION

ASKS, SLOWER = "asks_link", "slower_with_more"  # cues
SPEED = frozenset({"slower", "speed_word"})  # cues that ask about it where it joins machines
ROOM = frozenset({"fit_strong", "fit_word"})  # cues of whether it fits
SHARDED = frozenset({"fsdp", "zero-3"})  # libraries
ROUNDS, SHARDED_ROUNDS = 2.0, 3.0  # times the weights that a step moves
NARROW, WIDE = 2.0, 4.0  # bytes of a gradient in 16 bits and in FP32
BITS = 8.0
NODE = "chips_per_machine"  # the constant: GPUs of a machine, where nobody says
HELD_UP, NOTICED = "link_held_up_share", "link_noticed_seconds"  # constants: of a step; where it is not told
FAST = "link_fast_gbps"  # the constant: what machines made for training have
EXAMPLE = 0.1  # billions of parameters
SOURCE = "chipscout-arithmetic"

Verdict = Literal["yes", "likely", "partly", "no", "where_short", "by_size"]


class LinkHolds(Reason, code="link_holds"):
    """Seconds that one exchange takes with gradients of 16 bits and of FP32, of so many `parameters` over
    `machines` (0: unknown; `others` are all but one), at `gbps`; `step`: those of a step, 0 where not told; `under`:
    of a step that the exchange holds up. `fast`: Gbit/s of a machine for training, and `fast_low` and `fast_high`
    the seconds there. `named`: whether the size is of what was named."""

    verdict: Verdict
    name: str
    named: bool
    parameters: float
    machines: int
    others: int
    gbps: float
    gb_each_second: float
    rounds: float
    low_gb: float
    high_gb: float
    low: float
    high: float
    step: float
    under: float
    held_from: float  # parameters from which a step that was told is held up by half
    fast: float
    fast_low: float
    fast_high: float


class LinkAdapters(Reason, code="link_adapters"):
    """Of a LoRA: its gradients are too small for any link."""

    gbps: float


class LinkHelps(Reason, code="link_helps"):
    """What makes the exchange cheaper, and how to see that it is what waits."""


def link_holds(asked: Asked) -> FactAnswer | None:
    """None where the link is not asked about, or no rate of it is told."""
    cues = asked.reading.cues
    gbps = link_gbps(asked.reading.text)
    of_speed = not SPEED.isdisjoint(cues) and ROOM.isdisjoint(cues) and _machines(asked) > 1
    if gbps is None or not (ASKS in cues or SLOWER in cues or of_speed):
        return None
    if asked.profile.task == "inference":
        return None
    if asked.profile.method in ADAPTERS:
        return FactAnswer(headline=LinkAdapters(gbps=gbps, cites=(SOURCE,)), sentences=(LinkHelps(),), of_told=True)
    network, machines = network_of(asked), _machines(asked)
    billions = network.billions or EXAMPLE
    rounds = SHARDED_ROUNDS if SHARDED & set(asked.profile.libraries) else ROUNDS
    share = (machines - 1) / machines if machines > 1 else 1.0
    low_gb, high_gb = (rounds * billions * each * share for each in (NARROW, WIDE))
    high_gb = low_gb if rounds == SHARDED_ROUNDS else high_gb
    step = asked.profile.seconds_per_step or step_seconds(asked.reading.text) or 0.0
    constants = asked.problem.constants
    fast, held_up = constants.entry(FAST), constants.likely(HELD_UP)
    low, high = low_gb * BITS / gbps, high_gb * BITS / gbps
    told = LinkHolds(
        verdict=_verdict(low, high, step, constants, slower=SLOWER in cues, sized=bool(network.billions)),
        name=network.name,
        named=bool(network.billions),
        parameters=billions * BILLION,
        machines=machines,
        others=machines - 1,
        gbps=gbps,
        gb_each_second=gbps / BITS,
        rounds=rounds,
        low_gb=low_gb,
        high_gb=high_gb,
        low=low,
        high=high,
        step=step,
        under=high / held_up,
        held_from=billions * BILLION * held_up * step / low,
        fast=fast.value.likely,
        fast_low=low * gbps / fast.value.likely,
        fast_high=high * gbps / fast.value.likely,
        cites=tuple(dict.fromkeys((SOURCE, *network.cites, fast.source))),
    )
    return FactAnswer(headline=told, sentences=(LinkHelps(),), of_told=True)


def _verdict(low: float, high: float, step: float, constants: Constants, *, slower: bool, sized: bool) -> Verdict:
    """By the share of a step; where that is not told, by what was seen and whether an exchange is noticed at all."""
    share, seconds = constants.entry(HELD_UP).value, constants.entry(NOTICED).value
    if step and not sized:
        return "by_size"
    if step:
        return "yes" if low > share.likely * step else "no" if high < share.low * step else "partly"
    if not sized:
        return "likely" if slower and low > seconds.likely * EXAMPLE else "where_short"
    if high < seconds.low:
        return "no"
    return "likely" if (slower and high > seconds.likely) or low > seconds.high else "where_short"


def _machines(asked: Asked) -> int:
    said = asked.profile
    if said.instance_count:
        return said.instance_count
    cards, node = said.accelerator_count or 0, round(asked.problem.constants.likely(NODE))
    return cards // node if cards >= 2 * node else 0

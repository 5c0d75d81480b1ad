"""Gigabytes that somebody says each step sends, against the gradients of the model that is trained.

Each machine of n sends 2 x parameters x bytes x (n - 1) / n a step in a ring, with gradients of 2 or of 4 bytes.
"""

from __future__ import annotations

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.claims.context import CONFIRMS, NORMAL, Claims
from engine.forms.fields.link import NARROW, ROUNDS, SHARDED, SHARDED_ROUNDS, SOURCE, WIDE
from engine.forms.fields.network import network_of
from engine.forms.kinds.kind import ADAPTERS
from knowledge.units import BILLION

CLOSE = 1.25  # times beyond the sum that still is right
SIXTEEN = frozenset({"bf16", "fp16"})  # gradients are then taken to be of two bytes
NODE = "chips_per_machine"  # the constant


class PerStep(Reason, code="per_step"):
    """The first line. `said` GB; `low` and `high` with gradients of two and of four bytes; `high` times the sum above
    it, or below. `rightly`: parameters at which it would be right."""

    said: float
    right: bool
    too_high: bool
    times: float
    low: float
    high: float
    rounds: float
    parameters: float
    name: str
    machines: int
    others: int
    gradients: float  # GB of two bytes each, once
    rightly_low: float
    rightly_high: float
    adapters: bool
    of_cards: bool  # one machine: between its cards


def per_step(claims: Claims) -> FactAnswer | None:
    """None unless the turn tells gigabytes a step and asks whether that is so."""
    told = [one for one in claims.now if one.of.kind == "gb"]
    if len(told) != 1 or not claims.asks(CONFIRMS, NORMAL):
        return None
    asked = claims.turn
    network, said = network_of(asked), told[0].of.value
    machines, of_cards = _parts(claims)
    rounds = SHARDED_ROUNDS if SHARDED & set(asked.profile.libraries) else ROUNDS
    share = (machines - 1) / machines if machines > 1 else 1.0
    wide = NARROW if asked.profile.precision in SIXTEEN else WIDE
    low, high = (rounds * network.billions * each * share for each in (NARROW, wide))
    adapters = asked.profile.method in ADAPTERS
    right = not adapters and low / CLOSE <= said <= high * CLOSE
    edge = high if said > high else low
    first = PerStep(
        said=said, right=right, too_high=said > high, times=max(said / edge, edge / said) if edge else 0.0,
        low=low, high=high, rounds=rounds, parameters=network.billions * BILLION, name=network.name,
        machines=machines, others=machines - 1, gradients=network.billions * NARROW, adapters=adapters,
        rightly_low=said / (rounds * WIDE * share) * BILLION, rightly_high=said / (rounds * NARROW * share) * BILLION,
        of_cards=of_cards, cites=tuple(dict.fromkeys((SOURCE, *network.cites))),
    )  # fmt: skip
    return FactAnswer(headline=first, of_told=True, whole=True)


def _parts(claims: Claims) -> tuple[int, bool]:
    """How many share the gradients: machines, else the cards of one; 0 where neither is said."""
    said = claims.turn.profile
    node = round(claims.turn.problem.constants.likely(NODE))
    if (said.instance_count or 1) > 1:
        return int(said.instance_count or 1), False
    cards = said.accelerator_count or 0
    return (cards // node, False) if cards >= 2 * node else (cards, True) if cards > 1 else (0, False)

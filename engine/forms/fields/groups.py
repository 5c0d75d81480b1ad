"""Cards in groups, each group with a copy of its own: whether one fits in a group, and how many copies there are.

GiB of a copy = parameters of all its networks x bytes of the precision / 2^30; a card keeps a share for the rest.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from engine.answers.model import FactAnswer
from engine.base.computed import Computed
from engine.base.reason import Reason
from engine.forms.domains.of_kind import cards_named
from engine.forms.fields.card_groups import Groups, card_groups
from engine.forms.fields.network import network_of
from engine.forms.form import Asked
from engine.forms.parts.hardware import Hardware
from engine.memory.kv_cache import Precision, weight_bits
from engine.memory.training_states import BITS_PER_BYTE
from engine.options.too_small import memory_cite
from knowledge.units import BILLION, BYTES_PER_GIB

CUE = "in_groups"
TRAINS = frozenset({"fine_tuning", "pretraining"})  # tasks
USABLE = "usable_hbm_share"  # the constant
NAMES: Mapping[Precision, str] = {"bf16": "BF16", "fp8": "FP8", "int8": "FP8", "int4": "4-bit", "fp4": "4-bit"}
PLAIN: Precision = "bf16"
SOURCE, KINDS = "chipscout-arithmetic", 2


class GroupOn(Computed):
    """On one card: usable GiB of a group, whether a copy fits there, the least cards of a copy, and the copies that
    all cards hold at that."""

    chip: str
    group_gib: float
    fits: bool
    least: int
    copies: int


class GroupsHold(Reason, code="groups_hold"):
    """A copy of so many GiB in `precision`; `billions` and `beside` of its networks; on each kind of card."""

    name: str
    billions: float
    beside: float
    precision: str
    bytes_each: float
    gib: float
    count: int
    cards: int
    all_cards: int
    on: tuple[GroupOn, ...]
    alone_gib: float  # the same in 8 bits


class GroupsNeed(Reason, code="groups_need"):
    """What makes several cards hold one copy, and that a group answers no faster than its slowest part."""


def groups_hold(asked: Asked) -> FactAnswer | None:
    """None where no groups are told, it is trained, or neither a size nor a card is known."""
    if CUE not in asked.reading.cues or asked.profile.task in TRAINS or asked.profile.method:
        return None
    total = max((one.chips or 0 for one in asked.reading.hardware), default=0)
    total = max(total, asked.profile.accelerator_count or 0, asked.profile.current_count or 0)
    told, network, kinds = (
        card_groups(asked.reading.text, total if total > 1 else 0),
        network_of(asked),
        cards_named(asked),
    )
    if told is None or told.cards < 1 or not network.billions or not kinds:
        return None
    precision = next((one for one in NAMES if one == asked.profile.precision), PLAIN)
    each = weight_bits(precision, asked.problem.constants) / BITS_PER_BYTE
    gib = (network.billions + network.beside) * BILLION * each / BYTES_PER_GIB
    share = asked.problem.constants.likely(USABLE)
    all_cards = max(total, told.copies * told.cards)
    on = tuple(_on(kind, gib, share, told, all_cards) for kind in kinds[:KINDS])
    cites = (SOURCE, *network.cites, *(memory_cite(kind.chip) for kind in kinds[:KINDS] if kind.chip))
    first = GroupsHold(
        name=network.name,
        billions=network.billions,
        beside=network.beside,
        precision=NAMES[precision],
        bytes_each=round(each, 2),
        gib=gib,
        count=told.copies,
        cards=told.cards,
        all_cards=all_cards,
        on=on,
        alone_gib=gib / each,
        cites=tuple(dict.fromkeys(cites)),
    )
    return FactAnswer(headline=first, sentences=(GroupsNeed(),), of_told=True)


def _on(kind: Hardware, gib: float, share: float, told: Groups, all_cards: int) -> GroupOn:
    usable = kind.chip_gib * share
    least = max(1, math.ceil(gib / usable))
    return GroupOn(
        chip=kind.name,
        group_gib=told.cards * usable,
        fits=gib <= told.cards * usable,
        least=least,
        copies=all_cards // least,
    )

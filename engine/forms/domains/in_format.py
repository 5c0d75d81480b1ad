"""Whether a card holds a network in the very number format that was asked for, by its weights and those beside it.

GiB = billions of parameters x bytes of the format; a card keeps a share of its memory for the runtime and what is
computed. What is reported of a network is of the format its users chose, which may be another.
"""

from __future__ import annotations

from typing import Literal

from engine.base.reason import Reason
from engine.forms.domains.room import taken
from engine.forms.form import Asked, question_of
from engine.forms.kinds.kind import NOMINAL, Work
from engine.forms.parts.hardware import Hardware
from engine.forms.remarks.smallest import Smallest, smallest
from engine.options.too_small import memory_cite
from knowledge.units import BILLION, BYTES_PER_GIB

BYTES = {"fp32": 4.0, "bf16": 2.0, "fp16": 2.0, "fp8": 1.0, "int8": 1.0, "fp4": 0.5, "int4": 0.5}
LESS = ((8, 1.0), (4, 0.5))  # bits and bytes of smaller formats
USABLE, ROOMY = "usable_hbm_share", 0.8  # the constant; of that, what weights may fill
Level = Literal["enough", "alone", "below"]


class FormatMachine(Smallest, code="format_machine"):
    """The cheapest machine with one card that holds it in that format."""


class InFormat(Reason, code="in_format"):
    """`whole` GiB of all weights in the format, of the `network` and of what runs `beside` it, against a card.

    `level`: all is held, the network alone (what runs beside it is offloaded), or neither. `tight`: what is computed
    takes more than is left at usual settings. `bits`: of a smaller format in which the network is held, 0 where none
    is; `native`: the chip computes in the format.
    """

    name: str
    format: str
    chip: str
    card_gib: float
    usable_gib: float
    whole: float
    network: float
    beside: float
    level: Level
    tight: bool
    bits: int
    bits_gib: float
    native: bool
    machine: str
    machine_chip: str
    usd: float


def _is_tight(work: Work, kind: Hardware, weights: float, usable: float) -> bool:
    """Whether usual settings are known to take more, or the weights leave a fifth of the memory at most."""
    return weights > ROOMY * usable or any(kind.chip_gib < one.comfortable * NOMINAL for one in taken(work, 1))


def in_format(work: Work, kind: Hardware, asked: Asked) -> InFormat | None:
    """None where no format or size is known, or it is trained."""
    wanted = asked.profile.precision
    size = BYTES.get(wanted or "")
    if size is None or not work.billions or work.phase == "training" or asked.profile.method or work.is_of_many:
        return None
    beside = next((one.beside_billions for one in work.kinds if one.beside_billions), 0.0)
    if work.billions + beside < 1:
        return None  # then it is no matter of its weights
    share = asked.library.constants.likely(USABLE)
    network, others = (number * BILLION * size / BYTES_PER_GIB for number in (work.billions, beside))
    usable = kind.chip_gib * share
    level: Level = "enough" if network + others <= usable else "alone" if others and network <= usable else "below"
    alone = ((bits, network / size * each) for bits, each in LESS if each < size)
    bits, bits_gib = next(((bits, gib) for bits, gib in alone if gib <= usable), (0, 0.0))
    held = smallest(question_of(asked), FormatMachine, least_gib=(network + others) / share)
    return InFormat(
        name=work.name, format=(wanted or "").upper(), chip=kind.name, card_gib=kind.chip_gib, usable_gib=usable,
        whole=network + others, network=network, beside=others, level=level,
        tight=_is_tight(work, kind, network + others, usable), bits=bits if level != "enough" else 0,
        bits_gib=bits_gib,
        native=not (wanted == "bf16" and kind.chip is not None and not kind.chip.has_bf16),
        machine=held.instance if held and level != "enough" else "", machine_chip=held.chip if held else "",
        usd=held.usd_per_hour if held else 0.0,
        cites=tuple(dict.fromkeys((*work.kinds[0].sources[:1], *((memory_cite(kind.chip),) if kind.chip else ()),
                                   *(held.cites if held and level != "enough" else ())))),
    )  # fmt: skip

"""How long so many floating point operations take on so many chips at the share of their peak that is told.

hours = operations / (chips x dense 16-bit peak x share) / 3600
"""

from __future__ import annotations

import re

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.own.machines import held_hour
from engine.forms.sums.told import sides
from knowledge.units import SECONDS_PER_HOUR, TERA

PERCENT_OF_PEAK = re.compile(r"(?<![\w.,])(\d{1,3}(?:[.,]\d+)?)\s?(?:%|percent|prozent)", re.IGNORECASE)
HUNDRED = 100.0
OF_SPEED = frozenset({"percent", "tokens_s"})  # units


class FlopHours(Reason, code="flop_hours"):
    """The first line: `hours` for `flops` on `cards` of a chip at `share` of `peak` TFLOP/s each; `usd` 0 without a
    price."""

    flops: float
    cards: int
    chip: str
    peak: float
    share: float
    hours: float
    usd: float
    instance: str


def flop_hours(asked: Asked) -> FactAnswer | None:
    """None where no operations, no share of the peak or several kinds of chip are told."""
    flops, every = asked.profile.flops, sides(asked)
    shares = {float(one[1].replace(",", ".")) / HUNDRED for one in PERCENT_OF_PEAK.finditer(asked.reading.text)}
    if not flops or len(every) != 1 or len(shares) != 1 or OF_SPEED & set(asked.reading.sought.units):
        return None
    own, share = every[0], shares.pop()
    if not 0 < share <= 1:
        return None
    peak = own.chip.bf16_dense_tflops
    hours = flops / (own.cards * peak.value * TERA * share) / SECONDS_PER_HOUR
    price = held_hour(own, asked)
    first = FlopHours(
        flops=flops,
        cards=own.cards,
        chip=own.chip.name,
        peak=peak.value,
        share=share,
        hours=hours,
        usd=price.amount * own.cards * hours if price else 0.0,
        instance=price.instance if price else "",
        cites=(peak.source, *(price.cites if price else ())),
    )
    return FactAnswer(headline=first, of_told=True, whole=True)

"""Why one cloud takes more than another for the same chips: both prices as they are told, and which of them moved."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.money.amounts import number_of
from engine.forms.money.rows import Priced, priced, rows_of, types_of
from engine.forms.parts.asked_on import AskedOn
from engine.options.named import CLOUDS
from engine.prices.price_runs import of_quote

FAR = 0.06  # as a share: what is told is rounded
SIDES = 2
_WHY = re.compile(
    r"\b(?:why|how come|what makes|reason|warum|wieso|pourquoi|por qu[eé]|perch[eé])\b|为什么|なぜ", re.I
)
_NUMBER = re.compile(r"(?<![\w.,-])[$€£]?\s?(\d{1,3}(?:\.\d+)?)(?![\w.]*\d|\s?[x×%]|[a-z]{2,}\d)", re.IGNORECASE)


class SellersApart(Reason, code="sellers_apart"):
    """The first line: the dearer and the cheaper machine, `share` more of the first; by the chip where they differ.

    `fell`: which of them moved ("dear", "cheap"), `was` until the day `until`; `was` 0: neither did, as far as is
    known.
    """

    dear: Priced
    cheap: Priced
    by_chip: bool
    share: float
    fell: str
    was: float
    until: str


def sellers_apart(asked: AskedOn) -> FactAnswer | None:
    """None unless the reason is asked, two clouds are named, and the list of each has one of the figures told."""
    text, said = asked.reading.text, asked.profile
    clouds = [one for one in said.clouds if one in CLOUDS]
    if len(clouds) != SIDES or not _WHY.search(text):
        return None
    told = list(dict.fromkeys(number_of(one[1]) for one in _NUMBER.finditer(text)))
    chips = {one.accelerator for one in types_of(asked)}
    sides = [_as_told(asked, cloud, chips, told) for cloud in clouds]
    if None in sides:
        return None
    both = sorted((side for side in sides if side is not None), key=lambda side: -side[0])
    (_, dear, dear_was, one), (_, cheap, cheap_was, other) = both
    by_chip = dear.count != cheap.count
    over = dear.usd_chip / cheap.usd_chip if by_chip else dear.usd / cheap.usd
    if over <= 1:
        return None
    moved = cheap_was or dear_was
    first = SellersApart(
        dear=dear,
        cheap=cheap,
        by_chip=by_chip,
        share=over - 1,
        fell="cheap" if cheap_was else "dear" if dear_was else "",
        was=moved[0] if moved else 0.0,
        until=moved[1] if moved else "",
        cites=tuple(dict.fromkeys((one, other))),
    )
    return FactAnswer(headline=first, of_told=True, whole=True)


def _as_told(
    on: AskedOn, cloud: str, chips: set[str], told: Sequence[float]
) -> tuple[float, Priced, tuple[float, str] | None, str] | None:
    """The machine of the cloud whose hour, or whose chip's, is one of the figures: its chip-hour, its price, what it
    was before its last move, and who says so."""
    types = tuple(one for one in on.facts.instances.values() if one.cloud == cloud and one.accelerator in chips)
    for row in rows_of(on, types, ("on_demand",), on.profile.region):
        if any(abs(one / usd - 1) <= FAR for one in told for usd in (row.quote.seen.likely, row.usd_per_chip_hour)):
            seen = on.library.histories((row.instance,), on.day)[row.instance.id]
            runs = [run for run, _ in of_quote(seen, row.quote, on.facts)]
            before = (runs[-2].usd, str(runs[-2].last)) if len(runs) > 1 else None
            return row.usd_per_chip_hour, priced(row), before, row.quote.source
    return None

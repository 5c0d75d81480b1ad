"""Whether another seller takes the share of a machine's price that is told: "8 for $10 against $32, so a third?"."""

from __future__ import annotations

import re
from dataclasses import replace

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.form import Asked
from engine.forms.money.rows import Priced, cites_of, priced, rows_of
from engine.forms.parts.price_table import price_table
from engine.prices.specialists import sellers
from knowledge.facts import SPECIALISTS

SHARES = {"third": 1 / 3, "half": 1 / 2, "quarter": 1 / 4, "fifth": 1 / 5, "tenth": 1 / 10}
NEAR = 0.15  # as a share of it
TOLD = 4
_SHARE = re.compile(r"\b(?:a|one|about|the)\s(third|half|quarter|fifth|tenth)\b", re.IGNORECASE)


class FractionTold(Reason, code="fraction_told"):
    """The first line: `here` against `there`, as many of the same chip; `share`: what that is of it; `word`: the told
    share, and whether it is right. `others`: the next sellers."""

    here: Priced
    there: Priced
    usd: float
    share: float
    word: str
    right: bool
    others: tuple[Priced, ...]


def fraction_told(asked: Asked) -> FactAnswer | None:
    """None unless a share of the price of one machine is asked to be right, and a specialist is named."""
    text, profile = asked.reading.text, asked.profile
    found = _SHARE.search(text)
    named = [one for one in SPECIALISTS if re.search(rf"\b{re.escape(one)}\b", text, re.IGNORECASE)]
    if found is None or not text.rstrip().endswith("?") or len(profile.instances) != 1 or not named:
        return None
    thing = asked.facts.instances.get(profile.instances[0])
    if thing is None or thing.cloud in SPECIALISTS:
        return None
    here = rows_of(asked, (thing,), ("on_demand",), profile.region)
    kind = thing.accelerator.split("-")[0]
    chips = {one for one in asked.facts.accelerators if one.split("-")[0] == kind}
    wide = replace(asked, library=asked.library.reaching(sellers(asked.facts, chips)))
    every = wide.library.facts.instances.values()
    types = tuple(one for one in every if one.cloud in SPECIALISTS and one.accelerator in chips)
    rows = rows_of(wide, types, ("on_demand",), None, everywhere=True)
    first = {one.instance.cloud: one for one in sorted(rows, key=lambda row: -row.usd_per_chip_hour)}
    theirs = next((first[one] for one in named if one in first), None)
    if not here or theirs is None:
        return None
    usd, word = theirs.usd_per_chip_hour * thing.count, found[1].lower()
    share = usd / here[0].quote.seen.likely
    others = [row for row in sorted(first.values(), key=lambda row: row.usd_per_chip_hour) if row is not theirs]
    told = FractionTold(
        here=priced(here[0]),
        there=priced(theirs),
        usd=usd,
        share=share,
        word=word,
        right=abs(share / SHARES[word] - 1) <= NEAR,
        others=tuple(priced(row) for row in others[:TOLD]),
        cites=cites_of((here[0], theirs)),
    )
    return FactAnswer(headline=told, table=price_table((here[0], theirs, *others)), of_told=True, whole=True)

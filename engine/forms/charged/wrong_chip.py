"""A type that is said to have a chip which it has not: what it has comes first, and what each costs."""

from __future__ import annotations

import re

from engine.answers.model import FactAnswer
from engine.base.reason import Reason
from engine.forms.money.rows import Priced, bound, cites_of, priced, rows_of, said_of
from engine.forms.parts.asked_on import AskedOn
from engine.forms.parts.price_table import price_table
from engine.options.named import called, is_named
from engine.workload.profile import Equipment
from knowledge.facts import Facts, Instance

HAS = r"\b(?:has|have|having|had|with|its|both|hat|haben|mit|avec|a|ont|tiene|tienen|con|tem|com|ha)\b[^.?!;]{0,16}?"
OTHERS = frozenset({"vs", "compare", "money_versus"})  # cues of two things that are set side by side


class WrongChip(Reason, code="wrong_chip"):
    """`told`: the chip as it was said; the type has `count` of `chip` with `gib` each. `one`: an hour of it, `other`:
    of the cheapest machine of its seller with as many of the chip that was said; None: none is held."""

    instance: str
    count: int
    chip: str
    gib: float
    told: str
    one: Priced | None
    other: Priced | None


def wrong_chip(asked: AskedOn) -> FactAnswer | None:
    """None unless one type is named, and told to have so many of another chip."""
    reading, facts = asked.reading, asked.facts
    types = [facts.instances[name] for name in reading.profile.instances if name in facts.instances]
    if len(types) != 1 or not OTHERS.isdisjoint(reading.cues):
        return None
    thing, place = types[0], reading.profile.region
    told = next((one for one in reading.hardware if _is_wrong(one, thing, reading.text, facts)), None)
    if told is None:
        return None
    asked = bound(asked, said_of(asked))
    chips = {chip.id for chip in called(facts, told.id)}
    every = [one for one in facts.instances.values() if one.accelerator in chips and one.cloud == thing.cloud]
    same = tuple(one for one in every if one.count == thing.count) or tuple(every)
    rows = rows_of(asked, (thing,), ("on_demand",), place)[:1]
    others = rows_of(asked, same, ("on_demand",), place)[:1] or rows_of(asked, same, ("on_demand",), None)[:1]
    chip = facts.accelerators[thing.accelerator]
    line = WrongChip(
        instance=thing.id, count=int(thing.count), chip=chip.name, gib=chip.hbm_gib.value,
        told=next(iter(called(facts, told.id))).name, one=priced(rows[0]) if rows else None,
        other=priced(others[0]) if others else None, cites=cites_of([*rows, *others]) or (thing.source,),
    )  # fmt: skip
    return FactAnswer(headline=line, table=price_table([*rows, *others], chip=True), of_told=True, whole=True)


def _is_wrong(one: Equipment, thing: Instance, text: str, facts: Facts) -> bool:
    """Whether it is a chip of which so many are said to be in the type, and is not the type's."""
    own = facts.accelerators[thing.accelerator]
    if not one.chips or one.id in facts.instances or is_named(own, {one.id}) or not called(facts, one.id):
        return False
    word = re.escape(one.id.split("-")[0])
    return re.search(rf"{HAS}{int(one.chips)}\s?x?\s?(?:\w+\s)?{word}", text, re.IGNORECASE) is not None

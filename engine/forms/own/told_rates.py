"""What the asker says that an hour of each card costs, where their sum is to be made at that price.

Not where the price itself is what is judged, compared or asked for, nor where it is what they pay today for what they
want to leave, or a limit.
"""

from __future__ import annotations

import re

from engine.forms.own.machines import Machine, named_in, told_hours
from engine.options.named import is_named
from engine.workload.profile import Reading
from knowledge.facts import Facts

FORMS = frozenset({"estimate", "serving"})  # that sum work
DOLLARS = ("$", "")  # no exchange rate is held


_MANAGED = re.compile(r"(?<![\w.])ml\.[a-z]", re.IGNORECASE)  # a machine as SageMaker names it


def told_rates(reading: Reading, facts: Facts) -> dict[str, float]:
    """Dollars of an hour of one card, by the chip; empty where none is told, or the sum is at other prices."""
    said = reading.profile
    if reading.form not in FORMS or said.current_usd_per_hour or reading.most_usd_per_hour or said.purchase:
        return {}
    if "money_gap" in reading.cues and _MANAGED.search(reading.text):
        return {}  # it is set against the list
    every = named_in(reading, facts)
    found: dict[str, float] = {}
    for at, told in told_hours(reading.text, every).items():
        machine = every[at]
        if told.sign not in DOLLARS:
            continue
        each = _of_card(told.amount, machine, facts)
        for chip in _chips(machine, reading, facts):
            found.setdefault(chip, each)
    return found


def _chips(machine: Machine, reading: Reading, facts: Facts) -> list[str]:
    """All that the name means: "A100" is of 40 and of 80 GB."""
    words = {one.id for one in reading.hardware}
    named = [chip.id for chip in facts.accelerators.values() if is_named(chip, words & _words_of(chip.id, reading))]
    return [machine.chip.id, *(chip for chip in named if _family(chip) == _family(machine.chip.id))]


def _words_of(chip: str, reading: Reading) -> set[str]:
    return {one.id for one in reading.hardware if chip.startswith(one.id)}


def _family(chip: str) -> str:
    return chip.split("-")[0]


def _of_card(amount: float, machine: Machine, facts: Facts) -> float:
    """Of a price that may be for all cards of a machine, the one of the two that is nearer to a list price."""
    if machine.cards == 1:
        return amount
    listed = _listed(machine, facts)
    if listed is None:
        return amount
    return min((amount, amount / machine.cards), key=lambda usd: max(usd / listed, listed / usd))


def _listed(machine: Machine, facts: Facts) -> float | None:
    """A list price of one such card, the lowest on demand."""
    found = [
        float(one.usd_per_hour) / (thing.count if one.scope == "instance" else 1)
        for one in facts.offers
        if one.purchase == "on_demand" and (thing := facts.instances.get(one.instance)) is not None
        and thing.accelerator == machine.chip.id
    ]  # fmt: skip
    return min(found, default=None)

"""Cards in the machines they are sold in."""

from __future__ import annotations

from datetime import date

from bot.advice.advisor import Advisor
from engine.forms.fleets.packed import nearest_sold, packed_in
from engine.forms.form import Asked
from engine.forms.own.machines import held_hour, machines
from engine.library import Library
from knowledge.facts import Facts
from tests.day import DAY


def asked(facts: Facts, text: str) -> Asked:
    day: date = DAY
    return Asked(Advisor(facts, day).parse(text), Library(facts), day)


def test_whole_machines_hold_the_cards(facts: Facts) -> None:
    question = asked(facts, "19 A100 80GB on demand")
    (machine,) = machines(question)
    packed = packed_in(question, machine, 19, held_hour(machine, question))
    assert (packed.machines, packed.instance, packed.holds) == (3, "p4de.24xlarge", 8)


def test_an_h100_stands_nearest_to_an_h800(facts: Facts) -> None:
    question = asked(facts, "one H800")
    (machine,) = machines(question)
    found = nearest_sold(question, machine)
    assert found is not None and found[0].chip.name == "NVIDIA H100 SXM"

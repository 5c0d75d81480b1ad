"""What stands at a place: a time, a thing, hardware."""

from __future__ import annotations

from engine.base.measures import unit
from engine.reading.document import laid_out
from engine.reading.measures.words import hardware_at, per_at, thing_at, time_at
from tests.engine.reading.test_read import vocabulary


def test_each_is_known_by_its_words() -> None:
    text = laid_out("hours months p5.48xlarge H100 nodes per page and pages", vocabulary())
    hour, month = time_at(text, 0), time_at(text, 1)
    assert hour is not None and (hour.scale, hour.unit) == (1, unit(h=1))
    assert month is not None and (round(month.scale, 1), month.unit) == (30.4, unit(day=1))
    machine, nodes = hardware_at(text, 2), hardware_at(text, 3)
    assert machine is not None and machine.unit == unit(machine=1)
    assert nodes is not None and nodes.unit == unit(machine=1)
    assert per_at(text, 5) == 6
    page = thing_at(text, 6)  # no word of ours, and told twice
    assert page is not None and page.unit == unit(page=1)


def test_a_name_that_ends_in_a_word_for_machines_is_one_of_a_machine() -> None:
    text = laid_out("one a3 VM", vocabulary())
    machine = hardware_at(text, 1)
    assert machine is not None and machine.unit == unit(machine=1) and machine.last == 3

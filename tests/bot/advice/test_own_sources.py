"""A team's own measurement is a source like any other."""

from __future__ import annotations

from bot.advice.own_sources import name_of, own_sources
from knowledge.facts import Facts
from tests.bot.commands.test_measure import measurement


def test_a_measurement_is_cited_by_its_number_and_graded_as_ones_own(facts: Facts) -> None:
    row = measurement(id=7)
    source = own_sources([row], facts)[row.cite]
    assert (source.id, source.grade, source.as_of) == (row.cite, "own", row.measured_on)
    assert source.title and source.publisher


def test_a_model_is_called_by_its_name_where_it_is_known(facts: Facts) -> None:
    known = next(iter(facts.models.values()))
    assert name_of(measurement(model=known.id), facts) == known.name
    assert name_of(measurement(model=None), facts) is None

"""A team's own measurement, and the thread of a project, are sources like any other."""

from __future__ import annotations

from datetime import date

from bot.advice.own_sources import name_of, own_sources, thread_sources
from knowledge.facts import Facts
from tests.bot.commands.test_measure import measurement
from tests.engine.forms.reported.projects import report


def test_a_measurement_is_cited_by_its_number_and_graded_as_ones_own(facts: Facts) -> None:
    row = measurement(id=7)
    source = own_sources([row], facts)[row.cite]
    assert (source.id, source.grade, source.as_of) == (row.cite, "own", row.measured_on)
    assert source.title and source.publisher


def test_a_model_is_called_by_its_name_where_it_is_known(facts: Facts) -> None:
    known = next(iter(facts.models.values()))
    assert name_of(measurement(model=known.id), facts) == known.name
    assert name_of(measurement(model=None), facts) is None


def test_each_thread_is_a_source_with_its_address_and_day(facts: Facts) -> None:
    rows = (report(memory_gb=8, memory_is="used"), report("lab/Other", memory_gb=8, memory_is="used"))
    found = thread_sources({"report:lab/ZoraMesh#7"}, facts.model_copy(update={"reports": rows}))
    (source,) = found.values()
    assert source.id == "report:lab/ZoraMesh#7"
    assert source.url == "https://github.com/lab/ZoraMesh/issues/7"
    assert (source.grade, source.as_of) == ("claim", date(2024, 5, 6))

"""What every fact has in common: it is frozen, strict about its keys, and names its source."""

from __future__ import annotations

from datetime import date

import pytest
from pydantic import ValidationError

from knowledge.types.base import GRADES, Fact, Figure, Source

H100_MEMORY = {"value": 80, "source": "nvidia-h100-datasheet", "checked_on": date(2026, 11, 21)}


def test_a_fact_cannot_be_changed() -> None:
    figure = Figure.model_validate(H100_MEMORY)
    with pytest.raises(ValidationError, match="frozen"):
        figure.value = 96


def test_a_misspelled_key_is_refused() -> None:
    with pytest.raises(ValidationError, match="Extra inputs"):
        Figure.model_validate(H100_MEMORY | {"checkedon": "2026-11-21"})


@pytest.mark.parametrize("missing", ["value", "source", "checked_on"])
def test_a_figure_needs_a_value_a_source_and_the_day_it_was_checked(missing: str) -> None:
    with pytest.raises(ValidationError, match="Field required"):
        Figure.model_validate({key: value for key, value in H100_MEMORY.items() if key != missing})


def test_a_figure_without_a_grade_has_that_of_its_source() -> None:
    assert Figure.model_validate(H100_MEMORY).grade is None


def test_grades_run_from_a_team_s_own_measurement_to_an_assumption() -> None:
    assert GRADES == ("own", "independent", "vendor_measured", "claim", "assumed")


def test_a_source_with_an_unknown_grade_is_refused() -> None:
    source = {"id": "s", "title": "t", "publisher": "p", "as_of": "2026-11-01", "grade": "hearsay", "read": "read"}
    with pytest.raises(ValidationError, match="grade"):
        Source.model_validate(source)


def test_models_of_facts_are_hashable() -> None:
    """They are keys of caches."""
    assert issubclass(Figure, Fact)
    assert len({Figure.model_validate(H100_MEMORY), Figure.model_validate(H100_MEMORY)}) == 1

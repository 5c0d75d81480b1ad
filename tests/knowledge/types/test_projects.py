"""A report without a project, a thread or a day cannot be written down."""

from __future__ import annotations

from datetime import date

import pytest
from pydantic import ValidationError

from knowledge.facts import ProjectReport
from tests.engine.forms.reported.projects import report


def test_its_thread_is_its_source() -> None:
    assert report().cite == "report:lab/ZoraMesh#7"
    assert report().name == "ZoraMesh"


@pytest.mark.parametrize("wrong", [{"repository": "ZoraMesh"}, {"memory_gb": 0}, {"issue": 0}, {"of": "x" * 71}])
def test_what_is_no_report_is_refused(wrong: dict[str, object]) -> None:
    good = report().model_dump()
    assert ProjectReport.model_validate(good).said_on == date(2024, 5, 6)
    with pytest.raises(ValidationError):
        ProjectReport.model_validate(good | wrong)

"""Of all machines that a text names, those it is about, and how many of each."""

from __future__ import annotations

import pytest

from engine.workload.equipment import about, count_of, of_asked, of_role
from tests.engine.reading.test_read import reading


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("16 x H100 they say is needed for DeepSeek-R1, could 8 H200 do it?", [("h200", 8)]),
        ("the paper used 64 A100 for it, can we do it on 8 H100?", [("h100", 8)]),
        ("we have 4 L40S, does a 70B fit?", [("l40s", 4)]),
        ("does a 70B fit on 4 L40S or do I need an H100?", [("l40s", 4), ("h100", None)]),
        ("we train on 2x A100, how long would it take on H100?", [("h100", None)]),
        ("will 8 x 4090 or 6 x V100 hold a 72B?", [("rtx4090", 8), ("v100", 6)]),
        ("up to 4 x H100 for a 70B", [("h100", 4)]),
        ("they say 16 x H100", [("h100", 16)]),  # nothing else is there to ask about
    ],
)
def test_a_question_is_about_what_is_asked_else_what_is_owned(
    text: str, expected: list[tuple[str, int | None]]
) -> None:
    found = reading(text)
    assert [(one.id, count_of(one, found)) for one in about(found)] == expected


def test_what_others_use_is_quoted_and_what_would_help_is_a_remedy() -> None:
    found = reading("16 x H100 they say is needed for DeepSeek-R1, could 8 H200 do it?")
    assert [(one.id, one.chips) for one in of_role(found, "quoted")] == [("h100", 16)]
    found = reading("is 4 x L40S enough for Mixtral or do I need an H100?")
    assert [one.id for one in of_role(found, "remedy")] == ["h100"]


def test_a_number_set_beside_the_text_counts_for_the_one_machine_it_is_about() -> None:
    found = reading("does a 70B fit on 4 L40S?")
    more = found.model_copy(update={"profile": found.profile.model_copy(update={"accelerator_count": 8})})
    assert count_of(about(more)[0], more) == 8


def test_what_something_is_compared_with_is_not_where_it_is_to_run() -> None:
    """A profile of what is asked about alone; where nothing else is named, all of it."""
    found = reading("Is it compatible with inf2? That is a cheaper instance than a GPU")
    assert of_asked(found).candidates == ("inferentia2",)
    assert of_asked(reading("does it run on an A100?")).candidates == ("a100",)

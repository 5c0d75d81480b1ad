"""Whether a text names the part of a program that is said to run somewhere."""

from __future__ import annotations

import pytest

from engine.forms.reported.part_named import names_it
from knowledge.facts import Facts


@pytest.mark.parametrize(
    ("of", "text", "named"),
    [
        ("training", "can it be trained on tpu?", True),
        ("Qwen2", "does qwen2-7b run on inf2?", True),
        ("Qwen2", "does qwen2-vl run on inf2?", False),
        ("", "does it run on tpu?", False),
    ],
)
def test_a_part_is_named_in_any_form_and_by_no_other_model(of: str, text: str, named: bool, facts: Facts) -> None:
    row = facts.project_support[0].model_copy(update={"of": of})
    assert names_it(row, text, facts) == named

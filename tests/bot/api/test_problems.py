"""What is wrong with arguments, as one sentence."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from bot.api.asked import Question
from bot.api.problems import of_arguments
from bot.wording.words import error


def test_the_place_is_named_and_the_value_is_not_repeated() -> None:
    with pytest.raises(ValidationError) as problem:
        Question.model_validate({"text": ["secret"]})
    assert error(of_arguments(problem.value)) == "text must be text."


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"txt": "a"}, "There is no argument txt; did you mean text?"),
        ({"slots": {"runs": {}}}, "slots.runs must be a text, a number, true or false, or a list of these."),
        ({"slots": []}, "slots must be an object with named values."),
        ({"earlier": [{"text": 5}]}, "earlier[0].text must be text."),
        ({"earlier": [{}] * 9}, "earlier has more than 8 entries."),
        ({"text": "x" * 12_001}, "text has more than 12,000 characters."),
        ([1], "body must be an object with named values."),
    ],
)
def test_every_kind_of_wrong_is_a_sentence_of_ours(given: object, sentence: str) -> None:
    with pytest.raises(ValidationError) as problem:
        Question.model_validate(given)
    assert error(of_arguments(problem.value, Question.model_fields)) == sentence

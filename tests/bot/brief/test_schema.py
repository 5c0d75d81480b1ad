"""The schemas that are published are those of the types."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from bot.advice.advisor import Advisor
from bot.brief.made import brief
from bot.brief.schema import schema_of, schema_text
from bot.card.as_json import answer_json

DOCS = Path(__file__).resolve().parents[3] / "docs" / "schema"
QUESTION = "20 full fine-tunes of Llama 8B on AWS, trn2 or p5?"


@pytest.mark.parametrize("which", ["brief", "full"])
def test_the_file_in_the_documents_is_the_schema(which: str) -> None:
    """`chipscout schema brief > docs/schema/brief.json` rewrites it; a changed meaning needs a version."""
    assert (DOCS / f"{which}.json").read_text(encoding="utf-8") == schema_text(which)


def test_answers_are_valid_for_any_validator(advisor: Advisor) -> None:
    answer = advisor.ask(QUESTION)
    for which, body in (("brief", brief(answer)), ("full", answer_json(answer))):
        validator = jsonschema.Draft202012Validator(schema_of(which))
        assert list(validator.iter_errors(json.loads(json.dumps(body)))) == []
        assert list(validator.iter_errors({"headline": "x"})) != []

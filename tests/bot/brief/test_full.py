"""The full JSON keeps to its types."""

from __future__ import annotations

import json

import pytest

from bot.advice.advisor import Advisor
from bot.brief.full import Full
from bot.card.as_json import SCHEMA_VERSION, answer_json
from tests.golden.test_golden import CARDS

KINDS = ("founding", "hybrid", "carbon-amount", "too-few", "serve-70b", "price", "off-topic", "need-more", "no-fit")


@pytest.mark.parametrize("name", KINDS)
def test_an_answer_has_the_keys_its_schema_says_and_no_others(name: str, advisor: Advisor) -> None:
    body = json.loads(json.dumps(answer_json(advisor.ask(CARDS[name]))))
    assert Full.model_validate(body).schema_version == SCHEMA_VERSION


def test_several_questions_nest(advisor: Advisor) -> None:
    answer = advisor.ask("does llama 70b lora fit on one A100 80GB? and what is the price of p5.48xlarge?")
    assert len(Full.model_validate(json.loads(json.dumps(answer_json(answer)))).parts) == 2
